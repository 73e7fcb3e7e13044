import { dailyPrices } from './daily-prices.ts'

/**
 * Reads the close of the last finished day in the exchange's units.
 * @param yahooSymbol empty if unknown
 * @returns null if Yahoo has no close
 */
export const lastClose = async (marketAndSymbol: string, yahooSymbol: string): Promise<string | null> => {
  if (yahooSymbol === '') return null
  const candles = await dailyPrices.readDailyCandles({ yahooSymbol, marketAndSymbol, currency: null }, 1)
  return candles?.at(-1)?.close ?? null
}
