import * as z from 'zod/mini'
import { LimitsView } from '../limits/limits.schema.ts'

export const Direction = z.enum(['BUY', 'SELL'])
export type Direction = z.infer<typeof Direction>

export const Position = z.object({
  dealId: z.string(),
  igEpic: z.string(),
  marketAndSymbol: z.optional(z.string()),
  /** The broker's name for the instrument, such as Apple Inc. */
  name: z.optional(z.string()),
  direction: Direction,
  size: z.number(),
  /** Null for a moment after an order is filled, until the broker lists the position. */
  openLevel: z.nullable(z.number()),
  currentLevel: z.optional(z.number()),
  /** In the account's currency. */
  profitLoss: z.nullable(z.number()),
  /** The price change from openLevel in percent, positive if it is a gain. */
  profitLossPercentage: z.nullable(z.number()),
  /** Gain or loss per point in the account's currency; missing if the broker's data is insufficient. */
  pointValue: z.optional(z.number()),
  stopLevel: z.nullable(z.number()),
  limitLevel: z.nullable(z.number()),
  controlledRisk: z.boolean(),
  /** Whether the stop trails; missing if it does not. */
  isTrailing: z.optional(z.boolean()),
  createdAt: z.iso.datetime(),
  /**
   * The strategy tag of the alert that opened the position: empty if the alert has no tag, missing if no alert of ours
   * opened the position.
   */
  strategy: z.optional(z.string()),
})
export type Position = z.infer<typeof Position>

export const Order = z.object({
  dealId: z.string(),
  igEpic: z.string(),
  marketAndSymbol: z.optional(z.string()),
  /** The broker's name for the instrument, such as Apple Inc. */
  name: z.optional(z.string()),
  direction: Direction,
  type: z.string(),
  size: z.number(),
  entryLevel: z.number(),
  stopLevel: z.optional(z.number()),
  profitLevel: z.optional(z.number()),
  createdAt: z.iso.datetime(),
})
export type Order = z.infer<typeof Order>

export const Activity = z.object({
  epic: z.string(),
  marketAndSymbol: z.optional(z.string()),
  /** `confirmed`, `pending`, `rejected`, or IG's own word in lower case. */
  status: z.string(),
  description: z.string(),
  date: z.iso.datetime(),
  type: z.string(),
  dealId: z.string(),
  /** The deal's direction, if the broker reports it. */
  direction: z.optional(Direction),
  size: z.optional(z.number()),
  /** The broker's name for the instrument, such as Apple Inc. */
  name: z.optional(z.string()),
})
export type Activity = z.infer<typeof Activity>

/** How old the broker's data is, if its request limit allowed no new reading. */
export const Outdated = z.object({
  /** True if the data is older than our latest order or close. */
  outdated: z.optional(z.boolean()),
  /** When the data was read, and when it can be read again. */
  waiting: z.optional(z.object({ readAt: z.iso.datetime(), nextAt: z.iso.datetime() })),
})
export type Outdated = z.infer<typeof Outdated>

export const Stats = z.object({
  openPositionsCount: z.number(),
  openOrdersCount: z.number(),
  recentActivities: z.array(Activity),
  statsTimestamp: z.iso.datetime(),
  ...Outdated.shape,
})
export type Stats = z.infer<typeof Stats>

/** An account at the broker. Money is in the account's own currency, and null if the broker does not report it. */
export const BrokerAccount = z.object({
  accountId: z.string(),
  name: z.nullable(z.string()),
  /** `SPREADBET`, `CFD` or `PHYSICAL`. */
  type: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  /** The balance without the profit of open positions. */
  balance: z.nullable(z.number()),
  available: z.nullable(z.number()),
  margin: z.nullable(z.number()),
  profitLoss: z.nullable(z.number()),
  readAt: z.iso.datetime(),
  waiting: Outdated.shape.waiting,
  /** Current values of the account's limits; missing if the account has none, or if they can’t be measured now. */
  limits: z.optional(LimitsView),
  /**
   * The equity at the reading nearest to midnight in the caller's time zone. Today's profit is the change since that
   * reading.
   */
  today: z.nullable(
    z.object({
      since: z.iso.datetime(),
      equity: z.number(),
      /** The first reading of each hour of the day. */
      readings: z.array(z.object({ at: z.iso.datetime(), equity: z.number() })),
    }),
  ),
})
export type BrokerAccount = z.infer<typeof BrokerAccount>

/** The broker's answer to a close or a deletion. */
export const DealVerdict = z.object({ dealId: z.string(), status: z.string(), message: z.string() })
export type DealVerdict = z.infer<typeof DealVerdict>
