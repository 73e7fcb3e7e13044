import { acceptanceName } from '../ports/deal-reference.ts'
import { claimOf, withClosedLeg, withoutReversal, withUpdatedClaim } from '../ledger/ledger.ts'
import type { AlertOutcome, AlertRecord } from '../ports/alert-record.ts'
import type { Claim, Ledger } from '../ports/ledger.ts'
import type { Ports } from '../ports/ports.ts'
import { type OutcomeContext, recordOutcome } from './record-outcome.ts'
import { accountKeyOf, updateLedger } from '../ledger/update-ledger.ts'

/**
 * A claim to close has come to its end. If it was a reversal's first part and all of it is proved to be closed, that is
 * told, and its alert may be decided again: to open, by the rules of every entry. Anything else is the alert's outcome,
 * and nothing is opened.
 */
export const endClosing = async (
  ports: Ports,
  alert: AlertRecord,
  claim: Claim,
  outcome: AlertOutcome,
  known: OutcomeContext,
): Promise<'done' | 'closed first'> => {
  const change = (to: (ledger: Ledger) => Ledger | null) =>
    updateLedger(ports, accountKeyOf(alert), known.ledger, to)
  const isReversal = claim.intent.kind === 'close' && claim.intent.thenOpen !== undefined
  if (!isReversal) {
    await recordOutcome(ports, alert, outcome, known)
    return 'done'
  }
  if (outcome.outcome !== 'PLACED' || known.userIsGone) {
    // From here on nothing is opened: an outcome must never be recorded while another run has gone on to the order.
    const ledger = await change((now) => withoutReversal(now, alert.alertId, ports.clock.now()))
    const intent = claimOf(ledger, alert.alertId)?.intent
    if (intent?.kind !== 'close' || intent.thenOpen) return 'closed first'
    const sentence = `${outcome.sentence}. The opposite position was not opened because the user was deleted`
    const isOver = outcome.outcome === 'PLACED'
    const ended: AlertOutcome = isOver ? { ...outcome, outcome: 'NOT_PLACED', sentence } : outcome
    await recordOutcome(ports, alert, ended, { ...known, ledger })
    return 'done'
  }
  // Written down before it is logged: if this run ends here, the next one knows what was closed without asking the broker.
  const { intent } = claim
  if (intent.kind === 'close')
    await change((ledger) =>
      withUpdatedClaim(
        ledger,
        claim,
        { intent: { ...intent, done: outcome.dealIds ?? [], retry: [] } },
        ports.clock.now(),
      ),
    )
  // Told before the claim is gone: whatever becomes of the second part, what was closed is in the log.
  await ports.store.log([
    {
      userId: alert.userId,
      mode: alert.captured.mode,
      type: 'TRADE',
      message: `${outcome.sentence}, before opening in the opposite direction`,
      description: `${alert.alert.action} ${alert.alert.market}: first step`,
      extra: { alertId: alert.alertId, dealIds: outcome.dealIds, trace: [...outcome.trace] },
      key: `${acceptanceName(alert)}-closed-${claim.claimedAt}`,
      since: claim.claimedAt,
      at: ports.clock.now(),
    },
  ])
  await change((ledger) => withClosedLeg(ledger, alert.alertId, outcome.dealIds ?? [], ports.clock.now()))
  return 'closed first'
}
