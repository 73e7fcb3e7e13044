import type { PaperMarket } from '../markets.ts'
import { type Book, marketOfDeal, newDealId, newReference, quote } from './book.ts'
import { addPosition, endPosition } from './position-records.ts'
import type { Account, Position } from './state.ts'

/**
 * Rolls a position to the next contract, as IG does. IG records two history entries of channel SYSTEM within one
 * second, both without a deal reference. The close of the old contract has a result. The new position has its own deal
 * ID, level, epic and period. Recorded in January 2020.
 * @returns the new position
 */
export const rollPosition = (book: Book, account: Account, position: Position, to: PaperMarket): Position => {
  const at = book.now()
  const isBuy = position.direction === 'BUY'
  const sideOf = (market: PaperMarket) => {
    const { bid, offer } = quote(book, market)
    return (isBuy ? bid : offer) ?? market.price
  }
  const bySystem = { channel: 'SYSTEM', dealReference: null } as const
  const price = sideOf(marketOfDeal(position))
  endPosition(book, account, position, { price, size: position.size, ...bySystem, at })
  const rolled = {
    ...position,
    dealId: newDealId(book),
    dealReference: newReference(book),
    epic: to.epic,
    level: sideOf(to),
    stopDistance: null,
    limitDistance: null,
  }
  return addPosition(book, account, rolled, { ...bySystem, change: 'ROLLED', at })
}
