import { expect, test } from 'vitest'
import {
  deepestFalls,
  deviation,
  maxDrawdown,
  modifiedDietz,
  returnOnDeposits,
  sharpe,
  sortino,
  sumOfReturns,
  timeWeightedReturn,
  totalReturn,
  tradeFigures,
  volatility,
  yearlyGrowth,
} from './figures.ts'

// The letters name test vectors from freqtrade, empyrical and others, some of them recomputed.

const a = [100, 200, 50, -150, 300, -100, 80, -30]

test('vector A: tradeFigures calculates the figures of eight trades', () => {
  const figures = tradeFigures(a)
  expect(figures).toMatchObject({
    count: 8,
    sum: 450,
    wins: 5,
    losses: 3,
    even: 0,
    winRate: 0.625,
    averageWin: 146,
    expectancy: 56.25,
    longestWins: 3,
    longestLosses: 1,
  })
  expect(figures.averageLoss).toBeCloseTo(-93.3333, 4)
  expect(figures.payoff).toBeCloseTo(1.5642857143, 10)
  expect(figures.profitFactor).toBeCloseTo(2.6071428571, 10)
  expect(figures.expectancyRatio).toBeCloseTo(0.60267857, 8)
  expect(deviation(a)).toBeCloseTo(149.7557535, 6)
  expect(figures.sqn).toBeCloseTo(1.062390072, 8)
})

test('vector A: deepestFalls returns the first of two falls that are equally deep in money', () => {
  const falls = deepestFalls(a, 1_000)
  expect(falls?.inMoney).toMatchObject({ money: 150, from: 2, to: 3 })
  expect(falls?.inShare.share).toBeCloseTo(0.111111, 6)
})

test('vector A: a result of 0 is neither a win nor a loss', () => {
  expect(tradeFigures([...a, 0])).toMatchObject({ count: 9, even: 1, winRate: 0.625 })
})

test('the profit factor is null without a loss, and averages and ratios are null without a trade', () => {
  expect(tradeFigures([10, 20])).toMatchObject({ profitFactor: null, payoff: null, winRate: 1 })
  expect(tradeFigures([])).toMatchObject({ count: 0, sum: 0, winRate: null, expectancy: null, sqn: null })
})

test('vector B: the deepest fall in money may differ from the deepest fall in percent', () => {
  const falls = deepestFalls([0, -500, 500, 10_000, -1_000], 1_000)
  expect(falls?.inMoney).toMatchObject({ money: 1_000, from: 3, to: 4 })
  expect(falls?.inMoney.share).toBeCloseTo(0.090909, 6)
  expect(falls?.inShare).toMatchObject({ money: 500, share: 0.5, from: 0, to: 1 })
})

const c = [
  0.01158, 0.010048, 0.01134, 0.012161, 0.010416, 0.010009, 0.020024, -0.024662, -0.02235, 0.020496,
  -0.029859, -0.030511, 0.010041, 0.010872, -0.025782, 0.0104, 0.012374, 0.012467, 0.114741, 0.010303,
  0.010088, -0.033961, 0.01068, 0.010886, -0.029274, 0.011178, 0.010693, 0.010711,
]

test('vector C: deepestFalls measures the falls of 28 results from a balance of 0.2', () => {
  const falls = deepestFalls(c, 0.2)
  expect(falls?.inMoney.money).toBeCloseTo(0.091755, 6)
  expect(falls?.inShare.share).toBeCloseTo(0.32129575, 7)
  expect(deepestFalls(c.slice(0, 5), 0.2)).toBeNull()
  const negated = c.slice(0, 5).map((value) => -value)
  // The fall is measured from the start balance, so that it includes the first result.
  expect((deepestFalls(negated, 0.2)?.inMoney.money ?? 0) - 0.01158).toBeCloseTo(0.043965, 6)
})

const percent = (values: readonly number[]) => values.map((value) => value / 100)

test('vector D: the figures of mixed daily returns equal the reference values', () => {
  const d = percent([1, 10, -4, 2, 3, 2, 1, -10])
  expect(totalReturn(d)).toBeCloseTo(0.0389310917, 10)
  expect(maxDrawdown(d)).toBeCloseTo(-0.1, 10)
  expect(volatility(d)).toBeCloseTo(0.91364654, 8)
  expect(sharpe(d)).toBeCloseTo(1.7238613962, 10)
  expect(sortino(d)).toBeCloseTo(2.6055312517, 10)
  expect((1 + totalReturn(d)) ** (252 / 8) - 1).toBeCloseTo(2.3302927973, 8)
})

test('vector E: the figures of falling daily returns equal the reference values', () => {
  const e = percent([0, -6, -7, -1, -9, -2, -6, -8, -5])
  expect(totalReturn(e)).toBeCloseTo(-0.3659, 4)
  expect(maxDrawdown(e)).toBeCloseTo(totalReturn(e), 10)
  expect(sharpe(e)).toBeCloseTo(-24.4068086339, 8)
  expect(sortino(e)).toBeCloseTo(-13.532743075, 8)
  expect(maxDrawdown(percent([10, -10, 10]))).toBeCloseTo(-0.1, 10)
})

test('vector F: yearlyGrowth equals the reference values', () => {
  expect(yearlyGrowth(64_900, 176_000, 1_095)).toBeCloseTo(0.3945, 4)
  expect(yearlyGrowth(64_900, 176_000, 365)).toBeCloseTo(1.7119, 4)
  expect(yearlyGrowth(1_000, 1_500, 100)).toBeCloseTo(3.3927, 4)
})

test('vector G: a deposit is not a gain', () => {
  const stretches = [
    { balance: 10, result: -5 },
    { balance: 100, result: 6 },
  ]
  expect(timeWeightedReturn(stretches)).toBeCloseTo(-0.47, 10)
  expect(returnOnDeposits(1, 105)).toBeCloseTo(0.0095, 4)
  expect(returnOnDeposits(1, 0)).toBeNull()
})

test('vector H: modifiedDietz equals the reference value', () => {
  const transfers = [
    { day: 5, amount: -15.05 },
    { day: 9, amount: 19.82 },
    { day: 15, amount: 16.42 },
    { day: 24, amount: -18.96 },
  ]
  expect(modifiedDietz(585.6, 602.34, 31, transfers)).toBeCloseTo(0.024542, 6)
})

test('vector I: the sum of returns is less than the return on the deposit', () => {
  expect(sumOfReturns([10, 10], 100)).toBeCloseTo(0.1909, 4)
  expect(returnOnDeposits(20, 100)).toBe(0.2)
})

test('ratios and volatility are null if the deviation is 0 or unknown', () => {
  expect([sharpe([]), sortino([]), volatility([0.1]), sharpe([0.1, 0.1])]).toEqual([null, null, null, null])
})
