import type { TableName } from '../../../shared/platform/tables.ts'

/** What one Lambda may access. Each grant adds a permission and its environment variable together. */
export type Grant = {
  readonly read?: readonly TableName[]
  readonly write?: readonly TableName[]
  /** Put and delete items without reading. */
  readonly writeOnly?: readonly TableName[]
  /** Scan a table; only for small tables. */
  readonly scan?: readonly TableName[]
  /** Send alerts to the executor. */
  readonly sendAlerts?: true
  /** Return a failed alert to the queue to retry it soon. */
  readonly returnAlerts?: true
  /** Query the index of open alerts. */
  readonly openAlerts?: true
  /** List a user's alerts by time, and the alerts that wait for the user's answer. */
  readonly listAlerts?: true
  /** Read the stack's own secret, from which keys are derived. */
  readonly rootSecret?: true
  /** How a Lambda uses the users' IG credentials and webhook secrets. */
  readonly userSecrets?: readonly UserSecretUse[]
  /** Notify users on the channels that they chose. */
  readonly sendNotifications?: true
  /** Query which channels have notifications waiting. */
  readonly dueNotifications?: true
  /** Return a failed notification to the queue. */
  readonly returnNotifications?: true
  /** Use the operator's Telegram bot; `offer`: only check whether a bot is set up. */
  readonly telegram?: 'call' | 'offer'
  /** Call IG. */
  readonly broker?: true
  /** Email users. */
  readonly mailUsers?: true
  /** Email users about their accounts in the background. */
  readonly startMail?: true
  /** Start the background deletion of a user. */
  readonly startDeletion?: true
  readonly downloads?: 'write' | 'delete'
  /** Start the background fetch of dividend dates. */
  readonly startDividends?: true
  /** Start matching a batch of symbols in the background. */
  readonly startMatching?: true
  /** Start the weekly check of epics. */
  readonly startEpicCheck?: true
  /** Query which users have something due at this time. */
  readonly timedUsers?: true
  /** Query which accounts' history is due to be read. */
  readonly dueJournals?: true
  readonly yahoo?: true
  /** Read which alarms are ringing. */
  readonly alarms?: true
}

export type UserSecretUse = 'read' | 'create' | 'replace' | 'delete'

/**
 * Grants for every caller who is logged in or has a token. Calls are counted, and logged under the mode in the user's
 * settings.
 */
const caller = {
  read: ['sessions', 'users', 'settings'],
  write: ['throttles', 'logs'],
} as const satisfies Grant

export const signedIn = (more: Grant = {}): Grant => ({
  ...more,
  read: [...caller.read, ...(more.read ?? [])],
  write: [...caller.write, ...(more.write ?? [])],
})

/**
 * Permission to read and trade at IG, only for Lambdas that execute alerts, look up orders or act on a user's click.
 */
export const broker = { broker: true, rootSecret: true, userSecrets: ['read'] } as const satisfies Grant

const brokerView = signedIn({ ...broker, read: ['settings', 'accounts'], write: ['brokerCache'] })

export const namedView: Grant = { ...brokerView, read: [...(brokerView.read ?? []), 'instruments'] }

/** Permission to delete all data of a user. */
export const userDeletion: Grant = {
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
  // Rows whose keys cannot be derived from the user's ID, and rows that a crash may have left behind.
  scan: ['users', 'webhookSecrets', 'instruments', 'alerts', 'brokerCache'],
  userSecrets: ['delete'],
  downloads: 'delete',
}
