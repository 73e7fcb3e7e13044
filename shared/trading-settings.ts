/**
 * The trading settings, each declared once, in the order of the settings screen. The schema, the defaults (of new users
 * and of rows that were stored before a setting existed), the form, the API description and the tests read them from
 * here. Plain values: the screen shows them without loading the schemas.
 */

type Shown = {
  readonly label: string
  readonly hint?: string
  /** Settings of one row stand together on the screen. */
  readonly row: string
}
export type ChoiceSetting = Shown & {
  readonly kind: 'choice'
  readonly default: string
  /** Said where none is chosen. */
  readonly missing: string
  /** What each value means. */
  readonly options: Readonly<Record<string, string>>
}
export type NumberSetting = Shown & {
  readonly kind: 'number'
  /** A whole number from `min` to `max`. */
  readonly min: number
  readonly max: number
  readonly default: number
  readonly unit?: 'hours' | 'minutes' | 'seconds'
  /** The empty field shows the default. */
  readonly showsDefault?: boolean
}
export type SwitchSetting = Shown & { readonly kind: 'switch'; readonly default: boolean }
export type TradingSetting = ChoiceSetting | NumberSetting | SwitchSetting

export const tradingSettings = {
  orderType: {
    kind: 'choice',
    row: 'order',
    label: 'Order type',
    default: 'LIMIT',
    missing: 'Please select an order type',
    options: {
      LIMIT: 'Execute at specific price or better',
      MARKET: 'Execute immediately at current price',
    },
  },
  maximumOrderAgeInMinutes: {
    kind: 'number',
    row: 'order',
    label: 'Maximum order age (minutes)',
    hint: 'A limit order ends at IG after this time',
    unit: 'minutes',
    min: 1,
    max: 1440,
    default: 10,
    showsDefault: true,
  },
  enforceMaximumAlertAgeInSeconds: {
    kind: 'switch',
    row: 'alert age',
    label: 'Enforce maximum alert age',
    hint: 'Refuse alerts that arrive too late',
    default: true,
  },
  maximumAlertAgeInSeconds: {
    kind: 'number',
    row: 'alert age',
    label: 'Maximum alert age (seconds)',
    unit: 'seconds',
    min: 1,
    max: 86_400,
    default: 60,
    showsDefault: true,
  },
  askFirst: {
    kind: 'switch',
    row: 'ask first',
    label: 'Ask first',
    hint: 'An alert to open that passes every rule waits for your yes on the dashboard, for as long as it may be old; exits never wait',
    default: false,
  },
  enforceMaximumOpenPositions: {
    kind: 'switch',
    row: 'open positions',
    label: 'Enforce maximum open positions',
    hint: 'All positions on the account count, those opened by hand too',
    default: true,
  },
  maximumOpenPositions: {
    kind: 'number',
    row: 'open positions',
    label: 'Maximum open positions',
    min: 0,
    max: 100,
    default: 5,
  },
  enforceMaximumOpenPositionsAndPendingOrders: {
    kind: 'switch',
    row: 'positions and orders',
    label: 'Enforce maximum positions and orders',
    hint: 'Open positions and pending orders counted together',
    default: true,
  },
  maximumOpenPositionsAndPendingOrders: {
    kind: 'number',
    row: 'positions and orders',
    label: 'Maximum open positions and pending orders',
    min: 0,
    max: 100,
    default: 10,
  },
  preventDuplicatePositionsForInstrument: {
    kind: 'switch',
    row: 'duplicates',
    label: 'Prevent duplicate positions',
    hint: 'One position or order per instrument at a time',
    default: true,
  },
  instrumentTradeCooldownPeriodInHours: {
    kind: 'number',
    row: 'cooldown',
    label: 'Instrument trade cooldown (hours)',
    hint: '0 means no cooldown',
    unit: 'hours',
    min: 0,
    max: 120,
    default: 24,
  },
  largestBurst: {
    kind: 'number',
    row: 'burst',
    label: 'Largest honest burst (orders in 60 seconds)',
    hint: 'The safety brake: one order more pauses trading until you resume it, so that a strategy gone wrong is stopped',
    min: 1,
    max: 98,
    default: 20,
    showsDefault: true,
  },
  smallestFirst: {
    kind: 'number',
    row: 'smallest first',
    label: 'Smallest orders first (live)',
    hint: 'After going live, so many orders are of the market’s minimum size before your own sizes hold; 0 leaves them out',
    min: 0,
    max: 100,
    default: 10,
    showsDefault: true,
  },
  avoidDividendDates: {
    kind: 'switch',
    row: 'dividends',
    label: 'Avoid dividend dates',
    hint: 'Refuse alerts on an instrument’s dividend date',
    default: true,
  },
  allowHedging: {
    kind: 'switch',
    row: 'hedging',
    label: 'Allow hedging',
    hint: 'Let an alert open a position against one you hold on the same instrument',
    default: false,
  },
} as const satisfies Readonly<Record<string, TradingSetting>>

export type TradingSettingName = keyof typeof tradingSettings

type ValueOf<Setting extends TradingSetting> = Setting extends { options: infer Options }
  ? keyof Options
  : Setting extends NumberSetting
    ? number
    : boolean

/** A value for each setting. */
export type TradingRules = {
  -readonly [Name in TradingSettingName]: ValueOf<(typeof tradingSettings)[Name]>
}

export const tradingSettingList = Object.entries(tradingSettings) as [TradingSettingName, TradingSetting][]

/** What a new user starts with, and a stored row that knows nothing of a setting: every rule on, the careful order type. */
export const defaultTradingRules = Object.fromEntries(
  tradingSettingList.map(([name, setting]) => [name, setting.default]),
) as TradingRules
