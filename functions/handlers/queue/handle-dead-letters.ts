import * as operatorLines from '../../../shared/platform/operator-lines.ts'
import { consumeAlerts } from '../../alerts/consume-alerts.ts'
import { enginePorts } from '../../alerts/engine-ports.ts'
import { log, withRequestId } from '../../aws/log.ts'
import { handleDeadLetter } from '../../trading/dead-letter.ts'
import type { Handled } from '../../trading/handle-messages.ts'

/** Processes dead letters, so that an alert that could not be executed still gets an outcome. */
export const handler = withRequestId(
  consumeAlerts(async (deliveries) => {
    const handled = new Map<string, Handled>()
    for (const { message, receives } of deliveries) {
      log('error', operatorLines.alertGivenUp, { ...message, receives })
      handled.set(message.alertId, (await handleDeadLetter(enginePorts(), message)) === 'done' ? 'done' : {})
    }
    return handled
  }),
)
