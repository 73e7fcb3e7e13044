import { brake, brakeTrips } from '../../shared/trading/brake.ts'
import type { Decision } from '../../shared/trading/decide.ts'
import { duration } from '../../shared/trading/words.ts'
import { claimOf, isDecided, orderTimes, withClaim, withDecided } from './account.ts'
import { waitsUntil } from './allowance-wait.ts'
import type { Carried } from './close.ts'
import { carryOut } from './submit-order.ts'
import { carryOutClose } from './close.ts'
import { conclude } from './record-outcome.ts'
import { type Considered, considerAlert } from './decide-alert.ts'
import { fenceStop } from './fence.ts'
import { dealReferenceOf } from './deal-reference.ts'
import { knownOf } from './recording-context.ts'
import { limits } from './limits.ts'
import type {
  AccountRecord,
  AlertMessage,
  AlertOutcome,
  AlertRecord,
  Claim,
  DossierToDecide,
  ExecutorPorts,
  Ports,
} from './ports.ts'
import { resume } from './resume-alert.ts'

/** How often a decision is made anew because the account changed under it, before the queue is asked to wait. */
const rounds = 4

/**
 * Executes one accepted alert. Every decision is written on the account's record, on the version that was read: a
 * claim before an order, a mark before any other outcome. Whoever finds a claim never sends; it looks the deal up.
 * @returns `later` when the message must come again, `wait` when it must, once there is room in the broker's allowance;
 *   `done` otherwise, also where the reconciler goes on
 */
export const executeAlert = async (ports: ExecutorPorts, message: AlertMessage): Promise<Carried> => {
  for (let round = 0; round < rounds; round += 1) {
    const dossier = await ports.store.getDossier(message)
    const { alert, account } = dossier
    if (!alert) return 'done'
    const toCloseAgain = closeToSendAgain(dossier, alert)
    if (toCloseAgain) return carryOutAgain(ports, alert, toCloseAgain, dossier)
    if (await resume(ports, alert, knownOf(alert, dossier))) return 'done'
    if (isDecided(account, alert.alertId, ports.clock.now())) return 'later'

    const result = await decideAndAct(ports, message, alert, dossier)
    if (result !== 'account changed') return result
  }
  return 'later'
}

/** A claim of which some deals were proved not to be closed, and may be closed now. */
const closeToSendAgain = ({ account }: DossierToDecide, alert: AlertRecord): Claim | null => {
  const claim = alert.outcome ? undefined : claimOf(account, alert.alertId)
  return claim?.intent.kind === 'close' && claim.intent.again?.length ? claim : null
}

const carryOutAgain = async (
  ports: ExecutorPorts,
  alert: AlertRecord,
  claim: Claim,
  { account, settings }: DossierToDecide,
): Promise<Carried> =>
  // Settings that stop it leave what is open as it is; the outcome says so.
  carryOutClose(ports, alert, claim, account, settings, fenceStop(claim, settings))

const decideAndAct = async (
  ports: ExecutorPorts,
  message: AlertMessage,
  alert: AlertRecord,
  dossier: DossierToDecide,
): Promise<Carried | 'account changed'> => {
  const { settings, account } = dossier
  if (!settings) return record(ports, message, alert, account, userGone(ports), true)
  const considered = await considerAlert(ports, alert, { ...dossier, settings })

  const hasNoRoom = considered.kind === 'unreadable' && considered.error.kind === 'allowance'
  if (hasNoRoom && ports.clock.now() < waitsUntil(alert, settings)) return 'wait'
  if (considered.kind === 'refuse' || considered.kind === 'unreadable')
    return record(ports, message, alert, account, refusal(ports, alert, considered), false)

  if (considered.kind === 'place' && brakeTrips(orderTimes(account), ports.clock.now())) {
    const outcome = await pullBrake(ports, alert, considered)
    return record(ports, message, alert, account, outcome, false)
  }

  const claim = claimFor(ports, alert, considered)
  const claimed = withClaim(account, claim)
  if (!(await ports.store.saveAccount(message, claimed))) return 'account changed'
  return carryOut(ports, alert, claim, claimed)
}

/** Records an outcome without an order: marked on the account first, so that no other run can claim meanwhile. */
export const record = async (
  ports: Ports,
  message: AlertMessage,
  alert: AlertRecord,
  account: AccountRecord,
  outcome: AlertOutcome,
  userIsGone: boolean,
): Promise<'done' | 'later' | 'account changed'> => {
  const markedAt = ports.clock.now()
  const marked = withDecided(account, alert.alertId, markedAt)
  if (!(await ports.store.saveAccount(message, marked))) return 'account changed'
  if (ports.clock.now() - markedAt > limits.markToRecord) return 'later'
  await conclude(ports, alert, outcome, { userIsGone, account: marked })
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
          ...(decision.close.onTheirWay > 0 ? { onTheirWay: decision.close.onTheirWay } : {}),
        },
      }),
})

const refusal = (
  { clock }: Ports,
  { acceptedAt, waits }: AlertRecord,
  considered: Extract<Considered, { kind: 'refuse' | 'unreadable' }>,
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

export const userGone = ({ clock }: Ports): AlertOutcome => ({
  outcome: 'BLOCKED',
  sentence: 'Blocked: the user was removed before the alert could trade',
  trace: [],
  decidedAt: clock.now(),
})

/** Too many orders in too short a time: nothing more trades until the user has looked. */
const pullBrake = async (
  ports: ExecutorPorts,
  alert: AlertRecord,
  decision: Extract<Decision, { kind: 'place' }>,
): Promise<AlertOutcome> => {
  const now = ports.clock.now()
  const reason = `More than ${brake.orders} orders on this account within ${brakeSeconds} seconds.`
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
        saw: `${brake.orders} orders before this one`,
        limit: `at most ${brake.orders} orders in ${brakeSeconds} seconds`,
        sentence: reason,
      },
    ],
    decidedAt: now,
  }
}

const brakeSeconds = brake.milliseconds / 1_000
