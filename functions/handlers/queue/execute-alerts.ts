import * as operatorLines from '../../../shared/operator-lines.ts'
import { pauseAfter } from '../../../shared/queue-times.ts'
import { makeVisibleSoon } from '../../live/alerts-queue.ts'
import { consumeAlerts } from '../../live/consume-alerts.ts'
import { executorPorts } from '../../live/executor-ports.ts'
import { log } from '../../aws/log.ts'
import { handleMessage } from '../../trading/handle-message.ts'

/** The executor: from an accepted alert to its outcome. */
export const handler = consumeAlerts(
  async (message, receives) => {
    const result = await handleMessage(executorPorts(), message, receives)
    if (result !== 'given up') return result
    log('error', operatorLines.alertGivenUp, { ...message, receives })
    return 'done'
  },
  ({ receiptHandle, attributes }, seconds) =>
    makeVisibleSoon(receiptHandle, seconds ?? pauseAfter(Number(attributes.ApproximateReceiveCount))),
)
