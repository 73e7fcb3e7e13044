import type { Context } from 'aws-lambda'
import * as z from 'zod/mini'
import { env } from '../../../shared/platform/env.ts'
import { VisibleError } from '../../../shared/platform/error.schema.ts'
import { counted } from '../../../shared/platform/figures.ts'
import { listAllUsers } from '../../accounts/user-store.ts'
import { describeError, log, withRequestId } from '../../aws/log.ts'
import { startJob } from '../../aws/start-job.ts'
import { systemClock } from '../../aws/system.ts'
import { forCaller } from '../../deals/for-caller.ts'
import { listInstruments } from '../../instruments/instrument-store.ts'
import { logForUser, type Note } from '../../logs/user-log.ts'
import { OutOfTime } from '../../instruments/matching/retry-with-allowance.ts'
import { checkEpics, type EpicFinding } from '../../instruments/matching/check-epics.ts'
import { readKnownEpics, saveKnownEpics } from '../../instruments/matching/known-epics-store.ts'

const Progress = z.object({ after: z.string() })

/** Milliseconds reserved for the request in progress and the writes. */
const reserve = 60_000
/** Maximum milliseconds for one user's list. The rest is checked the next week. */
const longestList = 5 * 60_000

/** Checks every user's epics once a week. If time runs out, it starts another run for the remaining users. */
export const handler = withRequestId(async (event: unknown, context: Context) => {
  const goUntil = systemClock.now() + context.getRemainingTimeInMillis() - reserve
  const progress = Progress.safeParse(event)
  let after = progress.success ? progress.data.after : ''
  const left = (await listAllUsers())
    .map(({ id }) => id)
    .sort()
    .filter((id) => id > after)
  for (const id of left) {
    if (systemClock.now() + longestList > goUntil && after !== '') {
      await startJob(env.epicCheckFunctionName, { after })
      return
    }
    await checkUser(id, Math.min(goUntil, systemClock.now() + longestList))
    after = id
  }
})

const checkUser = async (userId: string, goUntil: number) => {
  const rows = await listInstruments(userId)
  if (!rows.some(({ igEpic }) => igEpic !== '')) return
  try {
    const before = await readKnownEpics(userId)
    const { known, findings } = await forCaller(userId, 'background', ({ broker }, login) =>
      checkEpics(
        { clock: systemClock, readMarketFacts: (epics) => broker.readMarketFacts(login, epics) },
        rows,
        before,
        goUntil,
      ),
    )
    await saveKnownEpics(userId, known, systemClock.now())
    if (findings.length > 0) await logForUser(userId, entryOf(findings))
  } catch (error) {
    // If IG is unreachable or the user has no credentials, the check is repeated a week later. Until then, alerts
    // report problems with epics.
    const isExpected = error instanceof VisibleError || error instanceof OutOfTime
    log(isExpected ? 'info' : 'error', 'epics were not checked', { userId, error: describeError(error) })
  }
}

const entryOf = (findings: readonly EpicFinding[]): Note => ({
  type: findings.some(({ kind }) => kind === 'gone') ? 'ERROR' : 'UNSPECIFIED',
  message: `Weekly epic check: ${counted(findings.length, 'change')} at IG`,
  description: findings.map(({ words }) => words).join('. '),
  extra: { kind: 'note', facts: { findings } },
})
