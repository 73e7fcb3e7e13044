import type { Direction } from '../../deals/dealing.schema.ts'
import type { Decimal, Instant } from '../../platform/units.ts'
import { Big, plain } from './decimal.ts'
import { balanceMargin, type Bookings } from './watch.ts'

export type Money = { readonly amount: Decimal; readonly currency: string }

/** A position that we closed, in whole or in part. The journal may not have read the close yet. */
export type RecentClose = {
  readonly dealId: string
  readonly epic: string
  /**
   * The strategy that opened the position; '' if its alert had no tag, null if none of our alerts opened the position.
   */
  readonly strategy: string | null
  /** Bookings of this deal from this time on belong to this close. */
  readonly since: Instant
  readonly at: Instant
  /** Whether the whole position was closed. */
  readonly isWhole: boolean
  /** The profit or loss from the broker's confirmation, or else from the position's last quote; null if unknown. */
  readonly made: Money | null
}

/**
 * Milliseconds after a close within which the history must show it. If a history that was read later lacks the close,
 * IG has booked it under another deal.
 */
const bookedWithin = 15 * 60_000

/** The closes that the history does not show yet. Closes are matched by deal ID. */
export const notBooked = (
  recent: readonly RecentClose[],
  { closes, readAt }: Pick<Bookings, 'closes' | 'readAt'>,
): readonly RecentClose[] =>
  recent.filter(
    ({ dealId, since, at }) =>
      readAt < at + bookedWithin &&
      !closes.some((booked) => booked.dealId === dealId && booked.at >= since - balanceMargin),
  )

type Quoted = {
  readonly direction: Direction
  readonly level: Decimal | null
  readonly bid?: Decimal | null
  readonly offer?: Decimal | null
  readonly contractSize?: Decimal | null
  readonly currency?: string | null
}

/** The result of closing part of a position at its last quote; null if unknown. */
export const madeByQuote = (
  { direction, level, bid, offer, contractSize, currency }: Quoted,
  size: Decimal,
): Money | null => {
  const price = direction === 'BUY' ? bid : offer
  if (!price || level === null || !contractSize || !currency) return null
  const moved = new Big(price).minus(level).times(direction === 'BUY' ? 1 : -1)
  return { amount: plain(moved.times(size).times(contractSize)), currency }
}
