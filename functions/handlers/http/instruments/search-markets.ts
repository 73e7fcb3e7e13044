import { instruments } from '../../../../shared/contract/instruments.ts'
import type { MarketsFound } from '../../../../shared/instruments/market-match.schema.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { forCaller } from '../../../deals/for-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { lastClose } from '../../../alerts/last-close.ts'
import { matchMarkets, searchTermOf, yahooSymbolOf } from '../../../broker/match-markets.ts'

/** Makes one search request and one request for details to IG, within the dashboard's share of the request limit. */
export const handler = endpoint(
  instruments,
  'searchMarkets',
  async ({ request: { market, term, yahooSymbol: given }, caller: { userId } }): Promise<MarketsFound> => {
    const yahooSymbol = given ?? yahooSymbolOf(market)
    const found = await forCaller(userId, 'dashboard', ({ broker }, login) =>
      broker.findMarkets(login, term ?? searchTermOf(market)),
    )
    // Yahoo is read only after IG, so that IG's request limit also limits requests to Yahoo. If Yahoo has no price, the
    // user sets the multiplier.
    const exchangePrice = await lastClose(market, yahooSymbol)
    return {
      ...matchMarkets(market, found, exchangePrice === null ? null : Number(exchangePrice)),
      yahooSymbol,
      exchangePrice,
    }
  },
  findCaller,
)
