import { claimOf } from './ledger.ts'
import { completeAlert } from './record-outcome.ts'
import type { LookUpContext } from './recording-context.ts'
import type { AlertRecord, Ports } from './ports.ts'
import { resolveClaim } from './resolve-claim.ts'

/**
 * Goes on where another run left off: what was recorded is settled, what was claimed is looked up and never sent again.
 * @returns false if nothing is decided: not yet, or a reversal that has closed and not opened
 */
export const resumeAlert = async (
  ports: Ports,
  alert: AlertRecord,
  known: LookUpContext,
): Promise<boolean> => {
  if (alert.outcome) {
    await completeAlert(ports, alert, alert.outcome, known)
    return true
  }
  const claim = claimOf(known.ledger, alert.alertId)
  return claim !== undefined && (await resolveClaim(ports, alert, claim, known)) !== 'closed first'
}
