import type { TradingSettings } from '../../shared/trading/snapshot.ts'
import { withDroppedClaim } from './ledger.ts'
import { allowanceDeadline } from './allowance-wait.ts'
import { accountKeyOf, updateLedger, updateClaim } from './update-ledger.ts'
import { type Submitted, submitClose } from './close.ts'
import { recordOutcome } from './record-outcome.ts'
import { brokerLoginOf } from './decide-alert.ts'
import { fenceStop } from './fence.ts'
import { lastMoment, outcomeOf, outcomeOfConfirmation, tooLate } from './outcomes.ts'
import type { Ledger, AlertOutcome, AlertRecord, Claim, ExecutorPorts, Opening, Sent } from './ports.ts'
import { awaitConfirmation, attemptSend } from './confirm.ts'

/**
 * Between claim and order stands the fence; then the order is sent once and its verdict read. What stays unknown
 * stays claimed: the reconciler goes on looking it up, and it is never sent again.
 */
export const submitOrder = async (
  ports: ExecutorPorts,
  alert: AlertRecord,
  claim: Claim,
  ledger: Ledger,
): Promise<Submitted> => {
  const settings = await ports.store.getSettings(alert.userId, alert.captured.mode)
  const known = { userIsGone: settings === null, ledger }
  const stop = fenceStop(claim, settings)
  if (stop) {
    const sentence = `Blocked: ${stop} before the order could leave`
    await recordOutcome(ports, alert, outcomeOf(ports, claim, 'BLOCKED', sentence), known)
    return 'done'
  }
  if (ports.clock.now() > lastMoment(claim)) {
    await recordOutcome(ports, alert, tooLate(ports, claim), known)
    return 'done'
  }
  if (claim.intent.kind === 'close') return submitClose(ports, alert, claim, ledger, settings)
  const opened = await open(ports, alert, claim, claim.intent, ledger, settings)
  if (opened === 'wait') return 'wait'
  if (opened) await recordOutcome(ports, alert, opened, known)
  return 'done'
}

/** @returns null where it is not known yet; `wait` where surely nothing was sent, and may be once there is room */
const open = async (
  ports: ExecutorPorts,
  alert: AlertRecord,
  claim: Claim,
  { order }: Opening,
  ledger: Ledger,
  settings: TradingSettings | null,
): Promise<AlertOutcome | null | 'wait'> => {
  const login = brokerLoginOf(alert)
  const sent = await attemptSend(() =>
    ports.broker.place(login, order, claim.dealReference, lastMoment(claim)),
  )
  if (sent.kind === 'unsent') {
    if (sent.isAllowance && settings && ports.clock.now() < allowanceDeadline(alert, settings)) {
      await updateLedger(ports, accountKeyOf(alert), ledger, (ledger) =>
        withDroppedClaim(ledger, alert.alertId, ports.clock.now()),
      )
      return 'wait'
    }
    return {
      ...outcomeOf(ports, claim, 'NOT_PLACED', `Not placed: ${sent.message}. The order was not sent`),
      brokerReason: sent.code,
    }
  }
  if (sent.kind === 'refused') return refusedBySender(ports, claim, sent)
  const named = await withBrokersReference(ports, alert, claim, ledger, sent)
  const verdict = await awaitConfirmation(
    ports,
    brokerLoginOf(alert),
    named.brokerReference ?? named.dealReference,
  )
  return verdict && outcomeOfConfirmation(ports, named, verdict)
}

/** Where the broker answers with another reference than it was given, the deal can only be found under that one. */
const withBrokersReference = async (
  ports: ExecutorPorts,
  alert: AlertRecord,
  claim: Claim,
  ledger: Ledger,
  sent: Sent,
): Promise<Claim> => {
  if (sent.kind !== 'received' || sent.dealReference === claim.dealReference) return claim
  const change = { brokerReference: sent.dealReference }
  return (await updateClaim(ports, alert, ledger, change))?.claim ?? { ...claim, ...change }
}

const refusedBySender = (
  ports: ExecutorPorts,
  claim: Claim,
  sent: Extract<Sent, { kind: 'refused' }>,
): AlertOutcome =>
  sent.code === 'TOO_LATE'
    ? tooLate(ports, claim)
    : { ...outcomeOf(ports, claim, 'REJECTED', `Rejected by IG: ${sent.message}`), brokerReason: sent.code }
