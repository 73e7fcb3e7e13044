import { getUser } from '../accounts/user-store.ts'
import { env } from '../../shared/platform/env.ts'
import { requireEnv } from '../aws/env.ts'
import { systemClock } from '../aws/system.ts'
import { deliver } from '../notifications/deliver.ts'
import { notificationStore } from '../notifications/notification-store.ts'
import { notificationsQueue } from '../notifications/notifications-queue.ts'
import type { NotificationPorts } from '../notifications/ports.ts'

/** The ports for sending notifications. */
export const notificationPorts = (): NotificationPorts => ({
  clock: systemClock,
  store: {
    ...notificationStore,
    // Nothing is stored for a deleted user.
    readUser: async (userId) => ((await getUser(userId)) ? notificationStore.readUser(userId) : null),
  },
  queue: notificationsQueue,
  origin: requireEnv(env.siteOrigin),
  deliver,
})
