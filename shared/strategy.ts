import * as z from 'zod/mini'
import { outOfStepChoices, strategyName } from './strategy-rules.ts'

const wholeNumber = (min: number, max: number) => {
  const message = `Must be a whole number from ${min} to ${max}`
  return z.number(message).check(z.int(message), z.gte(min, message), z.lte(max, message))
}

/** What is done where TradingView and the broker disagree on what a strategy holds; exits always pass. */
export const OutOfStep = z.enum(outOfStepChoices)

/** What a user has set for one strategy. Of these and the account's rules the stricter holds. */
export const StrategyRules = z.object({
  paused: z.boolean(),
  askFirst: z.boolean(),
  /** Positions and orders of this strategy; null: no limit of its own. */
  maximumPositions: z.nullable(wholeNumber(1, 100)),
  /** Percent of the instrument's largest position size. */
  sizePercent: wholeNumber(1, 100),
  /** Hours between two orders on one instrument; null: the account's. */
  cooldownHours: z.nullable(wholeNumber(0, 120)),
  outOfStep: OutOfStep,
})
/** In a path: a strategy's tag. */
export const StrategyName = z.string().check(z.regex(strategyName, 'Must be a strategy’s tag'))
