import { claimOf } from '../ledger/ledger.ts'
import { completeAlert, isFollowed } from '../record/record-outcome.ts'
import type { LookUpContext } from './recording-context.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import type { Ports } from '../ports/ports.ts'
import { resolveClaim } from './resolve-claim.ts'

/**
 * Continues where an earlier run stopped: a recorded outcome is completed, and a claim is looked up and never sent
 * again.
 * @returns `again` if the alert must be processed again with its current state; `undecided` if there is neither an
 * outcome nor a claim
 */
export const resumeAlert = async (
  ports: Ports,
  alert: AlertRecord,
  known: LookUpContext,
): Promise<'done' | 'again' | 'undecided'> => {
  if (alert.outcome) {
    if (!isFollowed(alert, known.ledger)) await completeAlert(ports, alert, alert.outcome, known)
    return 'done'
  }
  const claim = claimOf(known.ledger, alert.alertId)
  if (!claim) return 'undecided'
  const resolved = await resolveClaim(ports, { alert, claim }, known)
  return resolved === 'closed first' || resolved === 'close now' ? 'again' : 'done'
}
