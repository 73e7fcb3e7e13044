import { contract, type Endpoint, type EndpointName } from './contract.ts'
import { type ErrorCode, errorStatus } from './error.ts'

/** What each endpoint may answer: the API's description says it, and every test of an endpoint holds it to that. */

/** Statuses of what went well, if it is not 200 alone. */
const successes: Partial<Record<EndpointName, readonly number[]>> = {
  receiveAlert: [202],
  register: [201],
  // Nothing new since the answer whose tag was sent.
  listInstruments: [200, 304],
  searchInstruments: [200, 304],
  listLogs: [200, 304],
  // A large file lies behind a signed link.
  downloadLogs: [200, 302],
  downloadUserLogs: [200, 302],
}

const brokerView = ['CHANGED_MEANWHILE', 'IG_SETTINGS_INCOMPLETE', 'BROKER_UNAVAILABLE'] as const
const brokerDeal = [...brokerView, 'NOT_FOUND', 'BROKER_REFUSED', 'OUTCOME_UNKNOWN'] as const

/** Refusals of its own, on top of those that its access and its request bring. */
const ownRefusals: Partial<Record<EndpointName, readonly ErrorCode[]>> = {
  login: ['INVALID_CREDENTIALS', 'TOO_MANY_ATTEMPTS'],
  register: ['REGISTRATION_DISABLED', 'EMAIL_TAKEN', 'TOO_MANY_ATTEMPTS', 'TRY_AGAIN'],
  verifySecondFactor: ['NOT_SIGNED_IN', 'INVALID_CODE', 'TOO_MANY_ATTEMPTS'],
  startPasskey: ['TOO_MANY_ATTEMPTS'],
  signInWithPasskey: ['INVALID_CODE'],
  stepUp: ['INVALID_CODE', 'TOO_MANY_ATTEMPTS'],
  stepUpWithPasskey: ['INVALID_CODE'],
  confirmTotp: ['INVALID_CODE', 'CHANGED_MEANWHILE', 'TOO_MANY_ATTEMPTS'],
  startPasskeySetup: ['CHANGED_MEANWHILE'],
  addPasskey: ['INVALID_CODE', 'CHANGED_MEANWHILE'],
  removeFactor: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'SECOND_FACTOR_REQUIRED'],
  makeRecoveryCodes: ['SECOND_FACTOR_REQUIRED'],
  endUserSessions: ['NOT_FOUND'],
  removeUserFactors: ['NOT_FOUND'],
  pauseByLink: ['INVALID_LINK', 'TOO_MANY_ATTEMPTS'],
  requestPasswordReset: ['TOO_MANY_ATTEMPTS'],
  validatePasswordResetToken: ['INVALID_RESET_TOKEN'],
  changePassword: ['INVALID_RESET_TOKEN'],
  changeOwnPassword: ['TOO_MANY_ATTEMPTS'],
  refreshSession: ['NOT_SIGNED_IN'],
  getSettings: ['NOT_FOUND'],
  updateSettings: [
    'SECOND_FACTOR_REQUIRED',
    'NOT_FOUND',
    'CHANGED_MEANWHILE',
    'TOO_MANY_ATTEMPTS',
    'TRY_AGAIN',
  ],
  testConnection: ['TOO_MANY_ATTEMPTS'],
  setTradingPause: ['NOT_FOUND', 'FORBIDDEN'],
  pauseOthers: ['NOT_FOUND'],
  updateAppSettings: ['MULTIPLE_ADMINS_NOT_ALLOWED', 'TRY_AGAIN'],
  updateUser: [
    'NOT_FOUND',
    'EMAIL_TAKEN',
    'LAST_ADMIN',
    'MULTIPLE_ADMINS_NOT_ALLOWED',
    'CHANGED_MEANWHILE',
    'TRY_AGAIN',
  ],
  deleteUser: ['NOT_FOUND', 'LAST_ADMIN', 'TRY_AGAIN'],
  listInstruments: ['CHANGED_MEANWHILE'],
  searchInstruments: ['CHANGED_MEANWHILE'],
  exportInstruments: ['CHANGED_MEANWHILE'],
  previewInstruments: ['INVALID_CSV', 'FILE_TOO_LARGE', 'CHANGED_MEANWHILE'],
  restoreInstruments: ['NOT_FOUND', 'FILE_TOO_LARGE', 'CHANGED_MEANWHILE'],
  uploadInstruments: ['INVALID_CSV', 'FILE_TOO_LARGE', 'CHANGED_MEANWHILE'],
  addInstrument: ['FILE_TOO_LARGE', 'CHANGED_MEANWHILE'],
  removeInstrument: ['NOT_FOUND', 'FILE_TOO_LARGE', 'CHANGED_MEANWHILE'],
  searchMarkets: brokerView,
  listWatchlists: brokerView,
  getLivePrice: [...brokerView, 'NOT_FOUND'],
  connectChannel: ['NOT_FOUND', 'TRY_AGAIN'],
  removeChannel: ['NOT_FOUND', 'TRY_AGAIN'],
  testChannel: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  rotateSigningSecret: ['NOT_FOUND', 'TRY_AGAIN'],
  linkTelegram: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS', 'TRY_AGAIN'],
  confirmTelegram: ['NOT_FOUND', 'TRY_AGAIN'],
  saveStrategy: ['TOO_MANY_STRATEGIES'],
  settleStrategy: ['IG_SETTINGS_INCOMPLETE', 'CHANGED_MEANWHILE'],
  confirmAlert: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
  mergeInstruments: ['FILE_TOO_LARGE', 'CHANGED_MEANWHILE'],
  updateInstrument: ['NOT_FOUND', 'FILE_TOO_LARGE', 'CHANGED_MEANWHILE'],
  fetchDividendDates: ['TOO_MANY_ATTEMPTS'],
  downloadLogs: ['NOT_FOUND'],
  downloadUserLogs: ['NOT_FOUND'],
  deleteUserLogs: ['NOT_FOUND'],
  listOrders: brokerView,
  listPositions: brokerView,
  getStats: brokerView,
  getBrokerAccount: brokerView,
  closePosition: brokerDeal,
  deleteOrder: brokerDeal,
  tryAlert: ['INVALID_ALERT', 'NOT_FOUND', 'IG_SETTINGS_INCOMPLETE', 'BROKER_UNAVAILABLE'],
}

const webhookRefusals = [
  'INVALID_ALERT',
  'UNKNOWN_WEBHOOK_SECRET',
  'FORBIDDEN',
  'ALERT_TOO_LARGE',
  'TOO_MANY_ALERTS',
  'TOO_MANY_ATTEMPTS',
  'TRY_AGAIN',
] as const satisfies readonly ErrorCode[]

/** The codes that an endpoint may refuse with, each once. */
export const refusalsOf = (name: EndpointName): readonly ErrorCode[] => {
  const { access, method, request, stepUp }: Endpoint = contract[name]
  if (access === 'webhook') return webhookRefusals
  const changes = method !== 'GET'
  const takesSomething = Object.keys(request.shape).length > 0
  return [
    ...new Set<ErrorCode>([
      // Whatever changes something takes no query that it does not know.
      ...(takesSomething || changes ? (['INVALID_REQUEST'] as const) : []),
      ...(access === 'public' ? [] : (['NOT_SIGNED_IN'] as const)),
      ...(stepUp || access === 'admin' ? (['STEP_UP_REQUIRED'] as const) : []),
      ...(access === 'admin' ? (['SECOND_FACTOR_REQUIRED'] as const) : []),
      // No admin; or a call that went around the site's own address.
      'FORBIDDEN',
      ...(changes ? (['CROSS_SITE_REQUEST', 'BODY_TOO_LARGE'] as const) : []),
      ...(ownRefusals[name] ?? []),
      'UNEXPECTED',
    ]),
  ]
}

export const successesOf = (name: EndpointName): readonly number[] => successes[name] ?? [200]

/** @param code of the error body; undefined if there is none */
export const isDescribed = (name: EndpointName, status: number, code?: string): boolean =>
  code === undefined
    ? successesOf(name).includes(status)
    : refusalsOf(name).some((each) => each === code && errorStatus[each] === status)
