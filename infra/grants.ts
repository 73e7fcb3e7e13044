import { contract, type Endpoint, type EndpointName } from '../shared/contract.ts'
import type { TableName } from '../shared/tables.ts'
import { type BackgroundName, type FunctionName, isEndpoint } from './lambdas.ts'

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
  /** Have an alert on the queue that failed are sent again soon. */
  readonly returnAlerts?: true
  /** Ask which alerts have work left. */
  readonly openAlerts?: true
  /** The stack's own secret, from which keys are derived. */
  readonly rootSecret?: true
  /** IG credentials and webhook secrets of the users. What creates them can neither read nor replace one. */
  readonly userSecrets?: 'read' | 'create' | 'write' | 'delete'
  /** Have users told of what happened, on the channels that they chose. */
  readonly sendNotices?: true
  /** Ask which channels something waits for. */
  readonly dueNotifications?: true
  /** Have a notification on the queue that failed are sent again. */
  readonly returnNotifications?: true
  /** The operator's bot at Telegram; `offer`: know whether there is one. */
  readonly telegram?: 'call' | 'offer'
  /** Calls to IG. */
  readonly broker?: true
  /** Mail users. */
  readonly mailUsers?: true
  /** Have users told about their accounts in the background. */
  readonly startMail?: true
  /** Have the deletion of a user finished in the background. */
  readonly startDeletion?: true
  readonly downloads?: 'write' | 'delete'
  /** Start the background fetch of dividend dates. */
  readonly startDividends?: true
  /** Have a batch of symbols matched in the background. */
  readonly startMatching?: true
  /** Start the weekly check epics. */
  readonly startEpicCheck?: true
  readonly yahoo?: true
  /** See which alarms ring. */
  readonly alarms?: true
}

const session = { read: ['sessions', 'users'] } as const satisfies Grant
const signedIn = (more: Grant = {}): Grant => ({ ...more, read: [...session.read, ...(more.read ?? [])] })

/** Reads and trades at IG: only what executes, looks up, or acts on a person's click. */
const broker = { broker: true, rootSecret: true, userSecrets: 'read' } as const satisfies Grant
const engine = {
  ...broker,
  read: ['settings'],
  write: ['alerts', 'accounts', 'brokerCache', 'logs'],
  sendNotices: true,
} as const satisfies Grant
const brokerView = signedIn({ ...broker, read: ['settings', 'accounts'], write: ['brokerCache'] })
const brokerDeal = signedIn({ ...broker, read: ['settings', 'accounts'], write: ['brokerCache', 'logs'] })
const namedView: Grant = { ...brokerView, read: [...(brokerView.read ?? []), 'instruments'] }

/** Where notifications go lies in the user's secret, whose turn the settings keep. */
const channels = {
  write: ['notices', 'settings', 'logs'],
  userSecrets: 'write',
} as const satisfies Grant

/** Everything of a user, wherever it is. */
const erasure: Grant = {
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
  ],
  writeOnly: ['passwords'],
  // What no key leads to from a user's id, and what crashed in between may have left.
  scan: ['users', 'webhookSecrets', 'instruments', 'alerts', 'brokerCache'],
  userSecrets: 'delete',
  downloads: 'delete',
}

/** One line a Lambda. Writing includes reading. */
const listed: Record<EndpointName | BackgroundName, Grant> = {
  receiveAlert: {
    rootSecret: true,
    sendAlerts: true,
    write: ['webhookSecrets', 'alerts', 'throttles', 'logs'],
  },
  'execute-alerts': {
    ...engine,
    read: [...engine.read, 'instruments'],
    // The safety brake pauses a user's trading.
    write: [...engine.write, 'settings'],
    returnAlerts: true,
    // Exits that wait behind an alert which waits for room.
    openAlerts: true,
    yahoo: true,
  },
  'handle-dead-letters': engine,
  'reconcile-alerts': {
    ...engine,
    openAlerts: true,
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

  'send-mail': {
    mailUsers: true,
    sendNotices: true,
    rootSecret: true,
    read: ['users', 'settings'],
    write: ['sessions', 'logs'],
  },
  'send-notices': {
    mailUsers: true,
    sendNotices: true,
    returnNotifications: true,
    telegram: 'call',
    rootSecret: true,
    userSecrets: 'read',
    read: ['users'],
    write: ['notices'],
  },

  'finish-deletions': erasure,
  canary: { write: ['throttles'] },

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
  endUserSessions: signedIn({ write: ['sessions', 'logs'], read: ['settings'] }),
  removeUserFactors: signedIn({
    write: ['factors', 'sessions', 'settings', 'logs'],
    startMail: true,
  }),
  pauseByLink: {
    write: ['sessions', 'settings', 'throttles', 'logs'],
    read: ['users'],
    rootSecret: true,
    startMail: true,
  },
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

  getSettings: signedIn({ read: ['settings'], userSecrets: 'read' }),
  updateSettings: signedIn({
    ...broker,
    write: ['settings', 'webhookSecrets', 'logs', 'brokerCache', 'throttles'],
    scan: ['webhookSecrets'],
    startMail: true,
    userSecrets: 'write',
  }),
  newWebhookSecret: signedIn(),
  testConnection: signedIn({
    ...broker,
    write: ['throttles', 'brokerCache'],
  }),
  setTradingPause: signedIn({ write: ['settings', 'logs'], userSecrets: 'read' }),

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

  getNotices: signedIn({ read: ['notices'], rootSecret: true, telegram: 'offer' }),
  saveNotices: signedIn({ write: ['notices'] }),
  connectChannel: signedIn(channels),
  removeChannel: signedIn(channels),
  testChannel: signedIn({ write: ['notices', 'throttles'], sendNotices: true }),
  rotateSigningSecret: signedIn({ ...channels, write: ['settings', 'logs'] }),
  linkTelegram: signedIn({ write: ['notices', 'throttles'], rootSecret: true, telegram: 'call' }),
  confirmTelegram: signedIn(channels),
  receiveTelegram: {
    write: ['notices', 'settings', 'logs'],
    rootSecret: true,
    telegram: 'call',
  },

  listInstruments: signedIn({ read: ['instruments'] }),
  searchInstruments: signedIn({ read: ['instruments'] }),
  uploadInstruments: signedIn({ write: ['instruments', 'logs'], read: ['settings'] }),
  previewInstruments: signedIn({ read: ['instruments'] }),
  listEarlierInstruments: signedIn({ read: ['instruments'] }),
  restoreInstruments: signedIn({ write: ['instruments', 'logs'], read: ['settings'] }),
  exportInstruments: signedIn({ read: ['instruments'] }),
  addInstrument: signedIn({ write: ['instruments', 'logs'], read: ['settings'] }),
  removeInstrument: signedIn({ write: ['instruments', 'logs'], read: ['settings'] }),
  searchMarkets: signedIn({ ...broker, read: ['settings'], write: ['brokerCache'], yahoo: true }),
  startMatching: signedIn({ write: ['instruments'], startMatching: true }),
  getMatching: signedIn({ read: ['instruments'] }),
  stopMatching: signedIn({ write: ['instruments'] }),
  getLivePrice: signedIn({ ...broker, read: ['settings', 'instruments'], write: ['brokerCache'] }),
  listWatchlists: signedIn({ ...broker, read: ['settings'], write: ['brokerCache'] }),
  mergeInstruments: signedIn({ write: ['instruments', 'logs'], read: ['settings'] }),
  updateInstrument: signedIn({ write: ['instruments', 'logs'], read: ['settings'] }),
  fetchDividendDates: signedIn({ startDividends: true, write: ['logs', 'throttles'], read: ['settings'] }),

  confirmAlert: signedIn({ write: ['alerts'], read: ['settings'], sendAlerts: true }),

  listStrategies: namedView,
  saveStrategy: signedIn({ write: ['settings', 'logs'] }),
  settleStrategy: signedIn({ read: ['settings'], write: ['alerts'], sendAlerts: true }),

  listLogs: signedIn({ read: ['logs'] }),
  downloadLogs: signedIn({ read: ['logs'], downloads: 'write', rootSecret: true }),
  deleteLogs: signedIn({ write: ['logs'] }),
  deleteUserLogs: signedIn({ write: ['logs'] }),
  downloadUserLogs: signedIn({ read: ['logs'], downloads: 'write', rootSecret: true }),

  // What lies at the broker carries the name that its user gave the instrument.
  listOrders: namedView,
  deleteOrder: brokerDeal,
  listPositions: namedView,
  closePosition: brokerDeal,
  getStats: namedView,
  getBrokerAccount: brokerView,
  listChanges: { ...namedView, read: [...(namedView.read ?? []), 'logs'] },

  tryAlert: signedIn({
    ...broker,
    read: ['settings', 'instruments', 'alerts', 'accounts'],
    write: ['brokerCache'],
    yahoo: true,
  }),
}

/** Who asks its caller for a fresh proof, or for an admin, looks which second factors that one has. */
const withFactors = (name: FunctionName, grant: Grant): Grant => {
  const { stepUp, access }: Partial<Endpoint> = isEndpoint(name) ? contract[name] : {}
  return stepUp || access === 'admin' ? { ...grant, read: [...(grant.read ?? []), 'factors'] } : grant
}

export const grants = Object.fromEntries(
  Object.entries(listed).map(([name, grant]) => [name, withFactors(name as FunctionName, grant)]),
) as typeof listed
