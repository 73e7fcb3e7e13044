import type { PaperMarket } from '../markets.ts'
import {
  type Book,
  confirm,
  DealUntouched,
  isTooYoung,
  marketOfDeal,
  quote,
  reject,
  shortOf,
} from './book.ts'
import { type Attached, type Reason, reasonOfAttached, reasonOfStatus } from './deal-checks.ts'
import { notePosition } from './position-records.ts'
import { type Account, type Position, type Trail } from './state.ts'

export type PositionChange = {
  readonly stopLevel: number | null
  readonly limitLevel: number | null
  readonly guaranteedStop: boolean
  readonly trail: Trail | null
}

/**
 * Replaces stop and limit. A stop or limit that the change leaves out is removed.
 * @returns the deal reference of the position
 * @throws DealUntouched if the position does not exist or is too new
 */
export const amendPosition = (
  book: Book,
  account: Account,
  dealId: string,
  change: PositionChange,
): string => {
  const position = account.positions.find((each) => each.dealId === dealId)
  if (!position || isTooYoung(book, position)) throw new DealUntouched('error.service.execution.find')
  const market = marketOfDeal(position)
  const attached = { ...change, stopDistance: null, limitDistance: null }
  const { dealReference, epic, direction, size, level } = position
  const reason =
    reasonOfStatus(book, market, 'edit') ??
    (change.trail && !account.trailingStopsEnabled ? 'TRAILING_STOP_NOT_ALLOWED' : null) ??
    reasonOfChange(book, market, position, attached)
  if (reason !== null) return reject(book, account, { ...position, type: 'EDIT_STOP_AND_LIMIT' }, reason)
  Object.assign(position, change)
  const amended = { ...position, ...attached }
  notePosition(book, account, amended, {
    type: 'EDIT_STOP_AND_LIMIT',
    channel: 'PUBLIC_WEB_API',
    description: `Position amended: ${shortOf(dealId)}`,
    actionType: 'STOP_LIMIT_AMENDED',
  })
  return confirm(book, account, {
    dealReference,
    dealId,
    epic,
    direction,
    status: 'AMENDED',
    affected: [{ dealId, status: 'AMENDED' }],
    level,
    size,
    expiry: market.expiry,
    stopLevel: change.stopLevel,
    limitLevel: change.limitLevel,
    guaranteedStop: change.guaranteedStop,
    trailingStop: change.trail !== null,
  })
}

/** Checks that the new levels keep IG's minimum distance from the price at which the position would close now. */
const reasonOfChange = (book: Book, market: PaperMarket, position: Position, attached: Attached): Reason => {
  const { bid, offer } = quote(book, market)
  const level = position.direction === 'BUY' ? bid : offer
  return level === null ? null : reasonOfAttached(book, market, { ...position, level }, attached)
}
