import { describe, expect, it } from 'vitest'
import { defaultStrategyRules, numberProblem, strategyNumberList } from './strategy-rules.ts'
import { SavedStrategy } from './strategy.schema.ts'

const problemOf = (change: Readonly<Record<string, unknown>>) =>
  SavedStrategy.safeParse({ strategy: 'orb', ...defaultStrategyRules, ...change }).error?.issues[0]?.message

describe('a number of a strategy’s rules', () => {
  it.each(strategyNumberList)(
    'has bounds, and the API refuses beyond them with the same text as the form: %s',
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

  it('may be left out if it is a limit, which is then off', () => {
    expect(
      problemOf({ losingTrades: undefined, tradesToday: undefined, lossToday: undefined }),
    ).toBeUndefined()
    expect(problemOf({ cooldownHours: undefined })).toBeDefined()
  })
})
