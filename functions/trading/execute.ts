import type { Instant } from '../../shared/platform/units.ts'
import type { KeptDecision } from '../../shared/what-if/kept-decision.ts'
import {
  claimOf,
  closedLegOf,
  isDecided,
  isYetToLeave,
  withDecided,
  withDroppedClaims,
} from './ledger/ledger.ts'
import { equalOrderWait } from './ledger/order-times.ts'
import { isBehindExit, waitingSince } from './ledger/waiting.ts'
import { withUnsentNamed } from './send/closing-deals.ts'
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
import { submitAmend } from './send/amend.ts'
import { settingsReader } from './send/failed-fence-check.ts'
import type { Submitted } from './send/close.ts'
import { carryOnCloses, submitFencedCloses, unsentCloses } from './execute-exits.ts'
import { type ClaimedOrder, stoppedAtFence, submitOrders } from './send/submit-order.ts'
import { accountKeyOf, updateLedger } from './ledger/update-ledger.ts'
import { type EndedAlertRecord, recordOutcome, recordOutcomes } from './record/record-outcome.ts'
import {
  decideBatch,
  type DecidedAlert,
  isBraked,
  type Batch,
  mayChange,
  withBatch,
} from './decide/decide-batch.ts'
import { notifyOfRate } from './decide/firing-rate.ts'
import { followRolls } from './look-up/follow-rolls.ts'
import { lookUpContextOf } from './look-up/recording-context.ts'
import { brokerLoginOf } from './ports/broker-login.ts'
import { limits } from './ports/limits.ts'
import type { Ledger, Claim } from './ports/ledger.ts'
import type { AlertMessage, AlertOutcome, AlertRecord } from './ports/alert-record.ts'
import type { DecisionContext } from './ports/store.ts'
import type { DecisionPorts, ExecutorPorts, Ports } from './ports/ports.ts'
import { resumeAlert } from './look-up/resume-alert.ts'
import {
  type Executed,
  type Run,
  withRequests,
  awaitOpenOrders,
  settleOpenOrders,
  workGoesOn,
} from './settle-orders.ts'
import { givenUpOutcome, refusal, signInRefused, userRemoved } from './decide/refusal.ts'
import { applySafetyBrake } from './decide/safety-brake.ts'

/** How often a decision is made again because the account changed under it, before the queue is asked to wait. */
const rounds = 4

/** One alert alone. @throws what it failed with */
export const executeAlert = async (ports: ExecutorPorts, message: AlertMessage): Promise<Submitted> => {
  const executed = (await executeAlerts(ports, [message])).get(message.alertId) ?? 'untried'
  if (typeof executed === 'object') throw executed.failed
  return executed === 'untried' ? 'later' : executed
}

/**
 * Executes alerts of one account in their order. Every decision is written on the account's record, on the version that
 * was read: a claim before an order, a mark before any other outcome. A run that finds a claim never sends; it looks the
 * deal up. Orders leave without waiting for one another's verdicts, which are looked for together at the end, or by the
 * next run if more alerts of the account wait.
 * @param beginBefore no decision is begun later than this
 * @param as `behind`: no exit that waits comes before them; `judged`: exits of which only the age is judged, for it is not
 *   their turn yet
 * @param takenAt when the executor took them: the age of exits is judged then
 * @returns by alert
 */
export const executeAlerts = async (
  ports: ExecutorPorts,
  messages: readonly AlertMessage[],
  beginBefore: Instant = Number.POSITIVE_INFINITY,
  as: 'delivered' | 'behind' | 'judged' = 'delivered',
  takenAt: Instant = ports.clock.now(),
): Promise<ReadonlyMap<string, Executed>> =>
  executeRun(ports, {
    ...newRun(messages, beginBefore, takenAt),
    hasLooked: as !== 'delivered',
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
  // Alerts of which only the age is judged come when there is little time left.
  if (run.shortage !== notItsTurn) await awaitOpenOrders(ports, run)
  return results
}

const newRun = (messages: readonly AlertMessage[], beginBefore: Instant, takenAt: Instant): Run => ({
  messages,
  beginBefore,
  takenAt,
  results: new Map(),
  open: [],
  asked: new Set(),
  statusRead: new Set(),
  context: null,
  settingsNow: () => Promise.resolve(null),
  hasLooked: true,
  hasWaited: false,
  shortage: null,
})

/**
 * Decides an alert, and those behind it that can be decided together with it, and carries them out.
 * @returns what became of it; null if it and others of the run have their results already, or must be decided again
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
    const first = run.hasLooked ? [] : exitsThatWait(ports, alert, ledger, run.messages)
    run.hasLooked = true
    if (first.length > 0) {
      // Exits that wait have the first right to the room that there is now.
      const results = await executeRun(ports, newRun(first, run.beginBefore, run.takenAt))
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

    const result = await decideAndSubmit(ports, run, message, alert, context, readFrom)
    if (result !== 'account changed') return result
  }
  return 'later'
}

const decideAndSubmit = async (
  ports: ExecutorPorts,
  run: Run,
  message: AlertMessage,
  alert: AlertRecord,
  context: DecisionContext,
  readFrom: Instant,
): Promise<Executed | 'account changed' | null> => {
  const { settings, ledger } = context
  if (!settings)
    return recordWithoutOrder(ports, message, alert, ledger, userRemoved(ports), { userIsGone: true })
  const isExit = isYetToLeave(ledger, alert)
  const since = waitingSince(ledger, alert.alertId)
  const reason = since === undefined ? null : givenUp(ledger, alert.alertId, since, ports.clock.now())
  if (reason !== null) {
    const outcome = givenUpOutcome(ports, reason, closedLegOf(ledger, alert.alertId) !== undefined)
    return recordWithoutOrder(ports, message, alert, ledger, outcome, { userIsGone: false })
  }
  const batch = await decideInTurn(ports, run, alert, { ...context, settings }, readFrom)
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
      else await leaveQueue(ports, alert, null, ledger, considered.error === behindExit)
      return 'done'
    }
    if (ports.clock.now() < allowanceDeadline(alert, settings)) return 'wait'
  }
  if (considered.kind === 'place' && isBraked(ledger, settings, first, ports.clock.now())) {
    const outcome = await applySafetyBrake(ports, alert, considered, settings.largestBurst)
    const keep = () => ports.store.keepDecisions(message, [{ ...keptDecision(first), ended: 'braked' }])
    return recordWithoutOrder(ports, message, alert, ledger, outcome, { userIsGone: false, keep })
  }
  return claimAndSubmit(ports, run, message, batch, context)
}

/** Decides a batch. An alert whose turn it is not is only held against the rules that need no reading. */
const decideInTurn = async (
  ports: ExecutorPorts,
  run: Run,
  alert: AlertRecord,
  context: Parameters<typeof decideBatch>[2],
  readFrom: Instant,
): Promise<Batch> => {
  const following: ExecutorPorts & DecisionPorts = {
    ...ports,
    followRolls: (login, before, lists) => followRolls(ports, accountKeyOf(alert), login, before, lists),
  }
  const isNext = !isBehindExit(context.ledger, { alertId: alert.alertId, market: alert.alert.market })
  const heldBack = run.shortage === notItsTurn ? notItsTurn : isNext ? null : behindExit
  const isExit = isYetToLeave(context.ledger, alert)
  const shortage = heldBack ?? (isExit ? run.shortage : null)
  const isLate = () => ports.clock.now() >= run.beginBefore
  const reading = withReadsHeld(following, () => shortage ?? (isLate() ? noTimeLeft : null))
  const batch = await decideBatch(reading, alert, context, readFrom, {
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
 * An exit that came while there was no room may have been kept in the queue by what waited for it: no age runs meanwhile. This
 * process knows of the shortage, or an alert before it in the queue has waited.
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

/** Writes a batch down on the account's record and carries it out, if the record is still the one that was read. */
const claimAndSubmit = async (
  ports: ExecutorPorts,
  run: Run,
  message: AlertMessage,
  batch: Batch,
  context: DecisionContext,
): Promise<Executed | 'account changed' | null> => {
  const { ledger } = context
  const [first] = batch
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
  if (!(await ports.store.saveLedger(message, decided))) return 'account changed'
  // Only what holds is kept; no order waits for it.
  const kept = ports.store.keepDecisions(message, batch.map(keptDecision))
  // Whatever fails from here on, what ends the claims starts from a record that has them.
  run.context = { ...context, ledger: decided }
  const checkRate = async () => {
    await kept
    // Whatever fails here, the alerts are decided and sent.
    await notifyOfRate(ports, alerts, decided).catch(() => undefined)
  }
  const claim = claimOf(decided, first.alert.alertId)
  if (claim?.intent.kind === 'amend') await submitFencedAmend(ports, run, first.alert, claim, decided)
  else if (claim?.intent.kind === 'close') await submitFencedCloses(ports, run, batch, decided)
  else await submitBatch(ports, run, batch, decided, decidedAt)
  await checkRate()
  return null
}

const keptDecision = ({ alert: { alertId }, considered }: DecidedAlert): KeptDecision => ({
  alertId,
  snapshot: considered.snapshot,
  ended: considered.kind === 'unreadable' ? 'unreadable' : 'decided',
})

/** Carries out what was written down of a batch: orders leave before refusals are recorded. */
const submitBatch = async (
  ports: ExecutorPorts,
  run: Run,
  batch: Batch,
  ledger: Ledger,
  decidedAt: Instant,
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
  // Not before: what could not be recorded is sent again.
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

const submitFencedAmend = async (
  ports: ExecutorPorts,
  run: Run,
  alert: AlertRecord,
  claim: Claim,
  ledger: Ledger,
) => {
  const settings = await run.settingsNow()
  const outcome = stoppedAtFence(ports, claim, settings)
  if (outcome) await recordOutcome(ports, alert, outcome, { userIsGone: settings === null, ledger })
  const submitted = outcome
    ? 'done'
    : await submitAmend(ports, alert, claim, ledger, run.settingsNow, run.beginBefore + workGoesOn)
  run.results.set(alert.alertId, submitted)
}

/**
 * Records an outcome without an order: marked on the account first, so that no other run can claim meanwhile.
 * @param keep keeps what the outcome rests on, once the mark holds
 */
export const recordWithoutOrder = async (
  ports: Ports,
  message: AlertMessage,
  alert: AlertRecord,
  ledger: Ledger,
  outcome: AlertOutcome,
  { userIsGone, keep }: { readonly userIsGone: boolean; readonly keep?: () => Promise<void> },
): Promise<'done' | 'later' | 'account changed'> => {
  const markedAt = ports.clock.now()
  const marked = withDecided(ledger, alert.alertId, markedAt)
  if (!(await ports.store.saveLedger(message, marked))) return 'account changed'
  await keep?.()
  if (ports.clock.now() - markedAt > limits.markToRecord) return 'later'
  await recordOutcome(ports, alert, outcome, { userIsGone, ledger: marked })
  return 'done'
}
