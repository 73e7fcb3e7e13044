import type { Decimal, Instant } from '../platform/units.ts'
import type { AlertAction } from './alert-action.ts'
import type { PositionChange } from './position-change.ts'

/** Limits of an alert's body, used by the parser and the help page. */
export const alertLimits = {
  bytes: 16 * 1024,
  id: 64,
  comment: 256,
  market: 64,
  nesting: 5,
  atrPeriods: 100,
  /** Maximum number of characters of the text that are stored. */
  shown: 4_000,
} as const

/**
 * Where to move a stop: to a level in TradingView's price, or to the opening level plus points in the position's
 * favour.
 */
export type StopTarget =
  | { readonly kind: 'level'; readonly level: Decimal }
  | { readonly kind: 'break-even'; readonly offset: Decimal }

/** The distance and the step of a trailing stop, in points. */
export type TrailTarget = { readonly distance: Decimal; readonly step: Decimal }

export type Alert = {
  /** `EXCHANGE:SYMBOL` in capitals; `*` for CLOSE_ALL. */
  readonly market: string
  /**
   * What the alert does. A strategy's position takes precedence over its order: an exit is CLOSE, whatever the order's
   * direction.
   */
  readonly action: AlertAction
  /**
   * TradingView's price before the instrument's multiplier, without trailing zeros; null only if the alert cannot open
   * anything.
   */
  readonly price: Decimal | null
  /** When the alert fired; null if unknown. */
  readonly firedAt: Instant | null
  /** ATR by period (1-based), in TradingView's price units. */
  readonly atr: Readonly<Record<number, Decimal>>
  readonly id: string | null
  readonly comment: string | null
  readonly strategy?: string
  /** What the strategy's order did to its position, if the alert contains both positions. */
  readonly change?: PositionChange
  /** Only for CLOSE: whether the alert says that the strategy is flat, but not what its position was before. */
  readonly isFlat?: boolean
  /**
   * Only for REDUCE: percentage of the position to close. Undefined if the alert does not say by how much the strategy
   * reduced its position.
   */
  readonly percent?: Decimal
  /** Only for the action STOP: where to move the stop. */
  readonly stop?: StopTarget
  /** Only for the action TRAIL: distance and step of the trailing stop. */
  readonly trail?: TrailTarget
  /**
   * Set by a timed rule: the only deal whose stop the alert moves, because each position has its own risk and profit.
   */
  readonly onlyDeal?: string
  /**
   * Set by a limit that closes everything: the only deals to close, by deal ID or our deal reference. Later deals stay
   * open.
   */
  readonly onlyDeals?: readonly string[]
  /**
   * Whether a timed rule repeats the alert. The user already knows why the first attempt failed, so the user is
   * notified only if the outcome is PLACED or NEEDS_REVIEW.
   */
  readonly isRepeated?: boolean
  /** Whether the alert comes from a timed rule that closes the strategy’s positions at a time of day. */
  readonly isTimed?: boolean
  /** Unknown fields, which are kept for the log. They never contain the secret. */
  readonly others: Readonly<Record<string, unknown>>
}
