import Big from 'big.js'
import type { Activity, Order, Position } from '../../shared/deals/dealing.schema.ts'
import type { Decimal, Instant } from '../../shared/platform/units.ts'
import type { BrokerActivity } from '../trading/ports/broker.ts'
import type { QuotedPosition, ListedOrder } from '../broker/listed-deals.ts'

/** Exchange rates from positions' currencies to the account's currency. */
export type ExchangeRates = {
  /** The account's currency; null if the broker does not report it. */
  readonly accountCurrency: string | null
  /** Units of a currency per unit of the account's currency. */
  readonly rates: Readonly<Record<string, Decimal | null>>
}

const named = (names: ReadonlyMap<string, string>, epic: string) => {
  const name = names.get(epic)
  return name ? { marketAndSymbol: name } : {}
}

export const iso = (at: Instant) => new Date(at).toISOString()
const maybeNumber = (value: Decimal | null) => (value === null ? null : Number(value))

/** The price at which a position would be closed: the bid for a long position, the offer for a short position. */
const closingPrice = ({ direction, bid, offer }: QuotedPosition) => (direction === 'BUY' ? bid : offer)

const signOf = ({ direction }: QuotedPosition) => (direction === 'BUY' ? 1 : -1)

/**
 * The value of a point in the account's currency; null if the contract size or a rate is unknown. Sizes of spread bets
 * are money per point, and sizes of CFDs are contracts. IG's contract size covers both.
 */
const pointValueOf = (
  { size, contractSize, currency }: QuotedPosition,
  exchange: ExchangeRates,
): Big | null => {
  const rate = rateOf(currency, exchange)
  return contractSize === null || rate === null ? null : new Big(size).times(contractSize).div(rate)
}

/** The profit in the account's currency, rounded to the cent; null if a price or the value of a point is unknown. */
const profitLossOf = (position: QuotedPosition, pointValue: Big | null): number | null => {
  const price = closingPrice(position)
  if (price === null || position.level === null || pointValue === null) return null
  return new Big(price).minus(position.level).times(signOf(position)).times(pointValue).round(2).toNumber()
}

const rateOf = (currency: string | null, { accountCurrency, rates }: ExchangeRates): Decimal | null => {
  if (currency === null || accountCurrency === null) return null
  if (currency === accountCurrency) return '1'
  const rate = rates[currency] ?? null
  return rate !== null && new Big(rate).gt(0) ? rate : null
}

const profitLossPercentageOf = (position: QuotedPosition): number | null => {
  const price = closingPrice(position)
  if (price === null || position.level === null || new Big(position.level).eq(0)) return null
  return new Big(price)
    .minus(position.level)
    .div(position.level)
    .times(100 * signOf(position))
    .round(4)
    .toNumber()
}

/** @param names the user's instrument names (`marketAndSymbol`) by epic */
export const positionRow = (
  position: QuotedPosition,
  exchange: ExchangeRates,
  names: ReadonlyMap<string, string>,
): Position => {
  const price = closingPrice(position)
  const pointValue = pointValueOf(position, exchange)
  return {
    dealId: position.dealId,
    igEpic: position.epic,
    ...named(names, position.epic),
    ...(position.name === undefined ? {} : { name: position.name }),
    direction: position.direction,
    size: Number(position.size),
    openLevel: position.level === null ? null : Number(position.level),
    ...(price === null ? {} : { currentLevel: Number(price) }),
    profitLoss: profitLossOf(position, pointValue),
    profitLossPercentage: profitLossPercentageOf(position),
    ...(pointValue === null ? {} : { pointValue: pointValue.toNumber() }),
    stopLevel: maybeNumber(position.stopLevel),
    limitLevel: maybeNumber(position.limitLevel),
    controlledRisk: position.controlledRisk,
    ...(position.trail ? { isTrailing: true } : {}),
    createdAt: iso(position.createdAt),
  }
}

/** @param names the user's instrument names (`marketAndSymbol`) by epic */
export const orderRow = (order: ListedOrder, names: ReadonlyMap<string, string>): Order => ({
  dealId: order.dealId,
  igEpic: order.epic,
  ...named(names, order.epic),
  ...(order.name === undefined ? {} : { name: order.name }),
  direction: order.direction,
  type: order.type,
  size: Number(order.size),
  entryLevel: Number(order.level),
  ...(order.stopLevel === null ? {} : { stopLevel: Number(order.stopLevel) }),
  ...(order.limitLevel === null ? {} : { profitLevel: Number(order.limitLevel) }),
  createdAt: iso(order.createdAt),
})

const statusWords = { ACCEPTED: 'confirmed', REJECTED: 'rejected', UNKNOWN: 'pending' } as const

/** @param names the user's instrument names (`marketAndSymbol`) by epic */
export const activityRow = (activity: BrokerActivity, names: ReadonlyMap<string, string>): Activity => ({
  epic: activity.epic,
  ...named(names, activity.epic),
  status: statusWords[activity.status],
  description: activity.description,
  date: iso(activity.date),
  type: activity.type,
  dealId: activity.dealId,
  ...(activity.direction ? { direction: activity.direction } : {}),
  ...(activity.size ? { size: Number(activity.size) } : {}),
  ...(activity.marketName ? { name: activity.marketName } : {}),
})
