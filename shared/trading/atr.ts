import { ATR } from 'trading-signals'
import { Big, plain } from './decimal.ts'
import type { Decimal } from './snapshot.ts'

export type DailyCandle = { readonly high: Decimal; readonly low: Decimal; readonly close: Decimal }

/** Decimals of a computed ATR: finer than any market's level. */
const decimals = 8

/** Fewest daily candles from which an ATR of `period` can be computed: one each. More of them settle its smoothing. */
export const candlesNeeded = (period: number): number => new ATR(period).getRequiredInputs()

/** Average true range by Wilder's smoothing over candles, oldest first. Null: they are too few, or no numbers. */
export const wilderAtr = (candles: readonly DailyCandle[], period: number): Decimal | null => {
  const atr = new ATR(period)
  for (const { high, low, close } of candles)
    atr.add({ high: Number(high), low: Number(low), close: Number(close) })
  const result = atr.getResult()
  return result === null || !Number.isFinite(result) ? null : plain(new Big(result).round(decimals))
}
