import type { DailyPrices } from '../trading/ports.ts'

export const dailyPrices: DailyPrices = { readDailyCandles: async () => null }
