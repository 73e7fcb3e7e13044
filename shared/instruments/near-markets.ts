/**
 * Names in a user's list that an alert's unknown market may mean: the same symbol at another exchange or feed, or with
 * different punctuation (`LSE_DLY:VOD`, `BATS:AAPL`, `LSE:BP` for `LSE:BP.`). They are only suggested, and an alert
 * never trades on them.
 */
export const nearMarkets = (market: string, names: readonly string[]): readonly string[] => {
  const symbol = symbolOf(market)
  if (symbol === '') return []
  const near = names.filter((name) => symbolOf(name) === symbol)
  const exchange = exchangeOf(market)
  const isSameExchange = (name: string) => Number(exchangeOf(name) === exchange)
  return near.sort((a, b) => isSameExchange(b) - isSameExchange(a)).slice(0, maxNamed)
}

const maxNamed = 3

const symbolOf = (market: string) =>
  market
    .slice(market.indexOf(':') + 1)
    .toUpperCase()
    .replace(/\.US$/, '')
    .replace(/[^A-Z0-9]/g, '')

/** The exchange without the suffix of a delayed feed, such as `LSE` for `LSE_DLY`. */
const exchangeOf = (market: string) =>
  market
    .slice(0, market.indexOf(':'))
    .toUpperCase()
    .replace(/_DLY?$/, '')
