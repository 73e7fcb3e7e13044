import { everyMarket, mayOpen, movesStops } from '../../../shared/alerts/alert-action.ts'
import type { NewerAlert } from '../../../shared/trading/model/snapshot.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import type { Ledger, NewestAlert } from '../ports/ledger.ts'
import { keepNewest } from './strategy-state.ts'

/** Strategies and markets of an account whose newest alert is remembered; the ones that were silent longest go first. */
const maxRemembered = 200

type Ordered = Pick<AlertRecord, 'alertId' | 'acceptedAt' | 'alert' | 'confirms' | 'heldAt' | 'proposedBy'>

/** As many letters of an alert's id as tell it from any other of its strategy and market: the account's record is small. */
const nameLength = 8
const isSame = (alertId: string, begins: string) => alertId.startsWith(begins)

const keyOf = (strategy: string | undefined, market: string) => `${strategy ?? ''} ${market}`

/**
 * The alert that is newer than this one and was decided first; undefined if this one is in time. Alerts with a tag are
 * ordered by their own time. Of alerts without a tag only this holds: an entry must not be older than the last exit on its
 * market. A question of *Require my approval* is withdrawn by any later decision; so is a proposal, which itself withdraws
 * nothing and makes nothing late until its user says yes.
 */
export const newerAlert = (
  { newest = {} }: Pick<Ledger, 'newest'>,
  { alertId, acceptedAt, alert, confirms, heldAt, proposedBy }: Ordered,
): NewerAlert | undefined => {
  // What was decided since may have been held back or refused too: only what it opened counts, see `openedSinceHeld`.
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
 * When an order last left, since an exit was held back, that opens something which the exit would close also: of its
 * strategy (of any, if it has no tag) on its market. Undefined: none.
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

/** The account's newest alerts once this one is decided. */
export const withNewest = (
  newest: Ledger['newest'],
  { alertId, alert, confirms, proposedBy }: Ordered,
  now: Instant,
): Ledger['newest'] => {
  const isOnlyProposed = proposedBy !== undefined && confirms === undefined
  // What moves stops makes no other alert late.
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
