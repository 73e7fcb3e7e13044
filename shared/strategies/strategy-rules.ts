import type { StrategyLimits } from '../limits/loss-limits.ts'

/** Plain values, so that the engine and the screens know them without the schemas. */

/** Maximum number of characters of a strategy's name. */
export const longestStrategyName = 64

/** No white space at the ends, and no control, invisible or line-breaking characters: names are compared and shown in one line. */
const strategyNamePattern = new RegExp(
  `^(?!\\s)[^\\p{C}\\p{Zl}\\p{Zp}]{1,${longestStrategyName}}(?<!\\s)$`,
  'u',
)

/** A strategy's tag as alerts carry it, such as `Golden Cross v2`. It is a key of objects, so what every object has is none. */
export const isStrategyName = (text: string): boolean => strategyNamePattern.test(text) && !(text in {})

/** Maximum number of a user's strategies that can have rules of their own. */
export const mostStrategies = 50

/** What is done where TradingView and the broker disagree on what a strategy holds; exits always pass. */
export const outOfStepChoices = ['WARN', 'REFUSE', 'FOLLOW'] as const
export type OutOfStep = (typeof outOfStepChoices)[number]

/** What a user has set for one strategy. Of these and the account's rules the stricter holds. */
export type StrategyRules = StrategyLimits & {
  readonly paused: boolean
  readonly askFirst: boolean
  /** Positions and orders of this strategy; null: no limit of its own. */
  readonly maximumPositions: number | null
  /** Percent of the instrument's largest position size. */
  readonly sizePercent: number
  /** Hours between two orders on one instrument; null: the account's. */
  readonly cooldownHours: number | null
  readonly outOfStep: OutOfStep
  /** Its own positions and orders are closed at this time on these days; null: never. */
  readonly flatAt: FlatAt | null
  /** Once a position is this many times its risk (from entry to stop) in profit, its stop moves to the entry; null: never. */
  readonly breakEvenAfter: number | null
  /** Points in the position's favour by which that stop is beyond the entry. */
  readonly breakEvenOffset: number
  /** Then the stop trails instead, at this distance and in these steps, in points; null: it moves to the entry. */
  readonly trail: { readonly distance: number; readonly step: number } | null
  /** Hours without an alert after which the user is notified; null: never. */
  readonly silentAfterHours: number | null
  /** The day on which its alert ends at TradingView: its user is reminded before; null: never. */
  readonly expiresOn: string | null
}

export const flatZones = ['Europe/London', 'America/New_York'] as const
export const flatDays = ['WEEKDAYS', 'FRIDAYS'] as const
export type FlatAt = {
  /** `16:25` in that zone. */
  readonly time: string
  readonly zone: (typeof flatZones)[number]
  readonly days: (typeof flatDays)[number]
}

/** Whether the clock has something to do for a strategy. */
export const isTimed = ({ flatAt, breakEvenAfter, silentAfterHours, expiresOn }: StrategyRules): boolean =>
  (flatAt ?? breakEvenAfter ?? silentAfterHours ?? expiresOn ?? null) !== null

/** What holds for a strategy that nothing was set for. */
export const defaultStrategyRules: StrategyRules = {
  paused: false,
  askFirst: false,
  maximumPositions: null,
  sizePercent: 100,
  cooldownHours: null,
  outOfStep: 'WARN',
  flatAt: null,
  breakEvenAfter: null,
  breakEvenOffset: 0,
  trail: null,
  silentAfterHours: null,
  expiresOn: null,
  lossToday: null,
  losingTrades: null,
  tradesToday: null,
}
