import { activeLimits, type LossLimits, noLimits } from '../../../shared/limits/loss-limits.ts'
import { tradingDay } from '../../../shared/trading/model/trading-day.ts'
import {
  type Bookings,
  type EquityReading,
  newWatch,
  type Watch,
  withReached,
  withReading,
} from '../../../shared/trading/model/watch.ts'
import type { TradingSettings } from '../../../shared/trading/model/snapshot.ts'
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

export type LimitSettings = Pick<TradingSettings, 'lossLimits' | 'strategies'>

/**
 * Measures an account: with the equity that was read last, or with a new reading if that is too old or of the day before. One
 * request to the broker at most.
 * @param maxAge milliseconds
 * @throws BrokerError if the equity cannot be read: it is never taken as zero
 */
export const watchAccount = async (
  { clock, broker, store }: WatchPorts,
  login: BrokerLogin,
  { lossLimits = noLimits, strategies }: LimitSettings,
  maxAge: number = times.equityAge,
): Promise<{ readonly watch: Watch; readonly bookings: Bookings }> => {
  const active = activeLimits(lossLimits, strategies)
  let asked: EquityReading | null = null
  for (;;) {
    const { watch: kept, bookings } = await store.getWatch(login)
    const watch = ofAccount(kept, login)
    const reading =
      asked ??
      currentReading(watch, clock.now(), lossLimits.day, maxAge) ??
      (asked = await retryOnce(clock, () => broker.readEquity(login)))
    const next = withReading(watch, reading, bookings, lossLimits, active)
    const isSame = next.reading === watch.reading && sameKeys(next.bases, watch.bases)
    if (isSame || (await saveNext(store, login, watch, next))) return { watch: next, bookings }
  }
}

/** What is kept of the account, if its reading is young enough to need neither another nor anything written. */
export const youngWatch = (
  kept: Watch | null,
  login: BrokerLogin,
  { lossLimits = noLimits }: LimitSettings,
  now: Instant,
): Watch | null => {
  const watch = ofAccount(kept, login)
  return currentReading(watch, now, lossLimits.day, times.equityAge) ? watch : null
}

/** What is kept, unless it is of another account that the user had before. */
export const ofAccount = (kept: Watch | null, { accountId }: BrokerLogin): Watch =>
  kept?.accountId === accountId ? kept : { ...newWatch(accountId), version: kept?.version ?? 0 }

/** What was read last, if that is young and of today. */
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
 * Changes what is kept of an account, over whatever others have written meanwhile.
 * @param change gives the same if there is nothing to change
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

/** Keeps that limits were reached, so that every later decision knows, whatever the account is worth then. */
export const keepReached = (
  { store }: Pick<WatchPorts, 'store'>,
  login: BrokerLogin,
  reached: readonly { readonly key: string; readonly sentence: string }[],
): Promise<Watch> => updateWatch(store, login, (watch) => withReached(watch, reached))

/** Entries of a trading day by strategy, those in flight included. @param alertId whose own claim does not count */
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
