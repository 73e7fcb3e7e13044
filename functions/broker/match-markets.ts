import type { MarketFound, MarketsFound } from '../../shared/instruments/market-match.schema.ts'
import { whyUnmatchable } from '../../shared/instruments/unmatchable.ts'
import type { MarketFacts } from './market-facts.ts'

/**
 * The names of an exchange at IG and Yahoo: the suffix of the Reuters code (`newsCode`), the country, and Yahoo's
 * suffix. The suffixes come from answers that public client libraries recorded, not from IG's documentation.
 */
type ExchangeCodes = {
  readonly reuters: readonly string[]
  readonly country: string
  readonly yahoo: string
}

const exchanges: Readonly<Record<string, ExchangeCodes>> = {
  NASDAQ: { reuters: ['O', 'OQ'], country: 'US', yahoo: '' },
  NYSE: { reuters: ['N'], country: 'US', yahoo: '' },
  AMEX: { reuters: ['A', 'P'], country: 'US', yahoo: '' },
  LSE: { reuters: ['L'], country: 'GB', yahoo: '.L' },
  XETR: { reuters: ['DE'], country: 'DE', yahoo: '.DE' },
  MIL: { reuters: ['MI'], country: 'IT', yahoo: '.MI' },
  SIX: { reuters: ['S'], country: 'CH', yahoo: '.SW' },
  OMXSTO: { reuters: ['ST'], country: 'SE', yahoo: '.ST' },
}

const mostShown = 5

/**
 * Removes everything but letters and digits. TradingView writes `BP.` and `BRK.B`; IG and Reuters write `BP` and
 * `BRKb`.
 */
const bare = (text: string | null) => (text ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '')

const partsOf = (symbol: string) => {
  const [exchange = '', ...rest] = symbol.toUpperCase().split(':')
  return { exchange, ticker: rest.join(':') }
}

/** Derives the TradingView symbol of a share from its Reuters code. The result is null if the exchange is unknown. */
export const tradingViewSymbolOf = ({ newsCode }: MarketFacts): string | null => {
  const [, ticker, place] = /^([A-Z0-9]+)\.([A-Z]+)$/.exec(newsCode ?? '') ?? []
  const known = Object.entries(exchanges).find(([, { reuters }]) => place && reuters.includes(place))
  return ticker && known ? `${known[0]}:${ticker}` : null
}

/** The term with which IG's markets are searched. */
export const searchTermOf = (symbol: string) =>
  indices[symbol.toUpperCase()]?.name ?? partsOf(symbol).ticker.replace(/[.!]+$/, '')

const currencies = ['AUD', 'CAD', 'CHF', 'CNH', 'EUR', 'GBP', 'JPY', 'NOK', 'NZD', 'SEK', 'USD', 'ZAR']

/** The Yahoo symbols of indices, and the names by which IG finds them. IG and TradingView share no codes of indices. */
const indices: Readonly<Record<string, { readonly yahoo: string; readonly name: string }>> = {
  'TVC:UKX': { yahoo: '^FTSE', name: 'FTSE 100' },
  'XETR:DAX': { yahoo: '^GDAXI', name: 'Germany 40' },
  'TVC:DEU40': { yahoo: '^GDAXI', name: 'Germany 40' },
  'SP:SPX': { yahoo: '^GSPC', name: 'US 500' },
  'TVC:SPX': { yahoo: '^GSPC', name: 'US 500' },
  'DJ:DJI': { yahoo: '^DJI', name: 'Wall Street' },
  'TVC:DJI': { yahoo: '^DJI', name: 'Wall Street' },
  'NASDAQ:NDX': { yahoo: '^NDX', name: 'US Tech 100' },
  'TVC:NDX': { yahoo: '^NDX', name: 'US Tech 100' },
}

/** The Yahoo symbol of an exchange rate; null for other tickers. Yahoo omits the dollar if it is the first currency. */
const yahooRateOf = (ticker: string): string | null => {
  const [one, other] = [ticker.slice(0, 3), ticker.slice(3)]
  if (!currencies.includes(one) || !currencies.includes(other)) return null
  return one === 'USD' ? `${other}=X` : `${ticker}=X`
}

/** The Yahoo symbol of a TradingView symbol; empty if it is not certain. */
export const yahooSymbolOf = (symbol: string): string => {
  const { exchange, ticker } = partsOf(symbol)
  const index = indices[`${exchange}:${ticker}`]?.yahoo ?? yahooRateOf(ticker)
  if (index) return index
  const known = exchanges[exchange]
  if (!known || whyUnmatchable(symbol)) return ''
  return `${ticker.replace(/\.$/, '').replaceAll('.', '-')}${known.yahoo}`
}

/** Whether a market has no expiry. */
const isUndated = ({ expiry }: MarketFacts) => expiry === 'DFB' || expiry === '-'

/**
 * Finds which of IG's markets a TradingView symbol means. A match is exact only if IG's own codes match, and only if
 * exactly one market has these codes. Names are shown but never make a match exact.
 * @param exchangePrice the symbol's price at its exchange, in TradingView's units; null if unknown
 */
export const matchMarkets = (
  symbol: string,
  found: readonly MarketFacts[],
  exchangePrice: number | null,
): Pick<MarketsFound, 'verdict' | 'why' | 'markets'> => {
  const { exchange, ticker } = partsOf(symbol)
  const reason = whyUnmatchable(symbol)
  if (reason) return { verdict: 'NONE', why: reason, markets: [] }
  const judged = found.map((market) => ({ market, judgement: judge(market, exchange, ticker) }))
  const rank = { exact: 0, ticker: 1, name: 2, other: 3 } as const
  const markets = judged
    .toSorted(
      (one, other) =>
        rank[one.judgement.kind] - rank[other.judgement.kind] ||
        Number(isUndated(other.market)) - Number(isUndated(one.market)),
    )
    .slice(0, mostShown)
    .map(({ market, judgement }): MarketFound => {
      const { epic, name, country, expiry, mid } = market
      return {
        epic,
        name,
        country,
        expiry,
        mid,
        isExact: judgement.kind === 'exact',
        because: judgement.because,
        multiplier: multiplierFrom(exchangePrice, mid),
      }
    })
  const exact = judged.filter(({ judgement }) => judgement.kind === 'exact')
  const [only] = exact
  if (only && exact.length === 1)
    return { verdict: 'EXACT', why: `${only.market.name}: ${only.judgement.because}`, markets }
  const [first] = markets
  if (!first) return { verdict: 'NONE', why: 'IG found no market for this symbol', markets }
  return {
    verdict: 'CHOOSE',
    why:
      exact.length > 1
        ? `${exact.length} IG markets match. Choose one`
        : markets.length === 1
          ? `IG found one market: ${first.because}. Confirm that it’s the right one`
          : 'IG’s codes don’t identify one market. Choose by name, country and price',
    markets,
  }
}

type Judgement = { readonly kind: 'exact' | 'ticker' | 'name' | 'other'; readonly because: string }

const judge = (market: MarketFacts, exchange: string, ticker: string): Judgement => {
  const { newsCode, chartCode, marketId, country, status, name } = market
  const wanted = bare(ticker)
  const place = exchanges[exchange]
  const [reutersTicker = '', reutersPlace = ''] = (newsCode ?? '').split('.')
  const sameReuters =
    place !== undefined && bare(reutersTicker) === wanted && place.reuters.includes(reutersPlace)
  const [idTicker = '', idCountry = ''] = (marketId ?? '').split('-')
  const sameTicker = bare(chartCode) === wanted || bare(idTicker) === wanted || bare(reutersTicker) === wanted
  const sameCountry = place !== undefined && (country === place.country || idCountry === place.country)
  const codes = [newsCode, chartCode, marketId].filter(Boolean).join(', ')
  if (sameReuters || (sameTicker && sameCountry)) {
    if (!isUndated(market))
      return { kind: 'ticker', because: `the codes match (${codes}), but it expires (${market.expiry})` }
    if (status === 'OFFLINE')
      return { kind: 'ticker', because: `the codes match (${codes}), but the market is offline` }
    return { kind: 'exact', because: `ticker and exchange match IG’s codes (${codes})` }
  }
  if (sameTicker)
    return {
      kind: 'ticker',
      because: place
        ? `the ticker matches (${codes}), but the exchange doesn’t`
        : `the ticker matches (${codes}), but we have no exchange code for ${exchange}`,
    }
  if (bare(name).includes(wanted)) return { kind: 'name', because: 'its name contains the ticker' }
  return { kind: 'other', because: 'found by IG, but neither code nor name matches' }
}

/**
 * Maximum difference in percent between IG's price and the exchange's price times the factor. An overnight move may be
 * as large, but a price in another unit differs more.
 */
const tolerance = 5

/** The power of ten between the two prices; null if no power of ten matches. */
export const multiplierFrom = (exchangePrice: number | null, mid: number | null): string | null => {
  if (!exchangePrice || !mid || exchangePrice <= 0 || mid <= 0) return null
  const exponent = Math.round(Math.log10(mid / exchangePrice))
  if (Math.abs(exponent) > 6) return null
  const factor = 10 ** exponent
  if (Math.abs(mid / (exchangePrice * factor) - 1) * 100 > tolerance) return null
  return exponent >= 0 ? String(factor) : factor.toFixed(-exponent)
}
