import { env } from '../../shared/platform/env.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { startJob } from '../aws/start-job.ts'
import { listDueJournals } from './journal-store.ts'

/** Journals that are begun in a minute; those that have waited longest come first, and the others a minute later. */
const mostAtOnce = 20

/** Each account is read by a run of its own, so that none waits for another's broker, and no alert for any. */
export const startDueJournals = async (now: Instant): Promise<void> => {
  const due = await listDueJournals(now, mostAtOnce)
  await Promise.all(due.map((key) => startJob(env.journalFunctionName, key)))
}
