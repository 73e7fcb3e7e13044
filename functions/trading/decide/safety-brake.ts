import { brakeMilliseconds } from '../../../shared/trading/model/brake.ts'
import type { Decision } from '../../../shared/trading/decide.ts'
import { counted } from '../../../shared/platform/figures.ts'
import { brakeInWords } from '../record/ending-words.ts'
import type { AlertOutcome, AlertRecord } from '../ports/alert-record.ts'
import type { ExecutorPorts } from '../ports/ports.ts'

/** Too many orders in too short a time: nothing more trades until the user has looked. */
export const applySafetyBrake = async (
  ports: ExecutorPorts,
  alert: AlertRecord,
  decision: Extract<Decision, { kind: 'place' }>,
  largestBurst: number,
): Promise<AlertOutcome> => {
  const now = ports.clock.now()
  const reason = brakeInWords(largestBurst)
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
    outcome: 'REFUSED',
    ending: { kind: 'brake', largestBurst },
    trace: [
      ...decision.trace,
      {
        rule: 'safety brake',
        passed: false,
        fact: {
          actual: `${counted(largestBurst, 'order')} before this one`,
          required: `at most ${counted(largestBurst, 'order')} in ${brakeSeconds} seconds`,
          sentence: reason,
        },
      },
    ],
    decidedAt: now,
  }
}

const brakeSeconds = brakeMilliseconds / 1_000
