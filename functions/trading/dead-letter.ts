import { recordWithoutOrder } from './carry-out.ts'
import { claimOf } from './ledger/ledger.ts'
import { lookUpContextOf } from './look-up/recording-context.ts'
import type { AlertMessage } from './ports/alert-record.ts'
import type { Ports } from './ports/ports.ts'
import { resumeAlert } from './look-up/resume-alert.ts'

/**
 * Records an outcome for an alert that the executor failed to process several times.
 * @returns `later` if another run is processing the alert
 */
export const handleDeadLetter = async (ports: Ports, message: AlertMessage): Promise<'done' | 'later'> => {
  const context = await ports.store.getAlertContext(message)
  const { alert, ledger } = context
  if (!alert) return 'done'
  const known = lookUpContextOf(alert, context)
  if ((await resumeAlert(ports, alert, known)) === 'done') return 'done'
  // An order for this alert may have been sent. The reconciler finds its outcome.
  if (claimOf(ledger, alert.alertId)) return 'done'
  const outcome = {
    outcome: 'NOT_PLACED',
    ending: { kind: 'not processed' },
    trace: [],
    decidedAt: ports.clock.now(),
  } as const
  const result = await recordWithoutOrder(ports, alert, outcome, known)
  return result === 'done' ? 'done' : 'later'
}
