import { type Book, confirm, DealUntouched, isTooYoung, marketOfDeal, newReference, reject } from './book.ts'
import { reasonOfStatus } from './deal-checks.ts'
import { type AtOnce, fill } from './fill.ts'
import { endPosition } from './position-records.ts'
import { type Account, type Direction, opposite } from './state.ts'

export type Closing = AtOnce & {
  /** The position to close. If null, the oldest position that matches the other fields is closed. */
  readonly dealId: string | null
  readonly epic: string | null
  readonly expiry: string | null
  readonly direction: Direction
  readonly size: number
}

/**
 * Closes a position. Like IG, it creates a new deal reference for the close, and the confirm contains the position's
 * deal ID.
 * @returns the deal reference of the close
 */
export const closePosition = (book: Book, account: Account, closing: Closing): string => {
  const { direction, size } = closing
  const dealReference = newReference(book)
  const position = account.positions.find(
    (each) =>
      each.dealId === closing.dealId ||
      (each.epic === closing.epic &&
        marketOfDeal(each).expiry === closing.expiry &&
        each.direction === opposite(direction) &&
        each.size >= size - 1e-9),
  )
  const refuse = (reason: string) =>
    reject(
      book,
      account,
      {
        epic: position?.epic ?? closing.epic ?? 'UNKNOWN',
        direction,
        size,
        currency: position?.currency ?? 'GBP',
        dealReference,
        type: 'POSITION',
      },
      reason,
    )
  if (!position || isTooYoung(book, position))
    throw new DealUntouched('error.service.marketdata.position.notional.details.null.error')
  if (direction !== opposite(position.direction) || size > position.size + 1e-9)
    return refuse(book.settings.wrongCloseReason)
  const market = marketOfDeal(position)
  const reason = reasonOfStatus(book, market, 'deal')
  if (reason !== null) return refuse(reason)
  const filled = fill(book, market, closing)
  if ('reason' in filled) return refuse(filled.reason)
  const { dealId, epic } = position
  const { profit, isWhole } = endPosition(book, account, position, {
    ...filled,
    channel: 'PUBLIC_WEB_API',
    dealReference,
  })
  return confirm(book, account, {
    dealReference,
    dealId,
    epic,
    direction,
    status: isWhole ? 'CLOSED' : 'PARTIALLY_CLOSED',
    affected: [{ dealId, status: isWhole ? 'FULLY_CLOSED' : 'PARTIALLY_CLOSED' }],
    level: filled.price,
    size: filled.size,
    expiry: market.expiry,
    profit,
  })
}
