import { everyMarket, mayOpen, movesStops } from '../../../shared/alerts/alert-action.ts'
import type { NewerAlert } from '../../../shared/trading/model/snapshot.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import type { Ledger, NewestAlert } from '../ports/ledger.ts'
import { keepNewest } from './strategy-state.ts'

/**
 * Maximum number of combinations of strategy and market per account whose newest alert is remembered. The least
 * recently used are dropped first.
 */
const maxRemembered = 200

type Ordered = Pick<AlertRecord, 'alertId' | 'acceptedAt' | 'alert' | 'confirms' | 'heldAt' | 'proposedBy'>

/**
 * Number of characters of an alert's ID that are enough to distinguish it from other alerts of its strategy and market.
 * Shorter IDs keep the account's record small.
 */
const nameLength = 8
const isSame = (alertId: string, begins: string) => alertId.startsWith(begins)

const keyOf = (strategy: string | undefined, market: string) => `${strategy ?? ''} ${market}`

/**
 * Finds a newer alert that was decided before this one; undefined if this alert is in time. Alerts with a tag are
 * ordered by their own time. For alerts without a tag there is only one rule: an entry must not be older than the last
 * exit on its market. An alert that waits for approval, including a proposal, is withdrawn by any later decision. A
 * proposal withdraws no other alert and makes none late until its user approves it.
 */
export const newerAlert = (
  { newest = {} }: Pick<Ledger, 'newest'>,
  { alertId, acceptedAt, alert, confirms, heldAt, proposedBy }: Ordered,
): NewerAlert | undefined => {
  // Alerts that came after a held exit may also have been held or refused. So only positions that were opened since
  // then count; see `openedSinceHeld`.
  if (heldAt !== undefined) return undefined
  const { strategy, market, firedAt } = alert
  const decided = [newest[keyOf(strategy, market)], newest[keyOf(strategy, everyMarket)]].flatMap((each) =>
    each && !isSame(alertId, each.alertId) ? each : [],
  )
  if (confirms !== undefined && proposedBy !== undefined) return decided.find(({ at }) => at > acceptedAt)
  if (confirms !== undefined) return decided.find((each) => !isSame(confirms, each.alertId))
  const isNewer = (other: NewerAlert & { readonly alertId: string }) =>
    !isSame(alertId, other.alertId) && firedAt !== null && other.firedAt !== null && other.firedAt > firedAt
  if (strategy !== undefined) return decided.find(isNewer)
  return mayOpen(alert.action) ? decided.flatMap(({ exit }) => exit ?? []).find(isNewer) : undefined
}

/**
 * The time of the newest order that opened a position after this exit was held back; undefined if there is none. Only
 * positions that the exit would also close count: on the exit's market and, if the exit has a strategy, of that
 * strategy.
 */
export const openedSinceHeld = (
  { owned = [], claims }: Pick<Ledger, 'owned' | 'claims'>,
  { alert: { strategy, market }, heldAt }: Pick<AlertRecord, 'alert' | 'heldAt'>,
): Instant | undefined => {
  if (heldAt === undefined) return undefined
  const underWay = claims.flatMap(({ intent, strategy, instrument, claimedAt }) =>
    intent.kind === 'open' ? { strategy, market: instrument, at: claimedAt } : [],
  )
  const times = [...owned, ...underWay]
    .filter((opened) => strategy === undefined || opened.strategy === strategy)
    .filter((opened) => market === everyMarket || opened.market === market)
    .flatMap(({ at }) => (at > heldAt ? at : []))
  return times.length > 0 ? Math.max(...times) : undefined
}

/** Returns the newest alert of each strategy and market after this alert was decided. */
export const withNewest = (
  newest: Ledger['newest'],
  { alertId, alert, confirms, proposedBy }: Ordered,
  now: Instant,
): Ledger['newest'] => {
  const isOnlyProposed = proposedBy !== undefined && confirms === undefined
  // An alert that moves stops makes no other alert late.
  if (movesStops(alert.action) || isOnlyProposed) return newest
  const key = keyOf(alert.strategy, alert.market)
  const { [key]: before, ...others } = newest ?? {}
  const own = { action: alert.action, firedAt: alert.firedAt, at: now, alertId: alertId.slice(0, nameLength) }
  const isOlder =
    before !== undefined &&
    before.firedAt !== null &&
    alert.firedAt !== null &&
    alert.firedAt < before.firedAt
  const exit = mayOpen(alert.action) || isOlder ? before?.exit : own
  const entry: NewestAlert = isOlder ? before : { ...own, ...(exit ? { exit } : {}) }
  return keepNewest({ ...others, [key]: entry }, maxRemembered)
}
