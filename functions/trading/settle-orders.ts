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
import type { Claim } from './ports/ledger.ts'
import type { AlertMessage, AlertRecord } from './ports/alert-record.ts'
import type { DecisionContext, Undecided } from './ports/store.ts'
import type { ExecutorPorts, Ports } from './ports/ports.ts'

/**
 * What became of one alert of a run. `done`: it has its outcome, or the reconciler goes on looking it up. `later`: its
 * message must be redelivered; `wait`: so must it, once there is room in the broker's allowance; `soon` and `untried`: so
 * must it, since this run had no time left.
 */
export type Executed = Submitted | 'untried' | { readonly failed: unknown }

/** One run of the executor over alerts of one account. */
export type Run = {
  readonly messages: readonly AlertMessage[]
  readonly beginBefore: Instant
  /** When the executor took them. */
  readonly takenAt: Instant
  readonly results: Map<string, Executed>
  /** Orders that the broker has, or may have, and of which no verdict is known. */
  readonly open: OpenOrder[]
  /** Alerts on whose orders a verdict was asked for. */
  readonly asked: Set<string>
  /** Epics whose status was read once more for a refusal. */
  readonly statusRead: Set<string>
  /** As last read; the account's record as last written. */
  context: DecisionContext | null
  /** The settings of the account before something leaves. */
  settingsNow: SettingsReader
  /** Whether exits that wait were looked for, which come first. */
  hasLooked: boolean
  /** Whether an alert of it was kept in the queue for want of room, and so kept those behind it there. */
  hasWaited: boolean
  /** How an exit of this run found no room: those behind it need not ask again. */
  shortage: BrokerError | null
}

/** Adds the number of requests to the broker to the first of the alerts that end now. */
export const withRequests = (
  { broker }: Ports,
  [first, ...others]: readonly EndedAlertRecord[],
): EndedAlertRecord[] => {
  if (!first) return []
  const requests = broker.takeRequests(brokerLoginOf(first.alert))
  const outcome = requests > 0 ? { ...first.outcome, requests } : first.outcome
  return [{ ...first, outcome }, ...others]
}

/** Milliseconds after the last moment for a new decision in which what was begun goes on. */
export const workGoesOn = 4_000

type OpenOrder = { readonly alert: AlertRecord; readonly claim: Claim; readonly sentAt: Instant | null }

/**
 * The verdicts on what this run sent, and on what runs before it left to it. It leaves them to the next one itself
 * if more alerts of the account wait: they are not kept waiting, and the reconciler looks if no next run comes.
 */
export const awaitOpenOrders = async (ports: ExecutorPorts, run: Run) => {
  const { messages, context } = run
  try {
    if (context && !(messages.length >= queueTimes.batch && (await moreWait(ports, run, context))))
      await settleOpenOrders(ports, run, context)
  } catch (failed) {
    // They are sent again, and are looked up.
    for (const { claim } of run.open) run.results.set(claim.alertId, { failed })
  }
}

/** Asks for the verdicts on orders that have none yet, and records what is found. */
export const settleOpenOrders = async (ports: ExecutorPorts, run: Run, context: DecisionContext) => {
  const before = await openOrdersOfBefore(ports, run, context)
  const own = [...run.open]
  const [first] = [...own, ...before]
  if (!first) return
  const claimsOf = (orders: readonly OpenOrder[]) => orders.map(({ claim }) => claim)
  for (const { alertId } of claimsOf([...own, ...before])) run.asked.add(alertId)
  const verdicts = await awaitVerdicts(
    ports,
    brokerLoginOf(first.alert),
    claimsOf(own),
    claimsOf(before),
    run.beginBefore + workGoesOn,
  )
  const confirmedAt = ports.clock.now()
  const ended = [...own, ...before].flatMap(({ alert, claim, sentAt }) => {
    const verdict = verdicts.get(claim.alertId)
    const phases = sentAt === null ? claim.phases : [...(claim.phases ?? []), confirmedAt - sentAt]
    return verdict ? [{ alert, outcome: outcomeOfConfirmation(ports, { ...claim, phases }, verdict) }] : []
  })
  await recordOutcomes(ports, withRequests(ports, ended), { userIsGone: false, ledger: context.ledger })
  run.open.length = 0
}

/** Whether alerts of the account wait that are neither this run's nor just decided. */
const moreWait = async (
  { clock }: Pick<Ports, 'clock'>,
  { messages }: Run,
  { ledger, listUndecided }: DecisionContext,
) => {
  const known = new Set(
    [...messages, ...ledger.claims, ...ledger.decided, ...ledger.placed].map(({ alertId }) => alertId),
  )
  const isWaiting = ({ alertId }: Undecided) => !known.has(alertId)
  // Those that waited a moment ago and are not decided wait still; who has come since, only a new look tells.
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
