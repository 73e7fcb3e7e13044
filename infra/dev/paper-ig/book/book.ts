import { type PaperMarket, paperMarkets } from '../markets.ts'
import { type Fixed, isWeekend, type Quote, quoteAt } from './prices.ts'
import { type Settings, usualSettings } from './settings.ts'
import {
  type Account,
  type Activity,
  type BookState,
  type Confirm,
  type Direction,
  emptyBook,
} from './state.ts'

const startingCash = 10_000
/** Maximum number of entries in an account's history. */
const longestHistory = 2_000

const markets = new Map(paperMarkets.map((market) => [market.epic, market]))

/**
 * The accounts, deals and markets of one environment (demo or live). A book knows nothing about HTTP, and gets the time
 * from `now`.
 */
export type Book = {
  state: BookState
  settings: Settings
  readonly seed: number
  readonly now: () => number
  /**
   * Time of the last deal by account, epic, direction and size. The double-click guard uses it to reject a second,
   * identical deal.
   */
  readonly lastTwins: Map<string, number>
  /** Increases with each change that must be stored. */
  revision: number
}

export const openBook = (state: BookState, seed: number, now: () => number): Book => ({
  state,
  settings: structuredClone(usualSettings),
  seed,
  now,
  lastTwins: new Map(),
  revision: 0,
})

/** Resets accounts, deals, fixed quotes and settings. The numbering continues, so that no deal ID is used twice. */
export const resetBook = (book: Book) => {
  book.state = { ...emptyBook(book.now()), numbers: book.state.numbers }
  book.settings = structuredClone(usualSettings)
  book.lastTwins.clear()
  book.revision += 1
}

export const marketOf = (epic: string): PaperMarket | undefined => markets.get(epic)

/** The market of a deal, whose epic was checked when the deal was opened. */
export const marketOfDeal = ({ epic }: { readonly epic: string }): PaperMarket => {
  const market = markets.get(epic)
  if (!market) throw new Error(`Paper IG does not trade ${epic}`)
  return market
}

export const quote = (book: Book, market: PaperMarket, at = book.now()): Quote => {
  const fixed: Fixed = book.state.fixed[market.epic] ?? {}
  const isShut = book.settings.weekendClose && isWeekend(at) && fixed.marketStatus === undefined
  return quoteAt(book.seed, market, at, isShut ? { ...fixed, marketStatus: 'CLOSED' } : fixed)
}

/** The account IDs of a login name. The spread bet account comes first, because it is the preferred one. */
export const accountIdsOf = (identifier: string): [string, string] => {
  const name = identifier.toUpperCase()
  return [`${name}-SB`, `${name}-CFD`]
}

/** The two accounts of a login name, created on first use. */
export const accountsOf = (book: Book, identifier: string): [Account, Account] => {
  const [bets, cfds] = accountIdsOf(identifier)
  return [accountOf(book, bets, 'SPREADBET'), accountOf(book, cfds, 'CFD')]
}

export const accountOf = (book: Book, accountId: string, accountType: Account['accountType']): Account => {
  const known = book.state.accounts[accountId]
  if (known) return known
  const made: Account = {
    accountId,
    accountType,
    cash: startingCash,
    trailingStopsEnabled: false,
    positions: [],
    orders: [],
    lingering: { positions: [], orders: [] },
    activity: [],
    transactions: [
      {
        at: book.now(),
        type: 'DEPO',
        name: 'Paper money',
        period: '-',
        reference: 'PAPERDEP',
        amount: startingCash,
        deal: null,
      },
    ],
  }
  book.state.accounts[accountId] = made
  book.revision += 1
  return made
}

const nextNumber = (book: Book) => {
  book.state.numbers += 1
  return book.state.numbers
}

/** A new deal ID in IG's form: DIAAAA and nine more characters. */
export const newDealId = (book: Book) =>
  `DIAAAA${nextNumber(book).toString(36).toUpperCase().padStart(9, '0')}`

/** A new deal reference of 15 capitals and digits, for closes and for deals whose client gave none. */
export const newReference = (book: Book) =>
  `PAPER${nextNumber(book).toString(36).toUpperCase().padStart(10, '0')}`

/** The last eight characters of a deal ID. IG's texts contain only these. */
export const shortOf = (dealId: string) => dealId.slice(-8)

type Noted = Pick<
  Activity,
  'epic' | 'dealId' | 'dealReference' | 'direction' | 'size' | 'currency' | 'type' | 'description'
> &
  Partial<Activity>

export const note = (book: Book, account: Account, entry: Noted) => {
  const now = book.now()
  book.revision += 1
  account.activity.unshift({
    at: now,
    shownFrom: now + book.settings.historyLagMs,
    status: 'ACCEPTED',
    channel: 'PUBLIC_WEB_API',
    actions: [],
    level: null,
    goodTill: null,
    stopLevel: null,
    stopDistance: null,
    limitLevel: null,
    limitDistance: null,
    guaranteedStop: false,
    trail: null,
    ...entry,
  })
  account.activity.length = Math.min(account.activity.length, longestHistory)
  account.transactions.length = Math.min(account.transactions.length, longestHistory)
}

/** Thrown if a deal does not exist, or is too new to be changed. The message is IG's error code. */
export class DealUntouched extends Error {
  override readonly name = 'DealUntouched'
}

export const isTooYoung = ({ now, settings }: Book, { createdAt }: { readonly createdAt: number }) =>
  now() - createdAt < settings.youngDealMs

type Confirmed = Pick<Confirm, 'dealReference' | 'dealId' | 'epic' | 'direction'> & Partial<Confirm>

/**
 * Stores the confirm of a deal.
 * @returns the deal reference of the confirm
 */
export const confirm = (book: Book, { accountId }: Account, confirmed: Confirmed): string => {
  const { confirmDelayMs, confirmLifeMs } = book.settings
  const at = book.now()
  book.revision += 1
  book.state.confirms.push({
    accountId,
    at,
    shownFrom: at + confirmDelayMs,
    shownUntil: at + confirmDelayMs + confirmLifeMs,
    reason: 'SUCCESS',
    status: null,
    affected: [],
    level: null,
    size: null,
    expiry: null,
    stopLevel: null,
    limitLevel: null,
    stopDistance: null,
    limitDistance: null,
    guaranteedStop: false,
    trailingStop: false,
    profit: null,
    ...confirmed,
  })
  return confirmed.dealReference
}

/** Returns a confirm if its delay is over and its lifetime has not ended; otherwise null. */
export const readConfirm = (
  { state, now }: Book,
  { accountId }: Account,
  dealReference: string,
): Confirm | null => {
  const found = state.confirms.findLast(
    (each) => each.dealReference === dealReference && each.accountId === accountId,
  )
  return found && found.shownFrom <= now() && now() < found.shownUntil ? found : null
}

type Refused = {
  readonly epic: string
  readonly direction: Direction
  readonly size: number
  readonly currency: string
  readonly dealReference: string
  readonly type: Activity['type']
}

/**
 * Records a rejection with its own deal ID, confirm and history entry.
 * @returns the deal reference
 */
export const reject = (book: Book, account: Account, deal: Refused, reason: string): string => {
  const { epic, direction, dealReference } = deal
  const dealId = newDealId(book)
  // If the reason in the confirm is UNKNOWN, only the history contains the real reason.
  const message = reason === 'UNKNOWN' ? 'Failed to retrieve price information for this currency' : reason
  note(book, account, { ...deal, dealId, status: 'REJECTED', description: `Rejected: ${message}` })
  return confirm(book, account, { dealReference, dealId, epic, direction, reason })
}
