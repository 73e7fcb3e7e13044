import type { Mode } from '../accounts/user.schema.ts'
import type { Direction } from '../deals/dealing.schema.ts'
import type { Decimal, Instant } from '../platform/units.ts'

/** A note for the journal about an order that Signalpost sent, or about deals that an alert closed. */
export type DealNote = {
  readonly alertId: string
  readonly mode: Mode
  readonly accountId: string
  /** Empty for alerts without a tag. */
  readonly strategy: string
  /** TradingView's market, such as NASDAQ:AAPL. */
  readonly market: string
  /** When the alert arrived, and when its outcome was known. */
  readonly acceptedAt: Instant
  readonly decidedAt: Instant
  /** When the note was written: at the outcome, and again when a working order fills. */
  readonly at: Instant
  /** Deals that it opened or closed. */
  readonly dealIds: readonly string[]
  /** The sent order; missing if it closed deals. */
  readonly opened?: {
    readonly dealReference: string
    /** The broker's own reference of the order, if it gave one. */
    readonly brokerReference?: string
    readonly epic: string
    readonly direction: Direction
    readonly size: Decimal
    /** The working order's level. */
    readonly level: Decimal | null
    /** In the broker's points. */
    readonly stopDistance: Decimal
    readonly limitDistance: Decimal
    /** The alert's price and the quote at the decision, in the broker's units. Older notes lack it. */
    readonly seen?: { readonly price: Decimal; readonly quote: Decimal | null }
  }
  /** In TradingView's units. */
  readonly alertPrice: Decimal | null
  /** Whether a strategy's timed rule closed them. */
  readonly isTimed?: true
}
