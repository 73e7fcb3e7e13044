import type { LogType } from '../../shared/log.ts'
import { withReleased } from './ledger.ts'
import { accountKeyOf, updateLedger } from './update-ledger.ts'
import { acceptanceName } from './deal-reference.ts'
import type { Ledger, AlertOutcome, AlertRecord, Ports } from './ports.ts'

/** What is known about the alert already, so that it need not be read again. */
export type OutcomeContext = {
  readonly userIsGone: boolean
  /** The account's record as last read or written. */
  readonly ledger: Ledger
}

/**
 * Records how an alert ended and does what follows from it. Each step may be repeated after a crash: the outcome
 * that was recorded first holds, whatever this run thinks.
 */
export const recordOutcome = async (
  ports: Ports,
  alert: AlertRecord,
  outcome: AlertOutcome,
  known: OutcomeContext,
) => {
  const held = await ports.store.saveOutcome(alert.alertId, outcome)
  await completeAlert(ports, alert, held, known)
}

/** Claim released, entry in the user's log, alert out of the open index (or followed while its order works). */
export const completeAlert = async (
  ports: Ports,
  alert: AlertRecord,
  held: AlertOutcome,
  known: OutcomeContext,
) => {
  if (alert.following) return
  const { store, clock } = ports
  await releaseClaim(ports, alert, held, known.ledger)
  if (!known.userIsGone) {
    await store.log(entryOf(alert, held, clock.now()))
    if (held.outcome === 'NEEDS_REVIEW') await ports.notify(reviewNotice(alert, held))
  }
  await store.markComplete(alert.alertId, livesOn(held) && !known.userIsGone ? 'follow' : 'done')
}

/** A working order lives on at the broker after it was placed; what was sent and not found may show yet. */
const livesOn = ({ outcome, order, mayShowLater }: AlertOutcome) =>
  (outcome === 'PLACED' && order?.type === 'LIMIT') || mayShowLater === true

const releaseClaim = async (ports: Ports, alert: AlertRecord, held: AlertOutcome, lastKnown: Ledger) => {
  await updateLedger(ports, accountKeyOf(alert), lastKnown, (ledger) =>
    withReleased(ledger, alert.alertId, held, ports.clock.now()),
  )
}

const typeOf = ({ outcome, order }: AlertOutcome): LogType => {
  if (outcome === 'NEEDS_REVIEW' || outcome === 'NOT_PLACED' || outcome === 'REJECTED') return 'ERROR'
  if (outcome === 'PLACED') return order?.type === 'LIMIT' ? 'ORDER' : 'TRADE'
  return 'ALERT'
}

const entryOf = (alert: AlertRecord, held: AlertOutcome, now: number) => {
  const { market, action, price, firedAt, id, comment, others } = alert.alert
  const unreadable = held.outcome === 'REFUSED' && held.brokerReason !== undefined
  return {
    userId: alert.userId,
    mode: alert.captured.mode,
    type: unreadable ? ('ERROR' as const) : typeOf(held),
    message: held.sentence,
    description: `${action} ${market}${price === null ? '' : ` at ${price}`}: ${held.outcome}`,
    extra: {
      alertId: alert.alertId,
      outcome: held.outcome,
      sentence: held.sentence,
      trace: held.trace,
      order: held.order,
      dealReference: held.dealReference,
      ...(held.brokerReference === undefined ? {} : { brokerReference: held.brokerReference }),
      dealIds: held.dealIds,
      ...(held.openDealIds?.length ? { openDealIds: held.openDealIds } : {}),
      brokerReason: held.brokerReason,
      unreadable: held.unreadable,
      alert: {
        market,
        action,
        price,
        firedAt: firedAt === null ? null : new Date(firedAt).toISOString(),
        acceptedAt: new Date(alert.acceptedAt).toISOString(),
        id,
        comment,
        ...(Object.keys(others).length > 0 ? { others } : {}),
      },
    },
    finished: {
      alertId: alert.alertId,
      outcome: held.outcome,
      unreadable: held.unreadable,
      acceptedAt: alert.acceptedAt,
    },
    key: acceptanceName(alert),
    since: held.decidedAt,
    at: now,
  }
}

const reviewNotice = (alert: AlertRecord, held: AlertOutcome) => ({
  userId: alert.userId,
  subject: `Signalpost: please check an order for ${alert.alert.market} (${alert.captured.mode})`,
  text: [
    held.sentence,
    '',
    `Alert: ${alert.alert.action} ${alert.alert.market}, accepted ${new Date(alert.acceptedAt).toISOString()}.`,
    `Account: ${alert.captured.accountId} (${alert.captured.mode}). ${whatToLookFor(held)}`,
    'Please look at your positions and orders at IG. Signalpost will not send this again.',
  ].join('\n'),
})

const whatToLookFor = ({ dealReference, openDealIds }: AlertOutcome) =>
  openDealIds?.length ? `Deals: ${openDealIds.join(', ')}.` : `Deal reference: ${dealReference ?? 'none'}.`
