import type { Mode } from '../../../shared/accounts/user.schema.ts'
import type { Need } from '../../../shared/trading/model/rule.ts'
import type { Decimal } from '../../../shared/platform/units.ts'

/** Why nothing more is sent for an alert. */
export type StopReason =
  | 'user removed'
  | 'everything stopped'
  | 'trading paused'
  | 'strategy paused'
  | 'account changed'
  | 'credentials changed'
  | 'cancelled'
  | 'taken over'
  | 'never opened'
  | 'no room'
  | { readonly mode: Mode }
  /** The sentence about a limit that was reached. */
  | { readonly limit: string }

/** Why a deal was left unchanged: the broker's reason, or what stopped the alert. */
export type WhyLeft = {
  /** The broker's reason code, or our own. */
  readonly reason?: string
  readonly message?: string
  readonly stop?: StopReason
}

/** A deal that should have been closed or deleted and is still open. */
export type LeftOpen = WhyLeft & {
  readonly dealId: string
  readonly direction: 'BUY' | 'SELL' | null
  /** The size before the close. */
  readonly size: Decimal
  /** The size that is still open. */
  readonly left: Decimal
  /** True if the broker refused the close permanently. */
  readonly isRefused: boolean
}

/** The verb for an exit's deals: positions are closed, and working orders are deleted, or cancelled by a CANCEL. */
export type WayOfEnding = 'closed' | 'deleted' | 'cancelled'

/** A stop that was not moved as intended, and what was found at the broker instead. */
export type StopLeft = WhyLeft & {
  readonly dealId: string
  readonly found: 'gone' | 'unmoved' | { readonly stopLevel: Decimal | null }
}

/** The result of a close. `market` is null if the close was for all markets of the account. */
export type CloseEnding = {
  readonly kind: 'close'
  readonly market: string | null
  /** Number of positions that were closed completely. */
  readonly closed: number
  readonly deleted: number
  /** The partly closed deals, each with the size that is still open; null if the position is no longer open. */
  readonly partly: readonly (readonly [dealId: string, left: Decimal | null])[]
  /** Number of the closed, deleted and partly closed deals that something else had already closed. */
  readonly gone: number
  readonly isCancel?: boolean
  readonly left: readonly LeftOpen[]
  readonly undone?: WayOfEnding
  /** Number of our orders that the broker does not show yet. */
  readonly inFlight?: number
  /** True if a reversal became an exit because its market was closed. */
  readonly opensNothing?: boolean
  /** Set for a reversal whose entry was not made: 'user removed' if the user was deleted. */
  readonly notOpened?: true | 'user removed'
  /** True if alerts of the strategy with the same time contradict one another. */
  readonly isUnclear?: boolean
}

/** The facts behind an alert's outcome, from which `ending-words.ts` makes the sentence. Times are in milliseconds. */
export type Ending =
  /** A step of the trace failed. `waited` is the time spent waiting for room in the broker's request limit. */
  | { readonly kind: 'rule'; readonly waited?: number }
  | { readonly kind: 'unread'; readonly needs: Need; readonly message: string; readonly waited?: number }
  | { readonly kind: 'brake' }
  | { readonly kind: 'user removed' }
  | { readonly kind: 'not processed' }
  | { readonly kind: 'given up'; readonly reason: StopReason; readonly hasClosed: boolean }
  | { readonly kind: 'stopped'; readonly reason: StopReason }
  | { readonly kind: 'too late' }
  | { readonly kind: 'not sent'; readonly message: string }
  | { readonly kind: 'rejected'; readonly message: string }
  /**
   * An order was placed. `size` is the filled size if it differs from the order's size, and `level` is the level of the
   * fill, or null if unknown.
   */
  | {
      readonly kind: 'placed'
      readonly market: string
      readonly size: Decimal | null
      readonly hasStop: boolean | null
      readonly level: Decimal | null
    }
  | { readonly kind: 'never confirmed'; readonly after: number }
  | CloseEnding
  | { readonly kind: 'orders not shown'; readonly market: string; readonly orders: number }
  | { readonly kind: 'nothing came'; readonly market: string }
  | {
      readonly kind: 'stops'
      readonly market: string
      readonly moved: number
      readonly levels: readonly Decimal[]
      readonly isTrailing: boolean
      readonly others: readonly StopLeft[]
    }
  /** The broker did not answer, so the fate of the order, the stop or the deals is unknown. */
  | { readonly kind: 'no answer'; readonly about: 'order' | 'stop' }
  | {
      readonly kind: 'no answer'
      readonly about: WayOfEnding
      readonly market: string | null
      readonly deals: readonly string[]
    }
  /** Outcomes of release 0.2.0 contain only their sentence. */
  | { readonly kind: 'told'; readonly sentence: string }
