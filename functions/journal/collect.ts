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
import { moneyWithCode } from '../../shared/platform/figures.ts'

/** Increase this number if a rule in shared/journal changes. Every journal is then derived again from its stored rows. */
const journalRules = 3

export type CollectPorts = {
  readonly now: () => Instant
  /** Reads the stop and limit of each open position, by deal ID. Each of the read functions may throw BrokerError. */
  readonly readOpen: () => Promise<Readonly<Record<string, string>>>
  /** Reads the account's currency, and its balance without open profit or loss. */
  readonly readBalance: () => Promise<{ readonly balance: Decimal; readonly currency: string }>
  readonly readRows: (from: Instant, to: Instant) => Promise<readonly LedgerRow[]>
  readonly readEntries: (from: Instant, to: Instant) => Promise<readonly HistoryEntry[]>
  readonly notify: (events: readonly NotificationEvent[]) => Promise<void>
  /** Tells the operator that the journal and IG's balance have differed for a day. */
  readonly reportDifference: (difference: number, since: string) => void
}

/** An account's stored rows and the journal that is derived from them. */
export type Kept = { readonly raw: RawJournal; readonly derived: Derived }

const minute = 60_000
const day = 24 * 60 * minute
/** Delays after a close at which the history is read, because IG sometimes books a close late. */
const collectAfter = [0, minute, 5 * minute, 30 * minute] as const
/** How far back the nightly reading goes, because IG may book rows up to two weeks late. */
const nightlyReach = 14 * day
const usualReach = 2 * day
/** How far back the history is read. Each request covers one period of `window` milliseconds. */
const oldest = 5 * 365 * day
const window = 90 * day
/** If this number of successive periods contain no row, no older rows are expected. */
const emptyWindows = 4
/** Milliseconds between two reads of new rows while older rows are still being read and few requests are left. */
const newsAfter = 8 * minute
/** The hour of the nightly reading in UTC, after IG has booked its funding at 22:00 London time. */
const nightHour = 2
const mostCheckpoints = 800

/**
 * Reads an account's new history and derives its journal again. A repeated reading changes nothing, and a failed one
 * keeps the previous data.
 * @param stored the journal; `load` loads the rest of it, which most runs do not need, because nothing has changed
 * @param run `notes` are the deals since the last run. No new window of the first reading starts after `deadline`
 * @returns `kept` as null if nothing was read
 */
export const collect = async (
  ports: CollectPorts,
  key: JournalKey,
  { head: known, load }: { readonly head: JournalHead; readonly load: () => Promise<Kept> },
  { notes, deadline }: { readonly notes: readonly DealNote[]; readonly deadline: Instant },
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
  const change = { before: before.derived, after: derived }
  const closed = known.readAt === null ? [] : closedTrades(key, change, head, ports.now())
  if (closed.length > 0) await ports.notify(closed)
  const compared = await withDifference(ports, key, head, derived)
  // Recaps are made once a night, when IG has booked almost all of the previous day.
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
  /** One list of rows for each request. A row that two requests return is stored once. */
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

/**
 * Whether this run must continue to read older rows, because the last run used up the request limit while it read them.
 * New rows are read again when `newsAfter` has passed.
 */
const goesOnWithPast = ({ waitsUntil, readAt, isComplete }: JournalHead, now: Instant) =>
  waitsUntil !== undefined && readAt !== null && !isComplete && now - readAt < newsAfter

/** The data and progress of a run. */
type Run = { readonly rows: (readonly LedgerRow[])[]; readonly entries: HistoryEntry[]; head: JournalHead }

/** Adds the times of the next readings. A new order appears in the history at once, but a close may be booked late. */
const withLooks = (looks: readonly Instant[], notes: readonly DealNote[], now: Instant): readonly Instant[] =>
  notes.some((note) => !note.opened)
    ? [...looks, ...afterClosing(now)]
    : notes.length > 0
      ? [...looks, now]
      : looks

const afterClosing = (now: Instant) => collectAfter.map((after) => now + after)

/** Starts a reading of the newest history if it may contain something new. */
const beginReading = async (ports: CollectPorts, run: Run, now: Instant) => {
  const { open: openBefore, levels: levelsBefore = {}, looks: looksBefore, nightAt, readAt } = run.head
  const levels = await ports.readOpen()
  const open = Object.keys(levels)
  const isClosed = openBefore.some((dealId) => !open.includes(dealId))
  const isMoved = open.some((dealId) => (levelsBefore[dealId] ?? levels[dealId]) !== levels[dealId])
  const looks = [
    ...looksBefore,
    ...(isClosed ? afterClosing(now) : []),
    // The history lags behind the list of positions, so the history is read a minute later.
    ...(isMoved ? [now + minute] : []),
  ]
  const isNight = now >= nightAt
  const isDue = isNight || readAt === null || looks.some((at) => at <= now)
  const since = Math.min(now, readAt ?? now) - (isNight ? nightlyReach : usualReach)
  run.head = { ...run.head, open, levels, looks, ...(isDue ? { begun: { at: now, since, isNight } } : {}) }
}

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

/**
 * Returns when the history must be read next.
 * @param head the state after a run
 */
export const nextReading = (head: JournalHead, now: Instant): Instant => {
  const { open, looks, nightAt, isComplete, failure, isRetriedSoon, waitsUntil } = head
  if (waitsUntil !== undefined) return Math.max(waitsUntil, now + 1_000)
  if (failure !== null) return now + (isRetriedSoon ? 5 * minute : day)
  const soon = open.length > 0 || !isComplete ? [now + minute] : []
  return Math.max(Math.min(...looks, ...soon, nightAt), now + 1_000)
}

const { dayOf } = calendarOf('Europe/London')

/**
 * Adds a balance as the checkpoint of its day, instead of an earlier one. Leaves the balance out if a row was booked at
 * about the same time.
 */
const withCheckpoint = (
  checkpoints: readonly Checkpoint[],
  checkpoint: Checkpoint,
  rows: readonly LedgerRow[],
): readonly Checkpoint[] => {
  // A row that was booked at about the time of the balance may or may not be included in it.
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

/** Merges deal notes. A new note of an alert replaces its earlier note. */
const withNotes = (known: readonly DealNote[], read: readonly DealNote[]): readonly DealNote[] => {
  // The time distinguishes two alerts with the same ID, which may be reused after thirty days.
  const nameOfNote = ({ alertId, acceptedAt, opened }: DealNote) =>
    `${alertId} ${acceptedAt} ${opened ? 'opened' : 'closed'}`
  const isRead = new Set(read.map(nameOfNote))
  return read.length === 0 ? known : [...known.filter((note) => !isRead.has(nameOfNote(note))), ...read]
}

/** Tells the operator and the user, once, if the journal and IG's balance have differed for a day. */
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
        sentence: `The journal doesn’t add up to IG’s balance: ${moneyWithCode(Math.abs(difference), head.currency)} ${difference > 0 ? 'more' : 'less'} at IG since ${differsSince}`,
        path: '/dashboard/journal',
      },
    },
  ])
  return { ...head, notifiedOf: differsSince }
}
