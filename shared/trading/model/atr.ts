import { type Big, bigFrom, plain, rounding } from './decimal.ts'
import type { Decimal } from '../../platform/units.ts'

export type DailyCandle = { readonly high: Decimal; readonly low: Decimal; readonly close: Decimal }

/** Number of decimals of a computed ATR. No market's level has so many. */
const decimals = 8

/**
 * Number of daily candles to read for an ATR of `period`. One period would be enough to start, but Wilder's smoothing
 * forgets its first value slowly: after five periods its weight is below two percent.
 */
export const candlesNeeded = (period: number): number => period * 5

/**
 * Average true range by Wilder's smoothing (J. W. Wilder, New Concepts in Technical Trading Systems, 1978) over
 * candles, oldest first. It starts as the mean of the first period's true ranges. Each later day then has a weight of
 * one part in `period`. Null if there are fewer candles than one period, or if a value is not a number.
 */
export const wilderAtr = (candles: readonly DailyCandle[], period: number): Decimal | null => {
  const ranges = trueRanges(candles)
  if (!ranges || ranges.length < period) return null
  const first = ranges
    .slice(0, period)
    .reduce((sum, range) => sum.plus(range))
    .div(period)
  const atr = ranges.slice(period).reduce(
    (mean, range) =>
      mean
        .times(period - 1)
        .plus(range)
        .div(period),
    first,
  )
  return plain(atr.round(decimals, rounding.nearest))
}

/** The true range of each day, including the gap since the previous close. Null if a value is not a number. */
const trueRanges = (candles: readonly DailyCandle[]): Big[] | null => {
  const ranges: Big[] = []
  let closeBefore: Big | null = null
  for (const candle of candles) {
    const [high, low, close] = [bigFrom(candle.high), bigFrom(candle.low), bigFrom(candle.close)]
    if (!high || !low || !close) return null
    const top = closeBefore?.gt(high) ? closeBefore : high
    const bottom = closeBefore?.lt(low) ? closeBefore : low
    ranges.push(top.minus(bottom))
    closeBefore = close
  }
  return ranges
}
