import type { Decimal, Instant } from './units.ts'
import type { Direction } from './dealing.ts'
import type { PositionChange } from './position-change.ts'

/** Limits of an alert's body; the help page and the parser say the same numbers. */
export const alertLimits = {
  bytes: 16 * 1024,
  id: 64,
  comment: 256,
  strategy: 32,
  market: 64,
  nesting: 5,
  atrPeriods: 100,
} as const

/**
 * `EXCHANGE:SYMBOL`, in the letters, digits and signs that TradingView's symbols have; so capitals mean the same to
 * everybody.
 */
export const marketPattern = /^[A-Za-z0-9._-]+:[A-Za-z0-9._&!/+^$'-]+$/

/** An alert as it was understood. */
export type Alert = {
  /** `EXCHANGE:SYMBOL` in capitals. */
  readonly market: string
  readonly action: Direction | 'CLOSE'
  /** TradingView's price before the instrument's multiplier, canonical (no trailing zeros); null only for CLOSE. */
  readonly price: Decimal | null
  /** When it fired; null where the alert does not say. */
  readonly firedAt: Instant | null
  /** ATR by period (1-based), in TradingView's price units. */
  readonly atr: Readonly<Record<number, Decimal>>
  /** The sender's own id. */
  readonly id: string | null
  readonly comment: string | null
  /** Which of the sender's strategies sent it. */
  readonly strategy?: string
  /** What the strategy's order did to its position, where the alert says. */
  readonly change?: PositionChange
  /** Unknown fields, kept for the log. Never the secret. */
  readonly others: Readonly<Record<string, unknown>>
}
