import type { Direction } from '../../deals/dealing.schema.ts'
import type { Decimal, Instant } from '../../platform/units.ts'
import { Big, plain } from './decimal.ts'
import { balanceMargin, type Bookings } from './watch.ts'

export type Money = { readonly amount: Decimal; readonly currency: string }

/** A close of ours, whole or in part, that the journal may not have read yet. */
export type RecentClose = {
  readonly dealId: string
  readonly epic: string
  /** '' if its alert had no tag; null if no alert of ours opened it. */
  readonly strategy: string | null
  /** A booking of this deal from then on is this close's. */
  readonly since: Instant
  readonly at: Instant
  /** Nothing of the position is left. */
  readonly isWhole: boolean
  /** By the broker's confirm, or else by the position's last quote; null: not known. */
  readonly made: Money | null
}

/** Milliseconds after a close: what a later reading of the history does not show by then was booked under another deal. */
const bookedWithin = 15 * 60_000

/** The closes that the history does not show yet, each matched by its deal ID. */
export const notBooked = (
  recent: readonly RecentClose[],
  { closes, readAt }: Pick<Bookings, 'closes' | 'readAt'>,
): readonly RecentClose[] =>
  recent.filter(
    ({ dealId, since, at }) =>
      readAt < at + bookedWithin &&
      !closes.some((booked) => booked.dealId === dealId && booked.at >= since - balanceMargin),
  )

/** A position with what is known of its worth. */
type Quoted = {
  readonly direction: Direction
  readonly level: Decimal | null
  readonly bid?: Decimal | null
  readonly offer?: Decimal | null
  readonly contractSize?: Decimal | null
  readonly currency?: string | null
}

/** What closing a size of a position came to by its last quote; null if that is not known. */
export const madeByQuote = (
  { direction, level, bid, offer, contractSize, currency }: Quoted,
  size: Decimal,
): Money | null => {
  const price = direction === 'BUY' ? bid : offer
  if (!price || level === null || !contractSize || !currency) return null
  const moved = new Big(price).minus(level).times(direction === 'BUY' ? 1 : -1)
  return { amount: plain(moved.times(size).times(contractSize)), currency }
}
