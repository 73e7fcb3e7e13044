import { describe, expect, it } from 'vitest'
import {
  defaultStrategyRules,
  looserStrategyRules,
  numberProblem,
  type StrategyRules,
  strategyNumberList,
} from './strategy-rules.ts'
import { SavedStrategy } from './strategy.schema.ts'

const problemOf = (change: Readonly<Record<string, unknown>>) =>
  SavedStrategy.safeParse({ strategy: 'orb', ...defaultStrategyRules, ...change }).error?.issues[0]?.message

describe('a number of a strategy’s rules', () => {
  it.each(strategyNumberList)(
    'has bounds, beyond which API and form show the same error: %s',
    (name, number) => {
      const step = number.hasDecimals ? 0.01 : 1
      for (const value of [number.min, number.max]) expect(problemOf({ [name]: value })).toBeUndefined()
      for (const value of [number.min - step, number.max + step, ...(number.hasDecimals ? [] : [1.5])]) {
        const problem = numberProblem(number, value)
        expect(problem).toMatch(/^Must be (a whole number )?from −?[\d,.]+ to [\d,]+$/)
        expect(problemOf({ [name]: value })).toBe(problem)
      }
      expect(problemOf({ [name]: null }) === undefined).toBe(number.default === null)
    },
  )

  it('may be empty if it is a limit, because an empty limit is off', () => {
    expect(
      problemOf({ losingTrades: undefined, tradesToday: undefined, lossToday: undefined }),
    ).toBeUndefined()
    expect(problemOf({ cooldownHours: undefined })).toBeDefined()
  })
})

describe('a change of a strategy’s rules', () => {
  const strict: StrategyRules = {
    ...defaultStrategyRules,
    paused: true,
    askFirst: true,
    maximumPositions: 2,
    sizePercent: 50,
    riskPercent: 0.5,
    cooldownHours: 12,
    breakEvenAfter: 1,
    breakEvenOffset: 1,
    losingTrades: 3,
    tradesToday: 4,
    outOfStep: 'REFUSE',
    flatAt: { time: '16:25', zone: 'Europe/London', days: 'WEEKDAYS' },
    trail: { distance: 30, step: 5 },
  }

  it.each<[keyof StrategyRules, Partial<StrategyRules>]>([
    ['paused', { paused: false }],
    ['askFirst', { askFirst: false }],
    ['maximumPositions', { maximumPositions: 3 }],
    ['maximumPositions', { maximumPositions: null }],
    ['sizePercent', { sizePercent: 51 }],
    ['riskPercent', { riskPercent: 0.51 }],
    ['riskPercent', { riskPercent: null }],
    ['riskAmount', { riskAmount: 1_000 }],
    ['cooldownHours', { cooldownHours: 11 }],
    ['cooldownHours', { cooldownHours: null }],
    ['breakEvenAfter', { breakEvenAfter: null }],
    ['breakEvenOffset', { breakEvenOffset: 0 }],
    ['outOfStep', { outOfStep: 'WARN' }],
    ['flatAt', { flatAt: null }],
    ['flatAt', { flatAt: { time: '16:25', zone: 'Europe/London', days: 'FRIDAYS' } }],
    ['trail', { trail: null }],
    ['trail', { trail: { distance: 31, step: 5 } }],
  ])('is looser if it lets more through or protects less: %s', (name, change) => {
    expect(looserStrategyRules(strict, { ...strict, ...change })).toEqual([name])
  })

  it('is not looser if every rule is stricter, or if only reminders change', () => {
    const stricter = { ...strict, outOfStep: 'REFUSE', riskPercent: 0.4 } as const
    expect(looserStrategyRules(strict, stricter)).toEqual([])
    const { riskPercent } = defaultStrategyRules
    expect(looserStrategyRules(defaultStrategyRules, { ...stricter, riskPercent })).toEqual([])
    expect(looserStrategyRules(strict, { ...strict, silentAfterHours: 5, expiresOn: '2026-12-01' })).toEqual(
      [],
    )
  })
})
