import type { PaperMarket } from '../markets.ts'
import { round, walkAt } from './prices.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Length of a candle in milliseconds. The real length of a month is computed from the calendar. */
const lengths = {
  SECOND: 1_000,
  MINUTE: minute,
  MINUTE_2: 2 * minute,
  MINUTE_3: 3 * minute,
  MINUTE_5: 5 * minute,
  MINUTE_10: 10 * minute,
  MINUTE_15: 15 * minute,
  MINUTE_30: 30 * minute,
  HOUR: hour,
  HOUR_2: 2 * hour,
  HOUR_3: 3 * hour,
  HOUR_4: 4 * hour,
  DAY: day,
  WEEK: 7 * day,
  MONTH: 31 * day,
} as const
export type Resolution = keyof typeof lengths

export const isResolution = (text: string): text is Resolution => Object.hasOwn(lengths, text)

/** Start of the candle that contains a moment. Weeks start on Monday. */
const startOf = (resolution: Resolution, at: number): number => {
  const date = new Date(at)
  if (resolution === 'MONTH') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  // 1 January 1970 was a Thursday.
  const offset = resolution === 'WEEK' ? 3 * day : 0
  return Math.floor((at + offset) / lengths[resolution]) * lengths[resolution] - offset
}

/** A candle of the middle price. */
export type PaperCandle = {
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

const samplesPerCandle = 24

const candleAt = (seed: number, market: PaperMarket, at: number, end: number): PaperCandle => {
  const samples = Array.from({ length: samplesPerCandle + 1 }, (_, index) =>
    round(walkAt(seed, market, at + ((end - at) * index) / samplesPerCandle), market.decimals),
  )
  return {
    at,
    open: samples[0] as number,
    close: samples.at(-1) as number,
    high: Math.max(...samples),
    low: Math.min(...samples),
  }
}

export type CandleRange = {
  readonly resolution: Resolution
  readonly from: number
  readonly to: number
  /** Maximum number of candles. Earlier candles are left out. */
  readonly most: number
}

/** The candles of a market in a range, oldest first. The last candle may be unfinished. */
export const candlesIn = (
  seed: number,
  market: PaperMarket,
  now: number,
  { resolution, from, to, most }: CandleRange,
): PaperCandle[] => {
  const starts: number[] = []
  for (
    let start = startOf(resolution, Math.min(to, now));
    start >= from && starts.length < most;
    start = startOf(resolution, start - 1)
  )
    starts.unshift(start)
  return starts.map((start) => {
    const end = resolution === 'MONTH' ? startOf('MONTH', start + lengths.MONTH) : start + lengths[resolution]
    return candleAt(seed, market, start, Math.min(end, now))
  })
}

export const today = (seed: number, market: PaperMarket, now: number): PaperCandle =>
  candleAt(seed, market, startOf('DAY', now), now)
