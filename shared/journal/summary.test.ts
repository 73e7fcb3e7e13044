import { expect, test } from 'vitest'
import { unknownCosts } from './costs.ts'
import { calendarOf, daysOf, filtered, proofOf, summaryOf } from './summary.ts'
import type { JournalFilter } from './journal.schema.ts'
import { notAttributed } from './names.ts'
import type { CashRow, Derived, Leg, Trade } from './trades.ts'

const at = (iso: string) => Date.parse(`${iso}Z`)
const london = calendarOf('Europe/London')

let made = 0
const trade = (
  closedAt: string,
  result: string,
  given: Partial<Trade> = {},
  leg: Partial<Leg> = {},
): Trade => {
  made += 1
  return {
    id: `D${made}`,
    name: 'Vodafone',
    epic: null,
    market: 'LSE:VOD',
    strategy: 'orb',
    alertId: 'a',
    direction: 'BUY',
    openedAt: at(closedAt) - 3_600_000,
    openLevel: '70',
    size: '1',
    isOpen: false,
    risk: '10',
    costs: unknownCosts,
    legs: [
      {
        key: `k${made}`,
        closedAt: at(closedAt),
        size: '1',
        openLevel: '70',
        closeLevel: '71',
        result,
        closer: 'target',
        link: 'booked',
        reference: 'R',
        period: 'DFB',
        dealId: `D${made}`,
        ...leg,
      },
    ],
    ...given,
  }
}
const cash = (when: string, kind: CashRow['class'], amount: string): CashRow => ({
  key: `${when}${kind}`,
  at: at(when),
  class: kind,
  amount,
  name: '',
})
const derived = (trades: readonly Trade[], rows: readonly CashRow[] = []): Derived => ({
  trades,
  cash: rows,
  leftOut: [],
})

const month = derived(
  [
    trade('2026-11-02T10:00:00', '12.30'),
    trade('2026-11-03T10:00:00', '-5.10', { strategy: null, name: 'BP' }, { closer: 'stop', link: 'none' }),
    trade('2026-11-09T10:00:00', '0.01', { direction: 'SELL', strategy: '' }, { closer: 'hand' }),
  ],
  [
    cash('2026-11-01T10:00:00', 'transfer', '1000'),
    cash('2026-11-03T22:00:00', 'funding', '-0.15'),
    cash('2026-11-04T22:00:00', 'transfer', '-200'),
  ],
)

test('start + transfers + trades + charges equals the balance, to the penny', () => {
  const proof = proofOf(month, [{ at: at('2026-11-10T00:00:00'), balance: '807.06' }], london.dayOf)
  expect(proof).toMatchObject({
    start: 0,
    startsOn: '2026-11-01',
    transfers: 800,
    trades: 7.21,
    funding: -0.15,
    balance: 807.06,
    difference: 0,
    differsSince: null,
  })
})

test('the start balance is the balance before the first row', () => {
  const proof = proofOf(month, [{ at: at('2026-11-10T00:00:00'), balance: '1307.06' }], london.dayOf)
  expect([proof.start, proof.difference]).toEqual([500, 0])
})

test('a difference between the balance and the bookings is reported with its first day', () => {
  const rightUntilFourth = [
    { at: at('2026-11-01T12:00:00'), balance: '1000' },
    { at: at('2026-11-03T23:00:00'), balance: '1007.05' },
    { at: at('2026-11-05T00:00:00'), balance: '807.00' },
    { at: at('2026-11-10T00:00:00'), balance: '807.01' },
  ]
  expect(proofOf(month, rightUntilFourth, london.dayOf)).toMatchObject({
    start: 0,
    difference: -0.05,
    differsSince: '2026-11-05',
  })
  const explained = [...rightUntilFourth, { at: at('2026-11-11T00:00:00'), balance: '807.06' }]
  expect(proofOf(month, explained, london.dayOf)).toMatchObject({ difference: 0, differsSince: null })
})

test('proofOf ignores a reading if a row is dated just before it, because the row may have been booked later', () => {
  const readings = [
    { at: at('2026-11-02T10:00:00') + 300, balance: '1000' },
    { at: at('2026-11-10T00:00:00'), balance: '807.06' },
    { at: at('2026-11-11T00:00:00'), balance: '807.06' },
  ]
  expect(proofOf(month, readings, london.dayOf)).toMatchObject({ start: 0, difference: 0 })
  const late = derived([...month.trades, trade('2026-11-10T23:59:58', '7')], month.cash)
  expect(proofOf(late, readings, london.dayOf)).toMatchObject({ start: 0, difference: 0 })
})

test('older rows that are found later change the start balance, and do not explain a later difference', () => {
  const checkpoints = [{ at: at('2026-11-03T23:00:00'), balance: '1007.05' }]
  const older = derived([trade('2026-10-01T10:00:00', '100'), ...month.trades], month.cash)
  const [before, after] = [month, older].map((each) => proofOf(each, checkpoints, london.dayOf))
  expect([before?.start, after?.start]).toEqual([0, -100])
})

test('an account that was never read has no balance', () => {
  expect(proofOf(derived([]), [], london.dayOf)).toMatchObject({
    balance: null,
    balanceAt: null,
    difference: 0,
    start: 0,
    startsOn: null,
  })
})

test('a trade belongs to a day in the reader’s time zone', () => {
  const late = derived([trade('2026-06-30T23:30:00', '5')])
  expect(daysOf(late, london).map(({ day }) => day)).toEqual(['2026-07-01'])
  expect(daysOf(late, calendarOf('America/New_York')).map(({ day }) => day)).toEqual(['2026-06-30'])
})

test('the sums of today, this week and this month include charges and exclude transfers', () => {
  const { today, week, month: sum, all } = summaryOf(month, [], london, { now: at('2026-11-09T12:00:00') })
  expect(today).toEqual({ net: 0.01, trades: 1 })
  expect(week).toEqual({ net: 0.01, trades: 1 })
  expect(sum).toEqual({ net: 7.06, trades: 3 })
  expect(all).toEqual(sum)
})

test('breakdowns add up to all trades, show unattributed trades, and mark groups that are too small', () => {
  const { breakdowns, unattributed, figures, falls, base } = summaryOf(month, [], london, {
    now: at('2026-11-09T12:00:00'),
  })
  for (const groups of Object.values(breakdowns))
    expect(groups.reduce((sum, group) => sum + group.sum, 0)).toBeCloseTo(7.21, 10)
  expect(breakdowns.strategy.map(({ key, sum, isFew }) => [key, sum, isFew])).toEqual([
    ['orb', 12.3, true],
    ['', 0.01, true],
    [notAttributed, -5.1, true],
  ])
  expect(breakdowns.weekday.map(({ key, count }) => [key, count])).toEqual([
    ['0', 2],
    ['1', 1],
  ])
  expect(unattributed).toEqual({ count: 1, sum: -5.1 })
  expect(figures).toMatchObject({ count: 3, isFew: true, sharpe: null, yearlyGrowth: null })
  expect(figures.averageR).toBeCloseTo(0.2403, 4)
  expect(base).toBe(1_000)
  expect(falls?.inMoney).toMatchObject({ money: 5.25, from: '2026-11-02', to: '2026-11-03' })
})

test('a group of 20 trades is not too small', () => {
  const many = derived(Array.from({ length: 20 }, () => trade('2026-11-02T10:00:00', '1')))
  const { breakdowns } = summaryOf(many, [], london, { now: at('2026-11-09T12:00:00') })
  expect(breakdowns.strategy).toMatchObject([{ count: 20, isFew: false, profitFactor: null, expectancy: 1 }])
})

test('an empty journal has empty figures', () => {
  expect(summaryOf(derived([]), [], london, { now: 0 })).toMatchObject({
    all: { net: 0, trades: 0 },
    falls: null,
    days: [],
  })
})

test.each([
  [{ strategy: 'orb' }, 1],
  [{ name: 'BP' }, 1],
  [{ direction: 'SELL' as const }, 1],
  [{ closer: 'stop' as const }, 1],
  [{ link: 'none' as const }, 1],
  [{ weekday: 0 }, 2],
  [{ hour: 10 }, 3],
  [{ fromDay: '2026-11-03', toDay: '2026-11-03' }, 1],
  [{ tag: 'plan' }, 1],
  [{ tag: 'plan', direction: 'SELL' as const }, 0],
  [{}, 3],
])('the filter %j finds %i trades', (filter, count) => {
  const [first] = month.trades
  const found = filtered(month.trades, filter, london, (id) => (id === first?.id ? ['plan'] : []))
  expect(found).toHaveLength(count)
})

const asked = (filter: JournalFilter) =>
  summaryOf(month, [{ at: at('2026-11-09T12:00:00'), balance: '807.06' }], london, {
    now: at('2026-11-09T12:00:00'),
    filter,
    tagsOf: (id) => (id === month.trades[2]?.id ? ['plan'] : []),
  })

test('a period limits figures, breakdowns and falls, but not days, their sums or the proof of the balance', () => {
  const whole = asked({})
  const part = asked({ fromDay: '2026-11-03', toDay: '2026-11-08' })
  expect(part.figures).toMatchObject({ count: 1, winRate: 0, expectancy: -5.1 })
  expect(part.figures.timeWeighted).toBeCloseTo(-5.25 / 1012.3, 10)
  expect(part.breakdowns.strategy.map(({ key }) => key)).toEqual([notAttributed])
  expect(part.unattributed).toEqual({ count: 1, sum: -5.1 })
  // The fall is measured from the balance after the earlier days.
  expect(part.falls?.inMoney).toEqual({ money: 5.25, share: 5.25 / 1012.3, from: null, to: '2026-11-03' })
  expect(part.strategies).toEqual(['', notAttributed, 'orb'].toSorted())
  expect([part.days, part.base, part.all, part.proof]).toEqual([
    whole.days,
    whole.base,
    whole.all,
    whole.proof,
  ])
})

test('a summary for one strategy has only the days of its trades, and omits the account’s charges, transfers and returns', () => {
  const part = asked({ strategy: 'orb' })
  expect(part.days).toEqual([{ day: '2026-11-02', net: 12.3, charges: 0, transfers: 0, trades: 1 }])
  expect(part.all).toEqual({ net: 12.3, trades: 1 })
  expect(part.base).toBe(1_000)
  expect(part.figures).toMatchObject({ count: 1, timeWeighted: null, onDeposits: null })
  expect(part.proof.difference).toBe(0)
  expect(part.proof.trades).toBe(7.21)
})

test('a tag limits the figures to the trades that have it', () => {
  expect(asked({ tag: 'plan' }).figures.count).toBe(1)
})
