import { ATR } from 'trading-signals'
import { Big, plain, rounding } from './decimal.ts'
import type { Decimal } from './snapshot.ts'

export type DailyCandle = { readonly high: Decimal; readonly low: Decimal; readonly close: Decimal }

/** Decimals of a computed ATR: finer than any market's level. */
const decimals = 8

/**
 * How many daily candles to read for an ATR of `period`. A period's worth would do to begin with, but Wilder's smoothing
 * forgets its beginning slowly: after five periods that weighs less than two percent.
 */
export const candlesNeeded = (period: number): number => period * 5

/** Average true range by Wilder's smoothing over candles, oldest first. Null: fewer than one period, or no numbers. */
export const wilderAtr = (candles: readonly DailyCandle[], period: number): Decimal | null => {
  const atr = new ATR(period)
  for (const { high, low, close } of candles)
    atr.add({ high: Number(high), low: Number(low), close: Number(close) })
  const result = atr.getResult()
  return result === null || !Number.isFinite(result)
    ? null
    : plain(new Big(result).round(decimals, rounding.nearest))
}
