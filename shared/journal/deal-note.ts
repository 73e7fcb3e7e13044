import type { Mode } from '../accounts/user.schema.ts'
import type { Direction } from '../deals/dealing.schema.ts'
import type { Decimal, Instant } from '../platform/units.ts'

/** What Signalpost knows of an order that it sent, or of deals that an alert closed: kept for the journal. */
export type DealNote = {
  readonly alertId: string
  readonly mode: Mode
  readonly accountId: string
  /** '' for alerts without a tag. */
  readonly strategy: string
  /** TradingView's market, such as NASDAQ:AAPL. */
  readonly market: string
  /** When the alert arrived, and when its outcome was known. */
  readonly acceptedAt: Instant
  readonly decidedAt: Instant
  /** When the note was written: at its outcome, and again when a working order was filled. */
  readonly at: Instant
  /** Deals that it opened, or that it closed. */
  readonly dealIds: readonly string[]
  /** The order that it sent; missing: it closed deals. */
  readonly opened?: {
    /** Under which the order was sent. */
    readonly dealReference: string
    /** If the broker gave the order a reference of its own. */
    readonly brokerReference?: string
    readonly epic: string
    readonly direction: Direction
    readonly size: Decimal
    /** The working order's level. */
    readonly level: Decimal | null
    /** In the broker's points. */
    readonly stopDistance: Decimal
    readonly limitDistance: Decimal
    /** The alert's price and the quote when it was decided, in the broker's units. Earlier notes lack it. */
    readonly seen?: { readonly price: Decimal; readonly quote: Decimal | null }
  }
  /** In TradingView's own units. */
  readonly alertPrice: Decimal | null
  /** The clock closed them, by a strategy's rule. */
  readonly isTimed?: true
}
