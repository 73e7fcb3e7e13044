import type { accounts as endpoints } from '../../../shared/contract/accounts.ts'
import { type Grant, signedIn } from './grant.ts'

export const accounts = {
  login: {
    write: ['users', 'passwords', 'sessions', 'throttles', 'logs'],
    read: ['settings', 'factors'],
    rootSecret: true,
    startMail: true,
  },
  verifySecondFactor: {
    write: ['users', 'sessions', 'factors', 'throttles', 'logs'],
    read: ['settings'],
    rootSecret: true,
    startMail: true,
  },
  startPasskey: { write: ['sessions', 'throttles'] },
  signInWithPasskey: {
    write: ['users', 'sessions', 'factors', 'logs'],
    read: ['settings'],
    rootSecret: true,
    startMail: true,
  },
  getSecurity: signedIn({ read: ['factors'] }),
  stepUp: signedIn({
    write: ['sessions', 'factors', 'throttles', 'logs'],
    read: ['users', 'passwords', 'settings'],
    rootSecret: true,
    startMail: true,
  }),
  stepUpWithPasskey: signedIn({ write: ['sessions', 'factors'] }),
  startTotp: signedIn({ write: ['factors'], rootSecret: true }),
  confirmTotp: signedIn({
    write: ['sessions', 'factors', 'throttles', 'logs'],
    read: ['settings'],
    rootSecret: true,
    startMail: true,
  }),
  startPasskeySetup: signedIn({ write: ['sessions'], read: ['factors'] }),
  addPasskey: signedIn({ write: ['sessions', 'factors', 'logs'], read: ['settings'], startMail: true }),
  removeFactor: signedIn({ write: ['factors', 'logs'], read: ['settings'], startMail: true }),
  makeRecoveryCodes: signedIn({ write: ['factors', 'logs'], read: ['settings'], startMail: true }),
  endSessions: signedIn({ write: ['sessions', 'logs'], read: ['settings'] }),
  register: {
    write: ['users', 'settings', 'webhookSecrets', 'throttles', 'logs'],
    writeOnly: ['passwords'],
    rootSecret: true,
    userSecrets: 'create',
  },
  requestPasswordReset: { write: ['throttles'], startMail: true },
  validatePasswordResetToken: { read: ['sessions'] },
  changePassword: {
    write: ['sessions', 'throttles', 'logs'],
    writeOnly: ['passwords'],
    read: ['users', 'settings'],
    rootSecret: true,
    startMail: true,
  },
  changeOwnPassword: signedIn({
    rootSecret: true,
    write: ['passwords', 'sessions', 'throttles', 'logs'],
    read: ['users', 'settings'],
    startMail: true,
  }),
  refreshSession: { write: ['sessions', 'logs'], read: ['settings'], rootSecret: true },
  logout: { write: ['sessions', 'logs'], read: ['settings'] },
  getMe: signedIn({ read: ['settings'] }),
} as const satisfies Record<keyof typeof endpoints, Grant>
