import { ATR } from 'trading-signals'
import type { Decimal } from './snapshot.ts'

/** One daily candle; decimals as text. */
export type DailyCandle = { readonly high: Decimal; readonly low: Decimal; readonly close: Decimal }

/**
 * How many daily candles an ATR of this period is computed over. Wilder's smoothing never quite forgets its start:
 * after five periods it weighs less than one percent.
 */
export const candlesNeeded = (period: number) => period * 5 + 1

/** Wilder's ATR over daily candles, oldest first, in their price unit. Null: fewer candles than one period and a day. */
export const wilderAtr = (candles: readonly DailyCandle[], period: number): Decimal | null => {
  if (candles.length <= period) return null
  const atr = new ATR(period)
  for (const { high, low, close } of candles)
    atr.add({ high: Number(high), low: Number(low), close: Number(close) })
  const value = atr.getResult()
  return value === null || !Number.isFinite(value) || value <= 0 ? null : value.toFixed(8)
}
