/** Plain values, so that the engine and the screens know them without the schemas. */

/** A strategy's tag, as alerts carry it. */
export const strategyName = /^[A-Za-z0-9_-]{1,32}$/

/** So many strategies of one user can have rules of their own. */
export const mostStrategies = 50

/** What is done where TradingView and the broker disagree on what a strategy holds; exits always pass. */
export const outOfStepChoices = ['WARN', 'REFUSE', 'FOLLOW'] as const
export type OutOfStep = (typeof outOfStepChoices)[number]

/** What a user has set for one strategy. Of these and the account's rules the stricter holds. */
export type StrategyRules = {
  readonly paused: boolean
  readonly askFirst: boolean
  /** Positions and orders of this strategy; null: no limit of its own. */
  readonly maximumPositions: number | null
  /** Percent of the instrument's largest position size. */
  readonly sizePercent: number
  /** Hours between two orders on one instrument; null: the account's. */
  readonly cooldownHours: number | null
  readonly outOfStep: OutOfStep
}

/** What holds for a strategy that nothing was set for. */
export const defaultStrategyRules: StrategyRules = {
  paused: false,
  askFirst: false,
  maximumPositions: null,
  sizePercent: 100,
  cooldownHours: null,
  outOfStep: 'WARN',
}
