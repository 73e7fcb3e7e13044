import { queueTimes } from '../../shared/platform/queue-times.ts'
import type { Instant } from '../../shared/platform/units.ts'
import type { Submitted } from './send/close.ts'
import type { SettingsReader } from './send/failed-fence-check.ts'
import { type EndedAlertRecord, recordOutcomes } from './record/record-outcome.ts'
import { brokerLoginOf } from './ports/broker-login.ts'
import { limits } from './ports/limits.ts'
import { outcomeOfConfirmation } from './record/outcomes.ts'
import { awaitVerdicts } from './look-up/verdicts.ts'
import type { BrokerError } from './ports/broker.ts'
import type { ClaimedAlert } from './ports/ledger.ts'
import type { AlertMessage } from './ports/alert-record.ts'
import type { DecisionContext, Undecided } from './ports/store.ts'
import type { ExecutorPorts, Ports } from './ports/ports.ts'

/**
 * The result of one alert in a run. `done`: the alert has its outcome, or the reconciler looks it up. With any other
 * value, its message must be delivered again: `later` after a pause, `wait` when the broker's request limit has room,
 * `soon` and `untried` because this run had no time left.
 */
export type Executed = Submitted | 'untried' | { readonly failed: unknown }

export type RunTimes = {
  readonly beginBefore: Instant
  /** When the executor took the alerts. */
  readonly takenAt: Instant
}

/** One run of the executor over alerts of one account. */
export type Run = RunTimes & {
  readonly messages: readonly AlertMessage[]
  readonly results: Map<string, Executed>
  /** Orders that the broker has or may have, but that are not confirmed yet. */
  readonly open: OpenOrder[]
  /** IDs of alerts whose confirmation was already requested. */
  readonly asked: Set<string>
  /** Epics whose status was read again before a refusal. */
  readonly statusRead: Set<string>
  /** The last context that was read, with the last version of the account's record that was written. */
  context: DecisionContext | null
  /** Reads the account's settings before something is sent. */
  settingsNow: SettingsReader
  /** Whether this run has looked for waiting exits, which take precedence. */
  hasTakenWaitingExits: boolean
  /**
   * Whether an alert of this run had to wait in the queue for room in the request limit, which delayed the alerts
   * behind it.
   */
  hasWaited: boolean
  /** The error of an exit in this run for which the request limit had no room. The exits behind it are not tried. */
  shortage: BrokerError | null
}

/** Adds the number of requests to the broker to the first of these outcomes only, so that each request counts once. */
export const withRequests = (
  { broker }: Ports,
  [first, ...others]: readonly EndedAlertRecord[],
): EndedAlertRecord[] => {
  if (!first) return []
  const requests = broker.takeRequests(brokerLoginOf(first.alert))
  const outcome = requests > 0 ? { ...first.outcome, requests } : first.outcome
  return [{ ...first, outcome }, ...others]
}

/** Work that has started may continue for this number of milliseconds after `beginBefore`. */
export const workGoesOn = 4_000

type OpenOrder = ClaimedAlert & { readonly sentAt: Instant | null }

/**
 * Waits for the confirmations of orders that this run or earlier runs sent. If more alerts of the account are waiting,
 * the next run reads the confirmations instead. If there is no next run, the reconciler reads them.
 */
export const awaitOpenOrders = async (ports: ExecutorPorts, run: Run) => {
  const { messages, context } = run
  try {
    if (context && !(messages.length >= queueTimes.batch && (await moreWait(ports, run, context))))
      await settleOpenOrders(ports, run, context)
  } catch (failed) {
    // The messages of these alerts are delivered again, so that a later run looks up the orders.
    for (const { claim } of run.open) run.results.set(claim.alertId, { failed })
  }
}

export const settleOpenOrders = async (ports: ExecutorPorts, run: Run, context: DecisionContext) => {
  const before = await openOrdersOfBefore(ports, run, context)
  const own = [...run.open]
  const [first] = [...own, ...before]
  if (!first) return
  const claimsOf = (orders: readonly OpenOrder[]) => orders.map(({ claim }) => claim)
  for (const { alertId } of claimsOf([...own, ...before])) run.asked.add(alertId)
  const verdicts = await awaitVerdicts(ports, brokerLoginOf(first.alert), claimsOf(own), {
    others: claimsOf(before),
    until: run.beginBefore + workGoesOn,
  })
  const confirmedAt = ports.clock.now()
  const ended = [...own, ...before].flatMap(({ alert, claim, sentAt }) => {
    const verdict = verdicts.get(claim.alertId)
    const phases = sentAt === null ? claim.phases : [...(claim.phases ?? []), confirmedAt - sentAt]
    return verdict ? [{ alert, outcome: outcomeOfConfirmation(ports, { ...claim, phases }, verdict) }] : []
  })
  await recordOutcomes(ports, withRequests(ports, ended), { userIsGone: false, ledger: context.ledger })
  run.open.length = 0
}

/** Whether alerts of the account are waiting that are neither in this run nor already decided. */
const moreWait = async (
  { clock }: Pick<Ports, 'clock'>,
  { messages }: Run,
  { ledger, listUndecided }: DecisionContext,
) => {
  const known = new Set(
    [...messages, ...ledger.claims, ...ledger.decided, ...ledger.placed].map(({ alertId }) => alertId),
  )
  const isWaiting = ({ alertId }: Undecided) => !known.has(alertId)
  // An undecided alert in a recent list is still waiting. Only a new list shows alerts that have arrived since that
  // list.
  const lately = await listUndecided(clock.now() - limits.waitingHolds)
  return lately.some(isWaiting) || (await listUndecided()).some(isWaiting)
}

const openOrdersOfBefore = async (
  { clock, store }: ExecutorPorts,
  { messages, asked }: Run,
  { alert, ledger: { claims } }: DecisionContext,
): Promise<OpenOrder[]> => {
  const [message] = messages
  const left = claims.filter(
    ({ alertId, intent, claimedAt, captured }) =>
      intent.kind === 'open' &&
      captured.accountId === alert?.captured.accountId &&
      clock.now() - claimedAt <= limits.executorOwnsClaim &&
      !asked.has(alertId) &&
      !messages.some((each) => each.alertId === alertId),
  )
  if (left.length === 0 || !message) return []
  const { behind } = await store.getAlertContext(
    message,
    left.map(({ alertId }) => ({ ...message, alertId })),
  )
  return left.flatMap((claim) => {
    const alert = behind.find(({ alertId, outcome }) => alertId === claim.alertId && !outcome)
    return alert ? [{ alert, claim, sentAt: null }] : []
  })
}
