import * as z from 'zod/mini'
import { LimitsView } from '../limits/limits.schema.ts'

/** What the broker's views answer: positions, working orders and the figures of the overview. */

export const Direction = z.enum(['BUY', 'SELL'])
export type Direction = z.infer<typeof Direction>

export const Position = z.object({
  dealId: z.string(),
  igEpic: z.string(),
  marketAndSymbol: z.optional(z.string()),
  /** What the broker calls the instrument, such as Apple Inc. */
  name: z.optional(z.string()),
  direction: Direction,
  size: z.number(),
  /** null for a moment after a fill, while the broker does not list it. */
  openLevel: z.nullable(z.number()),
  currentLevel: z.optional(z.number()),
  /** Account currency. */
  profitLoss: z.nullable(z.number()),
  /** The move from openLevel in percent, signed for the direction. */
  profitLossPercentage: z.nullable(z.number()),
  /** Account currency that one point of its level makes or loses; left out if the broker gave too little to work it out. */
  pointValue: z.optional(z.number()),
  stopLevel: z.nullable(z.number()),
  limitLevel: z.nullable(z.number()),
  controlledRisk: z.boolean(),
  /** Its stop trails; missing if it does not. */
  isTrailing: z.optional(z.boolean()),
  createdAt: z.iso.datetime(),
  /** Of the alert that opened it: empty for one without a tag, missing if no alert of ours is known to have. */
  strategy: z.optional(z.string()),
})
export type Position = z.infer<typeof Position>

export const Order = z.object({
  dealId: z.string(),
  igEpic: z.string(),
  marketAndSymbol: z.optional(z.string()),
  /** What the broker calls the instrument, such as Apple Inc. */
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
  /** confirmed, pending, rejected, or IG's own word in lower case. */
  status: z.string(),
  description: z.string(),
  date: z.iso.datetime(),
  type: z.string(),
  dealId: z.string(),
  /** What the broker says of the deal; missing if it says nothing. */
  direction: z.optional(Direction),
  size: z.optional(z.number()),
  /** What the broker calls the instrument, such as Apple Inc. */
  name: z.optional(z.string()),
})
export type Activity = z.infer<typeof Activity>

/** What an answer says of its age if the broker allowed no request to read it again. */
export const Outdated = z.object({
  /** True if it is older than our latest order or close. */
  outdated: z.optional(z.boolean()),
  /** When it was read, and when there will be room to read it again. */
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

/** An account at the broker, and its money in its own currency; null is what the broker does not say. */
export const BrokerAccount = z.object({
  accountId: z.string(),
  name: z.nullable(z.string()),
  /** SPREADBET, CFD or PHYSICAL. */
  type: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  /** Without the profit of open positions. */
  balance: z.nullable(z.number()),
  available: z.nullable(z.number()),
  margin: z.nullable(z.number()),
  /** Profit or loss of all open positions. */
  profitLoss: z.nullable(z.number()),
  readAt: z.iso.datetime(),
  waiting: Outdated.shape.waiting,
  /** Where its limits stand; left out if it has none, or they can’t be measured now. */
  limits: z.optional(LimitsView),
  /** Balance and open profit as read nearest to midnight in the caller's zone: what today's profit is counted from. */
  today: z.nullable(
    z.object({
      since: z.iso.datetime(),
      equity: z.number(),
      /** The first reading of each hour since then. */
      readings: z.array(z.object({ at: z.iso.datetime(), equity: z.number() })),
    }),
  ),
})
export type BrokerAccount = z.infer<typeof BrokerAccount>

/** What the broker said of a close or a delete. */
export const DealVerdict = z.object({ dealId: z.string(), status: z.string(), message: z.string() })
export type DealVerdict = z.infer<typeof DealVerdict>
