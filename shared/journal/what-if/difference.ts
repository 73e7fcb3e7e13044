import type { Decimal, Instant } from '../../platform/units.ts'
import type { Decision } from '../../trading/decide.ts'
import type { AccountState, OpenPosition, OrderToPlace, Snapshot } from '../../trading/model/snapshot.ts'

/** An order that was placed in reality but not in the replay, or in the replay but not in reality. */
type Order = {
  readonly alertId: string
  readonly at: Instant
  readonly order: OrderToPlace
  readonly market: string
  readonly strategy: string
}

/** The difference between a replay's account and the real one. It grows during the replay. */
export type Difference = {
  /** Orders that were placed only in reality, by the beginning of their deal references. */
  readonly without: Map<string, Order>
  /** The orders in `without` that may still be working orders. */
  resting: readonly Order[]
  /** Orders that were placed only in the replay, by alert. Each is a position until an alert closes it. */
  readonly also: Map<string, Order>
  /** The time of the last order on each market: `would` in the replay, `was` in reality. */
  readonly lastOrder: Map<string, { readonly would: Instant | null; readonly was: Instant }>
  /** Markets and strategies of all orders in `without` and `also`. */
  readonly markets: Set<string>
}

export const noDifference = (): Difference => ({
  without: new Map(),
  resting: [],
  also: new Map(),
  lastOrder: new Map(),
  markets: new Set(),
})

const marketOf = ({ market, strategy = '' }: Pick<Snapshot['alert'], 'market' | 'strategy'>) =>
  `${strategy} ${market}`

/** Tolerance in milliseconds for the difference between two clocks, and for the time between decision and claim. */
const slack = 10_000

/**
 * The snapshot that a decision would see on the replay's account.
 * @returns the same snapshot if nothing differs
 */
export const seenWith = (snapshot: Snapshot, difference: Difference): Snapshot => {
  if (difference.markets.size === 0) return snapshot
  const account = snapshot.account && accountWith(snapshot.account, difference)
  const lastOrderAt = lastOrderWith(snapshot, difference)
  const limits = limitsWith(snapshot, difference)
  // The strategy's recorded position may differ from its position in the replay.
  const followed = difference.markets.has(marketOf(snapshot.alert)) ? undefined : snapshot.followed
  return account === snapshot.account &&
    lastOrderAt === snapshot.lastOrderAt &&
    limits === snapshot.limits &&
    followed === snapshot.followed
    ? snapshot
    : { ...snapshot, account, lastOrderAt, limits, followed }
}

/** Number of characters of an alert's ID in its order's deal reference (see `deal-reference.ts`). */
const nameLength = 20
const referenceOf = (alertId: string) => `SP-${alertId.slice(0, nameLength)}`

const accountWith = (account: AccountState, { without, resting, also }: Difference): AccountState => {
  const isOf = ({ dealReference }: OpenPosition) =>
    dealReference !== null && without.has(dealReference.slice(0, referenceOf('').length + nameLength))
  // Working orders in the broker's list have no deal references.
  const isResting = (deal: AccountState['workingOrders'][number]) =>
    resting.some(
      ({ order, at }) =>
        deal.epic === order.epic &&
        deal.direction === order.direction &&
        Number(deal.size) === Number(order.size) &&
        Number(deal.level) === Number(order.level) &&
        deal.createdAt >= at - slack,
    )
  const kept = {
    positions: account.positions.filter((deal) => !isOf(deal)),
    workingOrders: account.workingOrders.filter((deal) => !isResting(deal)),
    inFlightOrders: account.inFlightOrders.filter(({ alertId }) => !without.has(referenceOf(alertId))),
  }
  const isSame =
    also.size === 0 &&
    kept.positions.length === account.positions.length &&
    kept.workingOrders.length === account.workingOrders.length &&
    kept.inFlightOrders.length === account.inFlightOrders.length
  if (isSame) return account
  return { ...account, ...kept, positions: [...kept.positions, ...[...also.values()].map(positionOf)] }
}

const dealIdOf = (alertId: string) => `what-if ${alertId}`

/** The order as a position, as if it had been filled at once at its level or the quote. */
const positionOf = ({ alertId, at, order, market, strategy }: Order): OpenPosition => {
  const level: Decimal = order.level ?? order.seen?.quote ?? order.seen?.price ?? '0'
  return {
    dealId: dealIdOf(alertId),
    dealReference: referenceOf(alertId),
    epic: order.epic,
    direction: order.direction,
    size: order.size,
    level,
    expiry: order.expiry,
    createdAt: at,
    strategy,
    market,
    isTradeable: true,
    currency: order.currencyCode,
  }
}

const lastOrderWith = ({ alert, lastOrderAt }: Snapshot, { lastOrder }: Difference): Instant | null => {
  const known = lastOrder.get(alert.market)
  if (!known) return lastOrderAt
  // If the account's last order is later than all orders of stored decisions, its own decision was not stored. The
  // replay then uses the real time of the order.
  const isLater = lastOrderAt !== null && lastOrderAt > known.was + slack
  return isLater ? lastOrderAt : known.would
}

const limitsWith = ({ limits }: Snapshot, { without, also }: Difference): Snapshot['limits'] => {
  if (!limits) return limits
  const isOfDay = ({ at }: Order) => at >= limits.watch.dayStart
  const [less, more] = [[...without.values()].filter(isOfDay), [...also.values()].filter(isOfDay)]
  if (less.length + more.length === 0) return limits
  const trades: Record<string, number> = { ...limits.trades }
  for (const { strategy } of less) trades[strategy] = (trades[strategy] ?? 0) - 1
  for (const { strategy } of more) trades[strategy] = (trades[strategy] ?? 0) + 1
  return { ...limits, trades }
}

type Both = {
  readonly alertId: string
  readonly snapshot: Snapshot
  readonly before: Decision
  readonly after: Decision
}

const orderOf = (decision: Decision) => (decision.kind === 'place' ? decision.order : null)

/** Updates the difference with the real and the replayed decision on an alert. */
export const addToDifference = (difference: Difference, { alertId, snapshot, before, after }: Both): void => {
  const { without, also, lastOrder, markets } = difference
  const { now: at, alert } = snapshot
  const { market, strategy = '' } = alert
  const [was, would] = [orderOf(before), orderOf(after)]
  if (after.kind === 'close')
    for (const id of [...also.keys()])
      if (after.close.positions.some(({ dealId }) => dealId === dealIdOf(id))) also.delete(id)
  difference.resting = difference.resting.filter(({ order }) => (order.goodTill ?? 0) > at - slack)
  if (was && would) lastOrder.delete(market)
  if (Boolean(was) === Boolean(would)) return
  markets.add(marketOf(alert))
  if (would) {
    also.set(alertId, { alertId, at, order: would, market, strategy })
    lastOrder.set(market, { would: at, was: snapshot.lastOrderAt ?? 0 })
  } else if (was) {
    const order = { alertId, at, order: was, market, strategy }
    without.set(referenceOf(alertId), order)
    if (was.type === 'LIMIT') difference.resting = [...difference.resting, order]
    lastOrder.set(market, { would: lastOrderWith(snapshot, difference), was: at })
  }
}
