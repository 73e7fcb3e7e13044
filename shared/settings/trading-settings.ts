/**
 * The trading settings in the order of the settings screen. Schema, defaults (for new users and older rows), form, API
 * description and tests read them from here. They are plain values so that the screen need not load the schemas.
 */

type SettingText = {
  readonly label: string
  readonly hint?: string
  /** Settings with the same row are next to each other on the screen. */
  readonly row: string
  /** Set if users must prove their identity again for a riskier value in DEMO too. */
  readonly needsProofInDemo?: true
}
export type ChoiceSetting = SettingText & {
  readonly kind: 'choice'
  readonly default: string
  /** The error message if no value is chosen. */
  readonly missing: string
  /** The meaning of each value. */
  readonly options: Readonly<Record<string, string>>
  /** The least strict value, which lets the most alerts through. */
  readonly looser: string
}
export type NumberSetting = SettingText & {
  readonly kind: 'number'
  readonly min: number
  readonly max: number
  readonly default: number
  readonly unit?: 'hours' | 'minutes' | 'seconds'
  readonly showsDefault?: boolean
  /** Whether a higher or a lower number lets more alerts through. */
  readonly looser: 'higher' | 'lower'
}
export type SwitchSetting = SettingText & {
  readonly kind: 'switch'
  readonly default: boolean
  /** The position of the switch that lets more alerts through. */
  readonly looser: boolean
}
export type TradingSetting = ChoiceSetting | NumberSetting | SwitchSetting

export const tradingSettings = {
  orderType: {
    kind: 'choice',
    row: 'order',
    label: 'Order type',
    default: 'LIMIT',
    looser: 'MARKET',
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
    looser: 'higher',
    showsDefault: true,
  },
  enforceMaximumAlertAgeInSeconds: {
    kind: 'switch',
    row: 'alert age',
    label: 'Enforce maximum alert age',
    hint: 'Refuses alerts that arrive too late',
    default: true,
    looser: false,
  },
  maximumAlertAgeInSeconds: {
    kind: 'number',
    row: 'alert age',
    label: 'Maximum alert age (seconds)',
    unit: 'seconds',
    min: 1,
    max: 86_400,
    default: 60,
    looser: 'higher',
    showsDefault: true,
  },
  askFirst: {
    kind: 'switch',
    row: 'ask first',
    label: 'Require my approval',
    hint: 'An alert that would open a position waits for your approval on the dashboard until it reaches the maximum alert age. Exits never wait',
    default: false,
    looser: false,
  },
  enforceMaximumOpenPositions: {
    kind: 'switch',
    row: 'open positions',
    label: 'Enforce maximum open positions',
    hint: 'Counts all positions on the account, including those opened manually',
    default: true,
    looser: false,
  },
  maximumOpenPositions: {
    kind: 'number',
    row: 'open positions',
    label: 'Maximum open positions',
    min: 0,
    max: 100,
    default: 5,
    looser: 'higher',
  },
  enforceMaximumOpenPositionsAndPendingOrders: {
    kind: 'switch',
    row: 'positions and orders',
    label: 'Enforce maximum positions and orders',
    hint: 'Counts open positions and pending orders together',
    default: true,
    looser: false,
  },
  maximumOpenPositionsAndPendingOrders: {
    kind: 'number',
    row: 'positions and orders',
    label: 'Maximum open positions and pending orders',
    min: 0,
    max: 100,
    default: 10,
    looser: 'higher',
  },
  preventDuplicatePositionsForInstrument: {
    kind: 'switch',
    row: 'duplicates',
    label: 'Prevent duplicate positions',
    hint: 'Allows one position or order per instrument at a time',
    default: true,
    looser: false,
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
    looser: 'lower',
  },
  largestBurst: {
    kind: 'number',
    row: 'burst',
    label: 'Safety brake (orders in 60 seconds)',
    hint: 'Pauses trading if more orders than this are placed within 60 seconds. Stops a strategy that has gone wrong',
    min: 1,
    max: 98,
    default: 20,
    looser: 'higher',
    needsProofInDemo: true,
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
    looser: 'lower',
    showsDefault: true,
  },
  avoidDividendDates: {
    kind: 'switch',
    row: 'dividends',
    label: 'Avoid dividend dates',
    hint: 'Refuse alerts on an instrument’s dividend date',
    default: true,
    looser: false,
  },
  allowHedging: {
    kind: 'switch',
    row: 'hedging',
    label: 'Allow hedging',
    hint: 'Lets an alert open a position in the opposite direction to one you hold on the same instrument',
    default: false,
    looser: true,
  },
} as const satisfies Readonly<Record<string, TradingSetting>>

export type TradingSettingName = keyof typeof tradingSettings

type ValueOf<Setting extends TradingSetting> = Setting extends { options: infer Options }
  ? keyof Options
  : Setting extends NumberSetting
    ? number
    : boolean

export type TradingRules = {
  -readonly [Name in TradingSettingName]: ValueOf<(typeof tradingSettings)[Name]>
}

export const tradingSettingList = Object.entries(tradingSettings) as [TradingSettingName, TradingSetting][]

/**
 * The defaults for new users, and for settings that a stored row lacks: every rule on, and the more careful order type.
 */
export const defaultTradingRules = Object.fromEntries(
  tradingSettingList.map(([name, setting]) => [name, setting.default]),
) as TradingRules

/** The rules that a change makes looser. In LIVE, users must prove their identity again for such a change. */
export const looserRules = (before: TradingRules, after: TradingRules): readonly TradingSettingName[] =>
  tradingSettingList.flatMap(([name, setting]) => (isLooser(setting, before[name], after[name]) ? name : []))

const isLooser = ({ looser }: TradingSetting, before: unknown, after: unknown): boolean => {
  if (looser === 'higher') return Number(after) > Number(before)
  if (looser === 'lower') return Number(after) < Number(before)
  return after === looser && before !== looser
}
