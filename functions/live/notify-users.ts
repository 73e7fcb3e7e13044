import type { NoticeEvent } from '../../shared/notices.ts'
import * as operatorLines from '../../shared/operator-lines.ts'
import { describeError, log } from '../aws/log.ts'
import { noticesQueue } from '../notices/notices-queue.ts'

/**
 * Has users told. What the queue does not take is logged for the operator: it is in the users' logs, and a notice never
 * stands in the way of a trade.
 */
export const notifyUsers = async (events: readonly NoticeEvent[]): Promise<void> => {
  if (events.length === 0) return
  try {
    await noticesQueue.sendEvents(events)
  } catch (error) {
    const [{ userId, id }] = events as [NoticeEvent]
    log('error', operatorLines.noticesLost, { userId, id, error: describeError(error) })
  }
}
