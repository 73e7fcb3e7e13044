import { everyMarket, mayOpen, movesStops } from '../../../shared/alerts/alert-action.ts'
import type { NewerAlert } from '../../../shared/trading/model/snapshot.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import type { Ledger, NewestAlert } from '../ports/ledger.ts'
import { keepNewest } from './strategy-state.ts'

/**
 * Maximum number of strategies and markets per account whose newest alert is remembered. The least recent are dropped
 * first.
 */
const maxRemembered = 200

type Ordered = Pick<AlertRecord, 'alertId' | 'acceptedAt' | 'alert' | 'confirms' | 'heldAt' | 'proposedBy'>

/**
 * Number of letters of an alert's ID that distinguish it from other alerts of its strategy and market. Shortened to
 * keep the account's record small.
 */
const nameLength = 8
const isSame = (alertId: string, begins: string) => alertId.startsWith(begins)

const keyOf = (strategy: string | undefined, market: string) => `${strategy ?? ''} ${market}`

/**
 * Finds a newer alert that was decided before this one; undefined if this alert is in time. Alerts with a tag are
 * ordered by their own time. For alerts without a tag only one rule applies: an entry must not be older than the last
 * exit on its market. Any later decision withdraws an alert that waits for approval, or a proposal. A proposal itself
 * withdraws nothing and makes nothing late until its user approves it.
 */
export const newerAlert = (
  { newest = {} }: Pick<Ledger, 'newest'>,
  { alertId, acceptedAt, alert, confirms, heldAt, proposedBy }: Ordered,
): NewerAlert | undefined => {
  // Alerts decided since may have been held or refused also. Only what they opened counts; see `openedSinceHeld`.
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
 * The last time, since an exit was held, at which an order left that opened a position which the exit would also
 * close: on its market, of its strategy or, without a tag, of any strategy. Undefined if there is none.
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

/** The account's newest alerts after this alert is decided. */
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
