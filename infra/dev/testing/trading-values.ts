import type { Alert } from '../../../shared/alerts/alert.ts'
import type { InstrumentFields } from '../../../shared/instruments/instrument.schema.ts'
import type { OpenRiskLimit, Trip } from '../../../shared/limits/loss-limits.ts'
import { newWatch, noBookings } from '../../../shared/trading/model/watch.ts'
import type { InWords, RuleResult } from '../../../shared/trading/model/rule.ts'
import { defaultTradingRules } from '../../../shared/settings/trading-settings.ts'
import type {
  AccountState,
  KnownValuation,
  Market,
  OpenPosition,
  InFlightOrder,
  LimitsSeen,
  Snapshot,
  TradingSettings,
  WorkingOrder,
} from '../../../shared/trading/model/snapshot.ts'

/** With the default values in this file, an alert becomes an order. A test changes only the values that it is about. */

export const epic = 'UA.D.AAPL.DAILY.IP'

/** 14:31:10 on a Monday in London, in summer time. */
export const now = Date.parse('2026-09-07T13:31:10Z')

export const anAlert = (change: Partial<Alert> = {}): Alert => ({
  market: 'NASDAQ:AAPL',
  action: 'BUY',
  price: '229.87',
  firedAt: now - 2_000,
  atr: { 14: '4.2' },
  id: null,
  comment: null,
  others: {},
  ...change,
})

/** An instrument that IG quotes in cents and TradingView in dollars. */
export const anInstrument = (change: Partial<InstrumentFields> = {}): InstrumentFields => ({
  marketAndSymbol: 'NASDAQ:AAPL',
  igEpic: epic,
  yahooSymbol: 'AAPL',
  atrStopLossPeriod: 14,
  atrStopLossMultiplePercentage: '50',
  atrProfitTargetPeriod: 14,
  atrProfitMultiplePercentage: '100',
  maxPositionSize: '10000',
  openingPriceMultiplePercentage: '100.5',
  tradingViewPriceMultiplier: '100',
  nextDividendDate: null,
  ...change,
})

/** One point is worth one unit of the account's currency. */
export const aWorth = (change: Partial<KnownValuation> = {}): KnownValuation => ({
  kind: 'known',
  unitValue: '1',
  exchangeRate: '1',
  accountCurrency: 'GBP',
  ...change,
})

export const aMarket = (change: Partial<Market> = {}): Market => ({
  epic,
  name: 'Apple Inc (All Sessions)',
  expiry: 'DFB',
  isDated: false,
  currencyCode: 'GBP',
  status: 'TRADEABLE',
  bid: '22980',
  offer: '22992',
  decimalPlaces: 2,
  scalingFactor: '1',
  worth: aWorth(),
  marginPercent: null,
  minDealSize: '0.1',
  sizeStep: null,
  takesStopsAndLimits: true,
  takesMarketOrders: true,
  minStopOrLimitDistance: { unit: 'POINTS', value: '8' },
  maxStopOrLimitDistance: { unit: 'PERCENTAGE', value: '75' },
  quotedAt: now - 1_000,
  ...change,
})

export const aPosition = (change: Partial<OpenPosition> = {}): OpenPosition => ({
  dealId: 'DIAAAAABCD12345',
  dealReference: null,
  epic: 'IX.D.FTSE.DAILY.IP',
  direction: 'BUY',
  size: '0.5',
  level: '8802.5',
  expiry: 'DFB',
  createdAt: now - 3_600_000,
  ...change,
})

export const aWorkingOrder = (change: Partial<WorkingOrder> = {}): WorkingOrder => ({
  dealId: 'DIAAAAABCD67890',
  epic: 'IX.D.FTSE.DAILY.IP',
  direction: 'BUY',
  size: '0.5',
  level: '8700',
  createdAt: now - 3_600_000,
  ...change,
})

export const anOrderOnItsWay = (change: Partial<InFlightOrder> = {}): InFlightOrder => ({
  alertId: 'anotheralert',
  epic: 'IX.D.FTSE.DAILY.IP',
  direction: 'BUY',
  confirmedAs: null,
  ...change,
})

export const anAccount = (change: Partial<AccountState> = {}): AccountState => ({
  accountId: 'ZZ1AB',
  positions: [],
  workingOrders: [],
  inFlightOrders: [],
  readAt: now - 1_000,
  ...change,
})

export const someSettings = (change: Partial<TradingSettings> = {}): TradingSettings => ({
  ...defaultTradingRules,
  mode: 'DEMO',
  accountId: 'ZZ1AB',
  credentialsVersion: 3,
  missingCredentials: [],
  liveSince: null,
  strategies: {},
  tradingPause: null,
  stoppedSince: null,
  ...change,
})

/** A complete snapshot. With its default values, the alert becomes an order. */
export const aSnapshot = (change: Partial<Snapshot> = {}): Snapshot => ({
  now,
  acceptedAt: now - 1_000,
  captured: { mode: 'DEMO', accountId: 'ZZ1AB', credentialsVersion: 3 },
  alert: anAlert(),
  settings: someSettings(),
  instrument: anInstrument(),
  lastOrderAt: null,
  market: aMarket(),
  account: anAccount(),
  isAccountFresh: true,
  dailyAtr: {},
  ...change,
})

/** The state after a limit of the account was reached. Trading stops until the user resumes it. */
export const aTrip = (change: Partial<Trip> = {}): Trip => ({
  key: 'losingTrades',
  strategy: null,
  accountId: 'ZZ1AB',
  at: '2026-09-07T12:00:00.000Z',
  until: null,
  sentence: '2 losing trades in a row; your limit is 2',
  closes: false,
  closing: [],
  ...change,
})

/** Equity of 10,000 GBP, read a second ago. The trading day began six hours ago with the same equity. */
export const someLimitsSeen = ({
  available = '10000',
  ...change
}: Partial<LimitsSeen> & { readonly available?: string } = {}): LimitsSeen => {
  const at = now - 6 * 3_600_000
  const base = { at, value: '10000', startAt: at, start: '10000' }
  return {
    watch: {
      ...newWatch('ZZ1AB'),
      dayStart: at,
      reading: {
        at: now - 1_000,
        balance: '10000',
        profitLoss: '0',
        margin: '0',
        available,
        currency: 'GBP',
      },
      bases: {
        lossToday: base,
        fallToday: base,
        drawdown: base,
        profitTarget: base,
        losingTrades: base,
        tradesToday: base,
        'lossToday breakout': base,
      },
    },
    bookings: noBookings,
    trades: {},
    recentCloses: [],
    ...change,
  }
}

export const lostTrade = () => ({ at: now - 3_600_000, result: '-10', strategy: null })

export const someOpenRisk = (change: Partial<OpenRiskLimit> = {}): OpenRiskLimit => ({
  percent: 5,
  marginFactor: 1,
  directionPercent: null,
  currencyPercent: null,
  groups: [],
  ...change,
})

/** Wraps a rule so that its result contains the fact's sentence instead of the fact. Tests compare the sentence. */
export const told =
  <Given extends readonly unknown[], Fact, Found>(
    rule: (...given: Given) => RuleResult<Fact, Found>,
    inWords: InWords<Fact>,
  ) =>
  (...given: Given) => {
    const answer = rule(...given)
    if (answer.kind === 'unread') return answer
    const { fact, ...rest } = answer
    return { ...rest, ...inWords(fact, answer.kind === 'passed') }
  }
