import type { PaperMarket } from '../markets.ts'
import { type Book, marketOfDeal, newReference, quote } from './book.ts'
import { round } from './prices.ts'
import { type Account, type Position, signOf } from './state.ts'

/**
 * The profit of a position of size 1 if its price moves by 1, in the market's currency. IG's field has the same name.
 */
export const contractSize = ({ lotSize, scalingFactor }: PaperMarket) => round(lotSize * scalingFactor, 8)

/** The result in GBP if `size` of the position closes at `level`. */
export const profitAt = (position: Position, level: number, size: number): number => {
  const market = marketOfDeal(position)
  const perUnit = size * contractSize(market) * market.gbpRate
  return round((level - position.level) * signOf(position.direction) * perUnit, 2)
}

/** Margin in GBP. */
export const marginOf = (market: PaperMarket, level: number, size: number): number =>
  round((Math.abs(level * size * contractSize(market)) * market.gbpRate * market.marginPercent) / 100, 2)

/** The running result in GBP; 0 if there is no quote at which the position could close. */
const runningProfit = (book: Book, position: Position): number => {
  const { bid, offer } = quote(book, marketOfDeal(position))
  const level = position.direction === 'BUY' ? bid : offer
  return level === null ? 0 : profitAt(position, level, position.size)
}

/**
 * Deposits an amount, or withdraws it if it is negative. The balance changes at once; the row appears in the history
 * after `rowAfterMs`.
 */
export const moveMoney = (book: Book, account: Account, amount: number, rowAfterMs: number) => {
  const at = book.now()
  account.cash = round(account.cash + amount, 2)
  account.transactions.unshift({
    at,
    shownFrom: at + rowAfterMs,
    type: amount < 0 ? 'WITH' : 'DEPO',
    name: amount < 0 ? 'Cash withdrawal' : 'Cash deposit',
    period: '-',
    reference: newReference(book),
    amount,
    deal: null,
  })
  book.revision += 1
}

/** The money of an account in GBP: `balance` is cash, and `available` is cash plus running result minus margin. */
export const balanceOf = (book: Book, { cash, positions }: Account) => {
  const sum = (value: (position: Position) => number) =>
    round(
      positions.reduce((total, position) => total + value(position), 0),
      2,
    )
  const deposit = sum((position) => marginOf(marketOfDeal(position), position.level, position.size))
  const profitLoss = sum((position) => runningProfit(book, position))
  const balance = round(cash, 2)
  return { balance, deposit, profitLoss, available: round(balance + profitLoss - deposit, 2) }
}
