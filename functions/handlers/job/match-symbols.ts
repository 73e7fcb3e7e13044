import { withRequestId } from '../../aws/log.ts'
import type { Context } from 'aws-lambda'
import * as z from 'zod/mini'
import { env } from '../../../shared/platform/env.ts'
import { VisibleError } from '../../../shared/platform/error.schema.ts'
import { startJob } from '../../aws/start-job.ts'
import { systemClock } from '../../aws/system.ts'
import { forCaller } from '../../deals/for-caller.ts'
import { lastClose } from '../../alerts/last-close.ts'
import {
  noteWaitingBatch,
  readMatchingJob,
  saveMatchingJob,
} from '../../instruments/matching/matching-store.ts'
import { matchSymbols } from '../../instruments/matching/match-symbols.ts'

const Batch = z.object({ userId: z.string(), id: z.string() })

/** Milliseconds reserved to finish the request in progress and to store the results. */
const reserve = 60_000

/**
 * Matches a batch of symbols, and leaves the rest to another run if this run's time ends. If the request limit for the
 * minute is used up, the journals job starts the batch again in the next minute.
 */
export const handler = withRequestId(async (event: unknown, context: Context) => {
  const { userId, id } = Batch.parse(event)
  const job = await readMatchingJob(userId, systemClock.now())
  if (job?.id !== id || job.state !== 'RUNNING') return
  const goUntil = systemClock.now() + context.getRemainingTimeInMillis() - reserve
  const save = (next: typeof job) => saveMatchingJob(next, systemClock.now())
  try {
    const end = await forCaller(userId, 'background', ({ broker }, login) =>
      matchSymbols(
        {
          clock: systemClock,
          broker: {
            listWatchlists: () => broker.listWatchlists(login),
            readWatchlist: (list) => broker.readWatchlist(login, list),
            searchEpics: (term) => broker.searchEpics(login, term),
            readMarketFacts: (epics) => broker.readMarketFacts(login, epics),
          },
          lastClose,
          save,
        },
        job,
        goUntil,
      ),
    )
    if (end === 'unfinished') await startJob(env.matchingFunctionName, { userId, id })
    if (end === 'waiting') await noteWaitingBatch({ userId, id })
  } catch (error) {
    if (!(error instanceof VisibleError)) throw error
    await save({ ...job, state: 'STOPPED', note: error.message })
  }
})
