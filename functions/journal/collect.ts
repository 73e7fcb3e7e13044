import type { NotificationEvent } from '../../shared/notifications/notifications.schema.ts'
import { instantIn, keyed, type LedgerRow, withRows } from '../../shared/journal/ledger-row.ts'
import { balanceMargin } from '../../shared/trading/model/watch.ts'
import { calendarOf, type Checkpoint, proofOf } from '../../shared/journal/summary.ts'
import { type Derived, deriveJournal } from '../../shared/journal/trades.ts'
import type { HistoryEntry } from '../../shared/journal/history.ts'
import type { DealNote } from '../../shared/journal/deal-note.ts'
import type { Decimal, Instant } from '../../shared/platform/units.ts'
import { BrokerError } from '../trading/ports/broker.ts'
import { closedTrades } from './closed-trades.ts'
import { recapsOf } from './recaps.ts'
import type { JournalHead, JournalKey, RawJournal } from './journal-store.ts'
import { formatTwoDecimals } from '../../shared/platform/figures.ts'

/** Raise it if a rule of shared/journal changes: every journal is then derived again from the rows that are kept. */
const journalRules = 2

/** What collecting an account's history needs of the world. */
export type CollectPorts = {
  readonly now: () => Instant
  /** Deal ids of the open positions. @throws BrokerError, as all of these */
  readonly readOpen: () => Promise<readonly string[]>
  /** The balance without what runs, and the account's currency. */
  readonly readBalance: () => Promise<{ readonly balance: Decimal; readonly currency: string }>
  readonly readRows: (from: Instant, to: Instant) => Promise<readonly LedgerRow[]>
  readonly readEntries: (from: Instant, to: Instant) => Promise<readonly HistoryEntry[]>
  readonly notify: (events: readonly NotificationEvent[]) => Promise<void>
  /** A difference that has lasted a day, for the operator. */
  readonly reportDifference: (difference: number, since: string) => void
}

/** What is kept of an account, and what is derived from it. */
export type Kept = { readonly raw: RawJournal; readonly derived: Derived }

const minute = 60_000
const day = 24 * 60 * minute
/** A close is booked late, at times: it is looked for at once, and again after these times. */
const collectAfter = [0, minute, 5 * minute, 30 * minute] as const
/** Rows come up to two weeks late. */
const nightlyReach = 14 * day
const usualReach = 2 * day
/** Maximum age of the history that is asked for, and what is asked for at a time. */
const oldest = 5 * 365 * day
const window = 90 * day
/** After this number of windows without a row nothing older is expected. */
const emptyWindows = 4
/** Milliseconds from one reading of what is new to the next while the past is read and there is hardly room. */
const newsAfter = 8 * minute
/** At night in London, after IG has booked its funding at 22:00. */
const nightHour = 2
const mostCheckpoints = 800

/**
 * Reads what an account's history has new, and derives the journal again. Reading the same twice changes nothing; what fails keeps
 * what was read before.
 * @param load what is kept: most runs only find the same positions open, and have no use for it
 * @param notes of deals, since the last run
 * @param deadline no new window of the first reading is begun after this
 * @returns `kept` is null if nothing was read
 */
export const collect = async (
  ports: CollectPorts,
  key: JournalKey,
  known: JournalHead,
  load: () => Promise<Kept>,
  notes: readonly DealNote[],
  deadline: Instant,
): Promise<{ readonly head: JournalHead; readonly kept: Kept | null }> => {
  const reading = await readHistory(ports, known, notes, deadline)
  if (reading.rows.length === 0 && notes.length === 0 && known.rules === journalRules)
    return { head: reading.head, kept: null }
  const before = await load()
  const raw = {
    rows: reading.rows.reduce(withRows, keyed(before.raw.rows)),
    entries: withEntries(before.raw.entries, reading.entries),
    notes: withNotes(before.raw.notes, notes),
  }
  const hasNews =
    raw.rows.length > before.raw.rows.length ||
    raw.entries !== before.raw.entries ||
    notes.length > 0 ||
    known.rules !== journalRules ||
    reading.head.currency !== known.currency
  const derived = hasNews
    ? deriveJournal(raw.rows, raw.entries, raw.notes, reading.head.currency)
    : before.derived
  const head = { ...reading.head, rules: journalRules }
  const closed = known.readAt === null ? [] : closedTrades(key, before.derived, derived, head, ports.now())
  if (closed.length > 0) await ports.notify(closed)
  const compared = await withDifference(ports, key, head, derived)
  // Once a night, when the reading of the day before is as complete as it gets.
  const isNightly = reading.head.nightAt > known.nightAt
  return {
    head: isNightly ? await withRecaps(ports, key, compared, derived) : compared,
    kept: { raw, derived },
  }
}

const withRecaps = async (
  ports: CollectPorts,
  key: JournalKey,
  head: JournalHead,
  derived: Derived,
): Promise<JournalHead> => {
  const { recapOn, events } = recapsOf(key, derived, head, ports.now())
  if (events.length > 0) await ports.notify(events)
  return { ...head, recapOn }
}

type Reading = {
  readonly head: JournalHead
  /** Of each request for itself: a row that two of them gave is one row. */
  readonly rows: readonly (readonly LedgerRow[])[]
  readonly entries: readonly HistoryEntry[]
}

const readHistory = async (
  ports: CollectPorts,
  before: JournalHead,
  notes: readonly DealNote[],
  deadline: Instant,
): Promise<Reading> => {
  const now = ports.now()
  const run: Run = {
    rows: [],
    entries: [],
    head: { ...before, failure: null, waitsUntil: undefined, looks: withLooks(before.looks, notes, now) },
  }
  try {
    if (!before.begun && !goesOnWithPast(before, now)) await beginReading(ports, run, now)
    if (run.head.begun) await goOnReading(ports, run, run.head.begun)
    while (!run.head.isComplete && run.head.readFrom !== null && ports.now() < deadline)
      await readOlder(ports, run, run.head.readFrom)
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error
    run.head =
      error.kind === 'allowance' && error.roomAt !== null
        ? { ...run.head, waitsUntil: error.roomAt }
        : { ...run.head, failure: error.message, isRetriedSoon: error.kind !== 'sign-in' }
  }
  return run
}

/** Whether the run before found no room in the middle of the past: what is new has its turn again a while later. */
const goesOnWithPast = ({ waitsUntil, readAt, isComplete }: JournalHead, now: Instant) =>
  waitsUntil !== undefined && readAt !== null && !isComplete && now - readAt < newsAfter

/** What a run has read, and how far it has come. */
type Run = { readonly rows: (readonly LedgerRow[])[]; readonly entries: HistoryEntry[]; head: JournalHead }

/** A new order has something in the history at once; what was closed may be booked late. */
const withLooks = (looks: readonly Instant[], notes: readonly DealNote[], now: Instant): readonly Instant[] =>
  notes.some((note) => !note.opened)
    ? [...looks, ...afterClosing(now)]
    : notes.length > 0
      ? [...looks, now]
      : looks

const afterClosing = (now: Instant) => collectAfter.map((after) => now + after)

/** Begins to read the newest history if it may have something new. */
const beginReading = async (ports: CollectPorts, run: Run, now: Instant) => {
  const { open: openBefore, looks: looksBefore, nightAt, readAt } = run.head
  const open = await ports.readOpen()
  const isClosed = openBefore.some((dealId) => !open.includes(dealId))
  const looks = isClosed ? [...looksBefore, ...afterClosing(now)] : looksBefore
  const isNight = now >= nightAt
  const isDue = isNight || readAt === null || looks.some((at) => at <= now)
  const since = Math.min(now, readAt ?? now) - (isNight ? nightlyReach : usualReach)
  run.head = { ...run.head, open, looks, ...(isDue ? { begun: { at: now, since, isNight } } : {}) }
}

/** Reads what a begun reading lacks: the balance, rows, entries. */
const goOnReading = async (ports: CollectPorts, run: Run, begun: NonNullable<JournalHead['begun']>) => {
  let { balance, hasRows } = begun
  if (!balance) {
    const found = await ports.readBalance()
    balance = { at: ports.now(), balance: found.balance }
    run.head = { ...run.head, currency: found.currency, begun: { ...begun, balance } }
  }
  if (!hasRows) {
    const found = await ports.readRows(begun.since, ports.now() + day)
    hasRows = true
    run.rows.push(found)
    const checkpoints = withCheckpoint(run.head.checkpoints, balance, found)
    run.head = { ...run.head, checkpoints, begun: { ...begun, balance, hasRows } }
  }
  run.entries.push(...(await ports.readEntries(begun.since, ports.now())))
  run.head = {
    ...run.head,
    begun: undefined,
    readAt: begun.at,
    readFrom: run.head.readFrom ?? begun.since,
    looks: run.head.looks.filter((at) => at > begun.at),
    nightAt: nextNight(begun.at),
  }
}

/** One window more of the past, as far back as IG answers. */
const readOlder = async (ports: CollectPorts, run: Run, to: Instant) => {
  const from = to - window
  let isEmpty = false
  if (!run.head.hasOlderRows) {
    const found = await ports.readRows(from, to)
    run.rows.push(found)
    isEmpty = found.length === 0
    run.head = { ...run.head, hasOlderRows: true }
  }
  if (!isEmpty) run.entries.push(...(await ports.readEntries(from, to)))
  const empty = isEmpty ? (run.head.emptyWindows ?? 0) + 1 : 0
  run.head = {
    ...run.head,
    hasOlderRows: undefined,
    readFrom: from,
    emptyWindows: empty,
    isComplete: empty >= emptyWindows || from < ports.now() - oldest,
  }
}

const nextNight = (now: Instant) => {
  const tonight = new Date(now)
  tonight.setUTCHours(nightHour, 0, 0, 0)
  return tonight.getTime() > now ? tonight.getTime() : tonight.getTime() + day
}

/** When the history must be read next. @param head after a run */
export const nextReading = (head: JournalHead, now: Instant): Instant => {
  const { open, looks, nightAt, isComplete, failure, isRetriedSoon, waitsUntil } = head
  if (waitsUntil !== undefined) return Math.max(waitsUntil, now + 1_000)
  if (failure !== null) return now + (isRetriedSoon ? 5 * minute : day)
  const soon = open.length > 0 || !isComplete ? [now + minute] : []
  return Math.max(Math.min(...looks, ...soon, nightAt), now + 1_000)
}

const { dayOf } = calendarOf('Europe/London')

/** One a day: the last one that no row came close to, or after. */
const withCheckpoint = (
  checkpoints: readonly Checkpoint[],
  checkpoint: Checkpoint,
  rows: readonly LedgerRow[],
): readonly Checkpoint[] => {
  // Booked while the balance and the rows were being read.
  const isBooking = rows.some(({ dateUtc }) => instantIn(dateUtc) > checkpoint.at - balanceMargin)
  if (isBooking) return checkpoints
  const [first, ...others] = checkpoints
  if (!first) return [checkpoint]
  const earlier = others.filter(({ at }) => dayOf(at) !== dayOf(checkpoint.at))
  return [first, ...earlier.slice(-mostCheckpoints), checkpoint]
}

const withEntries = (known: readonly HistoryEntry[], read: readonly HistoryEntry[]) => {
  const names = new Set(known.map(nameOf))
  const added = read.filter((entry) => {
    const name = nameOf(entry)
    if (names.has(name)) return false
    names.add(name)
    return true
  })
  return added.length === 0 ? known : [...known, ...added]
}

const nameOf = ({ date, dealId, actions, level, stopLevel, limitLevel }: HistoryEntry) =>
  JSON.stringify([date, dealId, actions, level, stopLevel, limitLevel])

/** The last word on an alert's deals holds. */
const withNotes = (known: readonly DealNote[], read: readonly DealNote[]): readonly DealNote[] => {
  // An id that comes back after thirty days is another alert.
  const nameOfNote = ({ alertId, acceptedAt, opened }: DealNote) =>
    `${alertId} ${acceptedAt} ${opened ? 'opened' : 'closed'}`
  const isRead = new Set(read.map(nameOfNote))
  return read.length === 0 ? known : [...known.filter((note) => !isRead.has(nameOfNote(note))), ...read]
}

/** Reports a difference that has lasted a day: each time to the operator, once to the user. */
const withDifference = async (
  ports: CollectPorts,
  { userId, mode }: JournalKey,
  head: JournalHead,
  derived: Derived,
): Promise<JournalHead> => {
  const { difference, differsSince } = proofOf(derived, head.checkpoints, dayOf)
  if (differsSince === null) return { ...head, notifiedOf: null }
  const hasLasted = differsSince < dayOf(ports.now() - day)
  if (!hasLasted || head.notifiedOf === differsSince) return head
  ports.reportDifference(difference, differsSince)
  await ports.notify([
    {
      id: `journal-${mode}-${differsSince}`,
      type: 'journal.differs',
      userId,
      at: ports.now(),
      data: {
        mode,
        sentence: `The journal doesn’t add up to IG’s balance: ${formatTwoDecimals(Math.abs(difference))} ${head.currency ?? ''} ${difference > 0 ? 'more' : 'less'} at IG since ${differsSince}`,
        path: '/dashboard/journal',
      },
    },
  ])
  return { ...head, notifiedOf: differsSince }
}
