import { queryOptions } from '@tanstack/react-query'
import type { JournalTrade } from '../../../../shared/journal/journal.schema.ts'
import { pageLimits } from '../../../../shared/platform/page-limits.ts'
import { call } from '../../../lib/api.ts'
import { timeZone } from '../../../lib/format.ts'
import { accountOf } from '../../../lib/journal-queries.ts'
import type { JournalSearch } from '../../../lib/journal-search.ts'

/** Reads all trades of a strategy, whenever they were closed. */
export const strategyTradesQuery = (strategy: string, search: JournalSearch) => {
  const asked = { ...accountOf(search), strategy, zone: timeZone() }
  return queryOptions({
    queryKey: ['journal', 'of-strategy', asked],
    queryFn: async () => {
      const trades: JournalTrade[] = []
      let count = 1
      while (trades.length < count) {
        const place = { offset: trades.length, limit: pageLimits.max }
        const page = await call('listTrades', { ...asked, ...place })
        if (page.results.length === 0) break
        trades.push(...page.results)
        count = page.count
      }
      return trades
    },
  })
}

/** Reads the multiplier from TradingView's price to IG's; null if the market is not among the instruments. */
export const multiplierQuery = (market: string) =>
  queryOptions({
    queryKey: ['instruments', 'multiplier', market],
    enabled: market !== '',
    queryFn: async () => {
      const { results } = await call('searchInstruments', { offset: 0, limit: 100, marketAndSymbol: market })
      const own = results.find(
        ({ marketAndSymbol }) => marketAndSymbol.toUpperCase() === market.toUpperCase(),
      )
      return own ? Number(own.tradingViewPriceMultiplier) : null
    },
  })
