import * as operatorLines from '../../shared/platform/operator-lines.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import type { Instant } from '../../shared/platform/units.ts'
import type { HistoryEntry } from '../../shared/journal/history.ts'
import { log } from '../aws/log.ts'
import { systemClock } from '../aws/system.ts'
import { forCaller } from '../deals/for-caller.ts'
import type { ViewWorld } from '../deals/shared-reading.ts'
import { sharedReading } from '../deals/shared-reading.ts'
import { accountFacts, openPositions } from '../deals/views.ts'
import { type BrokerActivity, BrokerError, type BrokerLogin } from '../trading/ports/broker.ts'
import { isLimited } from '../../shared/limits/loss-limits.ts'
import { saveBookings } from '../limits/watch-store.ts'
import { bookingsOf } from './bookings.ts'
import { collect, type CollectPorts, nextReading } from './collect.ts'
import { getUserSettings, lossLimitsOf } from '../settings/settings-store.ts'
import {
  deleteJournals,
  type JournalKey,
  leaseJournal,
  readRaw,
  readView,
  saveHead,
  saveRaw,
  saveView,
  type StoredRaw,
  type StoredView,
} from './journal-store.ts'
import { dropDealNotes, readDealNotes } from './due-store.ts'

/** Milliseconds for which a run holds the lease, longer than any run takes. */
const leaseTime = 5 * 60_000

/**
 * Reads one account's history and derives its journal again. Does nothing if another run is doing so.
 * @param deadline see `collect`
 */
export const collectAccount = async (
  key: JournalKey,
  holder: string,
  deadline: Instant,
  notify: CollectPorts['notify'],
): Promise<void> => {
  // The journal may have been created while its user was being deleted.
  const settings = await getUserSettings(key.userId)
  if (!settings) {
    await deleteJournals(key.userId, () => true)
    return
  }
  const head = await leaseJournal(key, holder, systemClock.now(), leaseTime)
  if (!head) return
  const notes = await readDealNotes(key)
  let stored: { readonly raw: StoredRaw; readonly view: StoredView } | undefined
  const load = async () => {
    const [raw, view] = await Promise.all([readRaw(key), readView(key)])
    stored = { raw, view }
    return { raw, derived: view }
  }
  const collectBy = (ports: Omit<CollectPorts, 'notify'>) =>
    collect({ ...ports, notify }, key, { head, load }, { notes, deadline })
  const after = await forCaller(
    key.userId,
    'background',
    (world, login) => collectBy(portsFor(key, world, login)),
    { inSight: { accountId: key.accountId }, mode: key.mode },
  ).catch((error: unknown) => {
    if (!(error instanceof VisibleError)) throw error
    return collectBy(withoutBroker(key, error))
  })
  // IG's rows are saved first, because everything else can be derived from them. Deal notes are deleted only after
  // that.
  if (after.kept && stored) {
    await saveRaw(key, stored.raw, after.kept.raw)
    await saveView(key, stored.view.parts, after.kept.derived)
    if (isLimited(lossLimitsOf(settings, key.mode), settings.strategies ?? {}))
      await saveBookings(key, bookingsOf(after.kept.derived, after.head))
  }
  await dropDealNotes(key, notes)
  await saveHead(key, after.head, nextReading(after.head, systemClock.now()))
}

const portsFor = (key: JournalKey, world: ViewWorld, login: BrokerLogin): Omit<CollectPorts, 'notify'> => ({
  ...ownPorts(key),
  readOpen: async () => {
    const { rows } = await sharedReading(world, login, openPositions)
    // The level of a trailing stop is ignored, because it moves without an entry in the history.
    return Object.fromEntries(
      rows.map(({ dealId, stopLevel, limitLevel, trail }) => [
        dealId,
        JSON.stringify([trail ? 'trails' : stopLevel, limitLevel]),
      ]),
    )
  },
  readBalance: async () => {
    // The reading is saved for the dashboard, which also derives the day's profit from it.
    const reading = await accountFacts.ask(world, login)
    await accountFacts.save(login, reading)
    const { balance = null, currency = null } = reading.rows[0] ?? {}
    if (balance === null || currency === null)
      throw new BrokerError('unusable', 'IG did not state the account’s balance')
    return { balance: String(balance), currency }
  },
  readRows: (from, to) => world.broker.readTransactions(login, from, to),
  readEntries: async (from, to) => historyOf(await world.broker.readActivity(login, from, to)),
})

const ownPorts = ({ userId, mode, accountId }: JournalKey) => ({
  now: systemClock.now,
  reportDifference: (difference: number, since: string) =>
    log('warn', operatorLines.journalDiffers, { userId, mode, accountId, difference, since }),
})

/**
 * Replaces the broker for an account whose settings were deleted or changed. Its journal is derived only from stored
 * data.
 */
const withoutBroker = (key: JournalKey, { message }: VisibleError): Omit<CollectPorts, 'notify'> => {
  const fail = () => Promise.reject(new BrokerError('sign-in', message))
  return { ...ownPorts(key), readOpen: fail, readBalance: fail, readRows: fail, readEntries: fail }
}

/** Converts IG's activity to history entries. Rejected activity is omitted, because it opened and closed nothing. */
export const historyOf = (activity: readonly BrokerActivity[]): readonly HistoryEntry[] =>
  activity
    .filter(({ status, actions }) => status === 'ACCEPTED' && actions.length > 0)
    .map((entry) => ({
      date: entry.date,
      epic: entry.epic,
      dealId: entry.dealId,
      dealReference: entry.dealReference,
      channel: entry.channel ?? '',
      marketName: entry.marketName ?? null,
      direction: entry.direction ?? null,
      size: entry.size ?? null,
      level: entry.level ?? null,
      stopLevel: entry.stopLevel ?? null,
      limitLevel: entry.limitLevel ?? null,
      actions: entry.actions,
    }))
