import { deals } from '../../../../shared/contract/deals.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { readDayPrices } from '../../../journal/day-prices.ts'

export const handler = endpoint(
  deals,
  'getDayPrices',
  ({ caller: { userId } }) => readDayPrices(userId),
  findCaller,
)
