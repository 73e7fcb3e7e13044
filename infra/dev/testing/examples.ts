import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import type { ApiToken } from '../../../shared/tokens/api-token.schema.ts'
import type { Security } from '../../../shared/accounts/second-factor.schema.ts'
import {
  type NotificationSettings,
  usualPreferences,
} from '../../../shared/notifications/notifications.schema.ts'
import type { ResponseOf } from '../../../shared/contract/index.ts'
import type { BrokerAccount, Order, Position, Stats } from '../../../shared/deals/dealing.schema.ts'
import type { Instrument } from '../../../shared/instruments/instrument.schema.ts'
import type { OutcomeExtra } from '../../../shared/logs/is-ended.ts'
import type { LogEntry, UnderstoodAlert } from '../../../shared/logs/log.schema.ts'
import type { Page } from '../../../shared/platform/page.schema.ts'
import { type PauseState, secretMask, type UserSettings } from '../../../shared/settings/settings.schema.ts'
import { defaultTradingRules } from '../../../shared/settings/trading-settings.ts'
import type { AppSettings, User } from '../../../shared/accounts/user.schema.ts'

/**
 * A user. Each function in this file returns a plausible example, and a test overrides only the fields that matter to
 * it.
 */

export const anUser = (own: Partial<User> = {}): User => ({
  id: 'user-1',
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.test',
  role: 'USER',
  mode: 'DEMO',
  createdAt: '2026-11-01T09:30:00.000Z',
  lastLogin: '2026-11-20T16:05:00.000Z',
  ...own,
})

export const someSettings = (own: Partial<UserSettings> = {}): UserSettings => ({
  mode: 'DEMO',
  demoApiKey: 'demo-key',
  demoUsername: 'ada-demo',
  demoPassword: 'demo-password',
  demoAccountId: 'DEMO1',
  demoWebhookSecret: 'demo-webhook-secret-0123456789',
  liveApiKey: secretMask,
  liveUsername: 'ada-live',
  livePassword: secretMask,
  liveAccountId: 'LIVE1',
  liveWebhookSecret: secretMask,
  ...defaultTradingRules,
  tradingPause: null,
  fullStop: null,
  ...own,
})

export const aPauseState = (own: Partial<PauseState> = {}): PauseState => ({
  tradingPause: null,
  fullStop: null,
  trips: [],
  ...own,
})

export const someAppSettings = (own: Partial<AppSettings> = {}): AppSettings => ({
  allowUserRegistration: true,
  allowMultipleAdmins: false,
  ...own,
})

export const aPosition = (own: Partial<Position> = {}): Position => ({
  dealId: 'DIAAAAPOS1',
  igEpic: 'UA.D.AAPL.DAILY.IP',
  marketAndSymbol: 'NASDAQ:AAPL',
  direction: 'BUY',
  size: 0.43,
  openLevel: 22_900,
  currentLevel: 23_015.5,
  profitLoss: 49.67,
  profitLossPercentage: 0.504_36,
  stopLevel: 22_280,
  limitLevel: 24_140,
  controlledRisk: false,
  createdAt: '2026-11-20T14:31:00.000Z',
  ...own,
})

/** A day's prices of the market of `aPosition`. They fall for eight hours and then rise. */
export const someDayPrices = (): ResponseOf<'getDayPrices'> => ({
  markets: [
    {
      epic: 'UA.D.AAPL.DAILY.IP',
      prices: Array.from({ length: 24 }, (_, hour) => {
        const bid = 22_500 + 30 * Math.abs(hour - 8)
        return { at: Date.parse('2026-11-25T10:00:00Z') + hour * 3_600_000, bid, ask: bid + 4 }
      }),
      reason: null,
    },
  ],
})

export const anOrder = (own: Partial<Order> = {}): Order => ({
  dealId: 'DIAAAAORD1',
  igEpic: 'KA.D.BP.DAILY.IP',
  direction: 'SELL',
  type: 'LIMIT',
  size: 23.12,
  entryLevel: 432.4,
  stopLevel: 441.1,
  profitLevel: 415,
  createdAt: '2026-11-20T15:02:00.000Z',
  ...own,
})

export const anInstrument = (own: Partial<Instrument> = {}): Instrument => ({
  id: 'instrument-1',
  marketAndSymbol: 'LSE:VOD',
  igEpic: 'KA.D.VOD.DAILY.IP',
  yahooSymbol: 'VOD.L',
  atrStopLossPeriod: 14,
  atrStopLossMultiplePercentage: '200',
  atrProfitTargetPeriod: 10,
  atrProfitMultiplePercentage: '400.5',
  maxPositionSize: '10000',
  openingPriceMultiplePercentage: '100.2',
  tradingViewPriceMultiplier: '1',
  nextDividendDate: null,
  ...own,
})

export const aLogEntry = (own: Partial<LogEntry> = {}): LogEntry => ({
  id: 'entry-1',
  type: 'ALERT',
  mode: 'DEMO',
  createdAt: '2026-11-20T15:02:03.000Z',
  message: 'Refused: 1 working order on LSE:VOD',
  ...own,
})

type OwnOutcome<Step> = Partial<Omit<OutcomeExtra, 'kind' | 'trace' | 'alert'>> & {
  readonly trace?: Step[]
  readonly alert?: Partial<UnderstoodAlert>
}

/** The data that an alert's outcome adds to its log entry. */
export const anOutcome = <Step = never>({ alert, trace = [], ...own }: OwnOutcome<Step> = {}) => ({
  kind: 'outcome' as const,
  alertId: 'ALERT1',
  outcome: 'REFUSED' as const,
  ...own,
  trace,
  alert: anUnderstoodAlert(alert),
})

export const anUnderstoodAlert = (own: Partial<UnderstoodAlert> = {}): UnderstoodAlert => ({
  action: 'BUY',
  market: 'LSE:VOD',
  price: '72.4',
  firedAt: null,
  acceptedAt: '2026-11-20T15:02:02.000Z',
  id: null,
  comment: null,
  ...own,
})

export const anAlertLine = (own: Partial<AlertLine> = {}): AlertLine => ({
  alertId: 'ALERT1',
  mode: 'DEMO',
  state: 'ended',
  action: 'BUY',
  market: 'LSE:VOD',
  strategy: null,
  acceptedAt: '2026-11-20T15:02:02.000Z',
  outcome: 'REFUSED',
  message: 'Refused: 1 working order on LSE:VOD',
  reason: '1 working order on LSE:VOD',
  endedAt: '2026-11-20T15:02:03.000Z',
  rule: null,
  answerBy: null,
  ...own,
})

export const someAlerts = (...results: readonly AlertLine[]): ResponseOf<'listAlerts'> => ({
  results: [...results],
  next: null,
})

/** Settings that send notifications only to email. */
export const someNotifications = (own: Partial<NotificationSettings> = {}): NotificationSettings => ({
  preferences: usualPreferences,
  channels: [
    {
      id: 'mail',
      kind: 'mail',
      address: 'ann@example.com',
      offReason: null,
      lastError: null,
      lastDeliveredAt: '2026-11-23T09:00:00.000Z',
      waiting: { summary: 0, quietHours: 0, retry: 0 },
      repeated: 0,
      dropped: 0,
    },
  ],
  offersTelegram: true,
  telegramPending: null,
  pushKey: 'BKey',
  ...own,
})

/** A user without a second factor who is logged in on this device and on a phone. */
export const someSecurity = (own: Partial<Security> = {}): Security => ({
  required: false,
  totp: null,
  passkeys: [],
  recoveryCodes: 0,
  sessions: [
    {
      id: 'this',
      isThis: true,
      device: 'Firefox on Windows',
      network: '203.0.113.0/24',
      since: '2026-11-23T08:00:00.000Z',
      lastUsedAt: '2026-11-23T09:00:00.000Z',
      provedBy: 'password',
    },
    {
      id: 'phone',
      isThis: false,
      device: 'Safari on iPhone',
      network: null,
      since: '2026-11-20T08:00:00.000Z',
      lastUsedAt: '2026-11-22T09:00:00.000Z',
      provedBy: 'password',
    },
  ],
  ...own,
})

export const aToken = (own: Partial<ApiToken> = {}): ApiToken => ({
  id: 'laptop',
  name: 'Morning report',
  scopes: ['read', 'propose'],
  addresses: ['203.0.113.0/24'],
  since: '2026-11-20T08:00:00.000Z',
  until: '2027-02-18T08:00:00.000Z',
  lastUsedAt: '2026-11-22T09:00:00.000Z',
  calls: 1_204,
  ...own,
})

export const someBrokerAccount = (own: Partial<BrokerAccount> = {}): BrokerAccount => ({
  accountId: 'ZZ1AB',
  name: 'Spread bet',
  type: 'SPREADBET',
  currency: 'GBP',
  balance: 10_000,
  available: 8_950.5,
  margin: 1_099.17,
  profitLoss: 49.67,
  readAt: '2026-11-20T15:05:00.000Z',
  today: {
    since: '2026-11-20T08:01:00.000Z',
    equity: 10_021.5,
    readings: [
      { at: '2026-11-20T08:01:00.000Z', equity: 10_021.5 },
      { at: '2026-11-20T09:00:12.000Z', equity: 10_044.1 },
    ],
  },
  ...own,
})

export const someStats = (own: Partial<Stats> = {}): Stats => ({
  openPositionsCount: 2,
  openOrdersCount: 1,
  recentActivities: [],
  statsTimestamp: '2026-11-20T15:05:00.000Z',
  ...own,
})

/**
 * The first page of a list.
 * @param count number of entries in the whole list; default: the page contains all of them
 */
export const pageOf = <Item>(results: Item[], count = results.length): Page<Item> => ({
  count,
  next: null,
  previous: null,
  results,
})
