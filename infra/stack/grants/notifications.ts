import type { notifications as endpoints } from '../../../shared/contract/notifications.ts'
import { type Grant, signedIn } from './grant.ts'

/**
 * Permission to change channels. Their addresses are in the user's secret. The settings row ensures that only one
 * Lambda at a time writes that secret.
 */
const channels = {
  write: ['notices', 'settings', 'logs'],
  userSecrets: ['read', 'replace'],
} as const satisfies Grant

export const notifications = {
  getNotices: signedIn({ read: ['notices'], rootSecret: true, telegram: 'offer' }),
  saveNotices: signedIn({ write: ['notices'] }),
  connectChannel: signedIn(channels),
  removeChannel: signedIn(channels),
  testChannel: signedIn({ write: ['notices', 'throttles'], sendNotifications: true }),
  rotateSigningSecret: signedIn({ ...channels, write: ['settings', 'logs'] }),
  linkTelegram: signedIn({ write: ['notices', 'throttles'], rootSecret: true, telegram: 'call' }),
  confirmTelegram: signedIn(channels),
  receiveTelegram: {
    read: ['users'],
    write: ['notices', 'settings', 'logs'],
    rootSecret: true,
    telegram: 'call',
  },
} as const satisfies Record<keyof typeof endpoints, Grant>
