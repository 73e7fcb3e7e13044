import { pauseAfter } from '../../shared/queue-times.ts'
import { bringBackSoon } from '../adapters/alerts-queue.ts'
import { consumeAlerts } from '../adapters/consume-alerts.ts'
import { executorPorts } from '../adapters/executor-ports.ts'
import { executeAlert } from '../trading/execute.ts'

/** The executor: from an accepted alert to its outcome. */
export const handler = consumeAlerts(
  (message) => executeAlert(executorPorts(), message),
  ({ receiptHandle, attributes }) =>
    bringBackSoon(receiptHandle, pauseAfter(Number(attributes.ApproximateReceiveCount))),
)
