import { bringBackSoon } from '../adapters/alerts-queue.ts'
import { consumeAlerts } from '../adapters/consume-alerts.ts'
import { enginePorts } from '../adapters/engine-ports.ts'
import { executeAlert } from '../trading/execute.ts'

/** Seconds until a message that failed comes again. */
const comesBackAfter = 5

/** The executor: from an accepted alert to its outcome. */
export const handler = consumeAlerts(
  (message) => executeAlert(enginePorts(), message),
  ({ receiptHandle }) => bringBackSoon(receiptHandle, comesBackAfter),
)
