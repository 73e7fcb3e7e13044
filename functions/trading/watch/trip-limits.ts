import {
  type ActiveLimit,
  activeLimits,
  closesEverything,
  closingLimits,
  limitLabels,
  noLimits,
  type Trip,
} from '../../../shared/limits/loss-limits.ts'
import { reachedByFalls, reachedByTransfers } from '../../../shared/trading/model/limit-uses.ts'
import { tradingDay } from '../../../shared/trading/model/trading-day.ts'
import { type Bookings, type Watch, withoutReached } from '../../../shared/trading/model/watch.ts'
import { openTrip } from '../../../shared/trading/rules/limits.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { updateWatch, type Watched } from './watch-account.ts'
import type { Ledger } from '../ports/ledger.ts'
import { unexplainedFalls } from './explain-falls.ts'
import type { LimitedUser, LimitPorts } from './limit-ports.ts'
import { loginOf } from './timed-alerts.ts'

/**
 * Creates trips for reached limits, unless an existing trip already stops the same entries or the cause was only a
 * transfer.
 * @returns the new trips
 */
export const tripReached = async (
  ports: LimitPorts,
  user: LimitedUser,
  seen: Watched,
  ledger: Ledger,
): Promise<readonly Trip[]> => {
  const login = loginOf(user)
  const { watch, bookings } = seen
  const { store, clock } = ports
  const { lossLimits = noLimits, strategies } = user
  const now = clock.now()
  // Limits that close everything are handled first, because only the first of several limits with the same effect
  // trips.
  const closesAs = (each: ActiveLimit) => (closesEverything(lossLimits, each) ? 1 : 0)
  const reached = activeLimits(lossLimits, strategies)
    .filter((each) => watch.reached[each.key] !== undefined && !isStopped(user, each, now))
    .toSorted((one, other) => closesAs(other) - closesAs(one))
  if (reached.length === 0) return []
  const moved = reachedByTransfers(watch, bookings, reached)
  if (moved.length > 0) await updateWatch(store, login, (current) => withoutReached(current, moved))
  const isMoney = reached.some(
    ({ strategy, limit }) => strategy === null && closingLimits.some((each) => each === limit),
  )
  const falls = isMoney ? await unexplainedFalls(ports, login, seen, ledger) : []
  const mayBeBooked = falls.some(({ at }) => now - at < bookingsTake)
  const made: Trip[] = []
  for (const each of reached.filter(({ key }) => !moved.includes(key))) {
    const unexplained = reachedByFalls(watch, bookings, each, falls)
    if (isWaiting(seen, each, now, unexplained !== null && mayBeBooked)) {
      await store.askForBookings(login, login.accountId)
      continue
    }
    const { strategy, limit, key } = each
    const { until, day } = lossLimits
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

/**
 * Whether an existing trip already has the same effect. A limit that closes everything can replace a trip that does
 * not.
 */
const isStopped = (
  { captured: { accountId }, lossLimits = noLimits, trips = [] }: LimitedUser,
  each: ActiveLimit,
  now: Instant,
): boolean => {
  const standing = openTrip({ accountId, trips }, each.strategy, now)
  if (!standing) return false
  return standing.closes || standing.key === each.key || !closesEverything(lossLimits, each)
}

/** Milliseconds that a trip waits for the journal to show whether the cause was a transfer. */
const bookingsTake = 3 * 60_000

const isWaiting = (
  { watch, bookings }: Watched,
  each: ActiveLimit,
  now: Instant,
  mayBeBooked: boolean,
): boolean => {
  // If the balance changes each minute, the wait still ends three minutes after the limit was reached.
  if (now - (watch.reached[each.key]?.at ?? 0) >= bookingsTake) return false
  // A fall of the balance may be a withdrawal, even if a position was closed in the same minute. If the limit would be
  // reached without this fall, the account's history is not needed.
  const restsOnBalance =
    each.limit === 'profitTarget' || reachedByFalls(watch, bookings, each, watch.falls) !== null
  return mayBeBooked || (restsOnBalance && mayBeTransfer(watch, bookings, now))
}

/**
 * Whether a deposit or withdrawal may look like a profit or loss, because the history since the last balance change was
 * not read yet.
 */
const mayBeTransfer = ({ balanceSince, dayStart }: Watch, { readAt }: Bookings, now: Instant): boolean =>
  balanceSince > dayStart && readAt <= balanceSince && now - balanceSince < bookingsTake
