import {
  type ActiveLimit,
  activeLimits,
  closesEverything,
  closingLimits,
  isLimited,
  limitLabels,
  type LossLimits,
  noLimits,
  type Trip,
} from '../../../shared/limits/loss-limits.ts'
import {
  isNear,
  isReached,
  reachedByFalls,
  reachedByTransfers,
  type LimitUse,
  limitUses,
  type OpenProfit,
  reachedAmong,
  useInWords,
} from '../../../shared/trading/model/limit-uses.ts'
import { brokerName } from '../../../shared/trading/model/broker-name.ts'
import { tradingDay } from '../../../shared/trading/model/trading-day.ts'
import {
  type Bookings,
  type EquityReading,
  type Watch,
  withoutReached,
} from '../../../shared/trading/model/watch.ts'
import { openTrip, unbookedResults } from '../../../shared/trading/rules/limits.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { instantInText } from '../../../shared/platform/words.ts'
import { shortHash } from '../ports/deal-reference.ts'
import { BrokerError, type BrokerLogin } from '../ports/broker.ts'
import type { Ledger } from '../ports/ledger.ts'
import { notifyUser } from '../record/notify-user.ts'
import { loginOf } from '../timed-alerts.ts'
import { closeWhatWasOpen } from './close-everything.ts'
import { unexplainedFalls } from './explain-falls.ts'
import type { LimitedUser, LimitPorts } from './limit-ports.ts'
import { keepReached, tradesOf, updateWatch, watchAccount } from '../decide/watch-account.ts'

/**
 * How much of an account's limits is used up. It notifies when one is near, and alone trips what was reached: a decision that sees
 * it refuses, and leaves it here.
 */
export const watchLimits = async (ports: LimitPorts, user: LimitedUser) => {
  const { lossLimits = noLimits, strategies } = user
  if (!isLimited(lossLimits, strategies)) return
  const { store } = ports
  const login = loginOf(user)
  const ledger = await store.getLedger(login)
  const seen = await readWatch(ports, user, login, ledger)
  if (!seen?.watch.reading) return
  const { bookings } = seen
  const active = activeLimits(lossLimits, strategies)
  const trades = tradesOf(ledger, seen.watch.dayStart, '')
  const open = openUnread(seen.watch, ledger)
  const unbooked = unbookedResults(ledger.recentCloses ?? [], bookings, { limits: seen })
  const uses = limitUses(seen.watch, bookings, active, { trades, open, unbooked })
  const watch = uses.some((use) => isReached(use) && !seen.watch.reached[use.key])
    ? await keepReached(ports, login, reachedAmong(uses))
    : seen.watch
  await notifyOfNear(ports, user, login, watch, uses)
  const made = await tripReached(ports, user, login, watch, bookings, ledger)
  try {
    await closeWhatWasOpen(ports, { ...user, trips: [...made, ...(user.trips ?? [])] }, ledger)
  } finally {
    // A trip is made once, so its user is notified now; what could not be closed is tried again each minute.
    for (const trip of made) await notifyOfTrip(ports, user, trip)
  }
}

/**
 * What strategies hold is measured at their own alerts, since positions cost a request of their own: here it is unknown of each
 * strategy that may hold something.
 */
const openUnread = (
  { reading, accountId }: Watch,
  { owned = [], claims }: Ledger,
): Readonly<Record<string, OpenProfit>> => {
  if (reading && isFlat(reading)) return {}
  const held = [
    ...owned.filter((deal) => deal.accountId === accountId),
    ...claims.flatMap(({ intent, strategy = '', instrument }) =>
      intent.kind === 'open' ? { strategy, market: instrument } : [],
    ),
  ]
  return Object.fromEntries(held.map(({ strategy, market }) => [strategy, { sum: '0', unknown: [market] }]))
}

const isFlat = ({ margin, profitLoss }: EquityReading): boolean =>
  margin !== null && Number(margin) === 0 && Number(profitLoss) === 0

/** What is known of the account: read again if something may have changed it. null: it cannot be read now. */
const readWatch = async (
  ports: LimitPorts,
  user: LimitedUser,
  login: BrokerLogin,
  ledger: Ledger,
): Promise<{ readonly watch: Watch; readonly bookings: Bookings } | null> => {
  const kept = await ports.store.getWatch(login)
  const { watch } = kept
  const isKnown = watch !== null && watch.accountId === login.accountId
  if (isKnown && !mayHaveMoved(watch, ledger, ports.clock.now(), user.lossLimits ?? noLimits))
    return { watch, bookings: kept.bookings }
  try {
    return await watchAccount(ports, login, user, youngEnough)
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error
    // What was reached before is tripped also while IG cannot be read, but not in the day after.
    const { startsAt } = tradingDay(ports.clock.now(), (user.lossLimits ?? noLimits).day)
    return isKnown && watch.dayStart === startsAt ? { watch, bookings: kept.bookings } : null
  }
}

/** Milliseconds: if it used older readings of decisions, it would check an account every other minute only. */
const youngEnough = 15_000

/** Milliseconds between two checks of an account with nothing open: only what its user does at IG changes it. */
const flatFor = 15 * 60_000

const mayHaveMoved = (
  { reading, dayStart }: Watch,
  { claims, placed }: Ledger,
  now: Instant,
  { day }: LossLimits,
): boolean =>
  reading === null ||
  !isFlat(reading) ||
  claims.length > 0 ||
  placed.some(({ knownAt }) => knownAt > reading.at) ||
  now - reading.at >= flatFor ||
  tradingDay(now, day).startsAt !== dayStart

// --- near ----------------------------------------------------------------------------------------------------------

const limitsPage = '/dashboard/settings'

const eventKey = ({ userId, captured }: LimitedUser, what: readonly unknown[]) =>
  `limit-${shortHash(JSON.stringify([userId, captured.mode, ...what]))}`

const titleOf = ({ limit, strategy }: Pick<LimitUse, 'limit' | 'strategy'>) =>
  strategy === null ? limitLabels[limit] : `${limitLabels[limit]}, strategy ${strategy}`

const notifyOfNear = async (
  ports: LimitPorts,
  user: LimitedUser,
  login: BrokerLogin,
  watch: Watch,
  uses: readonly LimitUse[],
) => {
  const now = ports.clock.now()
  const news = uses.filter((use) => isNear(use) && !isReached(use) && watch.notified[use.key] === undefined)
  for (const use of news) {
    const { mode } = user.captured
    const sentence = `${titleOf(use)} is near its limit on ${mode}: ${useInWords(use)}`
    const key = eventKey(user, ['near', use.key, watch.bases[use.key]?.startAt])
    await notifyUser(
      ports,
      {
        id: key,
        type: 'limit.near',
        userId: user.userId,
        at: now,
        data: {
          mode,
          sentence,
          path: limitsPage,
          ...(use.strategy ? { strategy: use.strategy } : {}),
        },
      },
      { mode, type: 'ALERT', description: '', key, since: now - 2 * 24 * 3_600_000 },
    )
  }
  if (news.length > 0)
    await updateWatch(ports.store, login, (current) => ({
      ...current,
      notified: { ...current.notified, ...Object.fromEntries(news.map(({ key }) => [key, now])) },
    }))
}

// --- reached -------------------------------------------------------------------------------------------------------

/** How long a trip waits for the journal to say whether money was moved. */
const bookingsTake = 3 * 60_000

/** Whether money that was moved may look like a loss, or a profit: the balance changed, and its rows are not read yet. */
const mayBeTransfer = ({ balanceSince, dayStart }: Watch, { readAt }: Bookings, now: Instant): boolean =>
  balanceSince > dayStart && readAt <= balanceSince && now - balanceSince < bookingsTake

const closesAs = (limits: LossLimits, limit: ActiveLimit) => (closesEverything(limits, limit) ? 1 : 0)

/** Whether a trip stops the same already. A limit that closes everything replaces the trip of another that does not. */
const isStopped = (
  { captured: { accountId }, lossLimits = noLimits, trips = [] }: LimitedUser,
  each: ActiveLimit,
  now: Instant,
): boolean => {
  const standing = openTrip({ accountId, trips }, each.strategy, now)
  if (!standing) return false
  return standing.closes || standing.key === each.key || !closesEverything(lossLimits, each)
}

const tripReached = async (
  ports: LimitPorts,
  user: LimitedUser,
  login: BrokerLogin,
  watch: Watch,
  bookings: Bookings,
  ledger: Ledger,
): Promise<readonly Trip[]> => {
  const { store, clock } = ports
  const { lossLimits = noLimits, strategies } = user
  const now = clock.now()
  const active = activeLimits(lossLimits, strategies)
  // One that closes comes first: of those that stop the same, only the first trips.
  const reached = active
    .filter((each) => watch.reached[each.key] !== undefined && !isStopped(user, each, now))
    .toSorted((one, other) => closesAs(lossLimits, other) - closesAs(lossLimits, one))
  if (reached.length === 0) return []
  const moved = reachedByTransfers(watch, bookings, reached)
  if (moved.length > 0) await updateWatch(store, login, (current) => withoutReached(current, moved))
  const isMoney = reached.some(
    ({ strategy, limit }) => strategy === null && closingLimits.some((each) => each === limit),
  )
  const falls = isMoney ? await unexplainedFalls(ports, login, watch, bookings, ledger) : []
  const mayBeBooked = falls.some(({ at }) => now - at < bookingsTake)
  const made: Trip[] = []
  for (const each of reached.filter(({ key }) => !moved.includes(key))) {
    const { strategy, limit, key } = each
    const { until, day } = lossLimits
    const unexplained = reachedByFalls(watch, bookings, each, falls)
    // A close in the same minute explains no withdrawal: only what is reached without any change of the balance needs no row.
    const restsOnBalance =
      limit === 'profitTarget' || reachedByFalls(watch, bookings, each, watch.falls ?? []) !== null
    // A balance that changes each minute makes nothing that was reached before wait longer.
    const isYoung = now - (watch.reached[key]?.at ?? 0) < bookingsTake
    const isWaiting =
      isYoung &&
      ((restsOnBalance && mayBeTransfer(watch, bookings, now)) || (unexplained !== null && mayBeBooked))
    if (isWaiting) {
      await store.askForBookings(login, login.accountId)
      continue
    }
    const closes = unexplained === null && closesEverything(lossLimits, each)
    const trip: Trip = {
      key,
      strategy,
      accountId: login.accountId,
      at: new Date(now).toISOString(),
      until: until === 'NEXT_DAY' ? new Date(tradingDay(now, day).endsAt).toISOString() : null,
      sentence: watch.reached[key]?.sentence ?? limitLabels[limit],
      closes,
      closing: closes ? null : [],
      ...(unexplained === null
        ? {}
        : { unexplained: { amount: unexplained, currency: watch.reading?.currency ?? '' } }),
    }
    if (await store.trip(login, trip)) made.push(trip)
  }
  return made
}

/** This is true when it is sent: the outcome of the closing alert shows what became of each deal. */
const closing =
  'Signalpost is deleting all orders and closing all positions. The log shows what became of each'
const heldBack =
  'Nothing is closed: you stopped everything. You can carry the exit out once you resume trading'

const notifyOfTrip = async (ports: LimitPorts, user: LimitedUser, trip: Trip) => {
  const { userId, captured } = user
  const { mode } = captured
  const { strategy, at, until, closes } = trip
  const now = ports.clock.now()
  const what = strategy === null ? 'New entries stopped' : `New entries of strategy ${strategy} stopped`
  const end =
    until === null
      ? 'Entries stay stopped until you resume them on the dashboard'
      : `Entries are taken again from ${instantInText(Date.parse(until))}${closes ? ', once what is open now is closed' : ''}`
  const next =
    trip.unexplained !== undefined
      ? `The balance fell by ${trip.unexplained.amount} ${trip.unexplained.currency} and nothing at ${brokerName} shows why, so nothing is closed. If it was a withdrawal, confirm that on the dashboard`
      : !closes
        ? 'Exits still go through'
        : user.isStopped
          ? heldBack
          : closing
  const key = eventKey(user, ['reached', trip.key, at])
  await notifyUser(
    ports,
    {
      id: key,
      type: 'limit.reached',
      userId,
      at: now,
      data: {
        mode,
        sentence: `${what} on ${mode}: ${trip.sentence}`,
        details: [next, end],
        path: '/dashboard',
        ...(strategy === null ? {} : { strategy }),
      },
    },
    { mode, type: 'ALERT', description: `${next}. ${end}`, key, since: now - 3_600_000 },
  )
}
