import { Big, plain } from '../trading/model/decimal.ts'
import type { Direction } from '../deals/dealing.schema.ts'
import type { Decimal } from '../platform/units.ts'
import type { DealNote } from './deal-note.ts'
import type { Position } from './history.ts'
import type { Closer } from './names.ts'

/**
 * How far a trade's levels were from the requested levels, in the broker's points per unit of size. Positive values are
 * better than requested, and null is unknown.
 */
export type TradeCosts = {
  /** The quote at the decision, compared with the alert's price. */
  readonly delay: Decimal | null
  /** The fill, compared with the quote at the decision. */
  readonly execution: Decimal | null
  /** The last fill, compared with the stop or limit that was reached. */
  readonly exit: Decimal | null
  /** Milliseconds from the alert's arrival until the outcome of its order was known. */
  readonly waited: number | null
}

export const unknownCosts: TradeCosts = { delay: null, execution: null, exit: null, waited: null }

/**
 * @param note note of the alert that opened the trade
 * @param last the stop and limit of the position that the last leg closed; null if there is none
 */
export const costsOf = (
  trade: {
    readonly direction: Direction
    readonly openLevel: Decimal
    readonly legs: readonly { readonly closeLevel: Decimal; readonly closer: Closer }[]
  },
  note: DealNote | null,
  last: Pick<Position, 'stop' | 'limit'> | null,
): TradeCosts => {
  const sign = trade.direction === 'BUY' ? 1 : -1
  /** A buyer gains if the entry is lower than requested, and loses if the exit is lower. */
  const points = (asked: Decimal | null | undefined, got: Decimal | null | undefined) =>
    asked == null || got == null ? null : plain(new Big(asked).minus(got).times(sign))
  const seen = note?.opened?.seen
  const leg = trade.legs.at(-1)
  const reached = leg?.closer === 'stop' ? last?.stop : leg?.closer === 'target' ? last?.limit : null
  return {
    delay: points(seen?.price, seen?.quote),
    execution: points(seen?.quote, trade.openLevel),
    exit: points(leg?.closeLevel, reached),
    waited: note ? note.decidedAt - note.acceptedAt : null,
  }
}
