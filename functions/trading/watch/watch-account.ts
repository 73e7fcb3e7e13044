import { activeLimits, type LossLimits, noLimits } from '../../../shared/limits/loss-limits.ts'
import { tradingDay } from '../../../shared/trading/model/trading-day.ts'
import {
  type EquityReading,
  newWatch,
  type Watch,
  withReached,
  withReading,
} from '../../../shared/trading/model/watch.ts'
import type { LimitsSeen, TradingSettings } from '../../../shared/trading/model/snapshot.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { retryOnce } from '../ports/retry-once.ts'
import { limits as times } from '../ports/limits.ts'
import type { Broker, BrokerLogin } from '../ports/broker.ts'
import type { Clock } from '../ports/ports.ts'
import type { Ledger } from '../ports/ledger.ts'
import type { Store } from '../ports/store.ts'

export type WatchPorts = {
  readonly clock: Clock
  readonly broker: Pick<Broker, 'readEquity'>
  readonly store: Pick<Store, 'getWatch' | 'saveWatch'>
}

/** The state of an account's limits, and the bookings in its journal. */
export type Watched = Pick<LimitsSeen, 'watch' | 'bookings'>

export type LimitSettings = Pick<TradingSettings, 'lossLimits' | 'strategies'>

/**
 * Measures an account against its limits. Uses the last equity reading, or a new reading if the last is too old or from
 * the previous day. Makes at most one request to the broker, and repeats it once if it fails.
 * @param maxAge maximum age of a reading in milliseconds
 * @throws BrokerError if the equity cannot be read; an unknown equity is never taken as zero
 */
export const watchAccount = async (
  { clock, broker, store }: WatchPorts,
  login: BrokerLogin,
  { lossLimits = noLimits, strategies }: LimitSettings,
  maxAge: number = times.equityAge,
): Promise<Watched> => {
  const active = activeLimits(lossLimits, strategies)
  let asked: EquityReading | null = null
  for (;;) {
    const { watch: kept, bookings } = await store.getWatch(login)
    const watch = ofAccount(kept, login)
    const reading =
      asked ??
      currentReading(watch, clock.now(), lossLimits.day, maxAge) ??
      (asked = await retryOnce(clock, () => broker.readEquity(login)))
    const next = withReading(watch, reading, bookings, { limits: lossLimits, active })
    const isSame = next.reading === watch.reading && sameKeys(next.bases, watch.bases)
    if (isSame || (await saveNext(store, login, watch, next))) return { watch: next, bookings }
  }
}

/** Returns the stored state of the account if its last reading is recent; otherwise null. */
export const youngWatch = (
  kept: Watch | null,
  login: BrokerLogin,
  { lossLimits = noLimits }: LimitSettings,
  now: Instant,
): Watch | null => {
  const watch = ofAccount(kept, login)
  return currentReading(watch, now, lossLimits.day, times.equityAge) ? watch : null
}

/** Returns the stored state, or a new state if the stored state belongs to the user's previous account. */
export const ofAccount = (kept: Watch | null, { accountId }: BrokerLogin): Watch =>
  kept?.accountId === accountId ? kept : { ...newWatch(accountId), version: kept?.version ?? 0 }

/** Returns the last reading if it is recent and from today; otherwise null. */
const currentReading = (
  { reading, dayStart }: Watch,
  now: Instant,
  day: LossLimits['day'],
  maxAge: number,
): EquityReading | null =>
  reading !== null && now - reading.at <= maxAge && tradingDay(now, day).startsAt === dayStart
    ? reading
    : null

const sameKeys = (one: object, other: object) =>
  Object.keys(one).sort().join('\n') === Object.keys(other).sort().join('\n')

const saveNext = (store: WatchPorts['store'], login: BrokerLogin, before: Watch, next: Watch) =>
  store.saveWatch(login, { ...next, version: before.version + 1 })

/**
 * Changes an account's stored state. The change is repeated if another run has written the state in the meantime.
 * @param change returns the same state if there is nothing to change
 */
export const updateWatch = async (
  store: WatchPorts['store'],
  login: BrokerLogin,
  change: (watch: Watch) => Watch,
): Promise<Watch> => {
  for (;;) {
    const { watch: kept } = await store.getWatch(login)
    const watch = ofAccount(kept, login)
    const next = change(watch)
    if (next === watch || (await saveNext(store, login, watch, next))) return next
  }
}

/** Stores that limits were reached, so that they stay reached for later decisions even if the equity recovers. */
export const keepReached = (
  { store }: Pick<WatchPorts, 'store'>,
  login: BrokerLogin,
  reached: readonly { readonly key: string; readonly sentence: string }[],
): Promise<Watch> => updateWatch(store, login, (watch) => withReached(watch, reached))

/**
 * Counts the entries of a trading day by strategy, including entries in flight.
 * @param alertId the alert whose own claim is not counted
 */
export const tradesOf = (
  { tradesToday, claims }: Ledger,
  dayStart: Instant,
  alertId: string,
): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = tradesToday?.dayStart === dayStart ? { ...tradesToday.counts } : {}
  for (const claim of claims)
    if (claim.tradingDay === dayStart && claim.alertId !== alertId)
      counts[claim.strategy ?? ''] = (counts[claim.strategy ?? ''] ?? 0) + 1
  return counts
}
