import type { NoticeEvent } from '../../shared/notices.ts'
import { describeError, log } from '../aws/log.ts'

/**
 * Has users told. What the queue does not take is logged for the operator: it is in the users' logs, and a notice never
 * stands in the way of a trade.
 */
export const notifyUsers = async (events: readonly NoticeEvent[]): Promise<void> => {
  if (events.length === 0) return
  try {
    const { noticesQueue } = await import('../notices/notices-queue.ts')
    await noticesQueue.sendEvents(events)
  } catch (error) {
    const [{ userId, id }] = events as [NoticeEvent]
    log('error', 'notices were not queued', { userId, id, error: describeError(error) })
  }
}
