import type { Context } from 'aws-lambda'
import { env } from '../../../shared/platform/env.ts'
import * as operatorLines from '../../../shared/platform/operator-lines.ts'
import { describeError, log, withRequestId } from '../../aws/log.ts'
import { startJob } from '../../aws/start-job.ts'
import { systemClock, systemRandom } from '../../aws/system.ts'
import { collectAccount } from '../../journal/collect-account.ts'
import { listDueJournals } from '../../journal/due-store.ts'
import { notifyUsers } from '../../alerts/notify-users.ts'
import {
  listWaitingBatches,
  noteWaitingBatch,
  takeWaitingBatch,
} from '../../instruments/matching/matching-store.ts'

/**
 * Maximum number of accounts that a run reads, in parallel. Accounts that have waited longest come first, and the
 * others follow a minute later.
 */
const mostAtOnce = 20

/** Milliseconds reserved to finish the request in progress and to store the results. */
const reserve = 60_000

/**
 * Runs each minute. First starts batches of symbols that waited for a new minute's request limit. Then reads the
 * history of every account that is due, and derives its journal again. The failure of one account does not delay
 * others.
 */
export const handler = withRequestId(async (_event: unknown, context: Context) => {
  await goOnMatching()
  const deadline = systemClock.now() + context.getRemainingTimeInMillis() - reserve
  const due = await listDueJournals(systemClock.now(), mostAtOnce)
  await Promise.all(
    due.map((key) =>
      collectAccount(key, systemRandom.id(), deadline, notifyUsers).catch((error: unknown) =>
        log('error', operatorLines.journalFailed, { ...key, error: describeError(error) }),
      ),
    ),
  )
})

const goOnMatching = async () => {
  for (const batch of await listWaitingBatches()) {
    try {
      if (await takeWaitingBatch(batch)) await startJob(env.matchingFunctionName, batch)
    } catch (error) {
      await noteWaitingBatch(batch)
      log('error', 'waiting batch was not started', { ...batch, error: describeError(error) })
    }
  }
}
