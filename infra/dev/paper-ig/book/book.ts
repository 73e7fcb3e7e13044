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
/** Entries of history that an account keeps. */
const longestHistory = 2_000

const markets = new Map(paperMarkets.map((market) => [market.epic, market]))

/** One environment's accounts, deals and markets. It knows nothing of wires, and its time comes from outside. */
export type Book = {
  state: BookState
  settings: Settings
  readonly seed: number
  readonly now: () => number
  /** When the last deal of an account, epic, direction and size came in: the guard against double clicks. */
  readonly lastTwins: Map<string, number>
  /** Counts what is worth keeping. */
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

/**
 * Accounts, deals, fixed markets and settings go back to the beginning. Numbering goes on: a deal id never names two
 * deals, or anyone who remembers the first takes the second for it.
 */
export const resetBook = (book: Book) => {
  book.state = { ...emptyBook(book.now()), numbers: book.state.numbers }
  book.settings = structuredClone(usualSettings)
  book.lastTwins.clear()
  book.revision += 1
}

export const marketOf = (epic: string): PaperMarket | undefined => markets.get(epic)

/** Of a deal, whose epic was checked when it came in. */
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

/** The spread bet account first: it is the preferred one. */
export const accountIdsOf = (identifier: string): [string, string] => {
  const name = identifier.toUpperCase()
  return [`${name}-SB`, `${name}-CFD`]
}

/** The two accounts of an identifier, created on first use. */
export const accountsOf = (book: Book, identifier: string): [Account, Account] => {
  const [bets, cfds] = accountIdsOf(identifier)
  return [accountOf(book, bets, 'SPREADBET'), accountOf(book, cfds, 'CFD')]
}

/** Created on first use. */
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

/** DIAAAA and nine more, as IG's are. */
export const newDealId = (book: Book) =>
  `DIAAAA${nextNumber(book).toString(36).toUpperCase().padStart(9, '0')}`

/** For deals whose sender gave no reference, and for whatever takes none: 15 capitals and digits. */
export const newReference = (book: Book) =>
  `PAPER${nextNumber(book).toString(36).toUpperCase().padStart(10, '0')}`

/** How IG's prose names a deal. */
export const shortOf = (dealId: string) => dealId.slice(-8)

type Noted = Pick<
  Activity,
  'epic' | 'dealId' | 'dealReference' | 'direction' | 'size' | 'currency' | 'type' | 'description'
> &
  Partial<Activity>

/** Writes into an account's history. */
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

/** A deal that is gone, or too new to be touched: refused before anything is dealt, with IG's own code. */
export class DealUntouched extends Error {
  override readonly name = 'DealUntouched'
}

export const isTooYoung = ({ now, settings }: Book, { createdAt }: { readonly createdAt: number }) =>
  now() - createdAt < settings.youngDealMs

type Confirmed = Pick<Confirm, 'dealReference' | 'dealId' | 'epic' | 'direction'> & Partial<Confirm>

/** @returns the deal reference */
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

/** Not there yet, there, and gone again after its life. */
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
}

/** A rejection has a deal id of its own, a confirm and an entry in the history. @returns the deal reference */
export const reject = (
  book: Book,
  account: Account,
  deal: Refused,
  reason: string,
  type: Activity['type'],
): string => {
  const { epic, direction, dealReference } = deal
  const dealId = newDealId(book)
  // What the confirm calls UNKNOWN only the history explains.
  const message = reason === 'UNKNOWN' ? 'Failed to retrieve price information for this currency' : reason
  note(book, account, { ...deal, dealId, type, status: 'REJECTED', description: `Rejected: ${message}` })
  return confirm(book, account, { dealReference, dealId, epic, direction, reason })
}
