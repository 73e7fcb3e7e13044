import type { PaperMarket } from '../markets.ts'
import { type Book, marketOfDeal, newDealId, newReference, note, shortOf } from './book.ts'
import { type Attached, distancesFrom } from './deal-checks.ts'
import type { Filled } from './fill.ts'
import { removePosition } from './lists.ts'
import { profitAt } from './money.ts'
import { round } from './prices.ts'
import { type Account, type Activity, opposite, type Position, signOf } from './state.ts'

type Added = Attached & Omit<Position, 'createdAt' | 'shownFrom'>

type Addition = Pick<Activity, 'channel'> & {
  readonly change?: 'OPENED' | 'ROLLED'
  readonly at?: number
  readonly dealReference?: null
}

/** Adds a position and records it in the history. Stop and limit distances are measured from the level of the fill. */
export const addPosition = (
  book: Book,
  account: Account,
  added: Added,
  { change = 'OPENED', at = book.now(), ...noted }: Addition,
): Position => {
  const { dealId, dealReference, epic, direction, size, currency, level } = added
  const { stopDistance, limitDistance, guaranteedStop, trail } = added
  const { scalingFactor, decimals } = marketOfDeal(added)
  const away = (distance: number | null, side: 1 | -1) =>
    distance === null ? null : round(level + (side * signOf(direction) * distance) / scalingFactor, decimals)
  const position: Position = {
    dealId,
    dealReference,
    epic,
    direction,
    size,
    currency,
    createdAt: at,
    shownFrom: change === 'ROLLED' ? at : at + book.settings.positionsLagMs,
    level,
    stopLevel: added.stopLevel ?? away(stopDistance, -1),
    limitLevel: added.limitLevel ?? away(limitDistance, 1),
    guaranteedStop,
    trail,
  }
  account.positions.push(position)
  const asked = { ...position, stopDistance, limitDistance }
  notePosition(book, account, asked, {
    ...noted,
    at,
    description: `Position ${change.toLowerCase()}: ${shortOf(dealId)}`,
    actionType: `POSITION_${change}`,
  })
  return position
}

type ActivityText = Pick<Activity, 'channel' | 'description'> &
  Partial<Pick<Activity, 'type' | 'at' | 'dealReference'>> & { readonly actionType: string }

export const notePosition = (
  book: Book,
  account: Account,
  position: Position & Attached,
  { actionType, type = 'POSITION', at = book.now(), ...texts }: ActivityText,
) => {
  const { stop, limit } = distancesFrom(marketOfDeal(position), position, position)
  const { createdAt: _, shownFrom: __, ...deal } = position
  note(book, account, {
    ...deal,
    ...texts,
    at,
    type,
    actions: [{ actionType, affectedDealId: position.dealId }],
    stopDistance: stop,
    limitDistance: limit,
  })
}

const ofOpening = ({ dealReference, stopLevel, limitLevel }: Position) => ({
  dealReference,
  stopLevel,
  limitLevel,
})

/** The deal ID of a close. With `sharedCloses`, closes within one second get the ID of the first close. */
const closingDealId = (book: Book, account: Account, at: number): string => {
  const [last] = account.transactions
  const sameSecond = last?.deal && Math.floor(last.at / 1_000) === Math.floor(at / 1_000)
  if (!book.settings.sharedCloses || !sameSecond) return newDealId(book)
  return account.activity.find(({ dealId }) => shortOf(dealId) === last.reference)?.dealId ?? newDealId(book)
}

const isHidden = (book: Book) => {
  const { closeActivityMissesEach: each } = book.settings
  return each > 0 && book.state.numbers % each === 0
}

/** A market's name in the history. With `conversionInName`, it contains the rate if the market is not in GBP. */
const nameFor = ({ settings }: Book, { name, gbpRate }: PaperMarket) =>
  settings.conversionInName && gbpRate !== 1 ? `${name} converted at ${gbpRate}` : name

type PositionEnd = Filled & Pick<Activity, 'channel'> & Partial<Pick<Activity, 'dealReference' | 'at'>>

/**
 * Records a full or partial close in cash, history and transactions. Each close has its own deal ID unless the setting
 * `sharedCloses` is on.
 */
export const endPosition = (
  book: Book,
  account: Account,
  position: Position,
  { price: level, size, channel, dealReference = newReference(book), at = book.now() }: PositionEnd,
): { readonly profit: number; readonly isWhole: boolean } => {
  const market = marketOfDeal(position)
  const profit = profitAt(position, level, size)
  account.cash = round(account.cash + profit, 2)
  const isWhole = position.size - size < 1e-9
  if (isWhole) removePosition(book, account, position, at)
  else position.size = round(position.size - size, 8)
  const dealId = closingDealId(book, account, at)
  const { epic, currency } = position
  const { closeActivityLagMs, historyLagMs } = book.settings
  const entry = {
    at,
    epic,
    dealId,
    dealReference,
    currency,
    direction: opposite(position.direction),
    size,
    level,
    type: 'POSITION',
    channel,
    // IG records a client's close under the deal reference of the opening, with the levels of the position. Source: 36
    // recorded closes.
    ...(channel === 'PUBLIC_WEB_API' ? ofOpening(position) : {}),
    description: `${isWhole ? 'Position/s closed' : 'Position partially closed'}: ${shortOf(position.dealId)}`,
    actions: [
      {
        actionType: isWhole ? 'POSITION_CLOSED' : 'POSITION_PARTIALLY_CLOSED',
        affectedDealId: position.dealId,
      },
    ],
    shownFrom: book.now() + historyLagMs + closeActivityLagMs,
  } as const
  // The close of a roll has no deal reference. It is always in the activity, like the roll's opening within the same
  // second.
  if (dealReference === null || !isHidden(book)) note(book, account, entry)
  account.transactions.unshift({
    at,
    type: book.settings.tradeType,
    name: nameFor(book, market),
    period: market.expiry,
    reference: book.settings.transactionReference === 'opening' ? position.dealId : shortOf(dealId),
    amount: profit,
    shownFrom: book.now() + historyLagMs,
    deal: {
      openedAt: position.createdAt,
      openLevel: position.level,
      closeLevel: level,
      size,
      direction: position.direction,
    },
  })
  return { profit, isWhole }
}
