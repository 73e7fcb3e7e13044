import type { PaperMarket } from '../markets.ts'
import type { Fixed } from './prices.ts'

export type Direction = 'BUY' | 'SELL'

export const signOf = (direction: Direction) => (direction === 'BUY' ? 1 : -1)
export const opposite = (direction: Direction): Direction => (direction === 'BUY' ? 'SELL' : 'BUY')

type Deal = {
  readonly dealId: string
  readonly dealReference: string
  readonly epic: string
  readonly direction: Direction
  size: number
  readonly currency: string
  /** Epoch milliseconds, like all times in this file. */
  readonly createdAt: number
  /** Before this time, the lists do not show the deal. */
  readonly shownFrom: number
}

/** A trailing stop in points: it follows the price at `distance`, in steps of `step`. */
export type Trail = { readonly distance: number; readonly step: number }

export type Position = Deal & {
  readonly level: number
  stopLevel: number | null
  limitLevel: number | null
  guaranteedStop: boolean
  trail: Trail | null
}

export type WorkingOrder = Deal & {
  level: number
  type: 'LIMIT' | 'STOP'
  /** Null if the order has no expiry date. */
  goodTill: number | null
  /** In points from the price of the fill, like `limitDistance`. */
  stopDistance: number | null
  limitDistance: number | null
  guaranteedStop: boolean
  /** Whether this is the rest of a partly filled order. */
  isRemainder: boolean
}

/** An ended deal that is still listed for a while. */
type Lingering<Ended> = Ended & { readonly shownUntil: number }

export type Confirm = {
  readonly accountId: string
  readonly at: number
  /** The confirm is readable from `shownFrom` to `shownUntil`. */
  readonly shownFrom: number
  readonly shownUntil: number
  readonly dealReference: string
  readonly dealId: string
  readonly epic: string
  readonly direction: Direction
  readonly reason: string
  /** Null if the deal was rejected. */
  readonly status: 'OPEN' | 'AMENDED' | 'CLOSED' | 'PARTIALLY_CLOSED' | 'DELETED' | null
  readonly affected: readonly { readonly dealId: string; readonly status: string }[]
  readonly level: number | null
  readonly size: number | null
  readonly expiry: string | null
  readonly stopLevel: number | null
  readonly limitLevel: number | null
  readonly stopDistance: number | null
  readonly limitDistance: number | null
  readonly guaranteedStop: boolean
  readonly trailingStop: boolean
  /** In GBP. */
  readonly profit: number | null
}

export type Activity = {
  readonly at: number
  /** Before this time, the history does not show the entry. */
  readonly shownFrom: number
  readonly epic: string
  readonly dealId: string
  /** Null for an action of IG's system. */
  readonly dealReference: string | null
  readonly type: 'POSITION' | 'WORKING_ORDER' | 'EDIT_STOP_AND_LIMIT'
  readonly status: 'ACCEPTED' | 'REJECTED'
  readonly channel: 'PUBLIC_WEB_API' | 'SYSTEM'
  readonly description: string
  readonly actions: readonly { readonly actionType: string; readonly affectedDealId: string }[]
  readonly direction: Direction
  readonly size: number
  readonly currency: string
  readonly level: number | null
  readonly goodTill: number | null
  readonly stopLevel: number | null
  readonly stopDistance: number | null
  readonly limitLevel: number | null
  readonly limitDistance: number | null
  readonly guaranteedStop: boolean
  readonly trail: Trail | null
}

export type Transaction = {
  readonly at: number
  readonly type: string
  readonly name: string
  readonly period: string
  readonly reference: string
  /** In GBP. */
  readonly amount: number
  /** Whether this is a charge, which IG does not count as a cash transaction. */
  readonly isCharge?: true
  /** Before this time, the history does not show the row. If the time is missing, the row is shown at once. */
  readonly shownFrom?: number
  readonly deal: {
    readonly openedAt: number
    readonly openLevel: number
    readonly closeLevel: number
    readonly size: number
    readonly direction: Direction
  } | null
}

export type Account = {
  readonly accountId: string
  readonly accountType: PaperMarket['accountType']
  cash: number
  fundedAt?: number
  trailingStopsEnabled: boolean
  positions: Position[]
  orders: WorkingOrder[]
  lingering: { positions: Lingering<Position>[]; orders: Lingering<WorkingOrder>[] }
  /** Newest first, like `transactions`. */
  activity: Activity[]
  transactions: Transaction[]
}

export type BookState = {
  accounts: Record<string, Account>
  confirms: Confirm[]
  fixed: Record<string, Fixed>
  /** How many deal IDs and references have been created. The next ID is derived from it. */
  numbers: number
  settledAt: number
}

export const emptyBook = (now: number): BookState => ({
  accounts: {},
  confirms: [],
  fixed: {},
  numbers: 0,
  settledAt: now,
})
