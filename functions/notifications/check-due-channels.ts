import type { Instant } from '../../shared/platform/units.ts'
import { listDue } from './notification-store.ts'
import { notificationsQueue } from './notifications-queue.ts'

/**
 * Queues a check of each channel with a notification that may leave by now, for example because quiet hours or a pause have
 * ended.
 */
export const checkDueChannels = async (now: Instant): Promise<void> => {
  const due = await listDue(now)
  // One check per minute: a channel that is still due then is queued again.
  const minute = Math.floor(now / 60_000)
  for (const { userId, channel } of due) await notificationsQueue.sendCheck(userId, channel, `due-${minute}`)
}
