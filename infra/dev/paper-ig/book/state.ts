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
  /** Epoch milliseconds, as all times here. */
  readonly createdAt: number
  /** In no list before. */
  readonly shownFrom: number
}

/** In points: the stop follows at `distance`, in steps of `step`. */
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
  /** null: until cancelled. */
  goodTill: number | null
  /** In points from the fill. */
  stopDistance: number | null
  limitDistance: number | null
  guaranteedStop: boolean
  /** What is left after a partial fill. */
  isRemainder: boolean
}

/** Ended, and still in the lists for a while. */
type Lingering<Ended> = Ended & { readonly shownUntil: number }

export type Confirm = {
  readonly accountId: string
  readonly at: number
  /** Readable from then, and until then. */
  readonly shownFrom: number
  readonly shownUntil: number
  readonly dealReference: string
  readonly dealId: string
  readonly epic: string
  readonly direction: Direction
  readonly reason: string
  /** null: rejected. */
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
  /** Not in the history before. */
  readonly shownFrom: number
  readonly epic: string
  readonly dealId: string
  /** null for what the system did. */
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

/** What moved the cash of an account. */
export type Transaction = {
  readonly at: number
  readonly type: string
  readonly name: string
  readonly period: string
  readonly reference: string
  /** In GBP. */
  readonly amount: number
  /** Neither a trade nor a transfer: IG books it as no cash transaction. */
  readonly isCharge?: true
  /** Not in the history before; missing if the history shows it at once. */
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
  /** The last night for which funding was charged. */
  fundedAt?: number
  trailingStopsEnabled: boolean
  positions: Position[]
  orders: WorkingOrder[]
  lingering: { positions: Lingering<Position>[]; orders: Lingering<WorkingOrder>[] }
  /** Newest first, both. */
  activity: Activity[]
  transactions: Transaction[]
}

export type BookState = {
  accounts: Record<string, Account>
  confirms: Confirm[]
  fixed: Record<string, Fixed>
  /** Deals and references numbered so far. */
  numbers: number
  /** Up to here everything that time brings has been done. */
  settledAt: number
}

export const emptyBook = (now: number): BookState => ({
  accounts: {},
  confirms: [],
  fixed: {},
  numbers: 0,
  settledAt: now,
})
