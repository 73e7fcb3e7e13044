import type { Direction } from '../../deals/dealing.schema.ts'
import { Big, plain, rounding } from './decimal.ts'
import type { Decimal } from '../../platform/units.ts'
import type { Market } from './snapshot.ts'

/**
 * The middle between bid and offer, or the bid or the offer if only one is known. Null if the market shows no quote.
 */
export const middle = ({ bid, offer }: Pick<Market, 'bid' | 'offer'>): Big | null => {
  if (bid !== null && offer !== null) return new Big(bid).plus(offer).times('0.5')
  const known = bid ?? offer
  return known === null ? null : new Big(known)
}

/** The quote of a market order: the offer for buying, the bid for selling. */
export const dealingQuote = (
  { bid, offer }: Pick<Market, 'bid' | 'offer'>,
  direction: Direction,
): Big | null => {
  const quote = direction === 'BUY' ? offer : bid
  return quote === null ? null : new Big(quote)
}

/**
 * The middle of the quote in TradingView's units, with as many digits as the market has; null without a quote.
 * @param multiplier factor from TradingView's price to the market's price
 */
export const priceAtExchange = (
  market: Pick<Market, 'bid' | 'offer' | 'decimalPlaces'>,
  multiplier: Decimal,
): Decimal | null => {
  const mid = middle(market)
  const decimals = Math.max(0, market.decimalPlaces + Math.ceil(Math.log10(Number(multiplier))))
  return mid && plain(mid.div(multiplier).round(decimals, rounding.nearest))
}
