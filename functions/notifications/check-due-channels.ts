import type { Instant } from '../../shared/platform/units.ts'
import { listDue } from './notification-store.ts'
import { notificationsQueue } from './notifications-queue.ts'

/** Has each channel checked for which something waits that may leave by now: quiet hours are over, a pause is. */
export const checkDueChannels = async (now: Instant): Promise<void> => {
  const due = await listDue(now)
  // By the minute: one that is still due then is asked about again.
  const minute = Math.floor(now / 60_000)
  for (const { userId, channel } of due) await notificationsQueue.sendCheck(userId, channel, `due-${minute}`)
}
