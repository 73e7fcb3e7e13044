import type { Instant } from '../../shared/platform/units.ts'
import type { ListedOrder, QuotedPosition } from './listed-deals.ts'
import type { AccountState } from '../../shared/trading/model/snapshot.ts'

/**
 * What was read from the broker and may be shared for a while. One snapshot per user and mode, its lists aged
 * separately: positions are read more often than orders. Older readings never replace newer ones.
 */

/** A list of the broker's, and whose it was when. */
export type Reading<Row> = {
  readonly accountId: string
  /** The account's currency; null if the broker did not say. */
  readonly currency: string | null
  /** Before it was asked for. */
  readonly readAt: Instant
  /** When the answer was there: what else is asked for from then on is later than this list. */
  readonly answeredAt?: Instant | undefined
  readonly rows: readonly Row[]
}

/**
 * Working orders, and the older positions that miss none that was filled in between: of the orders of `readAt`, read
 * before those positions, none has left. Says nothing about any other positions.
 */
export type Orders = Reading<ListedOrder> & {
  readonly compared?: { readonly positionsReadAt: Instant; readonly readAt: Instant }
}

/** Both lists in one go, as the broker read them. */
export type AccountReading = AccountState & {
  readonly positions: readonly QuotedPosition[]
  readonly workingOrders: readonly ListedOrder[]
  readonly currency: string | null
  /** When the answer to `ordersReadAt` was there. */
  readonly ordersAnsweredAt?: Instant | undefined
}

export type Item = Readonly<Record<string, unknown>> | undefined

export const readingFrom = <Row, Read extends Reading<Row> = Reading<Row>>(text: unknown): Read | null =>
  typeof text === 'string' ? (JSON.parse(text) as Read) : null

export const positionsFrom = (item: Item) => readingFrom<QuotedPosition>(item?.positions)

export const ordersFrom = (item: Item) => readingFrom<ListedOrder, Orders>(item?.orders)

/**
 * The account as last read; null when it never was, when the lists are of two accounts, or when an order filled between
 * the two readings would be in neither: positions must be asked for after the orders are there, unless these were
 * compared.
 */
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

/** The lists that an account state is made of; of a comparison only the orders, which are new. */
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

/** What is kept of an account's lists, each with its own age. */
export type Lists = {
  readonly positions?: Reading<QuotedPosition> | undefined
  readonly orders?: Orders | undefined
}
