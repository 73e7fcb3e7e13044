import type { InstrumentFields } from '../../instruments/instrument.schema.ts'
import type { TradingSettingName } from '../../settings/trading-settings.ts'
import { brokerName } from './broker-name.ts'

/** What a user can change so that a rule lets the next alert pass, with the text of the link. */
export type RuleFix = { readonly words: string } & (
  | { readonly setting: TradingSettingName | 'mode' | 'credentials' | 'lossLimits' }
  | { readonly page: 'strategies' }
  | {
      readonly page: 'instruments'
      /** The field of the instrument that decides whether the rule passes. */
      readonly field?: keyof InstrumentFields
    }
)

type AboutRule = {
  readonly label: string
  /**
   * Data whose change may end a refusal. `market`: a fresh quote, status or dealing rule. `orders`: the confirmations
   * of orders that were just sent. A rejected order blocks nothing, and a working order does not count as a position.
   */
  readonly restsOn: readonly ('market' | 'orders')[]
  /**
   * Null if no change by the user lets the next alert pass, or if the user can make the change at the top of each
   * screen.
   */
  readonly fix: RuleFix | null
}

/** The rules in the order of evaluation. Their names are stored in traces and never change. */
const rules = {
  mode: { label: 'mode', restsOn: [], fix: { setting: 'mode', words: 'Change mode' } },
  'trading not paused': { label: 'trading not paused', restsOn: [], fix: null },
  'strategy paused': {
    label: 'strategy not paused',
    restsOn: [],
    fix: { page: 'strategies', words: 'Go to strategies' },
  },
  'no limit reached': {
    label: 'no limit reached',
    restsOn: [],
    fix: { setting: 'lossLimits', words: 'Open your loss limits' },
  },
  credentials: {
    label: 'credentials',
    restsOn: [],
    fix: { setting: 'credentials', words: `Add your ${brokerName} credentials` },
  },
  'alert age': {
    label: 'alert age',
    restsOn: [],
    fix: { setting: 'maximumAlertAgeInSeconds', words: 'Change this limit' },
  },
  'alert order': { label: 'alert order', restsOn: [], fix: null },
  'position change': { label: 'position change', restsOn: [], fix: null },
  instrument: { label: 'instrument', restsOn: [], fix: { page: 'instruments', words: 'Go to instruments' } },
  'in step': {
    label: 'in sync',
    restsOn: ['orders'],
    fix: { page: 'strategies', words: 'Open your strategies' },
  },
  'price sanity': {
    label: 'price sanity',
    restsOn: ['market'],
    fix: { page: 'instruments', field: 'tradingViewPriceMultiplier', words: 'Check the price multiplier' },
  },
  'something to leave': { label: 'something to close', restsOn: ['orders'], fix: null },
  'stop to move': { label: 'stop to move', restsOn: ['market', 'orders'], fix: null },
  cooldown: {
    label: 'cooldown',
    restsOn: ['orders'],
    fix: { setting: 'instrumentTradeCooldownPeriodInHours', words: 'Change the cooldown' },
  },
  'dividend date': {
    label: 'dividend date',
    restsOn: [],
    fix: { setting: 'avoidDividendDates', words: 'Change this rule' },
  },
  'loss limits': {
    label: 'loss limits',
    restsOn: ['orders'],
    fix: { setting: 'lossLimits', words: 'Open your loss limits' },
  },
  duplicate: {
    label: 'duplicate',
    restsOn: ['orders'],
    fix: { setting: 'preventDuplicatePositionsForInstrument', words: 'Change this rule' },
  },
  'opposite position': {
    label: 'opposite position',
    restsOn: ['orders'],
    fix: { setting: 'allowHedging', words: 'Change this rule' },
  },
  'open positions': {
    label: 'open positions',
    restsOn: ['orders'],
    fix: { setting: 'maximumOpenPositions', words: 'Change this limit' },
  },
  'positions and orders': {
    label: 'positions and orders',
    restsOn: ['orders'],
    fix: { setting: 'maximumOpenPositionsAndPendingOrders', words: 'Change this limit' },
  },
  'strategy positions': {
    label: 'strategy limit',
    restsOn: ['orders'],
    fix: { page: 'strategies', words: 'Change this limit' },
  },
  'ATR known': {
    label: 'ATR available',
    restsOn: [],
    fix: { page: 'instruments', field: 'yahooSymbol', words: 'Check the ATR periods and Yahoo symbol' },
  },
  size: {
    label: 'size',
    restsOn: ['market'],
    fix: { page: 'instruments', field: 'maxPositionSize', words: 'Change the max position size' },
  },
  'stop and limit distance': {
    label: 'stop and limit distance',
    restsOn: ['market'],
    fix: {
      page: 'instruments',
      field: 'atrStopLossMultiplePercentage',
      words: 'Change the stop and profit settings',
    },
  },
  'market open': { label: 'market open', restsOn: ['market'], fix: null },
  'open risk': {
    label: 'open risk',
    restsOn: ['market', 'orders'],
    fix: { setting: 'lossLimits', words: 'Change this limit' },
  },
  margin: {
    label: 'margin',
    restsOn: ['market', 'orders'],
    fix: { page: 'instruments', words: 'Change the max position size' },
  },
  'ask first': { label: 'approval', restsOn: [], fix: null },
} satisfies Record<string, AboutRule>

/** Checks that can stop an alert after all rules have passed. */
const afterRules = {
  'safety brake': {
    label: 'safety brake',
    restsOn: [],
    fix: { setting: 'largestBurst', words: 'Change this limit' },
  },
  'request allowance': { label: `${brokerName} request limit`, restsOn: [], fix: null },
} satisfies Record<string, AboutRule>

export type RuleName = keyof typeof rules
/** The names that a trace may contain. */
export type TracedRule = RuleName | keyof typeof afterRules

export const aboutRule: Readonly<Record<TracedRule, AboutRule>> = { ...rules, ...afterRules }
export const ruleNames = Object.keys(rules) as RuleName[]
export const tracedRules = Object.keys(aboutRule) as TracedRule[]

/** Whether a rule refuses before anything is read from the broker. */
export const isEarly = (rule: TracedRule): boolean =>
  tracedRules.indexOf(rule) < tracedRules.indexOf('in step')
