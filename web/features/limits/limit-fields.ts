import { limitLabels, type LossLimits, zones } from '../../../shared/limits/loss-limits.ts'

export const off = 'Leave empty to turn off'

/** The limits that are amounts, in the order of the form. Limits that are whole numbers follow. */
export const amountLimits = ['lossToday', 'fallToday', 'drawdown', 'profitTarget'] as const
const count = { hint: off, min: 1, step: 1 }
export const countLimits = [
  { name: 'losingTrades', label: limitLabels.losingTrades, ...count },
  { name: 'tradesToday', label: limitLabels.tradesToday, ...count },
  { name: 'marginPercent', label: 'Margin (percent of equity)', ...count },
] as const
export type AmountLimit = (typeof amountLimits)[number]

/** The initial settings of a limit that the user turns on. */
export const newAmount: Readonly<Record<AmountLimit, object>> = {
  lossToday: { unit: 'PERCENT' },
  fallToday: { unit: 'PERCENT', after: 0 },
  drawdown: { unit: 'PERCENT', stopsAtStart: false },
  profitTarget: { unit: 'PERCENT' },
}

type Choice<Value> = {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
}
type DayChoices = {
  readonly until: Choice<LossLimits['until']>
  readonly start: Choice<LossLimits['start']>
  readonly zone: Choice<LossLimits['day']['zone']>
}

export const dayChoices: DayChoices = {
  until: {
    label: 'Entries stay stopped',
    options: [
      { value: 'RESUMED', label: 'Until I resume them' },
      { value: 'NEXT_DAY', label: 'Until the next trading day' },
    ],
  },
  start: {
    label: 'Measure the day’s loss from',
    options: [
      { value: 'EQUITY', label: 'Equity at the start of the day' },
      { value: 'BALANCE', label: 'Balance at the start of the day' },
      { value: 'HIGHER', label: 'The higher of the two' },
    ],
  },
  zone: {
    label: 'Time zone of the trading day',
    options: zones.map((zone) => ({ value: zone, label: zone.replace('_', ' ') })),
  },
}

/** The initial settings of the limit on open risk. */
export const newRisk = { marginFactor: 1, directionPercent: null, currencyPercent: null, groups: [] }

const cap = { hint: 'Leave empty for no separate cap', max: 100, ifEmpty: null }

/** The numbers of the limit on open risk, besides its percentage. */
export const riskNumbers = [
  {
    name: 'marginFactor',
    label: 'Margin multiple for positions without a stop',
    hint: 'A position without a stop counts as this multiple of its margin',
    min: 0.1,
    max: 20,
    step: 0.1,
    required: true,
    ifEmpty: newRisk.marginFactor,
  },
  { name: 'directionPercent', label: 'Open risk in one direction (percent of equity)', ...cap },
  { name: 'currencyPercent', label: 'Open risk in one currency (percent of equity)', ...cap },
] as const
