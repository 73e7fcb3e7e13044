import { bringBackSoon } from '../adapters/alerts-queue.ts'
import { consumeAlerts } from '../adapters/consume-alerts.ts'
import { executorPorts } from '../adapters/executor-ports.ts'
import { executeAlert } from '../trading/execute.ts'

/** Seconds until a message that failed comes again. */
const comesBackAfter = 5

/** The executor: from an accepted alert to its outcome. */
export const handler = consumeAlerts(
  (message) => executeAlert(executorPorts(), message),
  ({ receiptHandle }) => bringBackSoon(receiptHandle, comesBackAfter),
)
