import type { Market } from '../../shared/trading/snapshot.ts'

/** Yahoo's names for prices in hundredths of a currency. */
const majorOf: Readonly<Record<string, string>> = { GBp: 'GBP', GBX: 'GBP', ZAc: 'ZAR', ILA: 'ILS' }

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
 * Whether prices in this currency are certainly of another line than the instrument's: of the same company on another
 * exchange, for instance. A contract for difference is dealt in the currency that it is quoted in; of a spread bet IG
 * says only the stake's, so that its exchange alone can tell.
 * @param currency as Yahoo names it; null where it said none
 */
export const isOtherLine = (
  currency: string | null,
  marketAndSymbol: string,
  market: Pick<Market, 'currencyCode' | 'expiry'> | undefined,
): boolean => {
  if (currency === null) return false
  const quoted = majorOf[currency] ?? currency
  const [exchange = ''] = marketAndSymbol.toUpperCase().split(':')
  const expected = [currencyOfExchange[exchange], market?.expiry === '-' ? market.currencyCode : undefined]
  return expected.some((code) => code !== undefined && code !== quoted)
}
