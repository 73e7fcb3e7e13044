import { withRequestId } from '../../aws/log.ts'
import { pauseAfter } from '../../../shared/platform/queue-times.ts'
import { makeVisibleSoon } from '../../alerts/alerts-queue.ts'
import { consumeAlerts } from '../../alerts/consume-alerts.ts'
import { executorPorts } from '../../alerts/executor-ports.ts'
import { handleMessages } from '../../trading/handle-messages.ts'

/** Executes accepted alerts. */
export const handler = withRequestId(
  consumeAlerts(
    (deliveries, beginBefore) => handleMessages(executorPorts(), deliveries, beginBefore),
    ({ receiptHandle, attributes }, seconds) =>
      makeVisibleSoon(receiptHandle, seconds ?? pauseAfter(Number(attributes.ApproximateReceiveCount))),
  ),
)
