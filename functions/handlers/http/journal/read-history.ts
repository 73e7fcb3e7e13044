import { journal } from '../../../../shared/contract/journal.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { systemClock } from '../../../aws/system.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { askForReading } from '../../../journal/journal-store.ts'
import { ownJournalKey } from '../../../journal/read-journal.ts'

export const handler = endpoint(
  journal,
  'readHistory',
  async ({ request, caller: { userId } }) => {
    await askForReading(await ownJournalKey(userId, request), systemClock.now())
    return { message: 'IG’s history will be read within a minute' }
  },
  findCaller,
)
