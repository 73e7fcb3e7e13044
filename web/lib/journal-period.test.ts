import { afterEach, expect, it, vi } from 'vitest'
import { daysAsked, isAmong } from './journal-period.ts'

afterEach(() => void vi.useRealTimers())

it.each([
  ['today', '2026-11-26', '2026-11-26'],
  ['week', '2026-11-23', undefined],
  ['month', '2026-11-01', undefined],
  ['quarter', '2026-08-26', undefined],
  [undefined, '2026-01-05', '2026-01-06'],
] as const)('the period %s begins on %s', (period, from, to) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T12:00:00') })
  expect(daysAsked({ period, from: '2026-01-05', to: '2026-01-06' })).toEqual({ from, to })
})

it('the current week begins on Monday, even if today is a Sunday or a Monday', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-29T12:00:00') })
  expect(daysAsked({ period: 'week' }).from).toBe('2026-11-23')
  vi.setSystemTime(new Date('2026-11-23T12:00:00'))
  expect(daysAsked({ period: 'week' }).from).toBe('2026-11-23')
})

it('the selected days include the first and the last day', () => {
  const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04']
  expect(days.filter(isAmong({ from: '2026-11-02', to: '2026-11-03' }))).toEqual(days.slice(1, 3))
  expect(days.filter(isAmong({ from: '2026-11-02', to: undefined }))).toEqual(days.slice(1))
  expect(days.filter(isAmong({ from: undefined, to: undefined }))).toEqual(days)
})
