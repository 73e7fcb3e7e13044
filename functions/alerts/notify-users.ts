import type { NotificationEvent } from '../../shared/notifications/notifications.schema.ts'
import * as operatorLines from '../../shared/platform/operator-lines.ts'
import { describeError, log } from '../aws/log.ts'
import { notificationsQueue } from '../notifications/notifications-queue.ts'

/**
 * Queues notifications. A failure is only logged for the operator, because the events are in the users' logs and a
 * notification must never stop a trade.
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
