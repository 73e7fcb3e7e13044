import * as z from 'zod/mini'
import { MarketsFound } from './market-match.ts'
import { Matching, WatchlistName } from './matching.ts'
import { ConnectionFindings, ConnectionTest } from './connection.ts'
import { alertLimits } from './alert.ts'
import { Burst } from './burst.ts'
import { ReadAnswer } from './changes.ts'
import { BrokerAccount, DealVerdict, Order, Position, Stats } from './dealing.ts'
import {
  Instrument,
  InstrumentFields,
  InstrumentSizing,
  MatchedInstrument,
  SentInstrumentFields,
} from './instrument.ts'
import { EarlierList, ListChanges } from './list-changes.ts'
import { LogEntry, LogFilter } from './log.ts'
import { ChannelConnected, ChannelNamed, NotificationPreferences, Notices } from './notifications.ts'
import { PageQuery, pageOf } from './page.ts'
import { longestSearch } from './page-limits.ts'
import { SavedStrategy, Strategies, StrategySettled } from './strategy.ts'
import {
  FactorCode,
  PasskeyAnswer,
  PasskeyName,
  RecoveryCodes,
  SecondFactorAsked,
  Security,
} from './second-factor.ts'
import { sortPattern } from './sorted.ts'
import { mostSymbols } from './symbol-list.ts'
import { SettingsUpdate, TradingPauseChange, UserSettings } from './settings.ts'
import { PauseOfOthers, SystemState } from './system.ts'
import { Outcome, TraceStep } from './trading/outcome.ts'
import {
  AppSettings,
  ChangedPassword,
  EditedEmail,
  Email,
  FirstName,
  LastName,
  Mode,
  RegistrationPassword,
  Role,
  User,
} from './user.ts'

export { apiBasePath, pathParameters } from './api-path.ts'

/** Who may call: anybody; a signed-in user; an admin; a service that proves itself by a secret in its call. */
export type Access = 'public' | 'user' | 'admin' | 'webhook'

/**
 * One endpoint. `request` describes path parameters, query and JSON body as one object, in camelCase (the wire is
 * snake_case, see wire.ts). `takes` says what the body is: JSON by default, `file` for a multipart form with the one
 * field `file` (text content), `raw` for a body that the handler reads itself. `gives: 'file'` answers a download
 * instead of JSON. `summary` goes into the API description.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly access: Access
  readonly summary: string
  readonly request: z.ZodMiniObject
  readonly response: z.ZodMiniType
  /**
   * Whether the caller must have proved within ten minutes who they are: `always`, or where what is asked for loosens
   * something. Whatever makes trading safer never asks: pausing, closing, deleting an order.
   */
  readonly stepUp?: 'always' | 'where-it-loosens'
  readonly takes?: 'file' | 'raw'
  readonly gives?: 'file'
  /** Characters that the body may have; 64 KiB if left out. */
  readonly largestJson?: number
}

const Nothing = z.object({})
const CurrentPassword = z
  .string('Password is required')
  .check(z.minLength(1, 'Password is required'), z.maxLength(1024))
const Done = z.object({ message: z.string() })
const File = z.string()
const FileUpload = z.object({
  file: z.string('Please select a file').check(z.minLength(1, 'Please select a file')),
})
/** Any text: what no link of ours carries is refused as an invalid link, not as an invalid request. */
const ResetToken = z.object({ token: z.string() })
const LogQuery = z.object({
  fromDate: z.optional(z.iso.datetime({ offset: true })),
  toDate: z.optional(z.iso.datetime({ offset: true })),
  type: z._default(LogFilter, 'ALL'),
})
const DownloadQuery = z.object({
  ...LogQuery.shape,
  /** Where a long download goes on; only our own redirects carry it. */
  resume: z.optional(z.string().check(z.maxLength(1_000))),
})
const searchTerm = z.optional(z.string().check(z.maxLength(longestSearch)))
/** A field of the rows, with `-` before it for the largest first; the list’s own order if left out. */
const sort = z.optional(z.string().check(z.regex(sortPattern)))
const DealId = z.object({ dealId: z.string().check(z.regex(/^[A-Za-z0-9]{1,30}$/)) })
/** The account that the caller had in sight. Where their settings name another by now, the call is refused. */
const AccountInSight = z.object({
  mode: z.optional(Mode),
  accountId: z.optional(z.string().check(z.maxLength(350))),
})
export type AccountInSight = z.infer<typeof AccountInSight>
const UserId = z.object({ userId: z.string().check(z.maxLength(64)) })

/** What a rehearsed alert would have done: the whole trace, and the order that would be sent. */
const TriedAlert = z.object({
  outcome: z.union([Outcome, z.literal('WOULD_PLACE')]),
  sentence: z.string(),
  trace: z.array(TraceStep),
  order: z.nullable(z.record(z.string(), z.unknown())),
})

export const contract = {
  receiveAlert: {
    method: 'POST',
    path: '/trading-view-webhook',
    access: 'webhook',
    takes: 'raw',
    summary: 'Accepts an alert in JSON or line format',
    request: Nothing,
    response: z.object({ status: z.enum(['queued', 'duplicate']), alertId: z.string() }),
  },

  login: {
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    summary: 'Logs in and sets the session cookies, or asks for a second factor',
    request: z.object({
      email: Email,
      password: CurrentPassword,
    }),
    response: z.union([User, SecondFactorAsked]),
  },
  verifySecondFactor: {
    method: 'POST',
    path: '/auth/second-factor',
    access: 'public',
    summary: 'Completes a login with an authenticator or recovery code',
    request: z.object({ code: FactorCode }),
    response: User,
  },
  startPasskey: {
    method: 'POST',
    path: '/auth/passkey-challenge',
    access: 'public',
    summary: 'Makes the challenge that a passkey answers',
    request: Nothing,
    // As JSON text, for `navigator.credentials.get`.
    response: z.object({ options: z.string() }),
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/auth/passkey',
    access: 'public',
    summary: 'Logs in with a passkey',
    request: z.object({ passkey: PasskeyAnswer }),
    response: User,
  },
  register: {
    method: 'POST',
    path: '/auth/register',
    access: 'public',
    summary: 'Creates an account. The first one becomes an admin',
    request: z.object({
      firstName: FirstName,
      lastName: LastName,
      email: Email,
      password: RegistrationPassword,
    }),
    response: User,
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    summary: 'Emails a reset link. The response is the same for every address',
    request: z.object({ email: Email }),
    response: Done,
  },
  validatePasswordResetToken: {
    method: 'POST',
    path: '/auth/validate-password-reset-token',
    access: 'public',
    summary: 'Checks whether a reset link is still valid',
    request: ResetToken,
    response: z.object({ valid: z.literal(true) }),
  },
  changePassword: {
    method: 'PATCH',
    path: '/users/me/change-password',
    access: 'public',
    summary: 'Sets a new password with a reset token',
    request: z.object({ ...ResetToken.shape, newPassword: ChangedPassword }),
    response: Done,
  },
  changeOwnPassword: {
    method: 'PUT',
    path: '/users/me/password',
    access: 'user',
    stepUp: 'where-it-loosens',
    summary: 'Sets a new password with the current password, and logs out everywhere else',
    request: z.object({
      currentPassword: CurrentPassword,
      newPassword: ChangedPassword,
    }),
    response: Done,
  },
  refreshSession: {
    method: 'POST',
    path: '/auth/token',
    access: 'public',
    summary: 'Rotates the session by its refresh cookie',
    request: Nothing,
    response: Done,
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    access: 'public',
    summary: 'Ends the session',
    request: Nothing,
    response: Done,
  },
  getMe: {
    method: 'GET',
    path: '/auth/me',
    access: 'user',
    summary: 'Returns the logged-in user',
    request: Nothing,
    response: User,
  },

  getSecurity: {
    method: 'GET',
    path: '/users/me/security',
    access: 'user',
    summary: 'Returns your second factors and sessions',
    request: Nothing,
    response: Security,
  },
  stepUp: {
    method: 'POST',
    path: '/users/me/step-up',
    access: 'user',
    summary: 'Confirms the caller’s identity with a code, or with the password if there is no second factor',
    request: z.object({ password: z.optional(CurrentPassword), code: z.optional(FactorCode) }),
    response: Done,
  },
  stepUpWithPasskey: {
    method: 'POST',
    path: '/users/me/step-up/passkey',
    access: 'user',
    summary: 'Proves again who calls, with a passkey',
    request: z.object({ passkey: PasskeyAnswer }),
    response: Done,
  },
  startTotp: {
    method: 'POST',
    path: '/users/me/totp',
    access: 'user',
    stepUp: 'always',
    summary: 'Creates a key for an authenticator app. It takes effect once confirmed',
    request: Nothing,
    response: z.object({ secret: z.string(), uri: z.string() }),
  },
  confirmTotp: {
    method: 'POST',
    path: '/users/me/totp/confirm',
    access: 'user',
    stepUp: 'always',
    summary: 'Confirms the authenticator app with its first code, which is then used up',
    request: z.object({ code: FactorCode }),
    response: RecoveryCodes,
  },
  startPasskeySetup: {
    method: 'POST',
    path: '/users/me/passkeys/challenge',
    access: 'user',
    stepUp: 'always',
    summary: 'Makes the challenge that a new passkey answers',
    request: Nothing,
    // As JSON text, for `navigator.credentials.create`.
    response: z.object({ options: z.string() }),
  },
  addPasskey: {
    method: 'POST',
    path: '/users/me/passkeys',
    access: 'user',
    stepUp: 'always',
    summary: 'Adds a passkey',
    request: z.object({ name: PasskeyName, passkey: PasskeyAnswer }),
    response: RecoveryCodes,
  },
  removeFactor: {
    method: 'DELETE',
    path: '/users/me/factors/{id}',
    access: 'user',
    stepUp: 'always',
    summary: 'Removes the authenticator app (totp) or a passkey',
    request: z.object({ id: z.string().check(z.maxLength(1_400)) }),
    response: Done,
  },
  makeRecoveryCodes: {
    method: 'POST',
    path: '/users/me/recovery-codes',
    access: 'user',
    stepUp: 'always',
    summary: 'Creates ten recovery codes and revokes the old ones',
    request: Nothing,
    response: RecoveryCodes,
  },
  endSessions: {
    method: 'DELETE',
    path: '/users/me/sessions/{id}',
    access: 'user',
    summary: 'Ends one of your sessions, or all others (`others`)',
    request: z.object({ id: z.string().check(z.maxLength(64)) }),
    response: Done,
  },

  getSettings: {
    method: 'GET',
    path: '/users/me/settings',
    access: 'user',
    summary: 'Returns your settings',
    request: Nothing,
    response: UserSettings,
  },
  updateSettings: {
    method: 'PATCH',
    path: '/users/me/settings',
    access: 'user',
    stepUp: 'where-it-loosens',
    summary: 'Replaces your settings',
    request: SettingsUpdate,
    response: UserSettings,
  },
  newWebhookSecret: {
    method: 'GET',
    path: '/users/me/settings/new-webhook-secret',
    access: 'user',
    summary: 'Creates a webhook secret. It takes effect once saved',
    request: Nothing,
    response: z.object({ secret: z.string() }),
  },
  testConnection: {
    method: 'POST',
    path: '/users/me/settings/test-connection',
    access: 'user',
    summary: 'Tests IG credentials and reports IG’s response. Nothing is saved',
    request: ConnectionTest,
    response: ConnectionFindings,
  },
  setTradingPause: {
    method: 'PUT',
    path: '/users/me/trading-pause',
    access: 'user',
    stepUp: 'where-it-loosens',
    summary: 'Pauses or resumes one’s trading',
    request: TradingPauseChange,
    response: UserSettings,
  },

  pauseByLink: {
    method: 'POST',
    path: '/trading-pause',
    access: 'public',
    summary: 'Pauses trading with the single-use link of an email',
    request: ResetToken,
    response: Done,
  },

  getAppSettings: {
    method: 'GET',
    path: '/admin/settings',
    access: 'user',
    summary: 'The application’s settings',
    request: Nothing,
    response: AppSettings,
  },
  updateAppSettings: {
    method: 'PATCH',
    path: '/admin/settings',
    access: 'admin',
    summary: 'Changes the application’s settings',
    request: AppSettings,
    response: AppSettings,
  },

  getSystem: {
    method: 'GET',
    path: '/admin/system',
    access: 'admin',
    summary: 'Returns system status: version, open alerts, alarms, canary, IG request limits',
    request: Nothing,
    response: SystemState,
  },
  pauseOthers: {
    method: 'PUT',
    path: '/admin/trading-pause',
    access: 'admin',
    stepUp: 'where-it-loosens',
    summary: 'Pauses or resumes the trading of one user, or of everybody',
    request: PauseOfOthers,
    response: z.object({ changed: z.number() }),
  },

  listUsers: {
    method: 'GET',
    path: '/users',
    access: 'admin',
    summary: 'The users',
    request: z.object({ ...PageQuery.shape, q: searchTerm }),
    response: pageOf(User),
  },
  updateUser: {
    method: 'PATCH',
    path: '/users/{id}',
    access: 'admin',
    stepUp: 'always',
    summary: 'Changes a user',
    request: z.object({
      id: z.string().check(z.maxLength(64)),
      firstName: FirstName,
      lastName: LastName,
      email: EditedEmail,
      role: Role,
    }),
    response: User,
  },
  deleteUser: {
    method: 'DELETE',
    path: '/users/{id}',
    access: 'admin',
    stepUp: 'always',
    summary: 'Deletes a user and all their data',
    request: z.object({ id: z.string().check(z.maxLength(64)) }),
    response: Done,
  },

  endUserSessions: {
    method: 'DELETE',
    path: '/users/{id}/sessions',
    access: 'admin',
    summary: 'Signs a user out everywhere',
    request: z.object({ id: z.string().check(z.maxLength(64)) }),
    response: Done,
  },
  removeUserFactors: {
    method: 'DELETE',
    path: '/users/{id}/factors',
    access: 'admin',
    stepUp: 'always',
    summary: 'Removes a user’s second factors after the user has lost them',
    request: z.object({ id: z.string().check(z.maxLength(64)) }),
    response: Done,
  },

  confirmAlert: {
    method: 'POST',
    path: '/alerts/{alertId}/confirm',
    access: 'user',
    summary: 'Approves a waiting alert, which is then checked again with current data',
    request: z.object({ alertId: z.string().check(z.regex(/^[A-Za-z0-9]{1,64}$/)) }),
    response: Done,
  },

  listStrategies: {
    method: 'GET',
    path: '/strategies',
    access: 'user',
    summary: 'Lists strategies with their rules and their positions in TradingView and at IG',
    // Of the mode that alerts trade in, if none is said.
    request: z.object({ mode: z.optional(Mode) }),
    response: Strategies,
  },
  saveStrategy: {
    method: 'PUT',
    path: '/strategies',
    access: 'user',
    summary: 'Sets the rules of one strategy',
    request: SavedStrategy,
    response: Done,
  },
  settleStrategy: {
    method: 'POST',
    path: '/strategies/settle',
    access: 'user',
    summary: 'Sends a strategy’s exit on one market: closes its positions and marks it as flat',
    request: StrategySettled,
    response: Done,
  },

  getNotices: {
    method: 'GET',
    path: '/notices',
    access: 'user',
    summary: 'Returns notification settings and the state of each channel',
    request: Nothing,
    response: Notices,
  },
  saveNotices: {
    method: 'PUT',
    path: '/notices',
    access: 'user',
    summary: 'Sets notification levels, quiet hours and the daily summary',
    request: NotificationPreferences,
    response: Done,
  },
  connectChannel: {
    method: 'POST',
    path: '/notices/channels',
    access: 'user',
    stepUp: 'always',
    summary: 'Connects Discord, Slack, a webhook of one’s own, or this browser’s push',
    request: ChannelConnected,
    // `secret` signs a new webhook’s calls, and is shown this once.
    response: z.object({ id: z.string(), secret: z.nullable(z.string()) }),
  },
  removeChannel: {
    method: 'DELETE',
    path: '/notices/channels/{id}',
    access: 'user',
    stepUp: 'always',
    summary: 'Disconnects a channel; what waits for it is dropped',
    request: ChannelNamed,
    response: Done,
  },
  testChannel: {
    method: 'POST',
    path: '/notices/channels/{id}/test',
    access: 'user',
    summary: 'Sends a test on a channel, and switches it on again',
    request: ChannelNamed,
    response: Done,
  },
  rotateSigningSecret: {
    method: 'POST',
    path: '/notices/rotate-secret',
    access: 'user',
    stepUp: 'always',
    summary: 'Rotates the webhook’s signing secret. The old one also signs for a day',
    request: Nothing,
    response: z.object({ secret: z.string() }),
  },
  linkTelegram: {
    method: 'POST',
    path: '/notices/telegram',
    access: 'user',
    summary: 'Creates a code that links a Telegram chat. Valid for ten minutes',
    request: Nothing,
    response: z.object({ code: z.string(), bot: z.string(), url: z.string(), until: z.iso.datetime() }),
  },
  confirmTelegram: {
    method: 'POST',
    path: '/notices/telegram/confirm',
    access: 'user',
    stepUp: 'always',
    summary: 'Connects the chat that sent the code',
    request: Nothing,
    response: Done,
  },
  receiveTelegram: {
    method: 'POST',
    path: '/telegram-webhook',
    access: 'webhook',
    takes: 'raw',
    summary: 'Receives messages sent to the Telegram bot',
    request: Nothing,
    response: Done,
  },

  listInstruments: {
    method: 'GET',
    path: '/instruments',
    access: 'user',
    summary: 'Lists your instruments',
    request: z.object({ ...PageQuery.shape, sort }),
    response: pageOf(Instrument),
  },
  searchInstruments: {
    method: 'GET',
    path: '/instruments/search',
    access: 'user',
    summary: 'Instruments by parts of their names; several terms narrow',
    request: z.object({
      ...PageQuery.shape,
      sort,
      q: searchTerm,
      marketAndSymbol: searchTerm,
      igEpic: searchTerm,
      yahooSymbol: searchTerm,
    }),
    response: pageOf(Instrument),
  },
  uploadInstruments: {
    method: 'POST',
    path: '/instruments/upload-csv',
    access: 'user',
    takes: 'file',
    summary: 'Replaces one’s instruments by a CSV file, all or nothing',
    request: FileUpload,
    response: Done,
  },
  previewInstruments: {
    method: 'POST',
    path: '/instruments/preview-csv',
    access: 'user',
    takes: 'file',
    summary: 'Previews what a CSV upload would change',
    request: FileUpload,
    response: ListChanges,
  },
  listEarlierInstruments: {
    method: 'GET',
    path: '/instruments/earlier',
    access: 'user',
    summary: 'Lists your previous instrument lists of the last 30 days, newest first',
    request: Nothing,
    response: z.object({ lists: z.array(EarlierList) }),
  },
  restoreInstruments: {
    method: 'POST',
    path: '/instruments/earlier/{id}/restore',
    access: 'user',
    summary: 'Restores a previous list and keeps the current one',
    request: z.object({ id: z.string().check(z.maxLength(40)) }),
    response: Done,
  },
  exportInstruments: {
    method: 'GET',
    path: '/instruments/export-csv',
    access: 'user',
    gives: 'file',
    summary: 'Downloads your instruments as CSV, in the upload format',
    request: Nothing,
    response: File,
  },
  addInstrument: {
    method: 'POST',
    path: '/instruments',
    access: 'user',
    summary: 'Adds one instrument to one’s list',
    request: z.object({
      ...SentInstrumentFields.shape,
      nextDividendDate: z.optional(InstrumentFields.shape.nextDividendDate),
    }),
    response: Instrument,
  },
  removeInstrument: {
    method: 'DELETE',
    path: '/instruments/{id}',
    access: 'user',
    summary: 'Removes an instrument. The previous list is kept for 30 days',
    request: z.object({ id: z.string().check(z.maxLength(64)) }),
    response: Done,
  },
  searchMarkets: {
    method: 'GET',
    path: '/instruments/search-markets',
    access: 'user',
    summary: 'Finds IG markets for a TradingView symbol, with the price multiplier',
    request: z.object({
      market: InstrumentFields.shape.marketAndSymbol,
      // What to search IG for, if the symbol itself finds nothing.
      term: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(longestSearch))),
      yahooSymbol: z.optional(InstrumentFields.shape.yahooSymbol),
    }),
    response: MarketsFound,
  },
  getLivePrice: {
    method: 'GET',
    path: '/instruments/live-price',
    access: 'user',
    summary: 'Returns IG’s current price for an instrument, in TradingView’s units',
    request: z.object({ market: InstrumentFields.shape.marketAndSymbol, mode: z.optional(Mode) }),
    // null if IG quotes nothing.
    response: z.object({ price: z.nullable(z.string()) }),
  },
  startMatching: {
    method: 'POST',
    path: '/instruments/matching',
    access: 'user',
    summary: 'Starts matching symbols or an IG watchlist in the background',
    request: z.object({
      // As pasted, or as TradingView exports a watchlist.
      symbols: z.optional(z.string().check(z.maxLength(64 * (mostSymbols + 1)))),
      watchlistId: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    }),
    response: Matching,
  },
  getMatching: {
    method: 'GET',
    path: '/instruments/matching',
    access: 'user',
    summary: 'Returns the matches found so far for your last batch of symbols',
    request: Nothing,
    response: z.object({ matching: z.nullable(Matching) }),
  },
  stopMatching: {
    method: 'DELETE',
    path: '/instruments/matching',
    access: 'user',
    summary: 'Ends the matching of symbols, and discards what was found',
    request: Nothing,
    response: Done,
  },
  listWatchlists: {
    method: 'GET',
    path: '/instruments/watchlists',
    access: 'user',
    summary: 'Lists your watchlists at IG, and IG’s own',
    request: Nothing,
    response: z.object({ watchlists: z.array(WatchlistName) }),
  },
  mergeInstruments: {
    method: 'POST',
    path: '/instruments/merge',
    access: 'user',
    summary: 'Adds instruments to one’s list, all or nothing; or says what that would add',
    request: z.object({
      rows: z.array(MatchedInstrument).check(z.minLength(1), z.maxLength(mostSymbols)),
      // Of every row.
      figures: InstrumentSizing,
      preview: z.boolean(),
    }),
    largestJson: 256 * 1024,
    response: ListChanges,
  },
  updateInstrument: {
    method: 'PATCH',
    path: '/instruments/{id}',
    access: 'user',
    summary: 'Changes one instrument',
    request: z.object({
      id: z.string().check(z.maxLength(64)),
      ...SentInstrumentFields.shape,
      // Fetched in the background meanwhile, perhaps: left out, the current date stays.
      nextDividendDate: z.optional(InstrumentFields.shape.nextDividendDate),
    }),
    response: Instrument,
  },
  fetchDividendDates: {
    method: 'POST',
    path: '/instruments/fetch-dividend-dates',
    access: 'user',
    summary: 'Fetches dividend dates in the background',
    request: Nothing,
    response: Done,
  },

  listLogs: {
    method: 'GET',
    path: '/logs',
    access: 'user',
    summary: 'Lists your log entries, newest first',
    request: z.object({ ...PageQuery.shape, ...LogQuery.shape }),
    // Only of the whole log: a filter would leave out some of a burst.
    response: z.object({ ...pageOf(LogEntry).shape, bursts: z.optional(z.array(Burst)) }),
  },
  downloadLogs: {
    method: 'GET',
    path: '/logs/download',
    access: 'user',
    gives: 'file',
    summary: 'Downloads your log',
    request: DownloadQuery,
    response: File,
  },
  deleteLogs: {
    method: 'DELETE',
    path: '/logs',
    access: 'user',
    stepUp: 'always',
    summary: 'Deletes all your log entries',
    request: Nothing,
    response: Done,
  },
  deleteUserLogs: {
    method: 'DELETE',
    path: '/logs/{userId}',
    access: 'admin',
    stepUp: 'always',
    summary: 'Empties a user’s log',
    request: UserId,
    response: Done,
  },
  downloadUserLogs: {
    method: 'GET',
    path: '/logs/{userId}/download',
    access: 'admin',
    gives: 'file',
    summary: 'A user’s log as a file',
    request: z.object({ ...UserId.shape, ...DownloadQuery.shape }),
    response: File,
  },

  listOrders: {
    method: 'GET',
    path: '/orders',
    access: 'user',
    summary: 'Working orders at the broker',
    request: PageQuery,
    response: pageOf(Order),
  },
  deleteOrder: {
    method: 'DELETE',
    path: '/orders/{dealId}',
    access: 'user',
    summary: 'Deletes a working order',
    request: z.object({ ...DealId.shape, ...AccountInSight.shape }),
    response: DealVerdict,
  },
  listPositions: {
    method: 'GET',
    path: '/positions',
    access: 'user',
    summary: 'Open positions at the broker',
    request: PageQuery,
    response: pageOf(Position),
  },
  closePosition: {
    method: 'DELETE',
    path: '/positions/{dealId}',
    access: 'user',
    summary: 'Closes a position',
    request: z.object({ ...DealId.shape, ...AccountInSight.shape }),
    response: DealVerdict,
  },
  getStats: {
    method: 'GET',
    path: '/stats',
    access: 'user',
    summary: 'Figures of the overview',
    request: Nothing,
    response: Stats,
  },

  getBrokerAccount: {
    method: 'GET',
    path: '/account',
    access: 'user',
    summary: 'The account at the broker: name, type, and its money',
    // Of the mode that alerts trade in, if none is said.
    request: z.object({ mode: z.optional(Mode) }),
    response: BrokerAccount,
  },

  listChanges: {
    method: 'GET',
    path: '/changes',
    access: 'user',
    summary: 'Combines several reads and returns only what has changed; 304 if nothing has',
    request: z.object({
      /** A JSON array of paths below /api/v1, with their queries: `["/stats","/logs?limit=20"]`. */
      reads: z.string().check(z.maxLength(4_000)),
      /** The tags of the answers that are held, in the order of the reads, between commas; empty for one not held. */
      since: z.optional(z.string().check(z.maxLength(1_000))),
    }),
    response: z.object({ answers: z.array(ReadAnswer) }),
  },

  tryAlert: {
    method: 'POST',
    path: '/alerts/try',
    access: 'user',
    summary: 'Tests an alert and returns the full trace. Nothing is placed',
    request: z.object({
      mode: Mode,
      alert: z.string().check(z.minLength(1), z.maxLength(alertLimits.bytes)),
    }),
    response: TriedAlert,
  },
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof contract
export type RequestOf<Name extends EndpointName> = z.infer<(typeof contract)[Name]['request']>
export type ResponseOf<Name extends EndpointName> = z.infer<(typeof contract)[Name]['response']>

/** Where an endpoint's handler lies below functions/handlers/http: `listLogs` → `list-logs`. */
export const handlerFile = (name: EndpointName) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
