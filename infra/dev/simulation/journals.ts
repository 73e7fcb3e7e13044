import { Big } from '../../../shared/trading/model/decimal.ts'
import { keyed, type LedgerRow, nameIn } from '../../../shared/journal/ledger-row.ts'
import { balanceMargin } from '../../../shared/trading/model/watch.ts'
import { calendarOf, type Checkpoint, proofOf } from '../../../shared/journal/summary.ts'
import { deriveJournal, resultOfTrade } from '../../../shared/journal/trades.ts'
import type { HistoryEntry } from '../../../shared/journal/history.ts'
import type { DealNote } from '../../../shared/journal/deal-note.ts'
import { decimalOf } from '../../../functions/broker/decimal-of.ts'
import { activitiesOf, ledgerRowsOf } from '../../../functions/broker/ig/map-history.ts'
import * as schemas from '../../../functions/broker/ig/schemas.ts'
import { historyOf } from '../../../functions/journal/collect-account.ts'
import { collect, type Kept, nextReading } from '../../../functions/journal/collect.ts'
import { type JournalHead, newHead } from '../../../functions/journal/journal-store.ts'
import { BrokerError } from '../../../functions/trading/ports/broker.ts'
import { activityView, transactionView } from '../paper-ig/gateway/history-views.ts'
import type { Account, Activity, Transaction } from '../paper-ig/book/state.ts'
import { richCash } from './broker.ts'
import { gatherEvidence } from './evidence.ts'
import { Chance } from './scheduler.ts'
import type { World } from './world.ts'

const day = 24 * 3_600_000

type Collected = Kept & { readonly head: JournalHead }

/** A history row as IG would return it, together with the truth about it. */
type TrueRow = {
  readonly row: LedgerRow
  readonly at: number
  /** When IG first shows the row; Infinity if it never does. */
  readonly shownFrom: number
  readonly amount: string
  readonly dealId: string | null
  readonly kind: 'trade' | 'transfer' | 'funding'
}

/**
 * An account's history with the difficulties of real ones: shared references, late or missing entries, and other
 * languages.
 */
type TrueHistory = {
  readonly rows: readonly TrueRow[]
  readonly entries: readonly { readonly entry: HistoryEntry; readonly shownFrom: number }[]
  /** Whether every row is shown, and the activity contains every close with its own reference. */
  readonly isPlain: boolean
  /** Whether every row is shown sooner or later. */
  readonly hasAllRows: boolean
}

/**
 * Builds the journal of each account of a played world, as the product would in many runs while rows arrive. Then it
 * checks that the journal adds up to the balance and assigns trades to the right alerts.
 */
export const checkJournals = async (world: World): Promise<string[]> => {
  const broken: string[] = []
  const chance = new Chance(world.seed ^ 0x2545f491)
  // The product keeps no notes about the alerts of a deleted user.
  const deleted = [...world.tables.users.values()].filter((user) => user.deleted)
  for (const account of Object.values(world.broker.book.state.accounts)) {
    const isGone = deleted.some(({ userId }) => account.accountId.startsWith(`${userId}-`))
    if (!isGone && account.transactions.length > 1)
      broken.push(...(await checkJournal(world, account, chance)))
  }
  return broken
}

const notesOf = (world: World, { accountId }: Account): DealNote[] =>
  [...world.tables.logs.values()].flatMap(({ deals = [] }) =>
    deals.filter((note) => note.accountId === accountId),
  )

const checkJournal = async (world: World, account: Account, chance: Chance): Promise<string[]> => {
  const history = historyFor(account, chance)
  const notes = notesOf(world, account)
  const { state, notified, now } = await collectAll(account, history, notes, chance)
  const wrong = (what: string) => `journal: ${account.accountId} ${what}`
  const shown = history.rows.filter(({ shownFrom }) => shownFrom <= now)
  const missing = history.rows.filter(({ shownFrom }) => shownFrom === Infinity)
  const proof = proofOf(state.derived, state.head.checkpoints, calendarOf('Europe/London').dayOf)
  const sum = (rows: readonly TrueRow[]) => rows.reduce((total, { amount }) => total.plus(amount), new Big(0))
  const same = (shown: number, truth: Big) => new Big(shown.toFixed(2)).eq(truth.round(2))
  const broken: string[] = []
  if (proof.balance === null) return [wrong('never read a balance')]
  // The unexplained difference must be the sum of the missing rows since the first reading that can be used.
  const unexplained = sum(missing.filter(({ at }) => at > firstCertain(state.head.checkpoints, shown)))
  if (!same(proof.difference, unexplained))
    broken.push(wrong(`reports ${proof.difference} unexplained, it is ${unexplained.toFixed(2)}`))
  const kinds = { trades: 'trade', transfers: 'transfer', funding: 'funding' } as const
  for (const [name, kind] of Object.entries(kinds)) {
    const truth = sum(shown.filter((row) => row.kind === kind))
    if (!same(proof[name as keyof typeof kinds], truth))
      broken.push(wrong(`has ${name} of ${proof[name as keyof typeof kinds]} instead of ${truth.toFixed(2)}`))
  }
  const again = deriveJournal(keyed(state.raw.rows), state.raw.entries, state.raw.notes, 'GBP')
  if (JSON.stringify(again) !== JSON.stringify(state.derived))
    broken.push(wrong('is derived differently from the same rows'))
  // Each reading notifies only of closes that it has added, at most once per close.
  const closes = state.derived.trades.flatMap(({ legs }) => legs).length
  if (notified.length > closes) broken.push(wrong('notifies of one close twice'))
  return [...broken, ...wronglyAttributed(world, account, history, state).map(wrong)]
}

/**
 * The time of the first balance that was not read shortly after a row. If there is none, the time of the first balance.
 */
const firstCertain = (readings: readonly Checkpoint[], rows: readonly TrueRow[]): number => {
  const isCertain = (reading: Checkpoint) =>
    !rows.some(({ at }) => at <= reading.at && at > reading.at - balanceMargin)
  return (readings.find(isCertain) ?? readings[0])?.at ?? 0
}

/**
 * Describes the trades whose alert, rows or state the journal gets wrong. If the history is not plain, the journal may
 * leave a trade without its alert, or split a position into several trades.
 */
const wronglyAttributed = (
  world: World,
  account: Account,
  { rows, isPlain, hasAllRows }: TrueHistory,
  { derived }: Collected,
): string[] => {
  const { byReference } = gatherEvidence(world)
  const opened = new Map(
    account.activity
      .filter(({ actions }) => actions.some(({ actionType }) => actionType === 'POSITION_OPENED'))
      .map(({ dealId, dealReference }) => [dealId, byReference.get(dealReference ?? '')]),
  )
  const rootOf = (dealId: string): string => {
    const from = world.broker.rolled.get(dealId)
    return from === undefined ? dealId : rootOf(from)
  }
  const truthOf = Map.groupBy(rows, ({ row }) => nameOfRow(row))
  const openingOf = Map.groupBy(rows, ({ row }) => openingIn(nameOfRow(row)))
  const rowsOf = Map.groupBy(rows, ({ dealId }) => rootOf(dealId ?? ''))
  const open = new Set(account.positions.map(({ dealId }) => rootOf(dealId)))
  return derived.trades.flatMap((trade) => {
    // If several rows are equal, any of their deals may be the right one.
    const truthsOf = (key: string) =>
      (truthOf.get(key.split('|').slice(0, 9).join('|')) ?? []).map(({ dealId }) => rootOf(dealId ?? ''))
    const alertOf = (dealId: string) => opened.get(dealId)?.alertId ?? null
    const truths = new Set(trade.legs.flatMap(({ key }) => truthsOf(key)))
    const alertIds = new Set([...truths].map(alertOf))
    const found: string[] = []
    // IG shows no difference between two positions that were opened in the same second at the same level.
    const twinsOf = (key: string) =>
      (openingOf.get(openingIn(key)) ?? []).map(({ dealId }) => alertOf(rootOf(dealId ?? '')))
    if (trade.alertId !== null && trade.legs.some(({ key }) => !twinsOf(key).includes(trade.alertId)))
      found.push(`gives trade ${trade.id} (${resultOfTrade(trade)}) to ${trade.alertId}`)
    const [alertId] = alertIds
    const isSure = alertIds.size === 1 && alertId && world.tables.alerts.has(alertId)
    if (isPlain && isSure && trade.alertId === null)
      found.push(`does not know that trade ${trade.id} is ${alertId}’s`)
    const [root] = truths
    if (truths.size !== 1 || !root) return found
    const isWhole = trade.legs.length === rowsOf.get(root)?.length
    if (isPlain && !isWhole) found.push(`splits the trade ${root} in several`)
    // If the journal does not know the position of a trade, it cannot know whether a part is still open.
    const isKnown = isPlain || (hasAllRows && isWhole && trade.epic !== null)
    if (isKnown && trade.isOpen !== open.has(root))
      found.push(`shows trade ${trade.id} as ${trade.isOpen ? 'open' : 'closed'}`)
    return found
  })
}

/** The first nine fields of a row's key. See `identityOf`. */
const nameOfRow = (row: LedgerRow) => keyed([row])[0]?.key.split('|').slice(0, 9).join('|') ?? ''

/** The fields of a key that identify an opening: time, market and level. */
const openingIn = (key: string) => {
  const [, openedAt, name, , , level] = key.split('|')
  return [openedAt, name, level].join('|')
}

/** Reads the journal at random intervals until sixteen days after the last row. */
const collectAll = async (
  account: Account,
  { rows, entries }: TrueHistory,
  notes: readonly DealNote[],
  chance: Chance,
) => {
  const first = Math.min(...rows.map(({ at }) => at))
  const last = Math.max(...rows.map(({ at }) => at))
  const until = last + 16 * day
  let now = first + 60_000 + chance.between(0, last - first)
  const notified: string[] = []
  const world = { isDown: false }
  const read = <Answer>(answer: () => Answer): Promise<Answer> =>
    world.isDown && chance.happens(0.3)
      ? Promise.reject(new BrokerError('unreachable', 'IG did not answer'))
      : Promise.resolve(answer())
  const ports = {
    now: () => now,
    readOpen: () => read(() => ({})),
    readBalance: () =>
      read(() => ({
        balance: rows
          .filter(({ at }) => at <= now)
          .reduce((total, { amount }) => total.plus(amount), new Big(richCash))
          .toFixed(2),
        currency: 'GBP',
      })),
    readRows: (from: number, to: number) =>
      read(() =>
        rows.filter(({ at, shownFrom }) => at >= from && at <= to && shownFrom <= now).map(({ row }) => row),
      ),
    readEntries: (from: number, to: number) =>
      read(() =>
        entries
          .filter(({ entry, shownFrom }) => entry.date >= from && entry.date <= to && shownFrom <= now)
          .map(({ entry }) => entry),
      ),
    notify: (events: readonly { readonly id: string; readonly type: string }[]) => {
      notified.push(...events.filter(({ type }) => type === 'position.closed').map(({ id }) => id))
      return Promise.resolve()
    },
    reportDifference: () => undefined,
  }
  const key = { userId: 'user', mode: 'DEMO', accountId: account.accountId } as const
  let state: Collected = {
    head: newHead,
    raw: { rows: [], entries: [], notes: [] },
    derived: { trades: [], cash: [], leftOut: [] },
  }
  let shown = 0
  while (now < until) {
    const fresh = notes.filter((note) => note.at > shown && note.at <= now)
    shown = now
    const before = state
    const { head, kept } = await collect(
      ports,
      key,
      { head: before.head, load: () => Promise.resolve(before) },
      { notes: fresh, deadline: now + 60_000 },
    )
    state = { ...(kept ?? before), head }
    world.isDown = !world.isDown && now < last + day
    now = Math.max(nextReading(state.head, now), now + chance.between(1, 6 * 3_600_000))
  }
  return { state, notified, now }
}

/** Milliseconds within which closes share a reference. In recorded histories, this time was one second. */
const sharedFor = 60_000

const languages = ['DEAL', 'DEAL', 'TRADE', 'ORDRE', 'Handel'] as const

/** Turns the book's history into one that is as difficult to read as real ones. */
const historyFor = (account: Account, chance: Chance): TrueHistory => {
  const isShared = chance.happens(0.3)
  const isWhole = chance.happens(0.2)
  const missed = chance.happens(0.4) ? 0.3 : 0
  const isLate = chance.happens(0.5)
  const neverShown = chance.happens(0.15) ? 0.1 : 0
  const type = chance.oneOf(languages)
  const closes = account.activity.filter(({ actions }) =>
    actions.some(({ actionType }) => /POSITION_(PARTIALLY_)?CLOSED/.test(actionType)),
  )
  const closeOf = new Map(closes.map((close) => [close.dealId.slice(-8), close]))
  const firstOfTime = new Map<number, string>()
  for (const { at, dealId } of closes.toReversed())
    if (!firstOfTime.has(Math.floor(at / sharedFor))) firstOfTime.set(Math.floor(at / sharedFor), dealId)
  const sharedId = ({ at, dealId }: Activity) =>
    isShared ? (firstOfTime.get(Math.floor(at / sharedFor)) ?? dealId) : dealId
  const lateBy = () => (isLate && chance.happens(0.3) ? chance.between(0, 2 * day) : 0)
  const rows = account.transactions.map((transaction): TrueRow => {
    const close = closeOf.get(transaction.reference)
    const position = close?.actions[0]?.affectedDealId ?? null
    const reference =
      position === null ? 'PAPERDEP' : isWhole ? position : sharedId(close as Activity).slice(-8)
    // This simulation does not hide deposits, although IG may add them to the balance before the history shows them.
    const isGone = position !== null && chance.happens(neverShown)
    return {
      row: rowOf(transaction, reference, type),
      at: secondOf(transaction.at),
      shownFrom: isGone ? Infinity : transaction.at + (position === null ? 0 : lateBy()),
      amount: transaction.amount.toFixed(2),
      dealId: position,
      kind: position === null ? 'transfer' : 'trade',
    }
  })
  const entries = account.activity.flatMap((activity) => {
    const isClose = closes.includes(activity)
    if (isClose && activity.channel !== 'SYSTEM' && chance.happens(missed)) return []
    const seen = isClose ? { ...activity, dealId: sharedId(activity) } : activity
    const parsed = schemas.Activities.parse({ activities: [activityView(seen, true)] })
    return historyOf(activitiesOf(parsed)).map((entry) => ({
      entry,
      shownFrom: activity.at + (isClose ? lateBy() : 0),
    }))
  })
  return {
    rows: [...rows, ...chargesFor(rows, chance)],
    entries,
    isPlain: !isShared && missed === 0 && neverShown === 0,
    hasAllRows: neverShown === 0,
  }
}

const secondOf = (at: number) => Math.floor(at / 1_000) * 1_000

const rowOf = (transaction: Transaction, reference: string, type: string): LedgerRow => {
  const view = { ...transactionView(transaction), reference }
  const [row] = ledgerRowsOf(schemas.Transactions.parse({ transactions: [view] }))
  if (!row) throw new Error('A transaction has no row')
  const level = (text: string) => (text === '-' ? text : decimalOf(Number(text)))
  return {
    ...row,
    openLevel: level(row.openLevel),
    closeLevel: level(row.closeLevel),
    profitAndLoss: `£${transaction.amount.toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`,
    transactionType: transaction.deal ? type : row.transactionType,
  }
}

/** Makes two equal rows of funding with the type WITH, and a withdrawal whose row has no minus sign. */
const chargesFor = (rows: readonly TrueRow[], chance: Chance): readonly TrueRow[] => {
  const last = rows.find(({ kind }) => kind === 'trade')
  if (!last || !chance.happens(0.6)) return []
  const at = last.at + Math.floor(chance.between(60, 3_600)) * 1_000
  const charge = (
    profitAndLoss: string,
    amount: string,
    cashTransaction: boolean,
    kind: TrueRow['kind'],
  ) => ({
    row: {
      ...last.row,
      dateUtc: new Date(at).toISOString().slice(0, 19),
      openDateUtc: new Date(at).toISOString().slice(0, 19),
      instrumentName: cashTransaction ? 'Bank transfer' : `Daily interest ${nameIn(last.row)}`,
      size: '-',
      openLevel: '-',
      closeLevel: '0',
      reference: '123456789',
      transactionType: 'WITH',
      profitAndLoss,
      cashTransaction,
    },
    at,
    shownFrom: at,
    amount,
    dealId: null,
    kind,
  })
  return [
    charge('£-1,234.56', '-1234.56', false, 'funding'),
    charge('£-1,234.56', '-1234.56', false, 'funding'),
    charge('£100.00', '-100.00', true, 'transfer'),
  ]
}
