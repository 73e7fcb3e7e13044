import type { administration as endpoints } from '../../../shared/contract/administration.ts'
import { erasure, type Grant, signedIn } from './grant.ts'

export const administration = {
  endUserSessions: signedIn({ write: ['sessions', 'logs'], read: ['settings'] }),
  removeUserFactors: signedIn({
    write: ['factors', 'sessions', 'settings', 'logs'],
    startMail: true,
  }),
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
  updateUser: signedIn({ write: ['users', 'sessions', 'logs'], read: ['settings'], startMail: true }),
  deleteUser: signedIn({ ...erasure, startDeletion: true }),
} as const satisfies Record<keyof typeof endpoints, Grant>
