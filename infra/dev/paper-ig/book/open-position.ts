import { type Book, confirm, marketOfDeal, newDealId, newReference, reject } from './book.ts'
import { type NewDeal, reasonAgainst, reasonOfAttached, reasonOfMoney } from './deal-checks.ts'
import { type AtOnce, fill, type Filled } from './fill.ts'
import { addPosition, endPosition } from './position-records.ts'
import { round } from './prices.ts'
import { type Account, opposite, type Position } from './state.ts'

export type Opening = NewDeal & AtOnce & { readonly forceOpen: boolean }

const byClient = { channel: 'PUBLIC_WEB_API' } as const

/**
 * Opens a position if the market is open.
 * @returns the deal reference of the confirm, which contains the result
 */
export const openPosition = (book: Book, account: Account, deal: Opening): string => {
  const dealReference = deal.dealReference ?? newReference(book)
  const refuse = (reason: string) =>
    reject(book, account, { ...deal, dealReference, currency: deal.currencyCode, type: 'POSITION' }, reason)
  const market = marketOfDeal(deal)
  const reason = reasonAgainst(book, account, deal, 'position')
  if (reason !== null) return refuse(reason)
  const filled = fill(book, market, deal)
  if ('reason' in filled) return refuse(filled.reason)

  const netted = deal.forceOpen ? [] : opposing(account, deal)
  const left = round(filled.size - netted.reduce((sum, { size }) => sum + size, 0), 8)
  if (netted.length > 0 && left <= 0)
    return netOff(book, account, netted, { ...deal, ...filled, dealReference })
  const against =
    reasonOfAttached(book, market, { ...deal, level: filled.price }, deal) ??
    reasonOfMoney(book, account, market, { ...filled, size: left })
  if (against !== null) return refuse(against)
  for (const position of netted)
    endPosition(book, account, position, { ...filled, size: position.size, ...byClient, dealReference })

  const opened = {
    ...deal,
    dealId: newDealId(book),
    dealReference,
    size: left,
    level: filled.price,
    currency: deal.currencyCode,
  }
  const position = addPosition(book, account, opened, byClient)
  const { dealId, epic, direction, size, level, stopLevel, limitLevel, guaranteedStop } = position
  return confirm(book, account, {
    dealReference,
    dealId,
    epic,
    direction,
    status: 'OPEN',
    affected: [{ dealId, status: 'OPENED' }],
    level,
    size,
    expiry: market.expiry,
    stopLevel,
    limitLevel,
    guaranteedStop,
    trailingStop: position.trail !== null,
  })
}

const opposing = ({ positions }: Account, { epic, direction }: NewDeal) =>
  positions.filter((position) => position.epic === epic && position.direction === opposite(direction))

/** Closes opposite positions, oldest first. Used for a deal without `forceOpen`. */
const netOff = (
  book: Book,
  account: Account,
  positions: readonly Position[],
  deal: Opening & Filled & { readonly dealReference: string },
): string => {
  const { price, dealReference } = deal
  let left = deal.size
  let profit = 0
  const affected: { dealId: string; status: string }[] = []
  for (const position of positions) {
    const size = Math.min(left, position.size)
    if (size <= 0) break
    left = round(left - size, 8)
    const ended = endPosition(book, account, position, { price, size, ...byClient, dealReference })
    profit = round(profit + ended.profit, 2)
    affected.push({ dealId: position.dealId, status: ended.isWhole ? 'FULLY_CLOSED' : 'PARTIALLY_CLOSED' })
  }
  return confirm(book, account, {
    dealReference,
    dealId: affected[0]?.dealId ?? newDealId(book),
    epic: deal.epic,
    direction: deal.direction,
    status: affected.every(({ status }) => status === 'FULLY_CLOSED') ? 'CLOSED' : 'PARTIALLY_CLOSED',
    affected,
    level: price,
    size: deal.size,
    expiry: deal.expiry,
    profit,
  })
}
