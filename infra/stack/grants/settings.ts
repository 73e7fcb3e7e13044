import type { settings as endpoints } from '../../../shared/contract/settings.ts'
import { broker, type Grant, signedIn } from './grant.ts'

export const settings = {
  pauseByLink: {
    write: ['sessions', 'settings', 'throttles', 'logs'],
    read: ['users'],
    rootSecret: true,
    startMail: true,
  },
  getSettings: signedIn({ read: ['settings'], userSecrets: ['read'] }),
  updateSettings: signedIn({
    ...broker,
    write: ['settings', 'webhookSecrets', 'logs', 'brokerCache', 'throttles'],
    scan: ['webhookSecrets'],
    startMail: true,
    userSecrets: ['read', 'replace'],
  }),
  newWebhookSecret: signedIn(),
  showLiveWebhookSecret: signedIn({ read: ['factors'], userSecrets: ['read'] }),
  testConnection: signedIn({
    ...broker,
    write: ['throttles', 'brokerCache'],
  }),
  saveLossLimits: signedIn({ write: ['settings', 'logs'], userSecrets: ['read'] }),
  // If the user resumes entries after a limit, this endpoint restarts the limit’s measurement.
  setTradingPause: signedIn({
    write: ['settings', 'logs', 'brokerCache', 'alerts'],
    read: ['factors', 'accounts'],
    listAlerts: true,
  }),
  pauseTrading: signedIn({ write: ['settings', 'logs'] }),
  getStatus: signedIn({ read: ['settings'] }),
} as const satisfies Record<keyof typeof endpoints, Grant>
