import type { Direction } from '../dealing.ts'
import { Big } from './decimal.ts'
import type { Market } from './snapshot.ts'

/** Between bid and offer, or the one of them that is known. Null: the market shows no quote. */
export const middle = ({ bid, offer }: Pick<Market, 'bid' | 'offer'>): Big | null => {
  if (bid !== null && offer !== null) return new Big(bid).plus(offer).times('0.5')
  const known = bid ?? offer
  return known === null ? null : new Big(known)
}

/** What an order at the market deals at: the offer when buying, the bid when selling. */
export const dealingQuote = (
  { bid, offer }: Pick<Market, 'bid' | 'offer'>,
  direction: Direction,
): Big | null => {
  const quote = direction === 'BUY' ? offer : bid
  return quote === null ? null : new Big(quote)
}
