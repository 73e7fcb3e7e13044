import { getUser } from '../accounts/user-store.ts'
import { env } from '../../shared/platform/env.ts'
import { requireEnv } from '../aws/env.ts'
import { systemClock } from '../aws/system.ts'
import { deliver } from '../notifications/deliver.ts'
import { notificationStore } from '../notifications/notification-store.ts'
import { notificationsQueue } from '../notifications/notifications-queue.ts'
import type { NotificationPorts } from '../notifications/ports.ts'

export const notificationPorts = (): NotificationPorts => ({
  clock: systemClock,
  store: {
    ...notificationStore,
    // Returns null for a deleted user, so that no event is stored.
    readUser: async (userId) => ((await getUser(userId)) ? notificationStore.readUser(userId) : null),
  },
  queue: notificationsQueue,
  origin: requireEnv(env.siteOrigin),
  deliver,
})
