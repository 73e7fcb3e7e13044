import { deals } from '../../../../shared/contract/deals.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { dealStore } from '../../../deals/deal-store.ts'
import { forCaller } from '../../../deals/for-caller.ts'
import { logDeal } from '../../../deals/log-deal.ts'
import { moveStop } from '../../../deals/move-stop.ts'
import { endpoint } from '../../../http/endpoint.ts'

export const handler = endpoint(
  deals,
  'moveStop',
  ({ request: { dealId, stopLevel, ...inSight }, caller }) =>
    forCaller(
      caller.userId,
      'orders',
      (world, login) =>
        logDeal(world, login, { type: 'TRADE', dealId }, () =>
          moveStop({ ...world, store: dealStore }, login, { dealId, stopLevel }, async () => {
            if (login.mode === 'LIVE') await caller.requireProof()
          }),
        ),
      { inSight },
    ),
  findProvableCaller,
)
