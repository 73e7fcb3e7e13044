import { journal } from '../../../../shared/contract/journal.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { systemClock, systemRandom } from '../../../aws/system.ts'
import { admitTry, throttles } from '../../../aws/throttle.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { importHistory } from '../../../journal/import-history.ts'
import { ownJournalKey } from '../../../journal/read-journal.ts'

export const handler = endpoint(
  journal,
  'importHistory',
  async ({ request: { file }, caller: { userId } }) => {
    const now = systemClock.now()
    await admitTry(throttles.imports, userId, now)
    return importHistory(await ownJournalKey(userId), file, systemRandom.id(), now)
  },
  findCaller,
)
