import { describe, expect, it } from 'vitest'
import type { PaperMarket } from '../markets.ts'
import { marketOf } from './book.ts'
import { type CandleRange, candlesIn, today } from './candles.ts'
import { walkAt } from './prices.ts'

const ftse = marketOf('IX.D.FTSE.DAILY.IP') as PaperMarket
const now = Date.UTC(2026, 0, 5, 15, 4, 30)

const starts = (range: Partial<CandleRange>) =>
  candlesIn(1, ftse, now, { resolution: 'MINUTE', from: 0, to: now, most: 3, ...range }).map(({ at }) =>
    new Date(at).toISOString().slice(0, 16),
  )

describe('candles', () => {
  it('are as many as requested, oldest first, and end with the unfinished candle', () => {
    expect(starts({})).toEqual(['2026-01-05T15:02', '2026-01-05T15:03', '2026-01-05T15:04'])
    expect(starts({ resolution: 'HOUR_4', most: 2 })).toEqual(['2026-01-05T08:00', '2026-01-05T12:00'])
  })

  it('start on a Monday if they are weekly, and on the first of the month if they are monthly', () => {
    expect(starts({ resolution: 'WEEK', most: 2 })).toEqual(['2025-12-29T00:00', '2026-01-05T00:00'])
    expect(starts({ resolution: 'MONTH', most: 3 })).toEqual([
      '2025-11-01T00:00',
      '2025-12-01T00:00',
      '2026-01-01T00:00',
    ])
  })

  it('can be limited to a period', () => {
    const day = (number: number) => Date.UTC(2026, 0, number)
    expect(starts({ resolution: 'DAY', from: day(2), to: day(4), most: 100 })).toEqual([
      '2026-01-02T00:00',
      '2026-01-03T00:00',
      '2026-01-04T00:00',
    ])
    expect(starts({ from: now + 60_000, to: now + 120_000 })).toEqual([])
  })

  it('open at the simulated price, and have a high and a low that enclose open and close', () => {
    for (const candle of candlesIn(1, ftse, now, { resolution: 'HOUR', from: 0, to: now, most: 24 })) {
      expect(candle.open).toBeCloseTo(walkAt(1, ftse, candle.at), 0)
      expect(candle.high).toBeGreaterThanOrEqual(Math.max(candle.open, candle.close))
      expect(candle.low).toBeLessThanOrEqual(Math.min(candle.open, candle.close))
    }
  })

  it('open where the previous candle closes, and do not change between calls', () => {
    const range = { resolution: 'DAY', from: 0, to: now, most: 5 } as const
    const candles = candlesIn(1, ftse, now, range)
    for (const [index, candle] of candles.slice(1).entries()) expect(candle.open).toBe(candles[index]?.close)
    expect(candlesIn(1, ftse, now, range)).toEqual(candles)
    expect(candles.at(-1)).toEqual(today(1, ftse, now))
  })
})
