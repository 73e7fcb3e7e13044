import type { Instant } from '../../shared/platform/units.ts'
import { claimAndSubmit, keptDecision, recordWithoutOrder } from './carry-out.ts'
import { claimOf, closedLegOf, isDecided, isYetToLeave } from './ledger/ledger.ts'
import { isBehindExit, waitingSince } from './ledger/waiting.ts'
import {
  allowanceDeadline,
  behindExit,
  exitsThatWait,
  leaveQueue,
  noteInTime,
  waitOn,
  notItsTurn,
  noTimeLeft,
  givenUp,
  withReadsHeld,
} from './send/allowance-wait.ts'
import { settingsReader } from './send/failed-fence-check.ts'
import type { Submitted } from './send/close.ts'
import { carryOnCloses, unsentCloses } from './execute-exits.ts'
import { accountKeyOf } from './ledger/update-ledger.ts'
import { type BatchContext, decideBatch, isBraked, mayChange } from './decide/decide-batch.ts'
import type { Batch } from './decide/with-batch.ts'
import { followRolls } from './look-up/follow-rolls.ts'
import { lookUpContextOf } from './look-up/recording-context.ts'
import { brokerLoginOf } from './ports/broker-login.ts'
import type { AlertMessage, AlertRecord } from './ports/alert-record.ts'
import type { DecisionContext } from './ports/store.ts'
import type { DecisionPorts, ExecutorPorts } from './ports/ports.ts'
import { resumeAlert } from './look-up/resume-alert.ts'
import { type Executed, type Run, type RunTimes, awaitOpenOrders, settleOpenOrders } from './settle-orders.ts'
import { givenUpOutcome, userRemoved } from './decide/refusal.ts'
import { applySafetyBrake } from './decide/safety-brake.ts'

/**
 * Maximum decisions within one run if the account's record keeps changing. After that, the queue delivers the alert
 * again.
 */
const rounds = 4

/**
 * Executes a single alert.
 * @throws the error with which the alert failed
 */
export const executeAlert = async (ports: ExecutorPorts, message: AlertMessage): Promise<Submitted> => {
  const executed = (await executeAlerts(ports, [message])).get(message.alertId) ?? 'untried'
  if (typeof executed === 'object') throw executed.failed
  return executed === 'untried' ? 'later' : executed
}

/**
 * Executes alerts of one account in their order. Each decision is written to the account's record, provided that the
 * record has not changed since it was read: a claim before an order, a mark before any other outcome. A run that finds
 * an existing claim looks the deal up and sends nothing. Orders are sent without waiting for one another's
 * confirmations. The confirmations are read together at the end, or by the next run if more alerts of the account wait.
 * @param beginBefore no decision starts after this time
 * @param takenAt when the executor took the alerts; the age of exits is measured at this time
 * @param as `behind`: no waiting exit takes precedence over these alerts; `judged`: these exits must keep their place
 * in the queue, so only their age is checked
 * @returns results by alert
 */
export const executeAlerts = async (
  ports: ExecutorPorts,
  messages: readonly AlertMessage[],
  {
    beginBefore = Number.POSITIVE_INFINITY,
    takenAt = ports.clock.now(),
    as = 'delivered',
  }: Partial<RunTimes> & { readonly as?: 'delivered' | 'behind' | 'judged' } = {},
): Promise<ReadonlyMap<string, Executed>> =>
  executeRun(ports, {
    ...newRun(messages, { beginBefore, takenAt }),
    hasTakenWaitingExits: as !== 'delivered',
    shortage: as === 'judged' ? notItsTurn : null,
  })

const executeRun = async (ports: ExecutorPorts, run: Run): Promise<ReadonlyMap<string, Executed>> => {
  const { messages, beginBefore, results } = run
  const rest = () => messages.filter(({ alertId }) => !results.has(alertId))
  const hasStopped = () => [...results.values()].some((executed) => executed !== 'done')
  while (rest().length > 0 && !hasStopped() && ports.clock.now() < beginBefore) {
    const [message, ...behind] = rest() as [AlertMessage, ...AlertMessage[]]
    try {
      const executed = await executeNext(ports, run, message, behind)
      if (executed) results.set(message.alertId, executed)
    } catch (failed) {
      results.set(message.alertId, { failed })
    }
  }
  for (const { alertId } of rest()) results.set(alertId, 'untried')
  // A run that only checks the age of exits has little time left, so it waits for no confirmations.
  if (run.shortage !== notItsTurn) await awaitOpenOrders(ports, run)
  return results
}

const newRun = (messages: readonly AlertMessage[], { beginBefore, takenAt }: RunTimes): Run => ({
  messages,
  beginBefore,
  takenAt,
  results: new Map(),
  open: [],
  asked: new Set(),
  statusRead: new Set(),
  context: null,
  settingsNow: () => Promise.resolve(null),
  hasTakenWaitingExits: true,
  hasWaited: false,
  shortage: null,
})

/**
 * Decides an alert together with later alerts that can be decided with it, and carries them out.
 * @returns the alert's result; null if `run` already contains the result, or if the alert must be decided again
 */
const executeNext = async (
  ports: ExecutorPorts,
  run: Run,
  message: AlertMessage,
  behind: readonly AlertMessage[],
): Promise<Executed | null> => {
  for (let round = 0; round < rounds; round += 1) {
    if (ports.clock.now() >= run.beginBefore) return 'untried'
    const readFrom = ports.clock.now()
    const context = await ports.store.getAlertContext(message, behind)
    run.context = context
    const { alert, ledger, settings } = context
    if (!alert) return 'done'
    run.settingsNow = settingsReader(ports, accountKeyOf(alert), { settings, at: readFrom })
    run.hasWaited ||= alert.waits > 0
    const first = run.hasTakenWaitingExits ? [] : exitsThatWait(ports, alert, ledger, run.messages)
    run.hasTakenWaitingExits = true
    if (first.length > 0) {
      // Waiting exits are carried out first, in case the request limit has room now.
      const results = await executeRun(ports, newRun(first, run))
      const waits = first.filter(({ alertId }) => results.get(alertId) !== 'done')
      await waitOn(ports, accountKeyOf(alert), ledger, waits)
      continue
    }
    if (!alert.outcome && claimOf(ledger, alert.alertId)?.intent.kind === 'close') {
      const toCarryOn = unsentCloses(alert, context)
      if (toCarryOn.length > 0) return carryOnCloses(ports, run, toCarryOn, context)
    }
    const resumed = await resumeAlert(ports, alert, lookUpContextOf(alert, context))
    if (resumed === 'done') return 'done'
    if (resumed === 'again') continue
    if (isDecided(ledger, alert.alertId, ports.clock.now())) return 'later'

    const result = await decideAndSubmit(ports, run, { ...context, alert }, readFrom)
    if (result !== 'account changed') return result
  }
  return 'later'
}

const decideAndSubmit = async (
  ports: ExecutorPorts,
  run: Run,
  context: DecisionContext & { readonly alert: AlertRecord },
  readFrom: Instant,
): Promise<Executed | 'account changed' | null> => {
  const { alert, settings, ledger } = context
  if (!settings) return recordWithoutOrder(ports, alert, userRemoved(ports), { userIsGone: true, ledger })
  const isExit = isYetToLeave(ledger, alert)
  const since = waitingSince(ledger, alert.alertId)
  const reason = since === undefined ? null : givenUp(ledger, alert.alertId, since, ports.clock.now())
  if (reason !== null) {
    const outcome = givenUpOutcome(ports, reason, closedLegOf(ledger, alert.alertId) !== undefined)
    return recordWithoutOrder(ports, alert, outcome, { userIsGone: false, ledger })
  }
  const batch = await decideInTurn(ports, run, { ...context, settings }, readFrom)
  const [first] = batch
  const { considered } = first

  if (mayChange(first, ledger, run.asked, ports.clock.now())) {
    await settleOpenOrders(ports, run, context)
    return 'account changed'
  }
  if (considered.kind === 'unreadable' && considered.error === noTimeLeft) {
    if (isExit) await noteInTime(ports, alert, ledger)
    return 'untried'
  }
  if (considered.kind === 'unreadable' && considered.error.kind === 'allowance') {
    if (isExit) {
      if (considered.error !== behindExit) run.shortage = considered.error
      if (considered.error === notItsTurn) await noteInTime(ports, alert, ledger)
      else await leaveQueue(ports, alert, ledger, considered.error === behindExit)
      return 'done'
    }
    if (ports.clock.now() < allowanceDeadline(alert, settings)) return 'wait'
  }
  if (considered.kind === 'place' && isBraked(ledger, settings, first, ports.clock.now())) {
    const outcome = await applySafetyBrake(ports, alert, considered, settings.largestBurst)
    const keep = () =>
      ports.store.keepDecisions(accountKeyOf(alert), [{ ...keptDecision(first), ended: 'braked' }])
    return recordWithoutOrder(ports, alert, outcome, { userIsGone: false, ledger, keep })
  }
  return claimAndSubmit(ports, run, batch, context)
}

/**
 * Decides a batch. If its first alert must keep its place in the queue, only the rules that need no data from the
 * broker are checked.
 */
const decideInTurn = async (
  ports: ExecutorPorts,
  run: Run,
  context: BatchContext,
  readFrom: Instant,
): Promise<Batch> => {
  const { alert, ledger } = context
  const following: ExecutorPorts & DecisionPorts = {
    ...ports,
    followRolls: (login, before, lists) => followRolls(ports, login, before, lists),
  }
  const isNext = !isBehindExit(ledger, { alertId: alert.alertId, market: alert.alert.market })
  const heldBack = run.shortage === notItsTurn ? notItsTurn : isNext ? null : behindExit
  const isExit = isYetToLeave(ledger, alert)
  const shortage = heldBack ?? (isExit ? run.shortage : null)
  const isLate = () => ports.clock.now() >= run.beginBefore
  const reading = withReadsHeld(following, () => shortage ?? (isLate() ? noTimeLeft : null))
  const batch = await decideBatch(reading, context, readFrom, {
    asked: run.asked,
    statusRead: run.statusRead,
    takenAt: (each) => takenAtOf(ports, run, each),
  })
  const [{ considered, ...first }] = batch
  if (!heldBack || considered.kind === 'refuse') return batch
  const { trace, snapshot } = considered
  return [
    { ...first, considered: { kind: 'unreadable', needs: 'account', error: heldBack, trace, snapshot } },
  ]
}

/**
 * The time at which an exit's age is measured. An exit that arrived while the request limit was used up may have been
 * held up in the queue by other alerts. Its age is then measured at its arrival. This run knows of such a shortage if
 * this process has noticed it, or if an earlier alert in the queue has waited.
 */
const takenAtOf = (
  { broker }: Pick<ExecutorPorts, 'broker'>,
  { takenAt, hasWaited }: Run,
  alert: AlertRecord,
): Instant => {
  const { roomAt = null } = broker.lastShortage(brokerLoginOf(alert)) ?? {}
  const wasShort = hasWaited || (roomAt !== null && roomAt > alert.acceptedAt)
  return wasShort ? Math.min(takenAt, alert.acceptedAt) : takenAt
}
