import type { PaperMarket } from '../markets.ts'
import { type Book, marketOfDeal, quote } from './book.ts'
import type { Filled } from './fill.ts'
import { balanceOf, marginOf } from './money.ts'
import { type Account, type Direction, signOf, type Trail } from './state.ts'

/** Stop and limit of a deal request. Each is given as a level or as a distance in points, or is missing. */
export type Attached = {
  readonly stopLevel: number | null
  readonly stopDistance: number | null
  readonly limitLevel: number | null
  readonly limitDistance: number | null
  readonly guaranteedStop: boolean
}

export type NewDeal = Attached & {
  readonly epic: string
  readonly expiry: string
  readonly direction: Direction
  readonly size: number
  readonly currencyCode: string
  readonly dealReference: string | null
  readonly trail: Trail | null
}

/**
 * IG's reason for rejecting a deal; null if the deal is accepted. IG reports it in the confirm, not in the response.
 */
export type Reason = string | null

/** Milliseconds within which a second deal with the same values counts as a double click. */
export const twinGuard = 1_000

const isTwin = ({ lastTwins, now }: Book, account: Account, { epic, direction, size }: NewDeal): boolean => {
  const at = now()
  for (const [twin, last] of lastTwins) if (at - last >= twinGuard) lastTwins.delete(twin)
  const twin = `${account.accountId} ${epic} ${direction} ${size}`
  const isSecond = lastTwins.has(twin)
  if (!isSecond) lastTwins.set(twin, at)
  return isSecond
}

/** Checks a new deal, except its levels and margin. */
export const reasonAgainst = (
  book: Book,
  account: Account,
  deal: NewDeal,
  kind: 'position' | 'order',
): Reason => {
  const market = marketOfDeal(deal)
  if (market.accountType !== account.accountType)
    return account.accountType === 'SPREADBET'
      ? 'REJECT_CFD_ORDER_ON_SPREADBET_ACCOUNT'
      : 'REJECT_SPREADBET_ORDER_ON_CFD_ACCOUNT'
  // The expiry `-` is that of an undated CFD.
  if (market.expiry !== deal.expiry)
    return account.accountType === 'SPREADBET' && deal.expiry === '-'
      ? 'REJECT_CFD_ORDER_ON_SPREADBET_ACCOUNT'
      : 'CONTACT_SUPPORT_INSTRUMENT_ERROR'
  if (market.currency !== deal.currencyCode) return 'UNKNOWN'
  if (deal.trail && !account.trailingStopsEnabled) return 'TRAILING_STOP_NOT_ALLOWED'
  if (!book.settings.dealingEnabled) return 'ACCOUNT_NOT_ENABLED_TO_TRADING'
  if (book.settings.rejectWith !== null) return book.settings.rejectWith
  return (
    reasonOfStatus(book, market, kind === 'position' ? 'deal' : 'edit') ??
    reasonOfSize(market, deal.size) ??
    reasonOfRepetition(book, account, deal)
  )
}

/**
 * Checks the status of the market. While it only allows edits, working orders and changes are accepted, but not deals.
 */
export const reasonOfStatus = (book: Book, market: PaperMarket, doing: 'deal' | 'edit'): Reason => {
  const { status } = quote(book, market)
  switch (status) {
    case 'TRADEABLE':
      return null
    case 'OFFLINE':
    case 'SUSPENDED':
      return 'MARKET_OFFLINE'
    case 'EDITS_ONLY':
    case 'ON_AUCTION':
      return doing === 'edit' ? null : 'MARKET_CLOSED_WITH_EDITS'
    case 'CLOSED':
    case 'ON_AUCTION_NO_EDITS':
      return 'MARKET_CLOSED'
  }
}

const reasonOfSize = (market: PaperMarket, size: number): Reason => {
  if (size < market.minDealSize) return 'MINIMUM_ORDER_SIZE_ERROR'
  return Math.abs(size * 100 - Math.round(size * 100)) > 1e-6 ? 'SIZE_INCREMENT' : null
}

const reasonOfRepetition = (book: Book, account: Account, deal: NewDeal): Reason => {
  const wasAccepted = account.activity.some(
    ({ dealReference, status }) => dealReference === deal.dealReference && status === 'ACCEPTED',
  )
  if (wasAccepted && book.settings.sameReference === 'reject') return 'CONFLICTING_ORDER'
  return isTwin(book, account, deal) && book.settings.duplicateGuard ? 'DUPLICATE_ORDER_ERROR' : null
}

export const reasonOfMoney = (
  book: Book,
  account: Account,
  market: PaperMarket,
  { price, size }: Filled,
): Reason =>
  balanceOf(book, account).available < marginOf(market, price, size) ? 'INSUFFICIENT_FUNDS' : null

/** The level and direction of a deal, from which the distances of its stop and limit are measured. */
type Base = { readonly direction: Direction; readonly level: number }

/**
 * Checks that stop and limit are on the correct side of the deal's level, and keep IG's distances from it. Distances in
 * percent are relative to the market's price.
 */
export const reasonOfAttached = (book: Book, market: PaperMarket, base: Base, attached: Attached): Reason => {
  const { stop, limit } = distancesFrom(market, base, attached)
  const { bid, offer } = quote(book, market)
  const price = bid === null || offer === null ? base.level : (bid + offer) / 2
  const inPoints = ({ unit, value }: PaperMarket['minStop']) =>
    unit === 'POINTS' ? value : (price * market.scalingFactor * value) / 100
  const farthest = inPoints({ unit: 'PERCENTAGE', value: farthestStopPercent })
  const nearest = inPoints(market.minStop)
  const nearestStop = attached.guaranteedStop
    ? inPoints({ unit: 'PERCENTAGE', value: nearestGuaranteedStopPercent })
    : nearest
  const fits = (distance: number | null, from: number) =>
    distance === null || (distance >= from - 1e-9 && distance <= farthest + 1e-9)
  return fits(stop, nearestStop) && fits(limit, nearest) ? null : 'ATTACHED_ORDER_LEVEL_ERROR'
}

export const farthestStopPercent = 75
export const nearestGuaranteedStopPercent = 2

/** Distances of stop and limit from the deal's level in points, positive if they are on the correct side. */
export const distancesFrom = (
  market: PaperMarket,
  { direction, level }: Base,
  { stopLevel, stopDistance, limitLevel, limitDistance }: Attached,
) => {
  const inPoints = (to: number | null, side: 1 | -1) =>
    to === null ? null : clean((to - level) * side * signOf(direction) * market.scalingFactor)
  return { stop: stopDistance ?? inPoints(stopLevel, -1), limit: limitDistance ?? inPoints(limitLevel, 1) }
}

/** Rounds to eight decimals, which removes the errors of binary fractions. */
const clean = (value: number) => Number(value.toFixed(8))
