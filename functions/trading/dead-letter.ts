import { recordWithoutOrder } from './carry-out.ts'
import { claimOf } from './ledger/ledger.ts'
import { lookUpContextOf } from './look-up/recording-context.ts'
import type { AlertMessage } from './ports/alert-record.ts'
import type { Ports } from './ports/ports.ts'
import { resumeAlert } from './look-up/resume-alert.ts'

/**
 * The last stop of an alert that the executor failed on again and again: an outcome is recorded for it.
 * @returns `later` when another run is at work on it
 */
export const handleDeadLetter = async (ports: Ports, message: AlertMessage): Promise<'done' | 'later'> => {
  const context = await ports.store.getAlertContext(message)
  const { alert, ledger } = context
  if (!alert) return 'done'
  const known = lookUpContextOf(alert, context)
  if ((await resumeAlert(ports, alert, known)) === 'done') return 'done'
  // Something may have been sent for it: the reconciler brings it to its end.
  if (claimOf(ledger, alert.alertId)) return 'done'
  const outcome = {
    outcome: 'NOT_PLACED',
    ending: { kind: 'not processed' },
    trace: [],
    decidedAt: ports.clock.now(),
  } as const
  const result = await recordWithoutOrder(ports, message, alert, ledger, outcome, known)
  return result === 'done' ? 'done' : 'later'
}
