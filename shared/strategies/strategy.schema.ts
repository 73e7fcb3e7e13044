import * as z from 'zod/mini'
import { Mode } from '../accounts/user.schema.ts'
import { Amount } from '../limits/limits.schema.ts'
import {
  flatDays,
  flatZones,
  isStrategyName,
  longestStrategyName,
  mostTrailPoints,
  numberProblem,
  outOfStepChoices,
  type StrategyNumber,
  strategyNumberList,
  type StrategyNumberName,
  type StrategyNumbers,
  trailProblem,
} from './strategy-rules.ts'

const schemaOf = (number: StrategyNumber): z.ZodMiniType => {
  const { min, max, hasDecimals } = number
  const message = numberProblem(number, NaN)
  const within = z.number(message).check(z.gte(min, message), z.lte(max, message))
  const schema = hasDecimals ? within : within.check(z.int(message))
  return number.default === null ? z.nullable(schema) : schema
}

const Numbers = Object.fromEntries(strategyNumberList.map(([name, number]) => [name, schemaOf(number)])) as {
  [Name in StrategyNumberName]: z.ZodMiniType<StrategyNumbers[Name], StrategyNumbers[Name]>
}

const message = trailProblem(NaN)
const points = z.number(message).check(z.gt(0, message), z.lte(mostTrailPoints, message))

/** A user's rules for one strategy. The stricter of a strategy's rule and the account's rule applies. */
const StrategyRules = z.object({
  paused: z.boolean(),
  askFirst: z.boolean(),
  ...Numbers,
  /** The default is for requests from pages that were opened before this rule existed. */
  losingTrades: z._default(Numbers.losingTrades, null),
  tradesToday: z._default(Numbers.tradesToday, null),
  riskPercent: z._default(Numbers.riskPercent, null),
  riskAmount: z._default(Numbers.riskAmount, null),
  lossToday: z._default(z.nullable(Amount), null),
  outOfStep: z.enum(outOfStepChoices),
  flatAt: z.nullable(
    z.object({
      time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 16:25')),
      zone: z.enum(flatZones),
      days: z.enum(flatDays),
    }),
  ),
  trail: z.nullable(z.object({ distance: points, step: points })),
  expiresOn: z.nullable(z.iso.date()),
})

const StrategyName = z
  .string()
  .check(
    z.maxLength(longestStrategyName, `At most ${longestStrategyName} characters`),
    z.refine(isStrategyName, 'Must be a strategy tag: letters, digits, spaces and punctuation'),
  )
const Side = z.enum(['long', 'short', 'flat'])

/** A strategy on one market: TradingView's last report, and the position at the broker. */
const StrategyMarket = z.object({
  marketAndSymbol: z.string(),
  /** TradingView's last report, with its size. */
  said: z.object({
    position: Side,
    size: z.nullable(z.string()),
    at: z.iso.datetime(),
    alertId: z.string(),
  }),
  /** When the broker's position last matched the report. */
  followedAt: z.nullable(z.iso.datetime()),
  /** The strategy's position at the broker; null if the broker could not be read. */
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
  /** Weekday hours between the strategy's last two alerts. This is a first suggestion for its maximum silence. */
  lastGapHours: z.nullable(z.number()),
  markets: z.array(StrategyMarket),
})
export type Strategy = z.infer<typeof Strategy>

export const Strategies = z.object({
  mode: Mode,
  results: z.array(Strategy),
  /** Why the broker could not be read, as text. */
  unreadable: z.optional(z.string()),
})
export type Strategies = z.infer<typeof Strategies>

export const SavedStrategy = z.object({ strategy: StrategyName, ...StrategyRules.shape })

/** Closes the strategy's position like an exit from the strategy itself. The strategy then counts as flat. */
export const StrategyExit = z.object({
  strategy: z.union([StrategyName, z.literal('')]),
  marketAndSymbol: z.string().check(z.maxLength(64)),
  mode: Mode,
  from: z.enum(['long', 'short']),
})
