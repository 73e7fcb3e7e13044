import { type Amount, largestAmount } from '../limits/loss-limits.ts'
import { formatNumber } from '../platform/figures.ts'

/** The rules are plain values so that the engine and the screens need not load the schemas. */

/** Maximum length of a strategy's name, in characters. */
export const longestStrategyName = 64

/**
 * Allows no white space at the ends, and no control, invisible or line-breaking characters. Names are compared and
 * shown in one line.
 */
const strategyNamePattern = new RegExp(
  `^(?!\\s)[^\\p{C}\\p{Zl}\\p{Zp}]{1,${longestStrategyName}}(?<!\\s)$`,
  'u',
)

/**
 * Whether a text is a valid tag, such as `Golden Cross v2`. Names of object properties such as `constructor` are
 * invalid, because tags become keys of objects.
 */
export const isStrategyName = (text: string): boolean => strategyNamePattern.test(text) && !(text in {})

/** Maximum number of a user's strategies with rules of their own. */
export const mostStrategies = 50

/** What happens if TradingView and the broker disagree about a strategy's position. Exits always pass. */
export const outOfStepChoices = ['WARN', 'REFUSE', 'FOLLOW'] as const
export type OutOfStep = (typeof outOfStepChoices)[number]

export type StrategyNumber = {
  readonly label: string
  readonly hint: string
  readonly min: number
  readonly max: number
  readonly hasDecimals?: boolean
  /** Null if the field may be empty. The strategy then has no such rule of its own. */
  readonly default: number | null
  /**
   * Whether a higher or a lower number is looser, that is, lets more alerts through or protects less. An empty field is
   * loosest. `set`: any change except to a lower number is looser, because the number replaces the instrument's own.
   * Missing: no change is looser.
   */
  readonly looser?: 'higher' | 'lower' | 'set'
}

/** The numbers of a strategy's rules. Schema, defaults, form and what-if page read them from here. */
export const strategyNumbers = {
  maximumPositions: {
    label: 'Maximum positions and orders',
    hint: 'For this strategy. Leave empty for no separate limit',
    min: 1,
    max: 100,
    default: null,
    looser: 'higher',
  },
  sizePercent: {
    label: 'Size (percent)',
    hint: 'Percentage of each instrument’s max position size',
    min: 1,
    max: 100,
    default: 100,
    looser: 'higher',
  },
  riskPercent: {
    label: 'Risk per trade (% of equity)',
    hint: 'Sizes each entry by what it would lose at its stop. Leave empty to use the instrument’s',
    min: 0.01,
    max: 100,
    hasDecimals: true,
    default: null,
    looser: 'set',
  },
  riskAmount: {
    label: 'Risk per trade (amount)',
    hint: 'In your account currency. If you set both, the smaller one applies',
    min: 0.01,
    max: largestAmount,
    hasDecimals: true,
    default: null,
    looser: 'set',
  },
  cooldownHours: {
    label: 'Cooldown (hours)',
    hint: 'Leave empty to use the account’s. The longer one applies',
    min: 0,
    max: 120,
    default: null,
    looser: 'lower',
  },
  breakEvenAfter: {
    label: 'Break-even after (× risk)',
    hint: 'Moves the stop to the entry price within about a minute. Leave empty to turn off',
    min: 0.1,
    max: 20,
    hasDecimals: true,
    default: null,
    looser: 'higher',
  },
  breakEvenOffset: {
    label: 'Break-even offset (points)',
    hint: 'Beyond the entry price, in the position’s favour',
    min: -100_000,
    max: 100_000,
    hasDecimals: true,
    default: 0,
    looser: 'lower',
  },
  silentAfterHours: {
    label: 'Notify me after no alerts for (hours)',
    hint: 'Counts weekdays only. Leave empty to turn off',
    min: 1,
    max: 720,
    default: null,
  },
  losingTrades: {
    label: 'Losing trades in a row',
    hint: 'Then its entries stop. Leave empty to turn off',
    min: 1,
    max: 100,
    default: null,
    looser: 'higher',
  },
  tradesToday: {
    label: 'Trades a day',
    hint: 'Then its entries stop. Leave empty to turn off',
    min: 1,
    max: 1_000,
    default: null,
    looser: 'higher',
  },
} as const satisfies Readonly<Record<string, StrategyNumber>>

export type StrategyNumberName = keyof typeof strategyNumbers

export type StrategyNumbers = {
  readonly [Name in StrategyNumberName]: (typeof strategyNumbers)[Name]['default'] extends null
    ? number | null
    : number
}

export const strategyNumberList = Object.entries(strategyNumbers) as [StrategyNumberName, StrategyNumber][]

/** Why a value is invalid for this number; undefined if it is valid. */
export const numberProblem = (
  { min, max, hasDecimals, ...number }: StrategyNumber,
  value: number | null,
): string | undefined => {
  const isRight =
    value === null
      ? number.default === null
      : (hasDecimals || Number.isInteger(value)) && value >= min && value <= max
  return isRight
    ? undefined
    : `Must be ${hasDecimals ? '' : 'a whole number '}from ${formatNumber(min)} to ${formatNumber(max)}`
}

/** Maximum distance of a trailing stop, in points. */
export const mostTrailPoints = 100_000

/** Why a trailing distance or step is invalid; undefined if it is valid. */
export const trailProblem = (value: number): string | undefined =>
  value > 0 && value <= mostTrailPoints ? undefined : 'Must be above 0 and at most 100,000 points'

/** A user's rules for one strategy. The stricter of a strategy's rule and the account's rule applies. */
export type StrategyRules = StrategyNumbers & {
  readonly paused: boolean
  readonly askFirst: boolean
  readonly lossToday: Amount | null
  readonly outOfStep: OutOfStep
  /** When the strategy's positions and orders are closed; null for never. */
  readonly flatAt: FlatAt | null
  /** Distance and step, in points, if the stop trails; null if the stop moves to the entry instead. */
  readonly trail: { readonly distance: number; readonly step: number } | null
  /**
   * The day on which the strategy's alert expires at TradingView, so that the user can be reminded; null for no
   * reminder.
   */
  readonly expiresOn: string | null
}

export const flatZones = ['Europe/London', 'America/New_York'] as const
export const flatDays = ['WEEKDAYS', 'FRIDAYS'] as const
export type FlatAt = {
  /** A time in the time zone `zone`, such as `16:25`. */
  readonly time: string
  readonly zone: (typeof flatZones)[number]
  readonly days: (typeof flatDays)[number]
}

/** Whether any rule of the strategy depends on time. */
export const isTimed = ({ flatAt, breakEvenAfter, silentAfterHours, expiresOn }: StrategyRules): boolean =>
  (flatAt ?? breakEvenAfter ?? silentAfterHours ?? expiresOn ?? null) !== null

/** The rules of a strategy for which the user has set none. */
export const defaultStrategyRules: StrategyRules = {
  ...(Object.fromEntries(
    strategyNumberList.map(([name, number]) => [name, number.default]),
  ) as StrategyNumbers),
  paused: false,
  askFirst: false,
  outOfStep: 'WARN',
  flatAt: null,
  trail: null,
  expiresOn: null,
  lossToday: null,
}

/**
 * All rules except numbers and `lossToday`. `looserStrategyLimits` compares loss limits, because looser loss limits
 * need a proof of identity in DEMO too.
 */
type OtherRule = Exclude<keyof StrategyRules, StrategyNumberName | 'lossToday'>

/** The choices from the strictest to the loosest. */
const outOfStepByRisk: readonly OutOfStep[] = ['REFUSE', 'WARN', 'FOLLOW']

/** For each rule that is not a number: whether a change lets more alerts through or protects less. */
const looserByRule: {
  readonly [Name in OtherRule]: (before: StrategyRules[Name], after: StrategyRules[Name]) => boolean
} = {
  paused: (before, after) => before && !after,
  askFirst: (before, after) => before && !after,
  outOfStep: (before, after) => outOfStepByRisk.indexOf(after) > outOfStepByRisk.indexOf(before),
  flatAt: (before, after) =>
    before !== null &&
    (after?.time !== before.time || after.zone !== before.zone || after.days !== before.days),
  trail: (before, after) => before !== null && (after === null || after.distance > before.distance),
  expiresOn: () => false,
}

/** The rules of a strategy that a change makes looser. In LIVE, such a change requires a recent identity check. */
export const looserStrategyRules = (before: StrategyRules, after: StrategyRules): readonly string[] => {
  const isLooser = <Name extends OtherRule>(name: Name) => looserByRule[name](before[name], after[name])
  return [
    ...strategyNumberList.flatMap(([name, number]) =>
      isLooserNumber(number, before[name], after[name]) ? name : [],
    ),
    ...(Object.keys(looserByRule) as OtherRule[]).filter((name) => isLooser(name)),
  ]
}

const isLooserNumber = ({ looser }: StrategyNumber, before: number | null, after: number | null) =>
  (looser === 'set' && after !== before && (before === null || after === null || after > before)) ||
  (looser === 'higher' && (after ?? Infinity) > (before ?? Infinity)) ||
  (looser === 'lower' && (after ?? -Infinity) < (before ?? -Infinity))
