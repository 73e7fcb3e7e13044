import type { Mode } from '../accounts/user.schema.ts'
import type { Direction } from '../deals/dealing.schema.ts'
import type { Decimal, Instant } from '../platform/units.ts'

/** A note for the journal about an order that Signalpost sent, or about deals that an alert closed. */
export type DealNote = {
  readonly alertId: string
  readonly mode: Mode
  readonly accountId: string
  /** The strategy tag of the alert; empty if it has none. */
  readonly strategy: string
  /** TradingView's market, such as NASDAQ:AAPL. */
  readonly market: string
  /** When the alert arrived. Its outcome was known at `decidedAt`. */
  readonly acceptedAt: Instant
  readonly decidedAt: Instant
  /** When the note was written: at the outcome, and again when a working order fills. */
  readonly at: Instant
  /** IDs of the deals that the alert opened or closed. */
  readonly dealIds: readonly string[]
  /** The order that was sent; missing if the alert closed deals. */
  readonly opened?: {
    readonly dealReference: string
    /** The broker's own reference for the order, if it gave one. */
    readonly brokerReference?: string
    readonly epic: string
    readonly direction: Direction
    readonly size: Decimal
    /** The working order's level. */
    readonly level: Decimal | null
    /** In the broker's points. */
    readonly stopDistance: Decimal
    readonly limitDistance: Decimal
    /** The alert's price and the quote at the decision, in the broker's units; missing in older notes. */
    readonly seen?: { readonly price: Decimal; readonly quote: Decimal | null }
  }
  /** The alert's price in TradingView's units. */
  readonly alertPrice: Decimal | null
  /** Whether a strategy's timed rule closed the deals. */
  readonly isTimed?: true
}
