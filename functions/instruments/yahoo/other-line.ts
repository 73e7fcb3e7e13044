import type { Line } from '../../trading/ports/daily-prices.ts'

/** Yahoo's names for prices in hundredths of a currency. */
const majorOf: Readonly<Record<string, string>> = { GBp: 'GBP', ZAc: 'ZAR', ILA: 'ILS' }

/** Exchanges, as TradingView names them, that quote everything in one currency. London quotes in four, so is not one. */
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
 * Whether prices in this currency are certainly not the instrument's: of the same company on another exchange, for
 * instance. If the broker does not say what it quotes in, the exchange alone can tell.
 * @param currency as Yahoo names it: `USD`, or `GBp` for pence; undefined if it said none
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
