import { setTimeout as wait } from 'node:timers/promises'
import type { DailyPrices } from '../trading/ports/daily-prices.ts'

/** Yahoo gets this long, in milliseconds; then IG is asked. */
const patience = 3_000

export const dailyPrices: DailyPrices = {
  readDailyCandles: async (line, count) => {
    // Most alerts carry their ATR, and Yahoo's client weighs as much as all the rest: loaded when first needed.
    const { readDailyCandles } = await import('../instruments/yahoo/daily-candles.ts')
    return Promise.race([readDailyCandles(line, count), wait(patience, null)])
  },
}
