import { expect, it } from 'vitest'
import { someSettings } from '../../testing/examples.ts'
import { tradingStateOf } from './trading-state.ts'

const paused = (by: 'USER' | 'BRAKE' | 'OPERATOR') => ({
  tradingPause: { by, at: '2026-11-20T15:02:03Z', reason: 'x' },
})

it.each([
  ['trading is on', {}, false, 'Trading on', 'pause'],
  ['the user paused trading', paused('USER'), false, 'Trading paused', 'resume'],
  ['the safety brake paused trading', paused('BRAKE'), false, 'Paused by the safety brake', 'resume'],
  ['an admin paused trading', paused('OPERATOR'), false, 'Paused by an admin', null],
  ['credentials are missing', { demoPassword: null }, false, 'Not set up', 'set up'],
  ['IG rejected the login', {}, true, 'IG rejected your login', 'set up'],
  ['the user paused trading and IG rejected the login', paused('USER'), true, 'Trading paused', 'resume'],
])(
  'tradingStateOf returns the label and the right action if %s',
  (_name, settings, isRefused, label, act) => {
    expect(tradingStateOf(someSettings(settings), isRefused)).toMatchObject({ label, act })
  },
)

it('tradingStateOf returns a warning while IG can’t be read, unless trading is paused', () => {
  const label = 'Trading on, but IG can’t be read'
  expect(tradingStateOf(someSettings(), false, 'IG')).toMatchObject({ label, tone: 'warn', act: 'pause' })
  expect(tradingStateOf(someSettings(paused('USER')), false, 'IG').label).toBe('Trading paused')
})
