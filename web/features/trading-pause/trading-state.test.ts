import { expect, it } from 'vitest'
import { someSettings } from '../../testing/examples.ts'
import { tradingStateOf } from './trading-state.ts'

const paused = (by: 'USER' | 'BRAKE' | 'OPERATOR') => ({
  tradingPause: { by, at: '2026-11-20T15:02:03Z', reason: 'x' },
})

it.each([
  ['on', {}, false, 'Trading on', 'pause'],
  ['paused by oneself', paused('USER'), false, 'Trading paused', 'resume'],
  ['paused by the brake', paused('BRAKE'), false, 'Paused by the safety brake', 'resume'],
  ['paused by an administrator', paused('OPERATOR'), false, 'Paused by an admin', null],
  ['without credentials', { demoPassword: null }, false, 'Not set up', 'set up'],
  ['refused by IG', {}, true, 'IG rejected your login', 'set up'],
  ['paused, and refused by IG', paused('USER'), true, 'Trading paused', 'resume'],
])('%s: reports it, and offers the one act that helps', (_name, settings, isRefused, label, act) => {
  expect(tradingStateOf(someSettings(settings), isRefused)).toMatchObject({ label, act })
})

it('is in doubt while IG can’t be read', () => {
  const label = 'Trading on, but IG can’t be read'
  expect(tradingStateOf(someSettings(), false, 'IG')).toMatchObject({ label, tone: 'warn', act: 'pause' })
  expect(tradingStateOf(someSettings(paused('USER')), false, 'IG').label).toBe('Trading paused')
})
