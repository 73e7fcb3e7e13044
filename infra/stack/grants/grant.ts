import type { TableName } from '../../../shared/platform/tables.ts'

/** What one Lambda may touch: it gets the permission and the environment variable together, or neither. */
export type Grant = {
  readonly read?: readonly TableName[]
  readonly write?: readonly TableName[]
  /** Put and delete items, and read none. */
  readonly writeOnly?: readonly TableName[]
  /** Read a table from end to end: small ones only. */
  readonly scan?: readonly TableName[]
  /** Send alerts to the executor. */
  readonly sendAlerts?: true
  /** Return a failed alert to the queue, to be processed again soon. */
  readonly returnAlerts?: true
  /** Ask which alerts have work left. */
  readonly openAlerts?: true
  /** List a user's alerts by time, and what asks that user something. */
  readonly listAlerts?: true
  /** The stack's own secret, from which keys are derived. */
  readonly rootSecret?: true
  /** What it does with IG credentials and webhook secrets of the users. */
  readonly userSecrets?: readonly UserSecretUse[]
  /** Notify users of what happened, on the channels that they chose. */
  readonly sendNotifications?: true
  /** Ask which channels have notifications waiting. */
  readonly dueNotifications?: true
  /** Return a failed notification to the queue. */
  readonly returnNotifications?: true
  /** The operator's bot at Telegram; `offer`: know whether there is one. */
  readonly telegram?: 'call' | 'offer'
  /** Calls to IG. */
  readonly broker?: true
  /** Mail users. */
  readonly mailUsers?: true
  /** Email users about their accounts in the background. */
  readonly startMail?: true
  /** Have the deletion of a user finished in the background. */
  readonly startDeletion?: true
  readonly downloads?: 'write' | 'delete'
  /** Start the background fetch of dividend dates. */
  readonly startDividends?: true
  /** Have a batch of symbols matched in the background. */
  readonly startMatching?: true
  /** Start the weekly check of epics. */
  readonly startEpicCheck?: true
  /** Ask which users the clock has something to do for. */
  readonly timedUsers?: true
  /** Ask which accounts' history must be read. */
  readonly dueJournals?: true
  readonly yahoo?: true
  /** See which alarms ring. */
  readonly alarms?: true
}

export type UserSecretUse = 'read' | 'create' | 'replace' | 'delete'

/** A call may come with a token: it is counted, and noted in the log under the mode of the settings. */
const caller = {
  read: ['sessions', 'users', 'settings'],
  write: ['throttles', 'logs'],
} as const satisfies Grant

export const signedIn = (more: Grant = {}): Grant => ({
  ...more,
  read: [...caller.read, ...(more.read ?? [])],
  write: [...caller.write, ...(more.write ?? [])],
})

/** Reads and trades at IG: only what executes, looks up, or acts on a person's click. */
export const broker = { broker: true, rootSecret: true, userSecrets: ['read'] } as const satisfies Grant

const brokerView = signedIn({ ...broker, read: ['settings', 'accounts'], write: ['brokerCache'] })

export const namedView: Grant = { ...brokerView, read: [...(brokerView.read ?? []), 'instruments'] }

/** Everything of a user, wherever it is. */
export const erasure: Grant = {
  write: [
    'users',
    'sessions',
    'settings',
    'webhookSecrets',
    'instruments',
    'logs',
    'alerts',
    'accounts',
    'brokerCache',
    'throttles',
    'notices',
    'factors',
    'journal',
  ],
  writeOnly: ['passwords'],
  // What no key leads to from a user's id, and what crashed in between may have left.
  scan: ['users', 'webhookSecrets', 'instruments', 'alerts', 'brokerCache'],
  userSecrets: ['delete'],
  downloads: 'delete',
}
