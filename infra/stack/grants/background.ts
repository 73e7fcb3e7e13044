import type { BackgroundName } from '../jobs.ts'
import { broker, type Grant, userDeletion } from './grant.ts'

const engine = {
  ...broker,
  read: ['settings'],
  write: ['alerts', 'accounts', 'brokerCache', 'logs'],
  // Records for the journal what an alert opened or closed.
  writeOnly: ['journal'],
  sendNotifications: true,
} as const satisfies Grant

export const background = {
  'execute-alerts': {
    ...engine,
    read: [...engine.read, 'instruments'],
    // The safety brake pauses a user's trading.
    write: [...engine.write, 'settings'],
    returnAlerts: true,
    // Finds the exits that are queued behind an alert which waits for IG's request limit.
    openAlerts: true,
    yahoo: true,
  },
  'handle-dead-letters': engine,
  'reconcile-alerts': {
    ...engine,
    // `settings`: stores reached limits. `journal`: requests the booked results that a limit needs.
    write: [...engine.write, 'settings', 'journal'],
    writeOnly: [],
    openAlerts: true,
    timedUsers: true,
    sendAlerts: true,
    dueNotifications: true,
  },
  'fetch-dividend-dates': {
    yahoo: true,
    read: ['settings'],
    scan: ['users'],
    write: ['instruments', 'logs'],
    startDividends: true,
  },
  'match-symbols': {
    ...broker,
    read: ['settings'],
    write: ['instruments', 'brokerCache'],
    startMatching: true,
    yahoo: true,
  },
  'check-epics': {
    ...broker,
    read: ['settings'],
    scan: ['users'],
    write: ['instruments', 'brokerCache', 'logs'],
    startEpicCheck: true,
  },
  'collect-journals': {
    ...broker,
    read: ['settings', 'accounts'],
    // `instruments`: this job takes the batches of symbols that waited for the next minute, and starts them.
    write: ['journal', 'brokerCache', 'instruments'],
    startMatching: true,
    dueJournals: true,
    sendNotifications: true,
  },
  'send-mail': {
    mailUsers: true,
    sendNotifications: true,
    rootSecret: true,
    read: ['users', 'settings'],
    write: ['sessions', 'logs', 'throttles'],
  },
  'send-notices': {
    mailUsers: true,
    sendNotifications: true,
    returnNotifications: true,
    telegram: 'call',
    rootSecret: true,
    userSecrets: ['read'],
    read: ['users'],
    write: ['notices'],
  },
  'finish-deletions': userDeletion,
  'retire-root-key': {
    rootSecret: true,
    userSecrets: ['read'],
    scan: ['users'],
    write: ['webhookSecrets', 'factors'],
  },
  canary: { rootSecret: true, write: ['throttles'], scan: ['webhookSecrets'] },
} as const satisfies Record<BackgroundName, Grant>
