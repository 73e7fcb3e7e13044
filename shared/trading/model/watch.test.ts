import { describe, expect, it } from 'vitest'
import { activeLimits, type LossLimits, noLimits, type StrategyLimits } from '../../limits/loss-limits.ts'
import { isNear, isReached, type Measured, limitUses, reachedAmong, useInWords } from './limit-uses.ts'
import { tradingDay } from './trading-day.ts'
import {
  type Bookings,
  type EquityReading,
  fallsWithoutRow,
  newWatch,
  noBookings,
  startedAgain,
  type Watch,
  withReached,
  withReading,
  withWithdrawal,
} from './watch.ts'

const minute = 60_000
const hour = 60 * minute
/** The default start of a trading day: 22:00 in London. */
const dayOne = Date.UTC(2026, 10, 23, 22)
const dayTwo = dayOne + 24 * hour

const read = (at: number, balance: number, profitLoss = 0): EquityReading => ({
  at,
  balance: String(balance),
  profitLoss: String(profitLoss),
  margin: '0',
  currency: 'GBP',
})

const nothing: Measured = { trades: {}, open: {} }

/** Applies each reading in turn and measures the limits by the last reading. */
const after = (
  set: Partial<LossLimits>,
  readings: readonly EquityReading[],
  {
    bookings = noBookings,
    measured = nothing,
    strategies = {},
    from = newWatch('A1'),
  }: {
    bookings?: Bookings
    measured?: Measured
    strategies?: Record<string, StrategyLimits>
    from?: Watch
  } = {},
) => {
  const limits = { ...noLimits, ...set }
  const active = activeLimits(limits, strategies)
  let watch = from
  for (const reading of readings) {
    watch = withReading(watch, reading, bookings, { limits, active })
    const uses = limitUses(watch, bookings, active, measured)
    watch = withReached(watch, reachedAmong(uses))
  }
  const uses = limitUses(watch, bookings, active, measured)
  const [first] = uses
  /** The equity at which the first limit would be reached. */
  const floor =
    first &&
    Number(watch.reading?.balance) +
      Number(watch.reading?.profitLoss) -
      (Number(first.most) - Number(first.used))
  return { watch, uses: uses, floor, reached: Object.keys(watch.reached) }
}

const money = (amount: number) => ({ amount, unit: 'MONEY' as const })
const percent = (amount: number) => ({ amount, unit: 'PERCENT' as const })

describe('limits set like those of other firms', () => {
  it('match FTMO’s 2-step rule: the floor is the balance at midnight less 5% of the initial capital, including open losses', () => {
    const set = { start: 'BALANCE' as const, lossToday: money(5_000) }
    expect(after(set, [read(dayOne, 103_000, 500), read(dayOne + hour, 102_000, -1_000)]).floor).toBe(98_000)
    expect(after(set, [read(dayOne, 103_000), read(dayOne + hour, 100_000, -1_999.99)]).reached).toEqual([])
    expect(after(set, [read(dayOne, 103_000), read(dayOne + hour, 100_000, -2_000)]).reached).toEqual([
      'lossToday',
    ])
  })

  it('match FTMO’s 1-step rule: after a start at 100k and a day that ends at 104k, the floor is 94k, even if equity then falls', () => {
    const set = { drawdown: { ...money(10_000), stopsAtStart: false } }
    const days = [read(dayOne, 100_000), read(dayTwo, 104_000)]
    expect(after(set, days).floor).toBe(94_000)
    expect(after(set, [...days, read(dayTwo + 24 * hour, 103_000)]).floor).toBe(94_000)
    // Open profit does not raise the floor.
    const floated = [read(dayOne, 100_000), read(dayTwo, 100_000, 9_000)]
    expect(after(set, [...floated, read(dayTwo + hour, 90_000.01)]).reached).toEqual([])
    expect(after(set, [...floated, read(dayTwo + hour, 90_000)]).reached).toEqual(['drawdown'])
  })

  it('match Topstep’s rule: a start of 50,000 and a profit of 500 give a floor of 48,500, which never rises above 50,000', () => {
    const set = { drawdown: { ...money(2_000), stopsAtStart: true } }
    const first = [read(dayOne, 50_000), read(dayTwo, 50_500)]
    expect(after(set, first).floor).toBe(48_500)
    expect(after(set, [...first, read(dayTwo + 24 * hour, 52_500)]).floor).toBe(50_000)
    expect(after(set, [...first, read(dayTwo + 24 * hour, 58_000)]).floor).toBe(50_000)
  })

  it('match TopstepX’s rule: the floor is 50,700, which is 500 below the day’s highest equity of 51,200', () => {
    const set = { fallToday: { ...money(500), after: 0 } }
    const peak = [read(dayOne, 50_000), read(dayOne + hour, 50_000, 1_200)]
    expect(after(set, [...peak, read(dayOne + 2 * hour, 50_000, 900)]).floor).toBe(50_700)
    expect(after(set, [...peak, read(dayOne + 2 * hour, 50_700, 0)]).reached).toEqual(['fallToday'])
    expect(after(set, [...peak, read(dayOne + 2 * hour, 50_700, 0.01)]).reached).toEqual([])
  })

  it('match Alpha Capital’s rule: with 100k, an open loss of 1,000 at midnight uses 1,000 of the 5,000 allowed', () => {
    const { uses } = after({ start: 'BALANCE', lossToday: percent(5) }, [read(dayOne, 100_000, -1_000)])
    expect(uses).toMatchObject([{ used: '1000', most: '5000' }])
  })

  it('match The5ers’ rule: the limit is 5% of the higher of equity and balance', () => {
    const set = { start: 'HIGHER' as const, lossToday: percent(5) }
    expect(after(set, [read(dayOne, 100_000, 2_000)]).uses).toMatchObject([{ most: '5100' }])
    expect(after(set, [read(dayOne, 100_000, -2_000)]).uses).toMatchObject([{ used: '2000', most: '5000' }])
  })

  it('match CrossTrade’s rule: after a best profit of 125, a fall by 95% ends at a profit of 6.25', () => {
    const set = { fallToday: { amount: 95, unit: 'PROFIT' as const, after: 100 } }
    const before = [read(dayOne, 10_000), read(dayOne + hour, 10_099)]
    expect(after(set, [...before, read(dayOne + 2 * hour, 9_000)]).reached).toEqual([])
    const peak = [...before, read(dayOne + 2 * hour, 10_125)]
    expect(after(set, peak).floor).toBeCloseTo(10_006.25, 9)
    expect(after(set, [...peak, read(dayOne + 3 * hour, 10_006.26)]).reached).toEqual([])
    expect(after(set, [...peak, read(dayOne + 3 * hour, 10_006.25)]).reached).toEqual(['fallToday'])
  })
})

describe('the sentence of a limit', () => {
  const start = read(dayOne, 10_000)
  const up = read(dayOne + hour, 10_500)
  const day = read(dayTwo, 12_000)
  const fall = (unit: 'MONEY' | 'PERCENT' | 'PROFIT', amount: number, from = 0) => ({
    fallToday: { unit, amount, after: from },
  })
  const drawdown = (set: ReturnType<typeof percent | typeof money>, stopsAtStart = false) => ({
    drawdown: { ...set, stopsAtStart },
  })

  it.each<[string, Partial<LossLimits>, readonly EquityReading[]]>([
    ['down 0.00 GBP today; your limit is 50.00 GBP', { lossToday: money(50) }, [start, up]],
    [
      'up 500.00 GBP today; your target is 700.00 GBP (7% of 10,000.00 GBP)',
      { profitTarget: percent(7) },
      [start, up],
    ],
    [
      '100.00 GBP below today’s peak of 10,500.00 GBP; your limit is 210.00 GBP (2% of 10,500.00 GBP)',
      fall('PERCENT', 2),
      [start, up, read(dayOne + 2 * hour, 10_400)],
    ],
    [
      '0.00 GBP below today’s peak of 10,500.00 GBP; your limit is 250.00 GBP (50% of today’s best profit, 500.00 GBP)',
      fall('PROFIT', 50, 500),
      [start, up],
    ],
    ['your limit on a fall applies once you are up 501.00 GBP today', fall('PROFIT', 50, 501), [start, up]],
    ['your limit on a fall applies once you are up 0.01 GBP today', fall('PROFIT', 50), [start]],
    [
      '0.00 GBP below the highest end-of-day balance of 12,000.00 GBP; your limit is 1,200.00 GBP (10% of 12,000.00 GBP)',
      drawdown(percent(10)),
      [start, day],
    ],
    [
      '0.00 GBP below the highest end-of-day balance of 12,000.00 GBP; your limit is 2,000.00 GBP, as the floor stays at the starting balance',
      drawdown(money(1_500), true),
      [start, day],
    ],
  ])('reads: %s', (sentence, set, readings) => {
    expect(after(set, readings).uses.map(useInWords)).toEqual([sentence])
  })
})

it('a limit in words has the decimals of the account’s currency', () => {
  const yen = { ...read(dayOne, 100_000), currency: 'JPY' }
  expect(after({ lossToday: money(5_000) }, [yen]).uses.map(useInWords)).toEqual([
    'down 0 JPY today; your limit is 5,000 JPY',
  ])
})

describe('known mistakes of other programs', () => {
  it('do not happen: a limit of 15% is not reached at 9.14% (freqtrade #8373)', () => {
    expect(after({ lossToday: percent(15) }, [read(dayOne, 1_000), read(dayOne + 1, 908.6)]).reached).toEqual(
      [],
    )
  })

  it('do not happen: a reached limit stays reached after a winning trade or any later reading of the day', () => {
    const readings = [read(dayOne, 1_000), read(dayOne + minute, 900), read(dayOne + 2 * minute, 1_500)]
    expect(after({ lossToday: money(100) }, readings).reached).toEqual(['lossToday'])
  })

  it('do not happen: a limit that is switched on after a loss does not count that loss', () => {
    const { watch } = after({ profitTarget: money(1_000) }, [read(dayOne, 1_000), read(dayOne + hour, 800)])
    const now = after({ profitTarget: money(1_000), lossToday: money(150) }, [read(dayOne + 2 * hour, 800)], {
      from: watch,
    })
    expect(now.uses[0]).toMatchObject({ limit: 'lossToday', used: '0' })
    expect(now.reached).toEqual([])
  })

  it('do not happen: a deposit is no profit and a withdrawal is no loss, even if IG’s rows for them arrive late', () => {
    const bookings = { ...noBookings, transfers: [{ at: dayOne + minute, amount: '-400' }] }
    const readings = [read(dayOne, 1_000), read(dayOne + hour, 600)]
    expect(after({ lossToday: money(100) }, readings).reached).toEqual(['lossToday'])
    expect(after({ lossToday: money(100) }, readings, { bookings }).reached).toEqual([])
    const deposit = { ...noBookings, transfers: [{ at: dayOne + minute, amount: '400' }] }
    const lost = [read(dayOne, 1_000), read(dayOne + hour, 1_300)]
    expect(after({ lossToday: percent(10) }, lost, { bookings: deposit }).uses).toMatchObject([
      { used: '100', most: '140' },
    ])
    expect(
      after({ drawdown: { ...money(100), stopsAtStart: false } }, lost, { bookings: deposit }).reached,
    ).toEqual(['drawdown'])
    expect(after({ profitTarget: money(200) }, lost, { bookings: deposit }).reached).toEqual([])
  })
})

describe('the trading day', () => {
  it('starts at its time on the zone’s clocks, in winter, in summer and on days with a clock change', () => {
    const london = { time: '22:00', zone: 'Europe/London' }
    const day = (at: number) => {
      const { startsAt, endsAt } = tradingDay(at, london)
      return [new Date(startsAt).toISOString(), (endsAt - startsAt) / hour]
    }
    expect(day(Date.UTC(2026, 10, 23, 21, 59, 59, 999))).toEqual(['2026-11-22T22:00:00.000Z', 24])
    expect(day(Date.UTC(2026, 10, 23, 22))).toEqual(['2026-11-23T22:00:00.000Z', 24])
    expect(day(Date.UTC(2026, 6, 1, 20, 59, 59))).toEqual(['2026-06-30T21:00:00.000Z', 24])
    expect(day(Date.UTC(2026, 6, 1, 21))).toEqual(['2026-07-01T21:00:00.000Z', 24])
    // On 29 March clocks go forward at 01:00. On 25 October they go back at 02:00.
    expect(day(Date.UTC(2026, 2, 29, 12))).toEqual(['2026-03-28T22:00:00.000Z', 23])
    expect(day(Date.UTC(2026, 9, 25, 12))).toEqual(['2026-10-24T21:00:00.000Z', 25])
  })

  it('starts after the gap if clocks skip its start time, and only once if they show it twice', () => {
    const night = { time: '01:30', zone: 'Europe/London' }
    expect(tradingDay(Date.UTC(2026, 2, 29, 12), night).startsAt).toBe(Date.UTC(2026, 2, 29, 1, 30))
    for (const at of [Date.UTC(2026, 9, 25, 1), Date.UTC(2026, 9, 25, 2), Date.UTC(2026, 9, 26, 0)]) {
      const { startsAt, endsAt } = tradingDay(at, night)
      expect(startsAt).toBe(Date.UTC(2026, 9, 25, 0, 30))
      expect(endsAt).toBe(Date.UTC(2026, 9, 26, 1, 30))
    }
  })

  it('contains every instant of a year exactly once, in each zone', () => {
    for (const zone of ['Europe/London', 'America/New_York', 'Europe/Berlin', 'UTC'])
      for (const time of ['00:00', '01:30', '02:30', '17:00', '22:00']) {
        let { startsAt, endsAt } = tradingDay(Date.UTC(2026, 0, 1), { time, zone })
        while (startsAt < Date.UTC(2027, 0, 1)) {
          expect([23, 24, 25]).toContain((endsAt - startsAt) / hour)
          for (const at of [startsAt, endsAt - 1])
            expect(tradingDay(at, { time, zone }).startsAt).toBe(startsAt)
          ;({ startsAt, endsAt } = tradingDay(endsAt, { time, zone }))
        }
      }
  })

  it('measures a loss from the reading nearest to its start', () => {
    const set = { lossToday: money(100) }
    const before = read(dayTwo - minute, 1_000)
    expect(after(set, [read(dayOne, 1_200), before, read(dayTwo + 2 * minute, 950)]).uses).toMatchObject([
      { used: '50' },
    ])
    expect(
      after(set, [read(dayOne, 1_200), read(dayTwo - 3 * hour, 1_000), read(dayTwo + minute, 950)]).uses,
    ).toMatchObject([{ used: '0' }])
    // A second before the boundary is still the previous day.
    expect(after(set, [read(dayOne, 1_000), read(dayTwo - 1_000, 900)]).reached).toEqual(['lossToday'])
    expect(after(set, [read(dayOne, 1_000), read(dayTwo, 900)]).reached).toEqual([])
  })

  it('lifts reached limits only if the user has chosen this', () => {
    const readings = [read(dayOne, 1_000), read(dayOne + hour, 800), read(dayTwo + minute, 800)]
    expect(after({ lossToday: money(100), until: 'NEXT_DAY' }, readings).reached).toEqual([])
    expect(after({ lossToday: money(100), until: 'RESUMED' }, readings).reached).toEqual(['lossToday'])
    const trades = [1, 2, 3].map((at) => ({ at: dayOne + at, result: '-1', strategy: null }))
    const bookings = { ...noBookings, trades }
    const streak = [read(dayOne, 1_000), read(dayOne + hour, 997)]
    expect(after({ losingTrades: 3, until: 'NEXT_DAY' }, streak, { bookings }).reached).toEqual([
      'losingTrades',
    ])
    expect(
      after({ losingTrades: 3, until: 'NEXT_DAY' }, [...streak, read(dayTwo, 997)], { bookings }).reached,
    ).toEqual([])
  })
})

describe('a strategy’s limit', () => {
  const strategies = { orb: { lossToday: money(50), losingTrades: 2, tradesToday: 3 } }
  const bookings: Bookings = {
    ...noBookings,
    closes: [
      { at: dayOne + 2, result: '-30', strategy: 'orb', dealId: null },
      { at: dayOne + 3, result: '-500', strategy: 'trend', dealId: null },
      { at: dayOne - hour, result: '-40', strategy: 'orb', dealId: null },
    ],
    trades: [
      { at: dayOne + 2, result: '-30', strategy: 'orb' },
      { at: dayOne + 3, result: '-500', strategy: 'trend' },
      { at: dayOne + 4, result: '0', strategy: 'orb' },
      { at: dayOne + 5, result: '-1', strategy: 'orb' },
    ],
  }

  it('is measured by the strategy’s own trades and open positions', () => {
    const measured = { trades: { orb: 2, trend: 9 }, open: { orb: { sum: '-19.99', unknown: [] } } }
    const { uses } = after({}, [read(dayOne, 1_000)], { strategies, bookings, measured })
    expect(uses.map(({ key, used, most, isEstimate }) => [key, used, most, isEstimate])).toEqual([
      ['lossToday orb', '49.99', '50', true],
      ['losingTrades orb', '2', '2', false],
      ['tradesToday orb', '2', '3', false],
    ])
    expect(uses.map(isReached)).toEqual([false, true, false])
    expect(uses.map(isNear)).toEqual([true, true, false])
  })

  it('starts again when the user resumes the strategy, separately from the account’s limits', () => {
    const { watch } = after({ losingTrades: 2 }, [read(dayOne, 1_000)], { strategies, bookings })
    expect(Object.keys(watch.reached)).toEqual(['losingTrades', 'losingTrades orb'])
    expect(Object.keys(startedAgain(watch, 'orb', {}).reached)).toEqual(['losingTrades'])
    expect(Object.keys(startedAgain(watch, null, {}).reached)).toEqual(['losingTrades orb'])
    const resumed = after({ losingTrades: 2 }, [read(dayOne + hour, 1_000)], {
      strategies,
      bookings,
      from: startedAgain(watch, null, {}),
    })
    expect(resumed.uses[0]).toMatchObject({ key: 'losingTrades', used: '0' })
  })

  it('counts trades from when the user resumes until the day ends, separately for each limit', () => {
    const set = { tradesToday: 5 }
    const trades = { orb: 3, trend: 2 }
    const measured = { trades, open: {} }
    const { watch, reached } = after(set, [read(dayOne, 1_000)], { strategies, measured })
    expect(reached).toEqual(['tradesToday', 'tradesToday orb'])
    const at = (readings: readonly EquityReading[], from: Watch, count = trades) =>
      after(set, readings, { strategies, from, measured: { trades: count, open: {} } }).uses.flatMap((use) =>
        use.limit === 'tradesToday' ? [[use.key, use.used, useInWords(use)]] : [],
      )
    const resumed = startedAgain(watch, null, trades)
    expect(at([read(dayOne + hour, 1_000)], resumed, { orb: 3, trend: 3 })).toEqual([
      ['tradesToday', '1', '1 trade since you resumed; your limit is 5'],
      ['tradesToday orb', '3', '3 trades today; the limit of orb is 3'],
    ])
    expect(at([read(dayOne + hour, 1_000)], startedAgain(watch, 'orb', trades))).toEqual([
      ['tradesToday', '5', '5 trades today; your limit is 5'],
      ['tradesToday orb', '0', '0 trades since you resumed; the limit of orb is 3'],
    ])
    expect(at([read(dayTwo, 1_000)], resumed, { orb: 1, trend: 1 })).toEqual([
      ['tradesToday', '2', '2 trades today; your limit is 5'],
      ['tradesToday orb', '1', '1 trade today; the limit of orb is 3'],
    ])
  })

  it('includes a close in the second in which it starts, because IG dates bookings in whole seconds', () => {
    const began = dayOne + hour + 700
    const close = { at: dayOne + hour, result: '-60', strategy: 'orb', dealId: 'D1' }
    const booked = { ...noBookings, readAt: began + minute, closes: [close], trades: [close] }
    const own = { orb: { lossToday: money(50), losingTrades: 1, tradesToday: null } }
    const { reached } = after({}, [read(began, 1_000)], { strategies: own, bookings: booked })
    expect(reached).toEqual(['lossToday orb', 'losingTrades orb'])
  })
})

describe('a withdrawal that the user reports', () => {
  const set = { lossToday: money(100), drawdown: { ...money(100), stopsAtStart: false } }
  const fallen = [read(dayOne, 1_000), read(dayOne + hour, 1_000, -30), read(dayOne + 2 * hour, 600, -30)]

  it('is not a loss, while earlier losses still count', () => {
    const { watch } = after(set, fallen)
    expect(Object.keys(watch.reached)).toEqual(['lossToday', 'drawdown'])
    expect(watch.falls).toEqual([{ after: dayOne + hour, at: dayOne + 2 * hour, amount: '400' }])
    const resumed = withWithdrawal(watch, noBookings, '400')
    expect(resumed.reached).toEqual({})
    const at = dayOne + 2 * hour
    // IG's row for the withdrawal comes later and is not counted again.
    const bookings = { ...noBookings, transfers: [{ at: at - minute, amount: '-400' }] }
    const used = (reading: EquityReading) =>
      after(set, [reading], { from: resumed, bookings }).uses.map((use) => use.used)
    expect(used(read(at + minute, 600, -30))).toEqual(['30', '30'])
    expect(after(set, [read(at + minute, 600, -100)], { from: resumed }).reached).toHaveLength(2)
  })

  it('does not change a day that started after it', () => {
    const late = [read(dayOne, 1_000), read(dayTwo - minute, 600), read(dayTwo + minute, 600)]
    const { watch } = after({ lossToday: money(100) }, late)
    const resumed = withWithdrawal(watch, noBookings, '400')
    const next = after({ lossToday: money(100) }, [read(dayTwo + hour, 600, -100)], { from: resumed })
    expect(next.reached).toHaveLength(1)
  })
})

describe('a fall of the balance', () => {
  const { watch } = after({ lossToday: money(100) }, [read(dayOne, 1_000), read(dayOne + hour, 900)])
  const within = dayOne + 30 * minute
  const left = (bookings: Partial<Bookings>, closes: { since: number; at: number }[] = []) =>
    fallsWithoutRow(watch, { ...noBookings, ...bookings }, closes).length

  it('is explained by a row of the history, or a close of ours, between the readings before and after the fall', () => {
    expect(left({})).toBe(1)
    expect(left({ charges: [within] })).toBe(0)
    expect(left({ charges: [dayOne - hour] })).toBe(1)
    expect(left({ closes: [{ at: within, result: '-100', strategy: null, dealId: null }] })).toBe(0)
    expect(left({}, [{ since: within, at: within + 1_000 }])).toBe(0)
    expect(left({}, [{ since: dayOne + 2 * hour, at: dayOne + 3 * hour }])).toBe(1)
  })
})

it('readings in different currencies are not compared', () => {
  const { watch } = after({ lossToday: money(10) }, [read(dayOne, 1_000)])
  const dollars = { ...read(dayOne + hour, 800), currency: 'USD' }
  expect(after({ lossToday: money(10) }, [dollars], { from: watch }).reached).toEqual([])
})

it('a reading that is older than the previous reading changes nothing', () => {
  const { watch } = after({ lossToday: money(10) }, [read(dayOne + hour, 1_000)])
  const limits = { ...noLimits, lossToday: money(10) }
  const active = activeLimits(limits, {})
  expect(withReading(watch, read(dayOne, 5), noBookings, { limits, active })).toBe(watch)
})
