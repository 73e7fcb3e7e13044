import { expect, it } from 'vitest'
import { unknownCosts } from '../../shared/journal/costs.ts'
import type { Derived, Trade } from '../../shared/journal/trades.ts'
import { closedTrades } from './closed-trades.ts'
import { recapsOf } from './recaps.ts'

const key = { userId: 'user', mode: 'DEMO', accountId: 'ABC12' } as const
const head = { currency: 'GBP' }

const trade = (closed: string, result: string, given: Partial<Trade> = {}): Trade => ({
  id: closed,
  name: 'Vodafone',
  epic: null,
  market: 'LSE:VOD',
  strategy: 'orb',
  alertId: null,
  direction: 'BUY',
  openedAt: 0,
  openLevel: '70',
  size: '1',
  isOpen: false,
  risk: null,
  costs: unknownCosts,
  legs: [
    {
      key: closed,
      closedAt: Date.parse(closed),
      size: '1',
      openLevel: '70',
      closeLevel: '71',
      result,
      closer: 'target',
      link: 'booked',
      reference: 'AAAA2222',
      period: 'DFB',
      dealId: null,
    },
  ],
  ...given,
})

const derived: Derived = {
  trades: [
    trade('2026-11-19T12:00:00Z', '100'),
    trade('2026-11-20T12:00:00Z', '-30.5', { strategy: '' }),
    trade('2026-11-22T23:59:59Z', '10'),
    trade('2026-11-23T12:00:00Z', '-5'),
    trade('2026-11-23T13:00:00Z', '7', { isOpen: true }),
  ],
  cash: [],
  leftOut: [],
}
const night = (day: string) => Date.parse(`${day}T02:00:00Z`)
const sentences = (recapOn: string | undefined, day: string, of = derived) =>
  recapsOf(key, of, { ...head, ...(recapOn ? { recapOn } : {}) }, night(day)).events.map(({ data }) => data)

it('the first night sends no recap, because imported history is not news', () => {
  expect(recapsOf(key, derived, head, night('2026-11-24'))).toEqual({ recapOn: '2026-11-24', events: [] })
})

it('the recap of a day contains the day’s result without open positions', () => {
  expect(sentences('2026-11-23', '2026-11-24')).toMatchObject([
    {
      sentence: '23 Nov: −5.00 GBP from 1 trade, 0 won',
      path: '/dashboard/journal?from=2026-11-23&to=2026-11-23',
    },
  ])
})

it('a recap and a notification of a close have no gap where the currency is unknown', () => {
  const unknown = { currency: null, recapOn: '2026-11-23' }
  const { events } = recapsOf(key, derived, unknown, night('2026-11-24'))
  const before = { ...derived, trades: derived.trades.slice(0, 3) }
  const closed = closedTrades(key, { before, after: derived }, unknown, night('2026-11-24'))
  expect([...events, ...closed].map(({ data }) => data.sentence)).toEqual([
    '23 Nov: −5.00 from 1 trade, 0 won',
    'Vodafone closed: −5.00, target reached',
    'Part of Vodafone closed: +7.00, target reached',
  ])
})

it('a recap and a notification of a close have the decimals of the currency', () => {
  const yen = { currency: 'JPY', recapOn: '2026-11-23' }
  const { events } = recapsOf(key, derived, yen, night('2026-11-24'))
  const before = { ...derived, trades: derived.trades.slice(0, 4) }
  const closed = closedTrades(key, { before, after: derived }, yen, night('2026-11-24'))
  expect([...events, ...closed].map(({ data }) => data.sentence)).toEqual([
    '23 Nov: −5 JPY from 1 trade, 0 won',
    'Part of Vodafone closed: +7 JPY, target reached',
  ])
})

it('the first night of a week also sends a recap of the previous week, grouped by strategy', () => {
  expect(sentences('2026-11-22', '2026-11-23')).toMatchObject([
    { sentence: '22 Nov: +10.00 GBP from 1 trade, 1 won' },
    {
      sentence: 'Week from 16 Nov: +79.50 GBP from 3 trades, 2 won',
      items: ['Untagged: −30.50 GBP from 1 trade, 0 won', 'orb: +110.00 GBP from 2 trades, 2 won'],
      path: '/dashboard/journal?from=2026-11-16&to=2026-11-22',
    },
  ])
})

it('the recap after a night on which IG did not respond includes the missed day', () => {
  expect(sentences('2026-11-20', '2026-11-24').map(({ sentence }) => sentence)).toEqual([
    '20 Nov to 23 Nov: −25.50 GBP from 3 trades, 1 won',
    'Week from 16 Nov: +79.50 GBP from 3 trades, 2 won',
  ])
})

it('a day has only one recap, and none if no trade was closed', () => {
  expect(sentences('2026-11-24', '2026-11-24')).toEqual([])
  expect(sentences('2026-11-21', '2026-11-22')).toEqual([])
  expect(sentences('2026-11-23', '2026-11-24', { ...derived, trades: [] })).toEqual([])
})

/** Creates a trade of £1 a point with a size of 1 and £10 at risk, so that one point is 0.1 R. */
const costing = (day: string, time: string, costs: Partial<Trade['costs']>, given: Partial<Trade> = {}) =>
  trade(`${day}T16:00:00Z`, '1', {
    openedAt: Date.parse(`${day}T${time}Z`),
    risk: '10',
    costs: { ...unknownCosts, ...costs },
    ...given,
  })
const itemsOf = (...trades: readonly Trade[]) =>
  sentences('2026-11-22', '2026-11-23', { ...derived, trades: [...trades] }).at(-1)?.items

it('the recap of a week shows by strategy what delay, execution and exits cost, and when entries were late', () => {
  const late = { delay: '-1', execution: '0.5', waited: 10_001 }
  const prompt = { delay: '0', execution: '0.5', waited: 10_000 }
  const trades = [
    costing('2026-11-17', '14:30:00', late),
    costing('2026-11-17', '14:59:59', late),
    costing('2026-11-17', '15:00:00', late),
    costing('2026-11-18', '14:31:00', prompt),
    costing('2026-11-19', '14:31:00', prompt),
    // The risk of this trade is unknown, so its costs in R are also unknown.
    costing('2026-11-20', '14:31:00', { ...prompt, delay: '-50' }, { risk: null }),
  ]
  // The averages are 3 × −0.1 ÷ 5 and 5 × 0.05 ÷ 5. No exit was at a stop or limit.
  expect(itemsOf(...trades)).toEqual([
    'orb: +6.00 GBP from 6 trades, 6 won; delay −0.06 R, execution +0.05 R a trade; 3 of 6 entries late, most on Tuesday around 14:30',
  ])
})

it('the recap of a week names no time of day unless one half hour has more late entries than any other', () => {
  const days = ['16', '17', '18', '19', '20'].map((day) => `2026-11-${day}`)
  const late = days.map((day) => costing(day, '14:30:00', { exit: '-0.2', waited: 20_000 }))
  expect(itemsOf(...late)).toEqual([
    'orb: +5.00 GBP from 5 trades, 5 won; exits −0.02 R a trade; 5 of 5 entries late',
  ])
})

it('the recap of a week omits the costs of a strategy with fewer than five trades', () => {
  const few = ['16', '17', '18', '19'].map((day) =>
    costing(`2026-11-${day}`, '14:30:00', { delay: '-1', execution: '-1', exit: '-1', waited: 20_000 }),
  )
  expect(itemsOf(...few)).toEqual(['orb: +4.00 GBP from 4 trades, 4 won'])
})
