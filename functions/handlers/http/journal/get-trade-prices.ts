import { journal } from '../../../../shared/contract/journal.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { readTradeBars } from '../../../journal/trade-bars.ts'

export const handler = endpoint(
  journal,
  'getTradePrices',
  ({ request, caller }) => readTradeBars(caller.userId, request),
  findCaller,
)
