import type { PaperMarket } from '../markets.ts'
import { type Book, quote } from './book.ts'
import { round } from './prices.ts'
import { type Direction, signOf } from './state.ts'

/** The price terms of a deal that fills immediately or not at all. */
export type AtOnce = {
  readonly orderType: 'MARKET' | 'LIMIT' | 'QUOTE'
  /** The worst price that a LIMIT deal accepts. */
  readonly level: number | null
  readonly timeInForce: 'EXECUTE_AND_ELIMINATE' | 'FILL_OR_KILL' | null
}

export type Filled = { readonly price: number; readonly size: number }

/**
 * Fills a deal at the current quote: a buyer pays the offer, a seller gets the bid. Returns IG's reason if it does not
 * fill.
 */
export const fill = (
  book: Book,
  market: PaperMarket,
  deal: AtOnce & { readonly direction: Direction; readonly size: number },
): Filled | { readonly reason: string } => {
  const { direction, size: wanted, orderType, level, timeInForce } = deal
  const { bid, offer } = quote(book, market)
  const quoted = direction === 'BUY' ? offer : bid
  if (quoted === null) return { reason: 'UNKNOWN' }
  if (orderType === 'QUOTE') return { reason: 'ORDER_DECLINED' }
  const sign = signOf(direction)
  const price = round(quoted + (sign * book.settings.slippage) / market.scalingFactor, market.decimals)
  if (orderType === 'LIMIT' && level !== null && (price - level) * sign > 0)
    return { reason: 'LIMIT_ORDER_WRONG_SIDE_OF_MARKET' }
  const size = partOf(book, wanted)
  if (size === 0 || (size < wanted && timeInForce === 'FILL_OR_KILL'))
    return { reason: 'ORDER_SIZE_CANNOT_BE_FILLED' }
  return { price, size }
}

/** The part of a size that is filled according to the setting `partialFill`. */
export const partOf = ({ settings }: Book, size: number) =>
  settings.partialFill < 1 ? round(size * settings.partialFill, 2) : size
