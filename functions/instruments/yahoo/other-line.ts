import type { Line } from '../../trading/ports/daily-prices.ts'

/** Yahoo's names for prices in hundredths of a currency. */
const majorOf: Readonly<Record<string, string>> = { GBp: 'GBP', ZAc: 'ZAR', ILA: 'ILS' }

/**
 * Exchanges, by their TradingView names, that quote everything in one currency. London is omitted, because it quotes in
 * four currencies.
 */
const currencyOfExchange: Readonly<Record<string, string>> = {
  NASDAQ: 'USD',
  NYSE: 'USD',
  AMEX: 'USD',
  CBOE: 'USD',
  XETR: 'EUR',
  FWB: 'EUR',
  BME: 'EUR',
  MIL: 'EUR',
  TSX: 'CAD',
  ASX: 'AUD',
  TSE: 'JPY',
  NSE: 'INR',
  JSE: 'ZAR',
}

/**
 * Whether prices in this currency certainly belong to another instrument, such as the same company's shares on another
 * exchange. If the broker's currency is unknown, only the exchange decides.
 * @param currency Yahoo's name, such as `USD`, or `GBp` for pence; undefined if there is none
 */
export const isOtherLine = (
  currency: string | undefined,
  { marketAndSymbol, currency: quotedIn }: Omit<Line, 'yahooSymbol'>,
): boolean => {
  if (currency === undefined) return false
  const [exchange = ''] = marketAndSymbol.toUpperCase().split(':')
  return [currencyOfExchange[exchange], quotedIn].some(
    (expected) => expected != null && expected !== (majorOf[currency] ?? currency),
  )
}
