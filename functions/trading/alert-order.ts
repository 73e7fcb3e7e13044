import { everyMarket, mayOpen } from '../../shared/alert-action.ts'
import type { NewerAlert } from '../../shared/trading/snapshot.ts'
import type { Instant } from '../../shared/units.ts'
import type { AlertRecord, Ledger, NewestAlert } from './ports.ts'
import { keepNewest } from './strategy-state.ts'

/** Strategies and markets of an account whose newest alert is remembered; the ones that were silent longest go first. */
const maxRemembered = 200

type Ordered = Pick<AlertRecord, 'alertId' | 'alert' | 'confirms'>

const keyOf = (strategy: string | undefined, market: string) => `${strategy ?? ''} ${market}`

/** Stops move on their own account: they neither open nor close, so that no other alert is late because of them. */
const isOrdered = ({ action }: AlertRecord['alert']) => action !== 'STOP' && action !== 'TRAIL'

/**
 * The alert that is newer than this one and was decided first; undefined if this one is in time. Alerts with a tag are
 * ordered by their own time. Of alerts without a tag only this holds: an entry must not be older than the last exit on its
 * market. A question of *Require my approval* is withdrawn by any later decision.
 */
export const newerAlert = (
  { newest = {} }: Pick<Ledger, 'newest'>,
  { alertId, alert, confirms }: Ordered,
): NewerAlert | undefined => {
  const { strategy, market, firedAt } = alert
  const decided = [newest[keyOf(strategy, market)], newest[keyOf(strategy, everyMarket)]].flatMap((each) =>
    each && each.alertId !== alertId ? each : [],
  )
  if (confirms !== undefined) return decided.find((each) => each.alertId !== confirms)
  const isNewer = (other: NewerAlert & { readonly alertId: string }) =>
    other.alertId !== alertId && firedAt !== null && other.firedAt !== null && other.firedAt > firedAt
  if (strategy !== undefined) return decided.find(isNewer)
  return mayOpen(alert.action) ? decided.flatMap(({ exit }) => exit ?? []).find(isNewer) : undefined
}

/** The account's newest alerts once this one is decided. */
export const withNewest = (
  newest: Ledger['newest'],
  { alertId, alert }: Ordered,
  now: Instant,
): Ledger['newest'] => {
  if (!isOrdered(alert)) return newest
  const key = keyOf(alert.strategy, alert.market)
  const { [key]: before, ...others } = newest ?? {}
  const own = { action: alert.action, firedAt: alert.firedAt, at: now, alertId }
  const isOlder =
    before !== undefined &&
    before.firedAt !== null &&
    alert.firedAt !== null &&
    alert.firedAt < before.firedAt
  const exit = mayOpen(alert.action) || isOlder ? before?.exit : own
  const entry: NewestAlert = isOlder ? before : { ...own, ...(exit ? { exit } : {}) }
  return keepNewest({ ...others, [key]: entry }, maxRemembered)
}
