import * as z from 'zod/mini'
import { Mode } from '../accounts/user.schema.ts'
import {
  amountProblem,
  amountWords,
  type FallLimit,
  largestAmount,
  limitNames,
  percentWords,
  zones,
} from './loss-limits.ts'

const above = (max: number, message: string) =>
  z.number(message).check(z.gt(0, message), z.lte(max, message), z.multipleOf(0.01, message))
const wholeNumber = (max: number) => {
  const message = `Must be a whole number from 1 to ${max}`
  return z.number(message).check(z.int(message), z.gte(1, message), z.lte(max, message))
}

const amount = above(largestAmount, amountWords)
const isPercent = (set: Pick<FallLimit, 'amount' | 'unit'>) => amountProblem(set) !== percentWords

export const Amount = z
  .object({ amount, unit: z.enum(['MONEY', 'PERCENT']) })
  .check(z.refine(isPercent, percentWords))
const percent = above(100, percentWords)

const onReach = z.enum(['STOP', 'CLOSE'])

const RiskGroup = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(40, 'At most 40 characters')),
  instruments: z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(64)))
    .check(z.minLength(1, 'Name at least one instrument'), z.maxLength(100, 'At most 100 instruments')),
  percent,
})

export const LossLimits = z.object({
  day: z.object({
    time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 22:00')),
    zone: z.enum(zones),
  }),
  start: z.enum(['EQUITY', 'BALANCE', 'HIGHER']),
  lossToday: z.nullable(Amount),
  fallToday: z.nullable(
    z
      .object({
        amount,
        unit: z.enum(['MONEY', 'PERCENT', 'PROFIT']),
        after: z.number().check(z.gte(0, 'Must be 0 or more'), z.lte(largestAmount)),
      })
      .check(z.refine(isPercent, percentWords)),
  ),
  drawdown: z.nullable(
    z
      .object({ amount, unit: z.enum(['MONEY', 'PERCENT']), stopsAtStart: z.boolean() })
      .check(z.refine(isPercent, percentWords)),
  ),
  losingTrades: z.nullable(wholeNumber(100)),
  tradesToday: z.nullable(wholeNumber(1_000)),
  profitTarget: z.nullable(Amount),
  onReach: z.object({ lossToday: onReach, fallToday: onReach, drawdown: onReach }),
  until: z.enum(['NEXT_DAY', 'RESUMED']),
  openRisk: z.nullable(
    z.object({
      percent,
      marginFactor: z
        .number()
        .check(z.gte(0.1, 'Must be from 0.1 to 20'), z.lte(20, 'Must be from 0.1 to 20')),
      directionPercent: z.nullable(percent),
      currencyPercent: z.nullable(percent),
      groups: z.array(RiskGroup).check(z.maxLength(20, 'At most 20 groups')),
    }),
  ),
  marginPercent: z.optional(z.nullable(wholeNumber(100))),
})

export const SavedLossLimits = z.object({ mode: Mode, ...LossLimits.shape })

export const Trip = z.object({
  key: z.string(),
  strategy: z.nullable(z.string()),
  accountId: z.string(),
  at: z.iso.datetime(),
  until: z.nullable(z.iso.datetime()),
  sentence: z.string(),
  closes: z.boolean(),
  unexplained: z.optional(z.object({ amount: z.string(), currency: z.string() })),
  closing: z.nullable(z.array(z.string())),
})

/** Money in the account's currency, or a count. */
const figures = { used: z.number(), most: z.number() }

/** How much of its limits an account has used. */
export const LimitsView = z.object({
  readAt: z.iso.datetime(),
  currency: z.string(),
  limits: z.array(
    z.object({
      key: z.string(),
      limit: z.enum(limitNames),
      strategy: z.nullable(z.string()),
      unit: z.enum(['MONEY', 'COUNT']),
      isEstimate: z.boolean(),
      /** Whether the limit was reached. A later recovery does not change that. */
      isReached: z.boolean(),
      sentence: z.string(),
      ...figures,
    }),
  ),
  openRisk: z.nullable(
    z.object({
      sums: z.array(z.object({ name: z.nullable(z.string()), percent: z.number(), ...figures })),
      parts: z.array(
        z.object({
          marketAndSymbol: z.string(),
          direction: z.enum(['BUY', 'SELL']),
          hasStop: z.boolean(),
          /** Null if the risk can't be calculated. */
          risk: z.nullable(z.number()),
        }),
      ),
    }),
  ),
})
export type LimitsView = z.infer<typeof LimitsView>
