import * as z from 'zod/mini'
import { Mode } from '../accounts/user.ts'
import { strategyLimits } from '../limits/limits-api.ts'
import {
  flatDays,
  flatZones,
  isStrategyName,
  longestStrategyName,
  outOfStepChoices,
} from './strategy-rules.ts'

const wholeNumber = (min: number, max: number) => {
  const message = `Must be a whole number from ${min} to ${max}`
  return z.number(message).check(z.int(message), z.gte(min, message), z.lte(max, message))
}

const points = z
  .number('Must be a number of points above 0')
  .check(z.gt(0, 'Must be above 0'), z.lte(100_000, 'Must be at most 100,000'))

/** What a user has set for one strategy. Of these and the account's rules the stricter holds. */
const StrategyRules = z.object({
  paused: z.boolean(),
  askFirst: z.boolean(),
  /** Positions and orders of this strategy; null: no limit of its own. */
  maximumPositions: z.nullable(wholeNumber(1, 100)),
  /** Percent of the instrument's largest position size. */
  sizePercent: wholeNumber(1, 100),
  /** Hours between two orders on one instrument; null: the account's. */
  cooldownHours: z.nullable(wholeNumber(0, 120)),
  outOfStep: z.enum(outOfStepChoices),
  flatAt: z.nullable(
    z.object({
      time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 16:25')),
      zone: z.enum(flatZones),
      days: z.enum(flatDays),
    }),
  ),
  breakEvenAfter: z.nullable(
    z.number().check(z.gte(0.1, 'Must be from 0.1 to 20'), z.lte(20, 'Must be from 0.1 to 20')),
  ),
  breakEvenOffset: z
    .number()
    .check(z.gte(-100_000, 'Must be a number of points'), z.lte(100_000, 'Must be a number of points')),
  trail: z.nullable(z.object({ distance: points, step: points })),
  silentAfterHours: z.nullable(wholeNumber(1, 720)),
  expiresOn: z.nullable(z.iso.date()),
  ...strategyLimits,
})

const StrategyName = z
  .string()
  .check(
    z.maxLength(longestStrategyName, `At most ${longestStrategyName} characters`),
    z.refine(isStrategyName, 'Must be a strategy tag: letters, digits, spaces and punctuation'),
  )
const Side = z.enum(['long', 'short', 'flat'])

/** One strategy on one market: what TradingView said last, and what stands at the broker. */
const StrategyMarket = z.object({
  marketAndSymbol: z.string(),
  /** TradingView's last word; its size is TradingView's. */
  said: z.object({
    position: Side,
    size: z.nullable(z.string()),
    at: z.iso.datetime(),
    alertId: z.string(),
  }),
  /** When the broker last followed it. */
  followedAt: z.nullable(z.iso.datetime()),
  /** What the strategy holds there; null if the broker could not be read. */
  held: z.nullable(
    z.object({ side: z.enum(['long', 'short', 'flat', 'both']), size: z.string(), orders: z.number() }),
  ),
})
export type StrategyMarket = z.infer<typeof StrategyMarket>

export const Strategy = z.object({
  /** Empty for alerts without a tag. */
  strategy: z.string(),
  rules: StrategyRules,
  lastAlertAt: z.nullable(z.iso.datetime()),
  /** Hours of weekdays between its last two alerts: a first guess of how long it may be silent. */
  lastGapHours: z.nullable(z.number()),
  markets: z.array(StrategyMarket),
})
export type Strategy = z.infer<typeof Strategy>

export const Strategies = z.object({
  mode: Mode,
  results: z.array(Strategy),
  /** Why the broker could not be read, in words. */
  unreadable: z.optional(z.string()),
})
export type Strategies = z.infer<typeof Strategies>

export const SavedStrategy = z.object({ strategy: StrategyName, ...StrategyRules.shape })

/** An exit as the strategy itself would send it: it closes what is held, and the strategy counts as flat. */
export const StrategySettled = z.object({
  strategy: z.union([StrategyName, z.literal('')]),
  marketAndSymbol: z.string().check(z.maxLength(64)),
  mode: Mode,
  from: z.enum(['long', 'short']),
})
