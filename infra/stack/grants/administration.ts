import type { administration as endpoints } from '../../../shared/contract/administration.ts'
import { type Grant, signedIn, userDeletion } from './grant.ts'

/**
 * Permission to remove IG credentials. If an admin lets someone else into an account, that person must not be able to
 * trade.
 */
const dropCredentials = {
  write: ['settings', 'webhookSecrets'],
  scan: ['webhookSecrets'],
  rootSecret: true,
  userSecrets: ['read', 'replace'],
} as const satisfies Grant

export const administration = {
  endUserSessions: signedIn({ write: ['sessions', 'logs'], read: ['settings'] }),
  removeUserFactors: signedIn({
    ...dropCredentials,
    write: ['factors', 'sessions', 'logs', ...dropCredentials.write],
    startMail: true,
  }),
  getHealth: { read: ['users'] },
  getAppSettings: signedIn(),
  updateAppSettings: signedIn({ write: ['users', 'logs'], read: ['settings'] }),
  getSystem: signedIn({
    read: ['settings', 'throttles', 'brokerCache'],
    scan: ['users'],
    openAlerts: true,
    alarms: true,
  }),
  pauseOthers: signedIn({ scan: ['users'], write: ['settings', 'logs'] }),
  listUsers: signedIn({ read: ['settings'], scan: ['users'] }),
  updateUser: signedIn({
    ...dropCredentials,
    write: ['users', 'sessions', 'logs', ...dropCredentials.write],
    startMail: true,
  }),
  deleteUser: signedIn({ ...userDeletion, startDeletion: true }),
} as const satisfies Record<keyof typeof endpoints, Grant>
