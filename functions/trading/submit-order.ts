import type { TradingSettings } from '../../shared/trading/snapshot.ts'
import { withDroppedClaim } from './account.ts'
import { waitsUntil } from './allowance-wait.ts'
import { accountKeyOf, changeAccount, changeClaim } from './update-account.ts'
import { type Carried, carryOutClose } from './close.ts'
import { conclude } from './record-outcome.ts'
import { brokerAccountOf } from './decide-alert.ts'
import { fenceStop } from './fence.ts'
import { lastMoment, outcomeOf, outcomeOfVerdict, tooLate } from './outcomes.ts'
import type {
  AccountRecord,
  AlertOutcome,
  AlertRecord,
  Claim,
  ExecutorPorts,
  Opening,
  Sent,
} from './ports.ts'
import { askForVerdict, attempt } from './confirm.ts'

/**
 * Between claim and order stands the fence; then the order is sent once and its verdict read. What stays unknown
 * stays claimed: the reconciler goes on looking it up, and nobody sends it again.
 */
export const carryOut = async (
  ports: ExecutorPorts,
  alert: AlertRecord,
  claim: Claim,
  account: AccountRecord,
): Promise<Carried> => {
  const settings = await ports.store.getSettings(alert.userId, alert.captured.mode)
  const known = { userIsGone: settings === null, account }
  const stop = fenceStop(claim, settings)
  if (stop) {
    const sentence = `Blocked: ${stop} before the order could leave`
    await conclude(ports, alert, outcomeOf(ports, claim, 'BLOCKED', sentence), known)
    return 'done'
  }
  if (ports.clock.now() > lastMoment(claim)) {
    await conclude(ports, alert, tooLate(ports, claim), known)
    return 'done'
  }
  if (claim.intent.kind === 'close') return carryOutClose(ports, alert, claim, account, settings)
  const opened = await open(ports, alert, claim, claim.intent, account, settings)
  if (opened === 'wait') return 'wait'
  if (opened) await conclude(ports, alert, opened, known)
  return 'done'
}

/** @returns null where nobody knows yet; `wait` where surely nothing was sent, and may be once there is room */
const open = async (
  ports: ExecutorPorts,
  alert: AlertRecord,
  claim: Claim,
  { order }: Opening,
  account: AccountRecord,
  settings: TradingSettings | null,
): Promise<AlertOutcome | null | 'wait'> => {
  const by = brokerAccountOf(alert)
  const sent = await attempt(() => ports.broker.place(by, order, claim.dealReference, lastMoment(claim)))
  if (sent.kind === 'unsent') {
    if (sent.isAllowance && settings && ports.clock.now() < waitsUntil(alert, settings)) {
      await changeAccount(ports, accountKeyOf(alert), account, (record) =>
        withDroppedClaim(record, alert.alertId, ports.clock.now()),
      )
      return 'wait'
    }
    return {
      ...outcomeOf(ports, claim, 'NOT_PLACED', `Not placed: ${sent.message}. The order was not sent`),
      brokerReason: sent.code,
    }
  }
  if (sent.kind === 'refused') return refusedBySender(ports, claim, sent)
  const named = await withBrokersReference(ports, alert, claim, account, sent)
  const verdict = await askForVerdict(
    ports,
    brokerAccountOf(alert),
    named.brokerReference ?? named.dealReference,
  )
  return verdict && outcomeOfVerdict(ports, named, verdict)
}

/** Where the broker answers with another reference than it was given, the deal can only be found under that one. */
const withBrokersReference = async (
  ports: ExecutorPorts,
  alert: AlertRecord,
  claim: Claim,
  account: AccountRecord,
  sent: Sent,
): Promise<Claim> => {
  if (sent.kind !== 'received' || sent.dealReference === claim.dealReference) return claim
  const change = { brokerReference: sent.dealReference }
  return (await changeClaim(ports, alert, account, change))?.claim ?? { ...claim, ...change }
}

const refusedBySender = (
  ports: ExecutorPorts,
  claim: Claim,
  sent: Extract<Sent, { kind: 'refused' }>,
): AlertOutcome =>
  sent.code === 'TOO_LATE'
    ? tooLate(ports, claim)
    : { ...outcomeOf(ports, claim, 'REJECTED', `Rejected by IG: ${sent.message}`), brokerReason: sent.code }
