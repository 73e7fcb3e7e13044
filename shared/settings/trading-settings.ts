/**
 * The trading settings, each declared once, in the order of the settings screen. The schema, the defaults (of new users
 * and of rows that were stored before a setting existed), the form, the API description and the tests read them from
 * here. Plain values: the screen shows them without loading the schemas.
 */

type SettingText = {
  readonly label: string
  readonly hint?: string
  /** Settings of one row stand together on the screen. */
  readonly row: string
}
export type ChoiceSetting = SettingText & {
  readonly kind: 'choice'
  readonly default: string
  /** Said if none is chosen. */
  readonly missing: string
  /** What each value means. */
  readonly options: Readonly<Record<string, string>>
}
export type NumberSetting = SettingText & {
  readonly kind: 'number'
  /** A whole number from `min` to `max`. */
  readonly min: number
  readonly max: number
  readonly default: number
  readonly unit?: 'hours' | 'minutes' | 'seconds'
  /** The empty field shows the default. */
  readonly showsDefault?: boolean
}
export type SwitchSetting = SettingText & { readonly kind: 'switch'; readonly default: boolean }
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
    hint: 'Limit orders expire at IG after this time',
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
    hint: 'Refuses alerts that arrive too late',
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
    label: 'Require my approval',
    hint: 'An alert that would open a position waits for your approval on the dashboard until it reaches the maximum alert age. Exits never wait',
    default: false,
  },
  enforceMaximumOpenPositions: {
    kind: 'switch',
    row: 'open positions',
    label: 'Enforce maximum open positions',
    hint: 'Counts all positions on the account, including those opened manually',
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
    hint: 'Counts open positions and pending orders together',
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
    hint: 'Allows one position or order per instrument at a time',
    default: true,
  },
  instrumentTradeCooldownPeriodInHours: {
    kind: 'number',
    row: 'cooldown',
    label: 'Instrument trade cooldown (hours)',
    hint: 'Minimum time between orders on one instrument. 0 turns it off',
    unit: 'hours',
    min: 0,
    max: 120,
    default: 24,
  },
  largestBurst: {
    kind: 'number',
    row: 'burst',
    label: 'Safety brake (orders in 60 seconds)',
    hint: 'Pauses trading if more orders than this are placed within 60 seconds. Stops a strategy that has gone wrong',
    min: 1,
    max: 98,
    default: 20,
    showsDefault: true,
  },
  smallestFirst: {
    kind: 'number',
    row: 'smallest first',
    label: 'Start with minimum sizes (live)',
    hint: 'After you go live, this many orders use the market’s minimum size. 0 turns this off',
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
    hint: 'Lets an alert open a position in the opposite direction to one you hold on the same instrument',
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
