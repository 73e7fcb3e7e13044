import { notifications } from '../../../../shared/contract/notifications.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { admitTry, throttles } from '../../../aws/throttle.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { notificationStore } from '../../../notifications/notification-store.ts'
import { notificationsQueue } from '../../../notifications/notifications-queue.ts'

/** Sends a test notification in the same way as every other notification. Also enables a channel that was disabled. */
export const handler = endpoint(
  notifications,
  'testChannel',
  async ({ request: { id }, caller: { userId } }) => {
    const now = Date.now()
    await admitTry(throttles.channelTests, userId, now)
    if (id !== 'mail' && !(await notificationStore.getChannel(userId, id)))
      throw new VisibleError('NOT_FOUND', 'There is no such channel')
    await notificationStore.updateChannel(userId, id, { offReason: null, failures: 0, notBefore: null })
    await notificationsQueue.sendEvents(
      [
        {
          id: `test-${id}-${now}`,
          type: 'channel.test',
          userId,
          at: now,
          data: { sentence: 'This is a test notification from Signalpost', path: '/dashboard/notifications' },
        },
      ],
      { only: id },
    )
    return { message: 'Test notification on its way' }
  },
  findCaller,
)
