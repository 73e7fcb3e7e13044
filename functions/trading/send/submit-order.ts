import type { OrderToPlace, TradingSettings } from '../../../shared/trading/model/snapshot.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { allowanceDeadline, shortageSteps } from './allowance-wait.ts'
import { updateClaim } from '../ledger/update-ledger.ts'
import { brokerLoginOf } from '../ports/broker-login.ts'
import { failedFenceCheck, type SettingsReader } from './failed-fence-check.ts'
import { limits } from '../ports/limits.ts'
import { heldOutcome, lastMoment, outcomeOf, tooLate } from '../record/outcomes.ts'
import type { AlertOutcome } from '../ports/alert-record.ts'
import { BrokerError, type SendResult } from '../ports/broker.ts'
import type { StopReason } from '../ports/ending.ts'
import type { Claim, ClaimedAlert, Ledger } from '../ports/ledger.ts'
import type { ExecutorPorts } from '../ports/ports.ts'
import { attemptSend } from '../look-up/confirm.ts'
import { runInParallel } from './run-in-parallel.ts'

export type ClaimedOrder = ClaimedAlert & { readonly order: OrderToPlace }

/**
 * The result of sending an order. `open`: the broker has the order, or may have it; only its confirmation shows the
 * result. `unsent`: the broker does not have the order, so the alert must be decided again. `next` tells when: `wait`
 * until the request limit has room, `decide` at once, or `failed` when its message is delivered again.
 */
export type Submission = { readonly at: Instant } & (
  | { readonly kind: 'ended'; readonly outcome: AlertOutcome; readonly userIsGone: boolean }
  | { readonly kind: 'open'; readonly claim: Claim }
  | {
      readonly kind: 'unsent'
      readonly next: 'wait' | 'decide' | { readonly failed: unknown }
      /** The order was sent, and the broker refused it. */
      readonly isRefused?: boolean
    }
)
type Submitting = Submission extends infer Each ? (Each extends unknown ? Omit<Each, 'at'> : never) : never

/**
 * Checks the settings and sends each claimed order once. A few orders are sent in parallel, in the order of their
 * claims, and no two of them on the same market.
 * @returns results by alert ID
 */
export const submitOrders = async (
  ports: ExecutorPorts,
  orders: readonly ClaimedOrder[],
  ledger: Ledger,
  settingsNow: SettingsReader,
): Promise<ReadonlyMap<string, Submission>> => {
  const { clock, ordersAtOnce } = ports
  const submissions = new Map<string, Submission>()
  await runInParallel(orders, ordersAtOnce, async (order, index) => {
    const isLate = index >= ordersAtOnce && clock.now() - order.claim.claimedAt > limits.turnToLeave
    const submission = isLate
      ? ({ kind: 'unsent', next: 'decide' } as const)
      : await submit(ports, order, ledger, settingsNow)
    submissions.set(order.claim.alertId, { ...submission, at: clock.now() } as Submission)
  })
  return submissions
}

/** Returns the outcome of a claim if nothing more may be sent for it; null if its order may be sent. */
export const stoppedAtFence = (
  ports: Pick<ExecutorPorts, 'clock'>,
  claim: Claim,
  settings: TradingSettings | null,
): AlertOutcome | null => {
  const stop = failedFenceCheck(claim, settings, ports.clock.now())
  if (stop) return stoppedOutcome(ports, claim, stop)
  return ports.clock.now() > lastMoment(claim) ? tooLate(ports, claim) : null
}

const stoppedOutcome = (ports: Pick<ExecutorPorts, 'clock'>, claim: Claim, reason: StopReason) =>
  reason === 'everything stopped'
    ? heldOutcome(ports, claim, { kind: 'stopped', reason })
    : outcomeOf(ports, claim, 'BLOCKED', { kind: 'stopped', reason })

const submit = async (
  ports: ExecutorPorts,
  { alert, claim, order }: ClaimedOrder,
  ledger: Ledger,
  settingsNow: SettingsReader,
): Promise<Submitting> => {
  let settings: TradingSettings | null
  try {
    settings = await settingsNow()
  } catch (failed) {
    return { kind: 'unsent', next: { failed } }
  }
  const ended = (outcome: AlertOutcome) =>
    ({ kind: 'ended', outcome, userIsGone: settings === null }) as const
  const stopped = stoppedAtFence(ports, claim, settings)
  if (stopped) return ended(stopped)

  let lastStop: StopReason | null = null
  const isStopped = async () => {
    const now = await settingsNow().catch(() => {
      throw new BrokerError('unreachable', 'your settings couldn’t be checked')
    })
    lastStop = failedFenceCheck(claim, now, ports.clock.now())
    return lastStop !== null
  }
  const sent = await attemptSend(() =>
    ports.broker.place(brokerLoginOf(alert), order, claim.dealReference, {
      notAfter: lastMoment(claim),
      isStopped,
    }),
  )
  switch (sent.kind) {
    case 'unsent':
      if (sent.isAllowance && settings && ports.clock.now() < allowanceDeadline(alert, settings))
        return { kind: 'unsent', next: 'wait' }
      return ended({
        ...outcomeOf(ports, claim, 'NOT_PLACED', { kind: 'not sent', message: sent.message }),
        ...(sent.isAllowance ? { trace: [...claim.trace, ...shortageSteps(ports, alert)] } : {}),
        brokerReason: sent.code,
      })
    case 'refused':
      // If IG refuses because its request limit for trades is used up, the order was provably not accepted. It waits
      // and is sent again until its deadline.
      return sent.mayPassLater && settings && ports.clock.now() < allowanceDeadline(alert, settings)
        ? { kind: 'unsent', next: sent.hadNoSession ? 'decide' : 'wait', isRefused: true }
        : ended(lastStop ? stoppedOutcome(ports, claim, lastStop) : refusedBySender(ports, claim, sent))
    default:
      return { kind: 'open', claim: await withBrokersReference(ports, { alert, claim }, ledger, sent) }
  }
}

/**
 * Stores the broker's reference if it differs from ours, because the deal can then only be found under the broker's
 * reference.
 */
const withBrokersReference = async (
  ports: ExecutorPorts,
  claimed: ClaimedAlert,
  ledger: Ledger,
  sent: SendResult,
): Promise<Claim> => {
  const { claim } = claimed
  if (sent.kind !== 'received' || sent.dealReference === claim.dealReference) return claim
  const change = { brokerReference: sent.dealReference }
  // The order was already sent. If the reference cannot be stored, at least this run uses it.
  const written = await updateClaim(ports, claimed, ledger, change).catch(() => null)
  return written?.claim ?? { ...claim, ...change }
}

const refusedBySender = (
  ports: ExecutorPorts,
  claim: Claim,
  sent: Extract<SendResult, { kind: 'refused' }>,
): AlertOutcome =>
  sent.code === 'TOO_LATE'
    ? tooLate(ports, claim)
    : {
        ...outcomeOf(ports, claim, 'REJECTED', { kind: 'rejected', message: sent.message }),
        brokerReason: sent.code,
      }
