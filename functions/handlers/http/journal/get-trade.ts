import { journal } from '../../../../shared/contract/journal.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { getAlert } from '../../../alerts/alert-store.ts'
import { readTrade } from '../../../journal/read-journal.ts'

export const handler = endpoint(
  journal,
  'getTrade',
  ({ request, caller }) => readTrade(caller.userId, request, getAlert),
  findCaller,
)
