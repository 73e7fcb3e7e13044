import type { PaperMarket } from '../markets.ts'
import {
  type Book,
  confirm,
  DealUntouched,
  isTooYoung,
  marketOfDeal,
  newDealId,
  newReference,
  note,
  quote,
  reject,
  shortOf,
} from './book.ts'
import {
  type Attached,
  distancesFrom,
  type NewDeal,
  type Reason,
  reasonAgainst,
  reasonOfAttached,
  reasonOfStatus,
} from './deal-checks.ts'
import { removeOrder } from './lists.ts'
import { round } from './prices.ts'
import { type Account, type Activity, type Direction, signOf, type WorkingOrder } from './state.ts'

/** The terms of a working order that can be set when it is placed, and changed later. */
export type OrderTerms = Attached & {
  readonly level: number
  readonly type: WorkingOrder['type']
  readonly goodTill: number | null
}
export type NewOrder = NewDeal & OrderTerms

const reasonOfTerms = (book: Book, market: PaperMarket, direction: Direction, terms: OrderTerms): Reason => {
  const { level, type, goodTill } = terms
  if (goodTill !== null && goodTill <= book.now()) return 'GOOD_TILL_DATE_IN_THE_PAST'
  const { bid, offer } = quote(book, market)
  const price = direction === 'BUY' ? offer : bid
  if (price !== null && (price - level) * signOf(direction) > 0 !== (type === 'LIMIT'))
    return type === 'LIMIT' ? 'LIMIT_ORDER_WRONG_SIDE_OF_MARKET' : 'WRONG_SIDE_OF_MARKET'
  return reasonOfAttached(book, market, { direction, level }, terms)
}

/**
 * Places a working order if the market accepts orders.
 * @returns the deal reference, under which the confirm contains the result
 */
export const placeOrder = (book: Book, account: Account, deal: NewOrder): string => {
  const dealReference = deal.dealReference ?? newReference(book)
  const market = marketOfDeal(deal)
  const reason =
    reasonAgainst(book, account, deal, 'order') ?? reasonOfTerms(book, market, deal.direction, deal)
  if (reason !== null)
    return reject(
      book,
      account,
      { ...deal, dealReference, currency: deal.currencyCode, type: 'WORKING_ORDER' },
      reason,
    )
  const order: WorkingOrder = {
    dealId: newDealId(book),
    dealReference,
    epic: deal.epic,
    direction: deal.direction,
    size: deal.size,
    currency: deal.currencyCode,
    createdAt: book.now(),
    shownFrom: book.now() + book.settings.positionsLagMs,
    isRemainder: false,
    ...termsOf(market, deal.direction, deal),
  }
  account.orders.push(order)
  return recordChange(book, account, order, 'OPEN')
}

const termsOf = (market: PaperMarket, direction: Direction, terms: OrderTerms) => {
  const level = round(terms.level, market.decimals)
  const { stop, limit } = distancesFrom(market, { direction, level }, terms)
  const { type, goodTill, guaranteedStop } = terms
  return { level, type, goodTill, guaranteedStop, stopDistance: stop, limitDistance: limit }
}

const words = {
  OPEN: { done: 'OPENED', prose: 'Order opened' },
  AMENDED: { done: 'AMENDED', prose: 'Order amended' },
  DELETED: { done: 'DELETED', prose: 'Order deleted' },
} as const

/**
 * Records the change of an order in the history and in a confirm.
 * @returns the deal reference
 */
const recordChange = (
  book: Book,
  account: Account,
  order: WorkingOrder,
  status: keyof typeof words,
): string => {
  const { dealReference, dealId, epic, direction, level, size } = order
  const { stopDistance, limitDistance, guaranteedStop } = order
  const { done, prose } = words[status]
  noteOrder(book, account, order, {
    description: `${prose}: ${shortOf(dealId)}`,
    channel: 'PUBLIC_WEB_API',
    actionType: `${order.type}_ORDER_${done}`,
  })
  return confirm(book, account, {
    dealReference,
    dealId,
    epic,
    direction,
    status,
    affected: [{ dealId, status: done }],
    level,
    size,
    expiry: marketOfDeal(order).expiry,
    stopDistance,
    limitDistance,
    guaranteedStop,
  })
}

type OrderEvent = Pick<Activity, 'description' | 'channel'> &
  Partial<Activity> & { readonly actionType?: string }

export const noteOrder = (
  book: Book,
  account: Account,
  order: WorkingOrder,
  { actionType, ...entry }: OrderEvent,
) => {
  const { dealId, dealReference, epic, direction, size, currency, level, goodTill } = order
  const { stopDistance, limitDistance, guaranteedStop } = order
  note(book, account, {
    type: 'WORKING_ORDER',
    dealId,
    dealReference,
    epic,
    direction,
    size,
    currency,
    level,
    goodTill,
    stopDistance,
    limitDistance,
    guaranteedStop,
    actions: actionType === undefined ? [] : [{ actionType, affectedDealId: dealId }],
    ...entry,
  })
}

/**
 * Replaces an order's terms, but not its size or direction.
 * @returns the order's own deal reference, because IG does not create one for an amendment
 * @throws DealUntouched if the order does not exist or is too new
 */
export const amendOrder = (book: Book, account: Account, dealId: string, terms: OrderTerms): string => {
  const order = account.orders.find((each) => each.dealId === dealId)
  if (!order || isTooYoung(book, order)) throw notFound()
  const market = marketOfDeal(order)
  const reason = reasonOfStatus(book, market, 'edit') ?? reasonOfTerms(book, market, order.direction, terms)
  if (reason !== null) return reject(book, account, { ...order, type: 'WORKING_ORDER' }, reason)
  Object.assign(order, termsOf(market, order.direction, terms))
  return recordChange(book, account, order, 'AMENDED')
}

/**
 * Deletes an order. This is possible while the market is closed, but not while it is suspended.
 * @returns the order's own deal reference
 * @throws DealUntouched if the order does not exist or is too new
 */
export const deleteOrder = (book: Book, account: Account, dealId: string): string => {
  const order = account.orders.find((each) => each.dealId === dealId)
  if (!order || isTooYoung(book, order)) throw notFound()
  if (reasonOfStatus(book, marketOfDeal(order), 'edit') === 'MARKET_OFFLINE')
    return reject(book, account, { ...order, type: 'WORKING_ORDER' }, 'MARKET_OFFLINE')
  removeOrder(book, account, order, book.now())
  return recordChange(book, account, order, 'DELETED')
}

const notFound = () => new DealUntouched('error.service.execution.find')
