import { expect, it } from 'vitest'
import { type LossLimits, noLimits } from './loss-limits.ts'
import { largerSizes, looserLimits } from './looser-limits.ts'

const risk = { percent: 5, marginFactor: 2, directionPercent: 3, currencyPercent: 4, groups: [] }
const set: LossLimits = {
  ...noLimits,
  lossToday: { amount: 3, unit: 'PERCENT' },
  fallToday: { amount: 95, unit: 'PROFIT', after: 100 },
  drawdown: { amount: 10, unit: 'PERCENT', stopsAtStart: false },
  losingTrades: 3,
  marginPercent: 50,
  tradesToday: 5,
  profitTarget: { amount: 500, unit: 'MONEY' },
  openRisk: { ...risk, groups: [{ name: 'US', instruments: ['NASDAQ:AAPL', 'NASDAQ:MSFT'], percent: 2 }] },
}

it('stricter limits and a user’s first limits need no proof of identity', () => {
  expect(looserLimits(noLimits, set)).toEqual([])
  expect(looserLimits(set, { ...set, losingTrades: 2, tradesToday: 1 })).toEqual([])
  expect(looserLimits(set, { ...set, lossToday: { amount: 2, unit: 'PERCENT' } })).toEqual([])
  expect(
    looserLimits(set, { ...set, openRisk: { ...risk, percent: 4, groups: set.openRisk?.groups ?? [] } }),
  ).toEqual([])
})

it.each<[string, Partial<LossLimits>]>([
  ['marginPercent', { marginPercent: 51 }],
  ['marginPercent', { marginPercent: null }],
  ['lossToday', { lossToday: null }],
  ['lossToday', { lossToday: { amount: 3.01, unit: 'PERCENT' } }],
  ['lossToday', { lossToday: { amount: 3, unit: 'MONEY' } }],
  ['losingTrades', { losingTrades: 4 }],
  ['tradesToday', { tradesToday: null }],
  ['fallToday', { fallToday: { amount: 95, unit: 'PROFIT', after: 101 } }],
  ['drawdown', { drawdown: { amount: 10, unit: 'PERCENT', stopsAtStart: true } }],
  ['profitTarget', { profitTarget: { amount: 501, unit: 'MONEY' } }],
  ['onReach', { onReach: { ...noLimits.onReach, drawdown: 'CLOSE' } }],
  ['until', { until: 'NEXT_DAY' }],
  ['day', { day: { time: '21:00', zone: 'Europe/London' } }],
  ['start', { start: 'BALANCE' }],
  ['openRisk', { openRisk: null }],
  ['openRisk', { openRisk: { ...risk, groups: [] } }],
  ['openRisk', { openRisk: { ...risk, groups: [{ name: 'US', instruments: ['NASDAQ:AAPL'], percent: 2 }] } }],
])('needs a proof for %s', (name, change) => {
  expect(looserLimits(set, { ...set, ...change })).toContain(name)
})

it('largerSizes names the markets that a new instrument list would trade in a larger size than before', () => {
  const row = (marketAndSymbol: string, maxPositionSize: string) => ({ marketAndSymbol, maxPositionSize })
  const before = [row('LSE:VOD', '500'), row('LSE:BP.', '1000')]
  expect(largerSizes(before, [row('LSE:VOD', '500.01'), row('LSE:BP.', '900')])).toEqual(['LSE:VOD'])
  expect(largerSizes(before, [row('LSE:NEW', '1000'), row('LSE:OTHER', '1001')])).toEqual(['LSE:OTHER'])
  expect(largerSizes([], [row('LSE:VOD', '1')])).toEqual(['LSE:VOD'])
})

it('largerSizes names the markets that a new instrument list would trade at a higher risk than before', () => {
  const row = (riskPercent?: string | null, riskAmount?: string | null) => [
    { marketAndSymbol: 'LSE:VOD', maxPositionSize: '500', riskPercent, riskAmount },
  ]
  expect(largerSizes(row(), row('5', '900'))).toEqual([])
  expect(largerSizes(row('0.5', '100'), row('0.4', '100'))).toEqual([])
  expect(largerSizes(row('0.5'), row('0.51'))).toEqual(['LSE:VOD'])
  expect(largerSizes(row('0.5'), row(null))).toEqual(['LSE:VOD'])
  expect(largerSizes(row(null, '100'), row())).toEqual(['LSE:VOD'])
  expect(largerSizes(row(null, '100'), row(null, '101'))).toEqual(['LSE:VOD'])
})
