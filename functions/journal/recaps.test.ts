import { expect, it } from 'vitest'
import { unknownCosts } from '../../shared/journal/costs.ts'
import type { Derived, Trade } from '../../shared/journal/trades.ts'
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

it('the first night only stores its day, because imported history is not news', () => {
  expect(recapsOf(key, derived, head, night('2026-11-24'))).toEqual({ recapOn: '2026-11-24', events: [] })
})

it('a night’s recap contains the previous day’s result without open positions', () => {
  expect(sentences('2026-11-23', '2026-11-24')).toMatchObject([
    {
      sentence: '23 Nov: −5.00 GBP from 1 trade, 0 won',
      path: '/dashboard/journal?from=2026-11-23&to=2026-11-23',
    },
  ])
})

it('the first night of a week also sends a recap of the previous week, by strategy', () => {
  expect(sentences('2026-11-22', '2026-11-23')).toMatchObject([
    { sentence: '22 Nov: +10.00 GBP from 1 trade, 1 won' },
    {
      sentence: 'Week from 16 Nov: +79.50 GBP from 3 trades, 2 won',
      items: ['Untagged: −30.50 GBP from 1 trade, 0 won', 'orb: +110.00 GBP from 2 trades, 2 won'],
      path: '/dashboard/journal?from=2026-11-16&to=2026-11-22',
    },
  ])
})

it('a night on which IG did not answer is caught up on the next', () => {
  expect(sentences('2026-11-20', '2026-11-24').map(({ sentence }) => sentence)).toEqual([
    '20 Nov to 23 Nov: −25.50 GBP from 3 trades, 1 won',
    'Week from 16 Nov: +79.50 GBP from 3 trades, 2 won',
  ])
})

it('a day is recapped once, and not at all if nothing was closed', () => {
  expect(sentences('2026-11-24', '2026-11-24')).toEqual([])
  expect(sentences('2026-11-21', '2026-11-22')).toEqual([])
  expect(sentences('2026-11-23', '2026-11-24', { ...derived, trades: [] })).toEqual([])
})
