import { activeLimits, isLimited, noLimits } from '../../../shared/limits/loss-limits.ts'
import {
  isReached,
  limitUses,
  type OpenProfit,
  reachedAmong,
} from '../../../shared/trading/model/limit-uses.ts'
import type { Watch } from '../../../shared/trading/model/watch.ts'
import { unbookedResults } from '../../../shared/trading/rules/limits.ts'
import { keepReached, tradesOf } from './watch-account.ts'
import type { Ledger } from '../ports/ledger.ts'
import { loginOf } from './timed-alerts.ts'
import { closeWhatWasOpen } from './close-everything.ts'
import type { LimitedUser, LimitPorts } from './limit-ports.ts'
import { notifyOfNear, notifyOfTrip } from './notify-of-limits.ts'
import { isFlat, readWatch } from './read-watch.ts'
import { tripReached } from './trip-limits.ts'

/**
 * Checks how much of an account's limits is used. It notifies the user if a limit is near, and trips limits that are
 * reached. Decisions refuse entries beyond a limit, but only this check trips the limit.
 */
export const watchLimits = async (ports: LimitPorts, user: LimitedUser) => {
  const { lossLimits = noLimits, strategies } = user
  if (!isLimited(lossLimits, strategies)) return
  const login = loginOf(user)
  const ledger = await ports.store.getLedger(login)
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
  await notifyOfNear(ports, user, watch, uses)
  const made = await tripReached(ports, user, { watch, bookings }, ledger)
  try {
    await closeWhatWasOpen(ports, { ...user, trips: [...made, ...(user.trips ?? [])] }, ledger)
  } finally {
    // Each trip is created only once, so its user must be notified in this run, even if closing fails. Closing is tried
    // again each minute.
    for (const trip of made) await notifyOfTrip(ports, user, trip)
  }
}

/**
 * Returns the strategies with open deals, each with an unknown profit. This check does not read positions, because that
 * costs a request. Decisions on a strategy's alerts measure its profit.
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
