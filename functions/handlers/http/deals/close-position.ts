import { deals } from '../../../../shared/contract/deals.ts'
import { dealStore } from '../../../deals/deal-store.ts'
import { closePosition } from '../../../deals/deals.ts'
import { forCaller } from '../../../deals/for-caller.ts'
import { logDeal } from '../../../deals/log-deal.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { findCaller } from '../../../accounts/find-caller.ts'

export const handler = endpoint(
  deals,
  'closePosition',
  ({ request: { dealId, ...inSight }, caller }) =>
    forCaller(
      caller.userId,
      'orders',
      (world, login) =>
        logDeal(world, login, { type: 'TRADE', dealId }, () =>
          closePosition({ ...world, store: dealStore }, login, dealId),
        ),
      { inSight },
    ),
  findCaller,
)
