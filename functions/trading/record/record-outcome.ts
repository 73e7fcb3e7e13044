import { whatFollows } from './what-follows.ts'
import { claimOf, closedLegOf, withAllReleased } from '../ledger/ledger.ts'
import { accountKeyOf, updateLedger } from '../ledger/update-ledger.ts'
import type { Ledger } from '../ports/ledger.ts'
import type { AlertOutcome, AlertRecord } from '../ports/alert-record.ts'
import type { Ports } from '../ports/ports.ts'

/** Data about the alert's user and account that has already been read. */
export type OutcomeContext = {
  readonly userIsGone: boolean
  /** The account's record as last read or written. */
  readonly ledger: Ledger
}

export type EndedAlertRecord = { readonly alert: AlertRecord; readonly outcome: AlertOutcome }

/**
 * Records an alert's outcome and everything that follows from it. Each step may be repeated after a crash. If an
 * outcome was recorded before, the first outcome applies.
 */
export const recordOutcome = (
  ports: Ports,
  alert: AlertRecord,
  outcome: AlertOutcome,
  known: OutcomeContext,
) => recordOutcomes(ports, [{ alert, outcome }], known)

/** Records the outcomes of several alerts of one account, and releases their claims in one write. */
export const recordOutcomes = async (
  ports: Ports,
  ended: readonly EndedAlertRecord[],
  known: OutcomeContext,
) => {
  const held = await Promise.all(
    ended.map(async ({ alert, outcome }) => ({
      alert,
      outcome: await ports.store.saveOutcome(alert, withClosedFirst(outcome, known.ledger, alert.alertId)),
    })),
  )
  await completeAlerts(ports, held, known)
}

/** Adds `closedFirst` and `deletedFirst` to a reversal's outcome: the deals that its first part closed or deleted. */
const withClosedFirst = (outcome: AlertOutcome, ledger: Ledger, alertId: string): AlertOutcome => {
  const leg = closedLegOf(ledger, alertId)
  if (!leg || outcome.closedFirst) return outcome
  const { dealIds, orderIds } = leg
  return { ...outcome, closedFirst: dealIds, ...(orderIds?.length ? { deletedFirst: orderIds } : {}) }
}

export const completeAlert = (ports: Ports, alert: AlertRecord, held: AlertOutcome, known: OutcomeContext) =>
  completeAlerts(ports, [{ alert, outcome: held }], known)

/**
 * Writes the log entries, then releases the claims, and then removes the alerts from the index of open alerts, except
 * those whose orders are followed. Because of this order, a released claim proves that its outcome is logged; see
 * `isFollowed`.
 */
const completeAlerts = async (ports: Ports, ended: readonly EndedAlertRecord[], known: OutcomeContext) => {
  const [first] = ended
  if (!first) return
  const { store, clock } = ports
  if (!known.userIsGone) {
    const follows = ended.map(({ alert, outcome }) => whatFollows(alert, outcome, clock.now()))
    // The outcomes are recorded, and neither task depends on the other, so both run in parallel.
    await Promise.all([
      store.log(follows.map(({ entry }) => entry)),
      ports.notify(follows.flatMap(({ events }) => events)),
    ])
  }
  const released = ended.map(({ alert: { alertId }, outcome }) => ({ alertId, held: outcome }))
  await updateLedger(ports, accountKeyOf(first.alert), known.ledger, (ledger) =>
    withAllReleased(ledger, released, clock.now()),
  )
  const over = ended.filter(({ outcome }) => known.userIsGone || !livesOn(outcome))
  await Promise.all(over.map(({ alert }) => store.markComplete(alert.alertId)))
}

/** Whether the outcome is logged, so that only the order must still be followed. */
export const isFollowed = ({ alertId, outcome }: AlertRecord, ledger: Ledger) =>
  outcome !== null && livesOn(outcome) && claimOf(ledger, alertId) === undefined

/**
 * Whether the order must be followed after the outcome: a working order may still fill, and an order that was not found
 * may still appear.
 */
export const livesOn = ({ outcome, order, mayShowLater }: AlertOutcome) =>
  (outcome === 'PLACED' && order?.type === 'LIMIT') || mayShowLater === true
