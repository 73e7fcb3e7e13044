import { withRequestId } from '../../aws/log.ts'
import type { Context } from 'aws-lambda'
import { env } from '../../../shared/platform/env.ts'
import { FetchProgress, fetchDividendDates } from '../../instruments/fetch-dividend-dates.ts'
import { startJob } from '../../aws/start-job.ts'
import { systemClock } from '../../aws/system.ts'
import { readExDividendDate } from '../../instruments/yahoo/dividend-date.ts'

/** Milliseconds reserved for the current symbol, its retries and the writes. */
const reserve = 120_000

/**
 * Fetches dividend dates, once a day and whenever a user requests it. A run that has too little time leaves the
 * remaining symbols to another run.
 */
export const handler = withRequestId(async (event: unknown, context: Context) => {
  const progress = FetchProgress.safeParse(event)
  const { askedBy } = (event ?? {}) as { readonly askedBy?: unknown }
  const goUntil = systemClock.now() + context.getRemainingTimeInMillis() - reserve
  const world = { clock: systemClock, readExDividendDate }
  const rest = await fetchDividendDates(
    world,
    progress.success ? progress.data : null,
    goUntil,
    ...(typeof askedBy === 'string' ? [askedBy] : []),
  )
  if (rest) await startJob(env.dividendFunctionName, rest)
})
