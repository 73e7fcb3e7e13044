import { journal } from '../../../../shared/contract/journal.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { readPrices } from '../../../journal/what-if/read-prices.ts'

export const handler = endpoint(
  journal,
  'getPrices',
  ({ request, caller }) => readPrices(caller.userId, request),
  findCaller,
)
