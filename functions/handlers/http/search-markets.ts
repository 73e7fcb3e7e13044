import type { MarketsFound } from '../../../shared/market-match.ts'
import { findCaller } from '../../accounts/session-store.ts'
import { forCaller } from '../../broker/views/for-caller.ts'
import { endpoint } from '../../http/endpoint.ts'
import { dailyPrices } from '../../live/daily-prices.ts'
import { matchMarkets, searchTermOf, yahooSymbolOf } from '../../broker/match-markets.ts'

/** One search and one look at the details, on the dashboard's share of the allowance. */
export const handler = endpoint(
  'searchMarkets',
  async ({ request: { market, term, yahooSymbol: given }, caller: { userId } }): Promise<MarketsFound> => {
    const yahooSymbol = given ?? yahooSymbolOf(market)
    const [found, exchangePrice] = await Promise.all([
      forCaller(userId, 'dashboard', ({ broker }, login) =>
        broker.findMarkets(login, term ?? searchTermOf(market)),
      ),
      lastClose(market, yahooSymbol),
    ])
    return {
      ...matchMarkets(market, found, exchangePrice === null ? null : Number(exchangePrice)),
      yahooSymbol,
      exchangePrice,
    }
  },
  findCaller,
)

/** Never a condition: without it the multiplier is left to the user. */
const lastClose = async (marketAndSymbol: string, yahooSymbol: string): Promise<string | null> => {
  if (yahooSymbol === '') return null
  const candles = await dailyPrices.readDailyCandles({ yahooSymbol, marketAndSymbol, currency: null }, 1)
  return candles?.at(-1)?.close ?? null
}
