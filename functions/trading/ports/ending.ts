import type { Mode } from '../../../shared/accounts/user.schema.ts'
import type { Need } from '../../../shared/trading/model/rule.ts'
import type { Decimal } from '../../../shared/platform/units.ts'

/** Why nothing more leaves for an alert: settings that stop it, or what ends an exit that waits. */
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
  /** A limit that was reached: the sentence of its trip. */
  | { readonly limit: string }

/** Why a deal was left as it is: what the broker said, in its words or ours; or what stopped its alert. */
export type WhyLeft = {
  /** A code: the broker's, or ours. */
  readonly reason?: string
  readonly message?: string
  readonly stop?: StopReason
}

/** A deal that was to be closed or deleted and is still there. */
export type LeftOpen = WhyLeft & {
  readonly dealId: string
  readonly direction: 'BUY' | 'SELL' | null
  /** Before the close. */
  readonly size: Decimal
  /** Still open. */
  readonly left: Decimal
  /** The broker refused it for good. */
  readonly isRefused: boolean
}

/** What an exit does with deals: working orders are deleted, or cancelled by CANCEL, and positions closed. */
export type WayOfEnding = 'closed' | 'deleted' | 'cancelled'

/** How a stop that was to be moved was found instead. */
export type StopLeft = WhyLeft & {
  readonly dealId: string
  readonly found: 'gone' | 'unmoved' | { readonly stopLevel: Decimal | null }
}

/** How a close came to its end. Null as `market` means all markets of the account. */
export type CloseEnding = {
  readonly kind: 'close'
  readonly market: string | null
  /** Positions that were closed as a whole, and working orders that were deleted. */
  readonly closed: number
  readonly deleted: number
  /** Closed in part, with what is still open of each; null: it is no longer open at all. */
  readonly partly: readonly (readonly [dealId: string, left: Decimal | null])[]
  /** How many of all these were no longer open. */
  readonly gone: number
  readonly isCancel?: boolean
  readonly left: readonly LeftOpen[]
  readonly undone?: WayOfEnding
  /** Orders that the broker does not show yet. */
  readonly inFlight?: number
  /** A reversal that was to end here, since its market was shut. */
  readonly opensNothing?: boolean
  /** A reversal that ends here, and whether that is because its user was deleted. */
  readonly notOpened?: true | 'user removed'
  /** Alerts of the strategy with the same time do not fit together. */
  readonly isUnclear?: boolean
}

/** What brought an alert to its outcome, as facts. `ending-words.ts` makes its sentence. Times are milliseconds. */
export type Ending =
  /** The step of the trace that did not pass. @property waited for room in the broker's allowance */
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
  /** @property size filled, if another than was asked for @property level of the fill; null: not known */
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
  /** @property deals whose fate the broker does not tell */
  | { readonly kind: 'no answer'; readonly about: 'order' | 'stop' }
  | {
      readonly kind: 'no answer'
      readonly about: WayOfEnding
      readonly market: string | null
      readonly deals: readonly string[]
    }
  /** Rows of release 0.2.0 have nothing but their sentence. */
  | { readonly kind: 'told'; readonly sentence: string }
