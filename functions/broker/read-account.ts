import type { AccountState } from '../../shared/trading/model/snapshot.ts'
import type { Instant } from '../../shared/platform/units.ts'
import type { BrokerLogin } from '../trading/ports/broker.ts'
import type { Clock } from '../trading/ports/ports.ts'
import type { AccountReading, Reading } from './account-state.ts'
import type { ListedOrder, QuotedPosition } from './listed-deals.ts'

/** How one broker reads its two lists. */
export type ListReader = {
  readonly clock: Pick<Clock, 'now'>
  /** Milliseconds for both readings together: a decision has 20 s in all. */
  readonly deadline: number
  readPositions(login: BrokerLogin, giveUpAt: Instant): Promise<Reading<QuotedPosition>>
  /** With `answeredAt`. @param isEnough the positions are known, and read only if an order has left */
  readOrders(login: BrokerLogin, isEnough: boolean): Promise<Reading<ListedOrder>>
}

/**
 * Positions and working orders as one state. The broker has no call that gives both.
 * @param known an earlier state whose positions are young and whose orders are not: positions are read again only if an
 *   order has left the list since
 */
export const readAccount = (
  reader: ListReader,
  login: BrokerLogin,
  known?: AccountState,
): Promise<AccountReading> => {
  const { positionsReadAt, ordersReadAt } = known ?? {}
  return known && positionsReadAt !== undefined && ordersReadAt === undefined
    ? readComparedOrders(reader, login, known, positionsReadAt)
    : readOrdersThenPositions(reader, login)
}

/**
 * Positions read after the older list of orders show what of it was filled by then. What was filled since has left
 * the newer list: only then are they read again, and after it. An order that came and was filled in between is in
 * none of the lists, so the whole is as old as the older list: deals of ours since then count as in flight.
 */
const readComparedOrders = async (
  { clock, deadline, readOrders, readPositions }: ListReader,
  login: BrokerLogin,
  known: AccountState,
  positionsReadAt: Instant,
): Promise<AccountReading> => {
  const giveUpAt = clock.now() + deadline
  const { rows, readAt: ordersReadAt, answeredAt: ordersAnsweredAt, ...owner } = await readOrders(login, true)
  const all = { ...owner, workingOrders: rows, inFlightOrders: [] }
  const still = new Set(rows.map(({ dealId }) => dealId))
  if (known.accountId === owner.accountId && known.workingOrders.every(({ dealId }) => still.has(dealId)))
    return {
      ...all,
      positions: known.positions as readonly QuotedPosition[],
      readAt: known.readAt,
      positionsReadAt,
      ordersReadAt,
      ordersAnsweredAt,
    }
  const positions = await readPositions(login, giveUpAt)
  return { ...all, positions: positions.rows, readAt: ordersReadAt, positionsReadAt: positions.readAt }
}

/** In this order: what is filled in between is then in both lists at worst, and never in neither. */
const readOrdersThenPositions = async (
  { clock, deadline, readOrders, readPositions }: ListReader,
  login: BrokerLogin,
): Promise<AccountReading> => {
  const giveUpAt = clock.now() + deadline
  const { rows, readAt, answeredAt: _, ...owner } = await readOrders(login, false)
  const { rows: positions, readAt: positionsReadAt } = await readPositions(login, giveUpAt)
  return { ...owner, positions, workingOrders: rows, inFlightOrders: [], readAt, positionsReadAt }
}
