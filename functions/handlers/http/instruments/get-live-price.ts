import { instruments } from '../../../../shared/contract/instruments.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { forCaller } from '../../../deals/for-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { findInstrument } from '../../../instruments/instrument-store.ts'
import { priceAtExchange } from '../../../../shared/trading/model/market.ts'

/** Each call makes one request to IG. */
export const handler = endpoint(
  instruments,
  'getLivePrice',
  async ({ request: { market, mode }, caller: { userId } }) => {
    const instrument = await findInstrument(userId, market)
    if (!instrument?.igEpic)
      throw new VisibleError(
        'NOT_FOUND',
        `${market.toUpperCase()} is not in your instrument list, or has no IG epic`,
      )
    const quoted = await forCaller(
      userId,
      'dashboard',
      ({ broker }, login) => broker.readMarket(login, instrument.igEpic),
      { mode },
    )
    return { price: priceAtExchange(quoted, instrument.tradingViewPriceMultiplier) }
  },
  findCaller,
)
