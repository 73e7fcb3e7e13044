import type { AccountState } from '../../shared/trading/model/snapshot.ts'
import type { Instant } from '../../shared/platform/units.ts'
import type { BrokerLogin } from '../trading/ports/broker.ts'
import type { Clock } from '../trading/ports/ports.ts'
import type { AccountReading, Reading } from './account-state.ts'
import type { ListedOrder, QuotedPosition } from './listed-deals.ts'

/** Reads a broker's lists of positions and working orders. */
export type ListReader = {
  readonly clock: Pick<Clock, 'now'>
  /** Milliseconds after which reading both lists is given up. A decision has 20 s in all. */
  readonly deadline: number
  readPositions(login: BrokerLogin, giveUpAt: Instant): Promise<Reading<QuotedPosition>>
  /**
   * Reads the orders, including `answeredAt`.
   * @param isEnough true if the positions are known, so that they are read again only if an order has left the list
   */
  readOrders(login: BrokerLogin, isEnough: boolean): Promise<Reading<ListedOrder>>
}

/**
 * Reads positions and working orders as one state. The broker has no common request for both.
 * @param known an earlier state with recent positions and older orders; positions are read again only if an order has
 * left the list since then
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
 * Reads the orders and compares them with the known orders. The known positions were read after the known orders, so
 * they include fills of these orders. If all known orders are still listed, the known positions are kept, and the state
 * keeps their earlier time. Newer deals of ours then count as in flight, because an order may have been created and
 * filled since that time. If a known order is no longer listed, positions are read again.
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

/**
 * Reads the orders before the positions. So an order that is filled between the two reads may be in both lists, but is
 * never missing from both.
 */
const readOrdersThenPositions = async (
  { clock, deadline, readOrders, readPositions }: ListReader,
  login: BrokerLogin,
): Promise<AccountReading> => {
  const giveUpAt = clock.now() + deadline
  const { rows, readAt, answeredAt: _, ...owner } = await readOrders(login, false)
  const { rows: positions, readAt: positionsReadAt } = await readPositions(login, giveUpAt)
  return { ...owner, positions, workingOrders: rows, inFlightOrders: [], readAt, positionsReadAt }
}
