import { describe, expect, it } from 'vitest'
import { type Bar, playBars } from './bars.ts'

type Prices = readonly [open: number, high: number, low: number, close: number]

const bar = ([open, high, low, close]: Prices): Bar => ({
  open,
  high,
  low,
  close,
})
const percent = (share: number) => 5_000 * (1 + share / 100)
const quiet = [5000, 5050, 4950, 5000] as const
const first = [5000, 5025, 4975, 4987] as const

/** Cases of freqtrade’s `test_backtest_detail.py`: bars after the entry, stop and target in percent, and the result. */
const vectors: readonly {
  readonly what: string
  readonly bars: readonly Prices[]
  readonly stop: number
  readonly limit: number | null
  readonly result: number
  readonly atBar: number
  /** Whether the stop trails ten percent behind the best price. */
  readonly trails?: true
}[] = [
  {
    what: 'both in one bar: the stop',
    bars: [first, [4987, 5300, 4850, 5050]],
    stop: -2,
    limit: 5,
    result: -2,
    atBar: 1,
  },
  {
    what: 'both in one bar, the target further away: the stop',
    bars: [first, [4987, 5750, 4850, 5750]],
    stop: -2,
    limit: 6,
    result: -2,
    atBar: 1,
  },
  {
    what: 'the target inside a bar',
    bars: [first, [4987, 5300, 4950, 5050]],
    stop: -2,
    limit: 3,
    result: 3,
    atBar: 1,
  },
  {
    what: 'the stop on the entry bar',
    bars: [[5000, 5100, 4600, 5100]],
    stop: -5,
    limit: 10,
    result: -5,
    atBar: 0,
  },
  {
    what: 'the target on the entry bar',
    bars: [[5000, 5100, 4950, 5100]],
    stop: -10,
    limit: 1,
    result: 1,
    atBar: 0,
  },
  {
    what: 'the target and never more',
    bars: [
      [5000, 5025, 4980, 4987],
      [4987, 5025, 4975, 4987],
      [4975, 6000, 4975, 6000],
    ],
    stop: -1,
    limit: 3,
    result: 3,
    atBar: 2,
  },
  {
    what: 'the stop at the third bar',
    bars: [first, [4987, 5012, 4962, 4975], [4975, 5000, 4800, 4962]],
    stop: -3,
    limit: null,
    result: -3,
    atBar: 2,
  },
  {
    what: 'a trailing stop that was raised a bar before',
    bars: [quiet, [5000, 5250, 4750, 4850], [4850, 5050, 4650, 4750]],
    stop: -10,
    limit: null,
    result: -5.5,
    atBar: 2,
    trails: true,
  },
  {
    what: 'a trailing stop that is raised and hit in one bar',
    bars: [quiet, quiet, [5000, 5200, 4550, 4850]],
    stop: -10,
    limit: null,
    result: -6.4,
    atBar: 2,
    trails: true,
  },
]

const asPercent = (level: number) => Number(((level / 5_000 - 1) * 100).toFixed(4))

describe('a trade that is played over bars', () => {
  it.each(vectors)('closes a BUY like freqtrade: $what', ({ bars, stop, limit, result, atBar, trails }) => {
    const played = playBars(bars.map(bar), {
      direction: 'BUY',
      level: 5_000,
      stop: percent(stop),
      limit: limit === null ? null : percent(limit),
      trail: trails && ((best) => best * 0.1),
    })
    expect([asPercent(played?.worst ?? 0), played?.bar]).toEqual([result, atBar])
  })

  it.each(vectors)('closes a SELL like freqtrade: $what', ({ bars, stop, limit, result, atBar, trails }) => {
    const mirrored = bars.map(([open, high, low, close]) =>
      bar([10_000 - open, 10_000 - low, 10_000 - high, 10_000 - close]),
    )
    const played = playBars(mirrored, {
      direction: 'SELL',
      level: 5_000,
      stop: 10_000 - percent(stop),
      limit: limit === null ? null : 10_000 - percent(limit),
      trail: trails && ((best) => (10_000 - best) * 0.1),
    })
    expect([asPercent(10_000 - (played?.worst ?? 0)), played?.bar]).toEqual([result, atBar])
  })

  it('reports a bar that reached both stop and limit, with both results', () => {
    const bars = [first, [4987, 5300, 4850, 5050]].map((each) =>
      bar(each as [number, number, number, number]),
    )
    expect(playBars(bars, { direction: 'BUY', level: 5_000, stop: 4_900, limit: 5_250 })).toEqual({
      by: 'both',
      bar: 1,
      worst: 4_900,
      best: 5_250,
    })
  })

  it('closes at the bar’s opening price if the market gaps through the stop', () => {
    const bars = [first, [4800, 4900, 4700, 4850]].map((each) =>
      bar(each as [number, number, number, number]),
    )
    expect(playBars(bars, { direction: 'BUY', level: 5_000, stop: 4_900, limit: 5_250 })?.worst).toBe(4_800)
  })

  it('is still open if no bar reaches the stop or the limit', () => {
    expect(playBars([bar(first)], { direction: 'BUY', level: 5_000, stop: 4_900, limit: 5_250 })).toBeNull()
  })
})
