import { brakeInWords } from '../../../shared/trading/rules/after-the-rules.ts'
import type { AlertDecision } from './decide-alert.ts'
import { named } from './instrument-name.ts'
import type { AlertOutcome, AlertRecord } from '../ports/alert-record.ts'
import type { ExecutorPorts } from '../ports/ports.ts'

/**
 * Pauses the user's trading because of too many orders in a short time. Trading stays paused until the user resumes it.
 */
export const applySafetyBrake = async (
  ports: ExecutorPorts,
  alert: AlertRecord,
  decision: Extract<AlertDecision, { kind: 'place' }>,
  largestBurst: number,
): Promise<AlertOutcome> => {
  const now = ports.clock.now()
  const fact = { largestBurst }
  const { sentence: reason } = brakeInWords(fact, false)
  await ports.store.applyBrake(alert.userId, reason, now)
  await ports.notify([
    {
      id: `brake-${alert.alertId}`,
      type: 'trading.braked',
      userId: alert.userId,
      at: now,
      data: {
        mode: alert.captured.mode,
        alertId: alert.alertId,
        sentence: `${reason} Alerts won’t trade until you resume trading in the dashboard.`,
        path: '/dashboard/overview',
      },
    },
  ])
  return {
    ...named(decision.snapshot),
    outcome: 'REFUSED',
    ending: { kind: 'brake' },
    trace: [...decision.trace, { rule: 'safety brake', passed: false, fact }],
    decidedAt: now,
  }
}
