import type { Instant } from '../../shared/platform/units.ts'
import type { ListedOrder, QuotedPosition } from './listed-deals.ts'
import type { AccountState } from '../../shared/trading/model/snapshot.ts'

/** One of the broker's lists, with its account and the time at which it was read. */
export type Reading<Row> = {
  readonly accountId: string
  /** The account's currency; null if the broker does not report it. */
  readonly currency: string | null
  /** The time just before the list was requested. */
  readonly readAt: Instant
  /** The time of the answer. Any list that is requested later is newer than this list. */
  readonly answeredAt?: Instant | undefined
  readonly rows: readonly Row[]
}

/**
 * Working orders. `compared` is set if only the orders were read again, and all orders of an earlier list were still
 * there. It has the times at which the earlier positions and orders were read. The comparison proves nothing about
 * positions that were read at other times.
 */
export type Orders = Reading<ListedOrder> & {
  readonly compared?: { readonly positionsReadAt: Instant; readonly readAt: Instant }
}

/** Positions and working orders as the broker returned them. */
export type AccountReading = AccountState & {
  readonly positions: readonly QuotedPosition[]
  readonly workingOrders: readonly ListedOrder[]
  readonly currency: string | null
  /** When the broker returned the orders that were requested at `ordersReadAt`. */
  readonly ordersAnsweredAt?: Instant | undefined
}

export type Item = Readonly<Record<string, unknown>> | undefined

export const readingFrom = <Row, Read extends Reading<Row> = Reading<Row>>(text: unknown): Read | null =>
  typeof text === 'string' ? (JSON.parse(text) as Read) : null

export const positionsFrom = (item: Item) => readingFrom<QuotedPosition>(item?.positions)

export const ordersFrom = (item: Item) => readingFrom<ListedOrder, Orders>(item?.orders)

export const accountStateOf = ({ positions, orders }: Lists): AccountState | null => {
  if (!positions || !orders || positions.accountId !== orders.accountId) return null
  const lists = {
    accountId: positions.accountId,
    positions: positions.rows,
    workingOrders: orders.rows,
    inFlightOrders: [],
  }
  const { readAt: positionsReadAt } = positions
  const { readAt, answeredAt = Number.POSITIVE_INFINITY, compared } = orders
  if (compared?.positionsReadAt === positionsReadAt)
    return { ...lists, readAt: compared.readAt, positionsReadAt, ordersReadAt: readAt }
  if (positionsReadAt < answeredAt) return null
  return { ...lists, readAt, ...(positionsReadAt > readAt ? { positionsReadAt } : {}) }
}

/**
 * Splits an account state into its lists. If only the orders were read again, the positions are not new, so only the
 * orders are returned.
 */
export const listsOf = (state: AccountState): Lists => {
  const { positions, workingOrders: rows, readAt, ordersReadAt, ...more } = state as AccountReading
  const { positionsReadAt = readAt, ordersAnsweredAt: answeredAt } = more
  const of = { accountId: more.accountId, currency: more.currency ?? null }
  if (ordersReadAt !== undefined) {
    const compared = { positionsReadAt, readAt }
    return { orders: { ...of, readAt: ordersReadAt, answeredAt, rows, compared } }
  }
  return {
    positions: { ...of, readAt: positionsReadAt, rows: positions },
    orders: { ...of, readAt, answeredAt: positionsReadAt, rows },
  }
}

export const accountStateFrom = (item: Item): AccountState | null =>
  accountStateOf({ positions: positionsFrom(item) ?? undefined, orders: ordersFrom(item) ?? undefined })

/**
 * An account's stored lists, which all processes share for a while. The lists have separate ages, because positions are
 * read more often than orders. Older readings never replace newer ones.
 */
export type Lists = {
  readonly positions?: Reading<QuotedPosition> | undefined
  readonly orders?: Orders | undefined
}
