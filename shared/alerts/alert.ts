import type { Decimal, Instant } from '../platform/units.ts'
import type { AlertAction } from './alert-action.ts'
import type { PositionChange } from './position-change.ts'

/** Limits of an alert's body; the help page and the parser say the same numbers. */
export const alertLimits = {
  bytes: 16 * 1024,
  id: 64,
  comment: 256,
  market: 64,
  nesting: 5,
  atrPeriods: 100,
  /** Characters of its text that are kept to be read. */
  shown: 4_000,
} as const

/** If a stop is to stand: a level in TradingView's price, or where the position was opened, moved by points in its favour. */
export type StopTarget =
  | { readonly kind: 'level'; readonly level: Decimal }
  | { readonly kind: 'break-even'; readonly offset: Decimal }

/** A trailing stop, in points: how far it follows, and in which steps. */
export type TrailTarget = { readonly distance: Decimal; readonly step: Decimal }

/** An alert as it was understood. */
export type Alert = {
  /** `EXCHANGE:SYMBOL` in capitals; `*` for CLOSE_ALL. */
  readonly market: string
  /** If the strategy's position is given, it decides: an exit is CLOSE whichever way its order goes. */
  readonly action: AlertAction
  /** TradingView's price before the instrument's multiplier, canonical (no trailing zeros); null only if nothing may open. */
  readonly price: Decimal | null
  /** When it fired; null if the alert does not say. */
  readonly firedAt: Instant | null
  /** ATR by period (1-based), in TradingView's price units. */
  readonly atr: Readonly<Record<number, Decimal>>
  /** The sender's own id. */
  readonly id: string | null
  readonly comment: string | null
  /** Which of the sender's strategies sent it. */
  readonly strategy?: string
  /** What the strategy's order did to its position, if the alert says. */
  readonly change?: PositionChange
  /** Only for CLOSE: the strategy says that it is flat, but not where it was before. */
  readonly isFlat?: boolean
  /** Only for REDUCE: percentage of the position to close. Undefined if the strategy got smaller without saying by how much. */
  readonly percent?: Decimal
  /** Only for the action STOP: where to move the stop. */
  readonly stop?: StopTarget
  /** Only for the action TRAIL: distance and step of the trailing stop. */
  readonly trail?: TrailTarget
  /** Set by a timed rule: the one deal whose stop it moves, since each position is judged by its own risk and profit. */
  readonly onlyDeal?: string
  /** Set by a limit that closes everything: only these deals, by deal ID or our deal reference. What is opened later stays. */
  readonly onlyDeals?: readonly string[]
  /** Set by a timed rule that tries again: the user knows already why it could not be carried out. */
  readonly isRepeated?: boolean
  /** Set by a timed rule: it closes its strategy’s positions at a time of day. */
  readonly isTimed?: boolean
  /** Unknown fields, kept for the log. Never the secret. */
  readonly others: Readonly<Record<string, unknown>>
}
