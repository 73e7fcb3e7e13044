import { journal } from '../../../../shared/contract/journal.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { readTrades } from '../../../journal/read-journal.ts'

export const handler = endpoint(
  journal,
  'listTrades',
  ({ request, caller }) => readTrades(caller.userId, request),
  findCaller,
)
