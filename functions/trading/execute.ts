import { brakeMilliseconds, brakeTrips } from '../../shared/trading/brake.ts'
import type { Decision } from '../../shared/trading/decide.ts'
import { counted, duration } from '../../shared/trading/words.ts'
import { claimOf, isDecided, orderTimes, withClaim, withDecided } from './ledger.ts'
import { allowanceDeadline } from './allowance-wait.ts'
import type { Submitted } from './close.ts'
import { submitOrder } from './submit-order.ts'
import { submitClose } from './close.ts'
import { recordOutcome } from './record-outcome.ts'
import { type AlertDecision, decideAlert } from './decide-alert.ts'
import { fenceStop } from './fence.ts'
import { dealReferenceOf } from './deal-reference.ts'
import { lookUpContextOf } from './recording-context.ts'
import { limits } from './limits.ts'
import type {
  Ledger,
  AlertMessage,
  AlertOutcome,
  AlertRecord,
  Claim,
  DecisionContext,
  ExecutorPorts,
  Notice,
  Ports,
} from './ports.ts'
import { resumeAlert } from './resume-alert.ts'

/** How often a decision is made again because the account changed under it, before the queue is asked to wait. */
const rounds = 4

/**
 * Executes one accepted alert. Every decision is written on the account's record, on the version that was read: a
 * claim before an order, a mark before any other outcome. A run that finds a claim never sends; it looks the deal up.
 * @returns `later` when the message must come again, `wait` when it must, once there is room in the broker's allowance;
 *   `done` otherwise, also where the reconciler goes on
 */
export const executeAlert = async (ports: ExecutorPorts, message: AlertMessage): Promise<Submitted> => {
  for (let round = 0; round < rounds; round += 1) {
    const context = await ports.store.getAlertContext(message)
    const { alert, ledger } = context
    if (!alert) return 'done'
    const toCloseAgain = closeToResubmit(context, alert)
    if (toCloseAgain) return resubmitClose(ports, alert, toCloseAgain, context)
    if (await resumeAlert(ports, alert, lookUpContextOf(alert, context))) return 'done'
    if (isDecided(ledger, alert.alertId, ports.clock.now())) return 'later'

    const result = await decideAndSubmit(ports, message, alert, context)
    if (result !== 'account changed') return result
  }
  return 'later'
}

/** A claim of which some deals were proved not to be closed, and may be closed now. */
const closeToResubmit = ({ ledger }: DecisionContext, alert: AlertRecord): Claim | null => {
  const claim = alert.outcome ? undefined : claimOf(ledger, alert.alertId)
  return claim?.intent.kind === 'close' && claim.intent.retry?.length ? claim : null
}

const resubmitClose = async (
  ports: ExecutorPorts,
  alert: AlertRecord,
  claim: Claim,
  { ledger, settings }: DecisionContext,
): Promise<Submitted> =>
  // Settings that stop it leave what is open as it is; the outcome says so.
  submitClose(ports, alert, claim, ledger, settings, fenceStop(claim, settings))

const decideAndSubmit = async (
  ports: ExecutorPorts,
  message: AlertMessage,
  alert: AlertRecord,
  context: DecisionContext,
): Promise<Submitted | 'account changed'> => {
  const { settings, ledger } = context
  if (!settings) return recordWithoutOrder(ports, message, alert, ledger, userRemoved(ports), true)
  const considered = await decideAlert(ports, alert, { ...context, settings })

  const hasNoRoom = considered.kind === 'unreadable' && considered.error.kind === 'allowance'
  if (hasNoRoom && ports.clock.now() < allowanceDeadline(alert, settings)) return 'wait'
  if (considered.kind === 'refuse' || considered.kind === 'unreadable') {
    const outcome = refusal(ports, alert, considered)
    const recorded = await recordWithoutOrder(ports, message, alert, ledger, outcome, false)
    const isSignIn = considered.kind === 'unreadable' && considered.error.kind === 'sign-in'
    if (isSignIn && recorded === 'done') await ports.notify(signInNotice(alert, considered.error.message))
    return recorded
  }

  if (
    considered.kind === 'place' &&
    brakeTrips(orderTimes(ledger), ports.clock.now(), settings.largestBurst)
  ) {
    const outcome = await applySafetyBrake(ports, alert, considered, settings.largestBurst)
    return recordWithoutOrder(ports, message, alert, ledger, outcome, false)
  }

  const claim = claimFor(ports, alert, considered)
  const claimed = withClaim(ledger, claim)
  if (!(await ports.store.saveLedger(message, claimed))) return 'account changed'
  return submitOrder(ports, alert, claim, claimed)
}

/** Records an outcome without an order: marked on the account first, so that no other run can claim meanwhile. */
export const recordWithoutOrder = async (
  ports: Ports,
  message: AlertMessage,
  alert: AlertRecord,
  ledger: Ledger,
  outcome: AlertOutcome,
  userIsGone: boolean,
): Promise<'done' | 'later' | 'account changed'> => {
  const markedAt = ports.clock.now()
  const marked = withDecided(ledger, alert.alertId, markedAt)
  if (!(await ports.store.saveLedger(message, marked))) return 'account changed'
  if (ports.clock.now() - markedAt > limits.markToRecord) return 'later'
  await recordOutcome(ports, alert, outcome, { userIsGone, ledger: marked })
  return 'done'
}

const claimFor = (
  { clock }: Ports,
  alert: AlertRecord,
  decision: Extract<Decision, { kind: 'place' | 'close' }>,
): Claim => ({
  alertId: alert.alertId,
  dealReference: dealReferenceOf(alert),
  claimedAt: clock.now(),
  instrument: alert.alert.market,
  trace: decision.trace,
  captured: alert.captured,
  ...(decision.kind === 'place'
    ? { epic: decision.order.epic, intent: { kind: 'open', order: decision.order } }
    : {
        epic: decision.close.epic,
        intent: {
          kind: 'close',
          positions: decision.close.positions,
          workingOrders: decision.close.workingOrders,
          ...(decision.close.inFlight > 0 ? { inFlight: decision.close.inFlight } : {}),
        },
      }),
})

const refusal = (
  { clock }: Ports,
  { acceptedAt, waits }: AlertRecord,
  considered: Extract<AlertDecision, { kind: 'refuse' | 'unreadable' }>,
): AlertOutcome => {
  const decidedAt = clock.now()
  const waited =
    waits > 0 ? `. It waited ${duration(decidedAt - acceptedAt)} for room in IG’s allowance of requests` : ''
  return considered.kind === 'refuse'
    ? {
        outcome: considered.outcome,
        sentence: `${considered.sentence}${considered.rule === 'alert age' ? waited : ''}`,
        trace: considered.trace,
        decidedAt,
      }
    : {
        outcome: 'REFUSED',
        sentence: `Refused: ${considered.what} could not be read from IG (${considered.error.message}), and Signalpost never trades on unknown state${waited}`,
        trace: considered.trace,
        brokerReason: considered.error.code ?? considered.error.kind,
        unreadable: considered.error.kind,
        decidedAt,
      }
}

/** Until the user acts each alert ends like this one: that is told, and once. */
const signInNotice = ({ userId, captured, alert }: AlertRecord, reason: string): Notice => ({
  userId,
  subject: `Signalpost: IG refuses your sign-in (${captured.mode}), and nothing trades`,
  text: [
    `${reason}.`,
    `The alert ${alert.action} ${alert.market} was refused for it, and every other alert for ${captured.mode} will be.`,
    'Please look at your IG credentials in the settings, and at IG whether the account and its API key are in order. Saving the settings has Signalpost sign in again.',
  ].join('\n\n'),
  onceADay: `sign-in#${captured.mode}#${captured.credentialsVersion}`,
})

export const userRemoved = ({ clock }: Ports): AlertOutcome => ({
  outcome: 'BLOCKED',
  sentence: 'Blocked: the user was removed before the alert could trade',
  trace: [],
  decidedAt: clock.now(),
})

/** Too many orders in too short a time: nothing more trades until the user has looked. */
const applySafetyBrake = async (
  ports: ExecutorPorts,
  alert: AlertRecord,
  decision: Extract<Decision, { kind: 'place' }>,
  largestBurst: number,
): Promise<AlertOutcome> => {
  const now = ports.clock.now()
  const reason = `More than ${counted(largestBurst, 'order')} on this account within ${brakeSeconds} seconds.`
  await ports.store.applyBrake(alert.userId, reason, now)
  await ports.notify({
    userId: alert.userId,
    subject: 'Signalpost: the safety brake has paused your trading',
    text: `${reason} Nothing trades until you resume trading in the dashboard.`,
  })
  return {
    outcome: 'REFUSED',
    sentence: `Refused: the safety brake has paused trading. ${reason}`,
    trace: [
      ...decision.trace,
      {
        rule: 'safety brake',
        passed: false,
        actual: `${counted(largestBurst, 'order')} before this one`,
        required: `at most ${counted(largestBurst, 'order')} in ${brakeSeconds} seconds`,
        sentence: reason,
      },
    ],
    decidedAt: now,
  }
}

const brakeSeconds = brakeMilliseconds / 1_000
