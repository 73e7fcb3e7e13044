import type { PaperMarket } from '../markets.ts'
import { type Book, marketOfDeal, newDealId, quote, shortOf } from './book.ts'
import { reasonOfMoney } from './deal-checks.ts'
import { type Filled, partOf } from './fill.ts'
import { forgetLingering, removeOrder } from './lists.ts'
import { noteOrder } from './orders.ts'
import { contractSize } from './money.ts'
import { addPosition, endPosition } from './position-records.ts'
import { type Fixed, type Quote, round, straight } from './prices.ts'
import { type Account, type Position, signOf, type Transaction, type WorkingOrder } from './state.ts'

/**
 * Maximum number of moments that are checked in one update. A month is checked minute by minute; in a longer time, the
 * checks are further apart.
 */
const mostMoments = 45_000

/**
 * The moments after `from` at which orders, stops and limits are checked: every whole minute, and `to`. Prices change
 * direction only at whole minutes.
 */
const momentsBetween = function* (from: number, to: number): Generator<number> {
  const apart = straight * Math.max(1, Math.ceil((to - from) / straight / mostMoments))
  for (let at = (Math.floor(from / apart) + 1) * apart; at < to; at += apart) yield at
  yield to
}

/** Brings the book up to date: fills or expires orders, and triggers stops and limits. */
export const settle = (book: Book) => {
  const { state } = book
  const to = book.now()
  const accounts = Object.values(state.accounts)
  if (accounts.some(({ orders, positions }) => orders.length + positions.length > 0))
    for (const at of momentsBetween(Math.min(state.settledAt, to), to)) settleAt(book, accounts, at)
  state.settledAt = to
  for (const account of accounts) forgetLingering(account, to)
  if (state.confirms.some(({ shownUntil }) => shownUntil < to))
    state.confirms = state.confirms.filter(({ shownUntil }) => to <= shownUntil)
}

/** Fixes a market's quote. Orders, stops and limits are settled at the previous prices first, and then at the quote. */
export const holdMarket = (book: Book, market: PaperMarket, fixed: Fixed): Quote => {
  settle(book)
  book.state.fixed[market.epic] = fixed
  book.revision += 1
  settle(book)
  return quote(book, market)
}

type TimedQuote = Quote & { readonly at: number }

const settleAt = (book: Book, accounts: readonly Account[], at: number) => {
  const quotes = new Map<PaperMarket, TimedQuote>()
  const quoteFor = (deal: Position | WorkingOrder) => {
    const market = marketOfDeal(deal)
    const found = quotes.get(market) ?? { ...quote(book, market, at), at }
    quotes.set(market, found)
    return found
  }
  for (const account of accounts) {
    chargeFunding(book, account, at)
    for (const order of [...account.orders]) settleOrder(book, account, order, quoteFor(order))
    for (const position of [...account.positions]) settlePosition(book, account, position, quoteFor(position))
  }
}

const settleOrder = (book: Book, account: Account, order: WorkingOrder, quoted: TimedQuote) => {
  const { at } = quoted
  if (order.goodTill !== null && at >= order.goodTill) {
    removeOrder(book, account, order, order.goodTill)
    noteOrder(book, account, order, {
      at: order.goodTill,
      channel: 'SYSTEM',
      description: `Order expired: ${shortOf(order.dealId)}`,
      actionType: 'WORKING_ORDER_DELETED',
    })
    return
  }
  const price = order.direction === 'BUY' ? quoted.offer : quoted.bid
  if (price === null || quoted.status !== 'TRADEABLE') return
  const beyond = (price - order.level) * signOf(order.direction)
  if (order.type === 'LIMIT' ? beyond > 0 : beyond < 0) return
  const part = partOf(book, order.size)
  if (part === 0 || (order.isRemainder && part < order.size)) return
  const filled = { price, size: part, at }
  const reason = reasonOfMoney(book, account, marketOfDeal(order), filled)
  if (reason !== null) {
    removeOrder(book, account, order, at)
    noteOrder(book, account, order, {
      at,
      status: 'REJECTED',
      channel: 'SYSTEM',
      description: `Rejected: ${reason}`,
    })
    return
  }
  if (part >= order.size) removeOrder(book, account, order, at)
  fillOrder(book, account, order, filled)
}

const fundingHour = 22 * 3_600_000
const dayLength = 24 * 3_600_000
/** The cost of one night as a share of a position's value. */
const fundingShare = 0.0001

/**
 * Charges funding once a night for each open position. The row of a charge has the type WITH, although IG does not
 * count it as a cash transaction.
 */
const chargeFunding = (book: Book, account: Account, at: number) => {
  const { settings, state } = book
  const night = Math.floor((at - fundingHour) / dayLength) * dayLength + fundingHour
  if (!settings.charges || night <= (account.fundedAt ?? state.settledAt)) return
  account.fundedAt = night
  for (const position of account.positions) {
    if (position.createdAt >= night) continue
    const market = marketOfDeal(position)
    const worth = Math.abs(position.level * position.size * contractSize(market) * market.gbpRate)
    const amount = -round(worth * fundingShare, 2)
    const name = `Daily interest ${market.name}`
    bookCharge(account, { at: night, name, period: '-', amount, reference: String(night / 1_000) })
  }
}

/**
 * Fills an order or a part of it. The new position gets the order's deal reference. For the first part, it also gets
 * the order's deal ID; for a later part, it gets a new deal ID.
 */
const fillOrder = (
  book: Book,
  account: Account,
  order: WorkingOrder,
  { price, size, at }: Filled & { readonly at: number },
) => {
  const bySystem = { channel: 'SYSTEM', at } as const
  const part = { ...order, size }
  noteOrder(book, account, part, {
    ...bySystem,
    level: price,
    description: `Order filled: ${shortOf(order.dealId)}`,
    actionType: `${order.type}_ORDER_FILLED`,
  })
  const opened = {
    ...part,
    dealId: order.isRemainder ? newDealId(book) : order.dealId,
    level: price,
    stopLevel: null,
    limitLevel: null,
    trail: null,
  }
  addPosition(book, account, opened, bySystem)
  order.size = round(order.size - size, 8)
  order.isRemainder = true
}

/**
 * Closes a position at its stop or limit: a long position at the bid, a short one at the offer. A guaranteed stop fills
 * at its level.
 */
const settlePosition = (book: Book, account: Account, position: Position, quoted: TimedQuote) => {
  const { at } = quoted
  const price = position.direction === 'BUY' ? quoted.bid : quoted.offer
  if (price === null || quoted.status !== 'TRADEABLE') return
  const sign = signOf(position.direction)
  const { stopLevel, limitLevel } = position
  const isStopped = stopLevel !== null && (price - stopLevel) * sign <= 0
  const isReached = limitLevel !== null && (price - limitLevel) * sign >= 0
  if (!isStopped && !isReached) return follow(book, position, price)
  const market = marketOfDeal(position)
  const slipped = (sign * book.settings.slippage) / market.scalingFactor
  const level = isReached
    ? price
    : position.guaranteedStop
      ? (stopLevel as number)
      : round(price - slipped, market.decimals)
  endPosition(book, account, position, { price: level, size: position.size, channel: 'SYSTEM', at })
  if (isStopped && position.guaranteedStop && book.settings.charges)
    chargePremium(book, account, position, at)
}

/**
 * Charges the premium of a guaranteed stop when it triggers. The charge's name in the transaction history contains the
 * deal ID, as recorded from IG in December 2019.
 */
const chargePremium = (book: Book, account: Account, position: Position, at: number) => {
  const market = marketOfDeal(position)
  const amount = -round(position.size * contractSize(market) * market.gbpRate * premiumPoints, 2)
  if (amount === 0) return
  const name = `${market.name} CRPREM ${position.dealId}`
  const reference = `CS${newDealId(book).slice(6)}`
  bookCharge(account, { at, name, period: market.expiry, amount, reference })
}
const premiumPoints = 0.01

const bookCharge = (account: Account, charge: Omit<Transaction, 'type' | 'deal' | 'isCharge'>) => {
  account.cash = round(account.cash + charge.amount, 2)
  account.transactions.unshift({ ...charge, type: 'WITH', deal: null, isCharge: true })
}

/** Moves a trailing stop towards the price in whole steps. It never moves back. */
const follow = (book: Book, position: Position, price: number) => {
  const { trail, stopLevel } = position
  if (!trail || stopLevel === null) return
  const { scalingFactor, decimals } = marketOfDeal(position)
  const sign = signOf(position.direction)
  const ahead = (price - stopLevel) * sign * scalingFactor - trail.distance
  const steps = Math.floor(ahead / trail.step + 1e-9)
  if (steps <= 0) return
  position.stopLevel = round(stopLevel + (sign * steps * trail.step) / scalingFactor, decimals)
  book.revision += 1
}
