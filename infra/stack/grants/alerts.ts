import type { alerts as endpoints } from '../../../shared/contract/alerts.ts'
import { broker, type Grant, signedIn } from './grant.ts'

export const alerts = {
  receiveAlert: {
    rootSecret: true,
    sendAlerts: true,
    write: ['webhookSecrets', 'alerts', 'throttles', 'logs'],
  },
  listAlerts: signedIn({ read: ['alerts'], openAlerts: true, listAlerts: true }),
  getAlert: signedIn({ read: ['alerts', 'accounts', 'notices'] }),
  proposeTrade: signedIn({ write: ['alerts', 'throttles'], read: ['settings'], sendAlerts: true }),
  resolveReview: signedIn({ write: ['alerts', 'logs'] }),
  lookUpReview: signedIn({ ...broker, read: ['alerts', 'accounts', 'settings'], write: ['brokerCache'] }),
  confirmAlert: signedIn({ write: ['alerts'], read: ['settings'], sendAlerts: true }),
  cancelExit: signedIn({ read: ['alerts'], write: ['accounts'], sendAlerts: true }),
  tryAlert: signedIn({
    ...broker,
    read: ['settings', 'instruments', 'alerts', 'accounts'],
    write: ['brokerCache'],
    yahoo: true,
  }),
} as const satisfies Record<keyof typeof endpoints, Grant>
