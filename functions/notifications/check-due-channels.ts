import type { Instant } from '../../shared/platform/units.ts'
import { listDue } from './notification-store.ts'
import { notificationsQueue } from './notifications-queue.ts'

/**
 * Queues a check of each channel with a notification that may now be sent, for example because quiet hours or a pause
 * have ended.
 */
export const checkDueChannels = async (now: Instant): Promise<void> => {
  const due = await listDue(now)
  // A channel is checked at most once per minute. If it is still due in the next minute, another check is queued.
  const minute = Math.floor(now / 60_000)
  for (const { userId, channel } of due) await notificationsQueue.sendCheck(userId, channel, `due-${minute}`)
}
