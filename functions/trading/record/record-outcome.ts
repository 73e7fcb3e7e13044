import { whatFollows } from './what-follows.ts'
import { claimOf, closedLegOf, withAllReleased } from '../ledger/ledger.ts'
import { accountKeyOf, updateLedger } from '../ledger/update-ledger.ts'
import type { Ledger } from '../ports/ledger.ts'
import type { AlertOutcome, AlertRecord } from '../ports/alert-record.ts'
import type { Ports } from '../ports/ports.ts'

/** What is known about the alert already, so that it need not be read again. */
export type OutcomeContext = {
  readonly userIsGone: boolean
  /** The account's record as last read or written. */
  readonly ledger: Ledger
}

/** An alert and how it ended. */
export type EndedAlertRecord = { readonly alert: AlertRecord; readonly outcome: AlertOutcome }

/**
 * Records how an alert ended and does what follows from it. Each step may be repeated after a crash: the outcome
 * that was recorded first holds, whatever this run thinks.
 */
export const recordOutcome = (
  ports: Ports,
  alert: AlertRecord,
  outcome: AlertOutcome,
  known: OutcomeContext,
) => recordOutcomes(ports, [{ alert, outcome }], known)

/** The same of several alerts of one account, whose claims are released in one write. */
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

/** The outcome of an alert that had closed something before it came to it reports it. */
const withClosedFirst = (outcome: AlertOutcome, ledger: Ledger, alertId: string): AlertOutcome => {
  const leg = closedLegOf(ledger, alertId)
  if (!leg || outcome.closedFirst) return outcome
  const { dealIds, orderIds } = leg
  return { ...outcome, closedFirst: dealIds, ...(orderIds?.length ? { deletedFirst: orderIds } : {}) }
}

export const completeAlert = (ports: Ports, alert: AlertRecord, held: AlertOutcome, known: OutcomeContext) =>
  completeAlerts(ports, [{ alert, outcome: held }], known)

/**
 * Entries in the user's log, then claims released, then alerts out of the open index, unless their orders are followed.
 * In this order, a claim that is gone says that its outcome is logged: see `isFollowed`.
 */
const completeAlerts = async (ports: Ports, ended: readonly EndedAlertRecord[], known: OutcomeContext) => {
  const [first] = ended
  if (!first) return
  const { store, clock } = ports
  if (!known.userIsGone) {
    const follows = ended.map(({ alert, outcome }) => whatFollows(alert, outcome, clock.now()))
    // Side by side: the outcomes are recorded, and neither needs the other.
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

/** Its outcome is logged, and only its order is still followed. */
export const isFollowed = ({ alertId, outcome }: AlertRecord, ledger: Ledger) =>
  outcome !== null && livesOn(outcome) && claimOf(ledger, alertId) === undefined

/** A working order lives on at the broker after it was placed; what was sent and not found may show yet. */
export const livesOn = ({ outcome, order, mayShowLater }: AlertOutcome) =>
  (outcome === 'PLACED' && order?.type === 'LIMIT') || mayShowLater === true
