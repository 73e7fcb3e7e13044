import { setTimeout as wait } from 'node:timers/promises'
import type { DailyPrices } from '../trading/ports/daily-prices.ts'

/** Maximum milliseconds to wait for Yahoo. After that, prices are read from IG. */
const timeoutMs = 3_000

export const dailyPrices: DailyPrices = {
  readDailyCandles: async (line, count) => {
    // Yahoo's client is as large as all other code, and most alerts contain their ATR, so the client is loaded on
    // demand.
    const { readDailyCandles } = await import('../instruments/yahoo/daily-candles.ts')
    return Promise.race([readDailyCandles(line, count), wait(timeoutMs, null)])
  },
}
