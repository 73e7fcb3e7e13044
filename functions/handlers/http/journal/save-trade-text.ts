import { journal } from '../../../../shared/contract/journal.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { saveTradeText } from '../../../journal/read-journal.ts'

export const handler = endpoint(
  journal,
  'saveTradeText',
  async ({ request, caller: { userId } }) => {
    await saveTradeText(userId, request)
    return { message: 'Note saved' }
  },
  findCaller,
)
