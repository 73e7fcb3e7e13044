import { journal } from '../../../../shared/contract/journal.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { saveText } from '../../../journal/journal-store.ts'
import { ownJournalKey } from '../../../journal/read-journal.ts'

export const handler = endpoint(
  journal,
  'saveTradeText',
  async ({ request: { tradeId, note, tags, ...asked }, caller: { userId } }) => {
    await saveText(await ownJournalKey(userId, asked), tradeId, { note, tags })
    return { message: 'Note saved' }
  },
  findCaller,
)
