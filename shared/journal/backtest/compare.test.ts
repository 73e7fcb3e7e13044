import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aTrade } from '../../../infra/dev/testing/example-journal.ts'
import type { JournalTrade } from '../journal.schema.ts'
import { compareTrades, type Options, SkippedTime } from './compare.ts'
import type { Backtest, BacktestTrade } from './read-backtest.ts'
import { inHundredths, sentenceOf } from './sentence.ts'

const minute = 60_000
const at = (text: string) => Date.parse(`${text}Z`)

const backtestTrade = (own: Partial<BacktestTrade> = {}): BacktestTrade => ({
  number: 1,
  direction: 'BUY',
  openedAt: at('2026-11-03T14:30'),
  openPrice: 1,
  closedAt: at('2026-11-03T16:00'),
  closePrice: 1.1,
  size: 1,
  profit: 10,
  ...own,
})
const backtestOf = (...trades: readonly BacktestTrade[]): Backtest => ({
  trades,
  currency: 'USD',
  hasTimes: true,
})

/** A live trade with one close. A point is worth £2, and the stop is 10 points away. */
const liveTrade = (
  opened: string,
  levels: readonly [number, number],
  own: Partial<JournalTrade> = {},
): JournalTrade => {
  const [openLevel, closeLevel] = levels
  const sign = own.direction === 'SELL' ? -1 : 1
  const result = (closeLevel - openLevel) * sign * 2
  const closedAt = new Date(at(opened) + 90 * minute).toISOString()
  const leg = {
    closedAt,
    size: 2,
    openLevel,
    closeLevel,
    result,
    closer: 'target',
    link: 'booked',
    reference: '',
    period: '',
  } as const
  return aTrade({
    openedAt: new Date(at(opened)).toISOString(),
    closedAt,
    size: 2,
    openLevel,
    closeLevel,
    result,
    risk: 20,
    r: result / 20,
    legs: [leg],
    ...own,
  })
}

const options: Options = {
  zone: 'UTC',
  tolerance: 15 * minute,
  multiplier: 100,
  until: at('2026-11-30T00:00'),
}
const compare = async (backtest: Backtest, live: readonly JournalTrade[], own: Partial<Options> = {}) => {
  const comparison = await compareTrades(backtest, live, { ...options, ...own })
  if (!comparison) throw new Error('Nothing to compare')
  return comparison
}

describe('a matched trade', () => {
  it('has a difference in time, points, money and R', async () => {
    // TradingView's price goes from 1 to 1.1, and IG's from 101 to 109. A point is worth £2, and £20 is at risk.
    const { matched } = await compare(backtestOf(backtestTrade()), [
      liveTrade('2026-11-03T14:31:12', [101, 109]),
    ])
    expect(matched).toHaveLength(1)
    expect(matched[0]?.entry).toEqual({ later: 72_000, points: -1, money: -2, r: -0.1 })
    expect(matched[0]?.exit?.later).toBe(72_000)
    expect(matched[0]?.exit?.points).toBeCloseTo(-1)
    expect(matched[0]?.exit?.money).toBeCloseTo(-2)
    expect(matched[0]?.whole?.points).toBeCloseTo(-2)
    expect(matched[0]?.whole?.r).toBeCloseTo(-0.2)
  })

  it('gains from a higher entry and a lower exit if it is short', async () => {
    const { matched } = await compare(backtestOf(backtestTrade({ direction: 'SELL', closePrice: 0.9 })), [
      liveTrade('2026-11-03T14:30', [102, 87], { direction: 'SELL' }),
    ])
    expect(matched[0]?.entry.points).toBeCloseTo(2)
    expect(matched[0]?.exit?.points).toBeCloseTo(3)
    expect(matched[0]?.whole?.money).toBeCloseTo(10)
  })

  it('counts the cost of rolling as part of its exit', async () => {
    const [leg] = liveTrade('2026-11-03T14:30', [100, 104]).legs
    if (!leg) throw new Error('No leg')
    // 100 to 104 in one contract and 107 to 111 in the next make 8 points. The first and last level are 11 apart.
    const rolled = liveTrade('2026-11-03T14:30', [100, 111], {
      legs: [leg, { ...leg, openLevel: 107, closeLevel: 111, result: 8 }],
      result: 16,
    })
    const { matched } = await compare(backtestOf(backtestTrade()), [rolled])
    expect(matched[0]?.entry.points).toBe(0)
    expect(matched[0]?.exit?.points).toBeCloseTo(-2)
  })

  it('has no exit to compare while it is open on either side', async () => {
    const open = backtestTrade({ closedAt: null, closePrice: null, profit: 0 })
    const live = liveTrade('2026-11-03T14:30', [101, 109])
    expect((await compare(backtestOf(open), [live])).matched[0]).toMatchObject({ exit: null, whole: null })
    const partly = { ...live, isOpen: true }
    expect((await compare(backtestOf(backtestTrade()), [partly])).matched[0]).toMatchObject({
      entry: { points: -1 },
      exit: null,
      whole: null,
    })
  })

  it('has no R if its stop is unknown, and no money if the money per point is unknown', async () => {
    const noStop = liveTrade('2026-11-03T14:30', [101, 109], { risk: null, r: null })
    expect((await compare(backtestOf(backtestTrade()), [noStop])).matched[0]?.entry).toMatchObject({
      money: -2,
      r: null,
    })
    const unmoved = liveTrade('2026-11-03T14:30', [101, 101], { risk: null, r: null })
    expect((await compare(backtestOf(backtestTrade()), [unmoved])).matched[0]?.entry).toMatchObject({
      points: -1,
      money: null,
      r: null,
    })
  })

  it('is found by its time in the chart’s time zone', async () => {
    const local = backtestTrade({ openedAt: at('2026-11-03T09:30'), closedAt: at('2026-11-03T11:00') })
    const live = [liveTrade('2026-11-03T14:30', [101, 109])]
    expect((await compare(backtestOf(local), live, { zone: 'America/New_York' })).matched).toHaveLength(1)
    expect(await compareTrades(backtestOf(local), live, options)).toBeNull()
  })
})

it('compareTrades refuses a time zone whose clocks skip the time of a trade', async () => {
  const skipped = backtestTrade({ number: 7, openedAt: at('2026-03-29T01:30') })
  const compared = compareTrades(backtestOf(skipped), [liveTrade('2026-11-03T14:30', [1, 2])], {
    ...options,
    zone: 'Europe/London',
  })
  await expect(compared).rejects.toThrow(SkippedTime)
})

describe('the prices of TradingView and IG', () => {
  it.each([
    [null, 'multiplier'],
    [1, 'scale'],
    [10_000, 'scale'],
    [100, null],
  ])('cannot be compared with the multiplier %s because of: %s', async (multiplier, noPrices) => {
    const found = await compare(backtestOf(backtestTrade()), [liveTrade('2026-11-03T14:30', [101, 109])], {
      multiplier,
    })
    expect(found.noPrices).toBe(noPrices)
    expect(found.matched[0]?.entry.points === null).toBe(noPrices !== null)
    expect(found.backtest.points === null).toBe(noPrices !== null)
    expect(found.parts === null).toBe(noPrices !== null)
  })
})

const days = ['03', '04', '05', '06', '09', '10'] as const
const dayOf = (place: number) => `2026-11-${days[place]}T14:30`
const daily = (place: number, own: Partial<BacktestTrade> = {}) =>
  backtestTrade({
    number: place + 1,
    openedAt: at(dayOf(place)),
    closedAt: at(dayOf(place)) + 90 * minute,
    ...own,
  })

describe('the compared time span', () => {
  const live = [
    liveTrade(dayOf(1), [101, 109]),
    liveTrade(dayOf(3), [101, 95]),
    liveTrade(dayOf(4), [101, 109]),
  ]
  const backtest = backtestOf(
    daily(0),
    daily(1, { profit: 20 }),
    daily(2, { profit: -5, closePrice: 0.95 }),
    daily(3, { profit: -7, closePrice: 0.97 }),
  )

  it('leaves out trades from a time that only one side covers', async () => {
    const found = await compare(backtest, live)
    expect([found.from, found.to]).toEqual([at(dayOf(1)), at(dayOf(3)) + 90 * minute])
    expect(found.outside).toEqual({ backtest: 1, live: 1 })
    expect(found.matched).toHaveLength(2)
    expect(found.onlyBacktest.map(({ number }) => number)).toEqual([3])
    expect(found.onlyLive).toEqual([])
  })

  it('counts a trade that is open in the backtest and not yet in the journal as neither matched nor missed', async () => {
    const open = daily(4, { closedAt: null, closePrice: null, profit: 0 })
    const found = await compare(backtestOf(daily(1), open), [liveTrade(dayOf(1), [101, 109])])
    expect(found).toMatchObject({ stillOpen: 1, onlyBacktest: [], backtest: { closed: 1, open: 1, won: 1 } })
    expect(sentenceOf(found)).toMatch(/^1 of 1 trade matched/)
  })

  it('ends when the journal was last read', async () => {
    const found = await compare(backtestOf(daily(0), daily(1), daily(5)), live, {
      until: at('2026-11-08T00:00'),
    })
    expect(found.outside.backtest).toBe(2)
    expect(found.onlyLive).toHaveLength(1)
  })

  it('has the totals of the backtest and of live trading', async () => {
    const found = await compare(backtest, live)
    expect(found.backtest).toMatchObject({ closed: 3, open: 0, won: 1, money: 8 })
    // The backtest made 10 − 5 − 3 points. Live trading made 8 − 6 points, at £2 each.
    expect(found.backtest.points).toBeCloseTo(2)
    expect(found.live).toMatchObject({ closed: 2, open: 0, won: 1, money: 4, withR: 2 })
    expect(found.live.points).toBeCloseTo(2)
    expect(found.live.r).toBeCloseTo(0.2)
  })
})

describe('the sentence about the difference', () => {
  it('states how much less live trading made, in parts that add up', async () => {
    const costs = { delay: -1.2, execution: -0.5, exit: -0.4 }
    const live = [
      // The entry is 1.7 points worse, all of it delay and spread. The exit is 0.4 worse.
      liveTrade(dayOf(0), [101.7, 109.6], { costs }),
      liveTrade(dayOf(1), [101.7, 109.6], { costs }),
    ]
    const found = await compare(backtestOf(daily(0), daily(1), daily(2)), live, {
      until: at('2026-11-06T00:00'),
    })
    expect(found).toMatchObject({ measured: 2, unsplit: 0 })
    expect(sentenceOf(found)).toBe(
      '2 of 3 trades matched; live made 0.21 R less a trade: 0.12 entry delay, 0.05 spread, 0.04 exits',
    )
  })

  it('calls the rest of an entry’s difference “other”, or all of it if delay and spread are unknown', async () => {
    const known = liveTrade(dayOf(0), [102, 110], { costs: { delay: -1, execution: -0.5, exit: null } })
    const unknown = liveTrade(dayOf(1), [101, 110])
    const found = await compare(backtestOf(daily(0), daily(1)), [known, unknown])
    expect(found).toMatchObject({ measured: 2, unsplit: 1 })
    // Entries are (2 + 1) ÷ 2 points worse, which are 0.15 R. Of these, (1 + 0) ÷ 2 points are delay and (0.5 + 0) ÷ 2
    // are spread.
    expect(sentenceOf(found)).toBe(
      '2 of 2 trades matched; live made 0.15 R less a trade: 0.05 entry delay, 0.02 spread, 0.08 other',
    )
  })

  it('shows a minus for a part of the difference in which live trading did better, and says “more” if it did better in total', async () => {
    const costs = { delay: -1, execution: 0, exit: null }
    const better = await compare(backtestOf(daily(0)), [liveTrade(dayOf(0), [101, 114], { costs })])
    expect(sentenceOf(better)).toBe(
      '1 of 1 trade matched; live made 0.30 R more a trade: −0.10 entry delay, 0.40 exits',
    )
    const same = await compare(backtestOf(daily(0)), [liveTrade(dayOf(0), [101, 111], { costs })])
    expect(sentenceOf(same)).toBe(
      '1 of 1 trade matched; live made as much R a trade: 0.10 entry delay, −0.10 exits',
    )
  })

  it('leaves out R if no trade has a known R', async () => {
    const found = await compare(backtestOf(daily(0)), [
      liveTrade(dayOf(0), [101, 109], { risk: null, r: null }),
    ])
    expect(sentenceOf(found)).toBe('1 of 1 trade matched')
    expect(found.measured).toBe(0)
  })

  it('has rounded parts that add up to the rounded total', () => {
    const part = fc.double({ min: -3, max: 3, noNaN: true })
    fc.assert(
      fc.property(part, part, part, part, (delay, spread, exits, other) => {
        const whole = delay + spread + exits + other
        const rounded = inHundredths({ whole, delay, spread, exits, other })
        expect(rounded.delay + rounded.spread + rounded.exits + rounded.other).toBe(rounded.whole)
        expect(Math.abs(rounded.whole - whole * 100)).toBeLessThanOrEqual(0.500_01)
        expect(Math.abs(rounded.delay - delay * 100)).toBeLessThanOrEqual(1)
        expect(Math.abs(rounded.other - other * 100)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

it('the comparison of any trades has parts that add up to the total; each trade’s difference is the sum of its entry and exit', async () => {
  const points = fc.double({ min: -20, max: 20, noNaN: true })
  const level = fc.integer({ min: 900, max: 1_100 }).map((tenths) => tenths / 10)
  const price = level.map((each) => each / 100)
  const any = fc.record({
    open: level,
    close: level,
    openPrice: price,
    closePrice: price,
    direction: fc.constantFrom('BUY' as const, 'SELL' as const),
    delay: fc.option(points),
    execution: fc.option(points),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(any, { minLength: 1, maxLength: days.length }), async (all) => {
      const backtest = backtestOf(...all.map((own, place) => daily(place, own)))
      const live = all.map(({ open, close, direction, delay, execution }, place) =>
        liveTrade(dayOf(place), [open, close], { direction, costs: { delay, execution, exit: null } }),
      )
      const { matched, parts, measured } = await compare(backtest, live)
      for (const { entry, exit, whole } of matched)
        expect((entry.points ?? 0) + (exit?.points ?? 0)).toBeCloseTo(whole?.points ?? NaN, 6)
      if (parts === null) return
      expect(parts.delay + parts.spread + parts.exits + parts.other).toBeCloseTo(parts.whole, 9)
      const known = matched.flatMap(({ whole }) => whole?.r ?? [])
      expect(measured).toBe(known.length)
      expect(parts.whole).toBeCloseTo(known.reduce((sum, r) => sum + r, 0) / known.length, 9)
      // The expected parts are calculated from the levels. A point is a tenth of an R.
      const sign = (place: number) => (all[place]?.direction === 'SELL' ? -1 : 1)
      if (measured === all.length) {
        const entries = all.map(({ open, openPrice }, place) => (openPrice * 100 - open) * sign(place) * 0.1)
        const exits = all.map(
          ({ close, closePrice }, place) => (close - closePrice * 100) * sign(place) * 0.1,
        )
        const mean = (values: readonly number[]) =>
          values.reduce((sum, value) => sum + value, 0) / values.length
        expect(parts.exits).toBeCloseTo(mean(exits), 6)
        expect(parts.delay + parts.spread + parts.other).toBeCloseTo(mean(entries), 6)
      }
    }),
  )
})
