import type { NotificationEvent } from '../../shared/notifications/notifications.schema.ts'
import * as operatorLines from '../../shared/platform/operator-lines.ts'
import { describeError, log } from '../aws/log.ts'
import { notificationsQueue } from '../notifications/notifications-queue.ts'

/**
 * Has users told. What the queue does not take is logged for the operator: it is in the users' logs, and a notification never
 * stands in the way of a trade.
 */
export const notifyUsers = async (events: readonly NotificationEvent[]): Promise<void> => {
  if (events.length === 0) return
  try {
    await notificationsQueue.sendEvents(events)
  } catch (error) {
    const [{ userId, id }] = events as [NotificationEvent]
    log('error', operatorLines.notificationsLost, { userId, id, error: describeError(error) })
  }
}
