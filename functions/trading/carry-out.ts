import type { KeptDecision } from '../../shared/journal/what-if/kept-decision.ts'
import { claimOf, withDecided, withDroppedClaims } from './ledger/ledger.ts'
import { equalOrderWait } from './ledger/order-times.ts'
import { withUnsentNamed } from './send/closing-deals.ts'
import { submitAmend } from './send/amend.ts'
import { submitFencedCloses } from './execute-exits.ts'
import { type ClaimedOrder, stoppedAtFence, submitOrders } from './send/submit-order.ts'
import { accountKeyOf, updateLedger } from './ledger/update-ledger.ts'
import {
  type EndedAlertRecord,
  type OutcomeContext,
  recordOutcome,
  recordOutcomes,
} from './record/record-outcome.ts'
import { type Batch, type DecidedAlert, withBatch } from './decide/with-batch.ts'
import { notifyOfRate } from './decide/firing-rate.ts'
import { refusal, signInRefused } from './decide/refusal.ts'
import { limits } from './ports/limits.ts'
import type { ClaimedAlert, Ledger } from './ports/ledger.ts'
import type { AlertOutcome, AlertRecord } from './ports/alert-record.ts'
import type { Instant } from '../../shared/platform/units.ts'
import type { DecisionContext } from './ports/store.ts'
import type { ExecutorPorts, Ports } from './ports/ports.ts'
import { type Executed, type Run, withRequests, workGoesOn } from './settle-orders.ts'

/**
 * The executor carries out decided alerts in three steps: it writes the decisions to the account's record, sends the
 * orders, and records the outcomes.
 */

/**
 * Writes the decisions of a batch to the account's record and carries them out, unless the record has changed since it
 * was read.
 */
export const claimAndSubmit = async (
  ports: ExecutorPorts,
  run: Run,
  batch: Batch,
  context: DecisionContext,
): Promise<Executed | 'account changed' | null> => {
  const { ledger } = context
  const [first] = batch
  const account = accountKeyOf(first.alert)
  const alerts = batch.map(({ alert }) => alert)
  const wait = Math.max(
    ...batch.map((each) =>
      each.considered.kind === 'place' ? equalOrderWait(ledger, each.considered.order, ports.clock.now()) : 0,
    ),
  )
  if (wait > 0) await ports.clock.sleep(wait)

  const decidedAt = ports.clock.now()
  if (decidedAt - first.at > limits.decisionHolds) return 'account changed'
  const decided = withUnsentNamed(withBatch(ledger, batch, decidedAt, context.accountState), alerts)
  if (!(await ports.store.saveLedger(account, decided))) return 'account changed'
  // Stores the decisions only after they were written to the record. No order waits for this.
  const kept = ports.store.keepDecisions(account, batch.map(keptDecision))
  // If something fails later, the alerts' claims are ended from the new record, because it contains them.
  run.context = { ...context, ledger: decided }
  const checkRate = async () => {
    await kept
    // If this notification fails, the alerts are not affected, because they have already been decided and sent.
    await notifyOfRate(ports, alerts, decided).catch(() => undefined)
  }
  const claim = claimOf(decided, first.alert.alertId)
  if (claim?.intent.kind === 'amend')
    await submitFencedAmend(ports, run, { alert: first.alert, claim }, decided)
  else if (claim?.intent.kind === 'close') await submitFencedCloses(ports, run, batch, decided)
  else await submitBatch(ports, run, batch, { ledger: decided, decidedAt })
  await checkRate()
  return null
}

export const keptDecision = ({ alert: { alertId }, considered }: DecidedAlert): KeptDecision => ({
  alertId,
  snapshot: considered.snapshot,
  ended: considered.kind === 'unreadable' ? 'unreadable' : 'decided',
})

/** Carries out a batch that was written to the record. Orders are sent before refusals are recorded. */
const submitBatch = async (
  ports: ExecutorPorts,
  run: Run,
  batch: Batch,
  { ledger, decidedAt }: { readonly ledger: Ledger; readonly decidedAt: Instant },
) => {
  const { results, open } = run
  const { clock } = ports
  const writtenAt = clock.now()
  const untilWritten = ({ phases, at }: DecidedAlert) => [...phases, writtenAt - at]
  const submissions = await submitOrders(ports, ordersOf(batch, ledger), ledger, run.settingsNow)
  const isLate = clock.now() - decidedAt > limits.markToRecord
  const ended: EndedAlertRecord[] = []
  const unsent: string[] = []
  const refused: string[] = []
  let userIsGone = false
  for (const decided of batch) {
    const { alert, considered } = decided
    const { alertId } = alert
    const submission = submissions.get(alertId)
    const phases = [...untilWritten(decided), ...(submission ? [submission.at - writtenAt] : [])]
    if (submission?.kind === 'unsent') {
      unsent.push(alertId)
      if (submission.isRefused) refused.push(alertId)
      if (submission.next !== 'decide') results.set(alertId, submission.next)
    } else if (submission?.kind === 'open') {
      results.set(alertId, 'done')
      open.push({ alert, claim: { ...submission.claim, phases }, sentAt: submission.at })
    } else if (submission) {
      userIsGone ||= submission.userIsGone
      ended.push({ alert, outcome: { ...submission.outcome, phases } })
    } else if (considered.kind === 'refuse' || considered.kind === 'unreadable') {
      if (isLate) results.set(alertId, 'later')
      else ended.push({ alert, outcome: { ...refusal(ports, alert, considered, decidedAt), phases } })
    }
  }
  const last =
    unsent.length === 0
      ? ledger
      : await updateLedger(ports, accountKeyOf(batch[0].alert), ledger, (now) =>
          withDroppedClaims(now, unsent, clock.now(), refused),
        )
  await recordOutcomes(ports, withRequests(ports, ended), { userIsGone, ledger: last })
  // An alert is done only once its outcome is recorded. If recording fails, the alert is delivered again.
  for (const { alert } of ended) results.set(alert.alertId, 'done')
  const [{ alert, considered }] = batch
  const isSignIn = considered.kind === 'unreadable' && considered.error.kind === 'sign-in'
  if (isSignIn && !isLate) await ports.notify([signInRefused(ports, alert, considered.error.message)])
}

const ordersOf = (batch: Batch, ledger: Ledger): ClaimedOrder[] =>
  batch.flatMap(({ alert }) => {
    const claim = claimOf(ledger, alert.alertId)
    return claim?.intent.kind === 'open' ? [{ alert, claim, order: claim.intent.order }] : []
  })

const submitFencedAmend = async (ports: ExecutorPorts, run: Run, claimed: ClaimedAlert, ledger: Ledger) => {
  const { alert, claim } = claimed
  const { settingsNow } = run
  const settings = await settingsNow()
  const outcome = stoppedAtFence(ports, claim, settings)
  if (outcome) await recordOutcome(ports, alert, outcome, { userIsGone: settings === null, ledger })
  const submitted = outcome
    ? 'done'
    : await submitAmend(ports, claimed, { ledger, settingsNow, until: run.beginBefore + workGoesOn })
  run.results.set(alert.alertId, submitted)
}

/**
 * Records an outcome without an order. The account's record is marked first, so that no other run can claim the alert
 * in the meantime.
 * @param keep stores the data of the decision once the mark is written
 */
export const recordWithoutOrder = async (
  ports: Ports,
  alert: AlertRecord,
  outcome: AlertOutcome,
  { userIsGone, ledger, keep }: OutcomeContext & { readonly keep?: () => Promise<void> },
): Promise<'done' | 'later' | 'account changed'> => {
  const markedAt = ports.clock.now()
  const marked = withDecided(ledger, alert.alertId, markedAt)
  if (!(await ports.store.saveLedger(accountKeyOf(alert), marked))) return 'account changed'
  await keep?.()
  if (ports.clock.now() - markedAt > limits.markToRecord) return 'later'
  await recordOutcome(ports, alert, outcome, { userIsGone, ledger: marked })
  return 'done'
}
