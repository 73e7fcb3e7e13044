/**
 * The loss limits, which the settings form, the API, texts and tests read from this file. They are plain values so that
 * the engine and the screens need not load the schemas.
 */

/** Money in the account's currency, or a percentage of the limit's base. */
export type Amount = { readonly amount: number; readonly unit: 'MONEY' | 'PERCENT' }

/**
 * With the unit `PROFIT`, `amount` is a percentage of the day's best profit. The limit then applies once that profit
 * has reached `after` (money).
 */
export type FallLimit = {
  readonly amount: number
  readonly unit: 'MONEY' | 'PERCENT' | 'PROFIT'
  readonly after: number
}

export const largestAmount = 100_000_000
export const amountWords = 'Must be an amount above 0, with at most two decimals'
export const percentWords = 'Must be above 0 and at most 100 percent'

/** Why a limit's amount is invalid; undefined if it is valid. */
export const amountProblem = ({ amount, unit }: Pick<FallLimit, 'amount' | 'unit'>): string | undefined => {
  const isAmount = amount > 0 && amount <= largestAmount && Number(amount.toFixed(2)) === amount
  if (!isAmount) return amountWords
  return unit === 'MONEY' || amount <= 100 ? undefined : percentWords
}

export const zones = ['Europe/London', 'America/New_York', 'Europe/Berlin', 'UTC'] as const

/** A cap on the open risk of a group of instruments. */
export type RiskGroup = {
  readonly name: string
  /** TradingView's names, such as LSE:VOD. */
  readonly instruments: string[]
  /** Percent of the account's equity. */
  readonly percent: number
}

/** A limit on the loss if all stops were hit, in percent of the account's equity. */
export type OpenRiskLimit = {
  readonly percent: number
  /** A position without a stop counts with its margin times this factor. */
  readonly marginFactor: number
  /** Maximum open risk of all deals in one direction; null for no maximum. */
  readonly directionPercent: number | null
  /** Maximum open risk of all deals in one currency; null for no maximum. */
  readonly currencyPercent: number | null
  readonly groups: RiskGroup[]
}

/** The limits that can be set to close everything when they are reached. All other limits only stop entries. */
export const closingLimits = ['lossToday', 'fallToday', 'drawdown'] as const
export type ClosingLimit = (typeof closingLimits)[number]

/** A user's limits for the account of one mode; null means off. */
export type LossLimits = {
  readonly day: { readonly time: string; readonly zone: (typeof zones)[number] }
  /** What the day's loss is measured from. `HIGHER`: the higher of equity and balance. */
  readonly start: 'EQUITY' | 'BALANCE' | 'HIGHER'
  readonly lossToday: Amount | null
  /** Maximum fall from the day's highest equity. */
  readonly fallToday: FallLimit | null
  /** Maximum fall from the highest balance at the end of a day. */
  readonly drawdown: (Amount & { readonly stopsAtStart: boolean }) | null
  /** Maximum number of losing trades in a row. */
  readonly losingTrades: number | null
  readonly tradesToday: number | null
  readonly profitTarget: Amount | null
  /** `CLOSE`: reaching the limit also deletes all orders and closes everything. All other limits only stop entries. */
  readonly onReach: Readonly<Record<ClosingLimit, 'STOP' | 'CLOSE'>>
  /** When entries are allowed again: on the next day, or when the user resumes. */
  readonly until: 'NEXT_DAY' | 'RESUMED'
  readonly openRisk: OpenRiskLimit | null
  /** Maximum margin in percent of equity. Null means no limit. Rows of release 0.2.0 lack this field. */
  readonly marginPercent?: number | null
}

export const noLimits: LossLimits = {
  day: { time: '22:00', zone: 'Europe/London' },
  start: 'EQUITY',
  lossToday: null,
  fallToday: null,
  drawdown: null,
  losingTrades: null,
  tradesToday: null,
  profitTarget: null,
  onReach: { lossToday: 'STOP', fallToday: 'STOP', drawdown: 'STOP' },
  until: 'RESUMED',
  openRisk: null,
}

/** A user's limits for one strategy, in addition to the account's. */
export type StrategyLimits = {
  readonly lossToday: Amount | null
  readonly losingTrades: number | null
  readonly tradesToday: number | null
}

export const limitNames = [
  'lossToday',
  'fallToday',
  'drawdown',
  'losingTrades',
  'tradesToday',
  'profitTarget',
] as const
export type LimitName = (typeof limitNames)[number]

/** The share of a limit at which the user is notified and the limit's bar shows a warning. */
export const nearShare = 0.7

export const limitLabels: Readonly<Record<LimitName, string>> = {
  lossToday: 'Loss today',
  fallToday: 'Fall from today’s peak',
  drawdown: 'Total drawdown',
  losingTrades: 'Losing trades in a row',
  tradesToday: 'Trades today',
  profitTarget: 'Profit target',
}

const strategyLimitNames = ['lossToday', 'losingTrades', 'tradesToday'] as const

/** The key of a limit: `lossToday` for the account, or `lossToday orb` for the strategy `orb`. */
const limitKey = (limit: LimitName, strategy: string | null) =>
  strategy === null ? limit : `${limit} ${strategy}`

export type ActiveLimit = {
  readonly key: string
  readonly strategy: string | null
} & (
  | { readonly limit: 'lossToday'; readonly set: Amount }
  | { readonly limit: 'profitTarget'; readonly set: Amount }
  | { readonly limit: 'fallToday'; readonly set: FallLimit }
  | { readonly limit: 'drawdown'; readonly set: Amount & { readonly stopsAtStart: boolean } }
  | { readonly limit: 'losingTrades'; readonly set: number }
  | { readonly limit: 'tradesToday'; readonly set: number }
)

/** Whether reaching this limit deletes all orders and closes everything. */
export const closesEverything = (
  { onReach }: Pick<LossLimits, 'onReach'>,
  { limit, strategy }: Pick<ActiveLimit, 'limit' | 'strategy'>,
): boolean => {
  const closing = closingLimits.find((each) => each === limit)
  return strategy === null && closing !== undefined && onReach[closing] === 'CLOSE'
}

/** All limits that are on. The account's limits come first. */
export const activeLimits = (
  limits: LossLimits,
  strategies: Readonly<Record<string, StrategyLimits>>,
): readonly ActiveLimit[] => [
  ...limitNames.flatMap((limit) => active(limit, null, limits[limit])),
  ...Object.entries(strategies).flatMap(([strategy, own]) =>
    strategyLimitNames.flatMap((limit) => active(limit, strategy, own[limit] ?? null)),
  ),
]

const active = (limit: LimitName, strategy: string | null, set: unknown): readonly ActiveLimit[] =>
  set === null ? [] : [{ key: limitKey(limit, strategy), strategy, limit, set } as ActiveLimit]

/** Whether any limit is on, so that the account must be measured. */
export const isLimited = (
  limits: LossLimits,
  strategies: Readonly<Record<string, StrategyLimits>>,
): boolean => limits.openRisk !== null || activeLimits(limits, strategies).length > 0

/** A record that a limit was reached. No entry is sent until the trip is lifted. */
export type Trip = {
  readonly key: string
  /** Null for the account's limit. */
  readonly strategy: string | null
  readonly accountId: string
  /** When the limit was reached, in ISO 8601. */
  readonly at: string
  /** When the trip ends, in ISO 8601; null until the user resumes. */
  readonly until: string | null
  /** Text that names the limit, the figure that was reached and the maximum. */
  readonly sentence: string
  readonly closes: boolean
  /** The part of the fall that no booking at IG explains. It may have been a withdrawal. */
  readonly unexplained?: { readonly amount: string; readonly currency: string }
  /**
   * Deals that were open when the limit was reached and may still be open: deal IDs, and deal references of our orders
   * in flight. Entries stay stopped until all these deals are closed, even after `until`. Null if the deals are not
   * listed yet.
   */
  readonly closing: string[] | null
}

/** Whether deals that were open when the limit was reached must still be closed. */
export const isClosing = ({ closing }: Pick<Trip, 'closing'>): boolean =>
  closing === null || closing.length > 0

/** The key of the account or strategy that a trip stops: `DEMO`, or `DEMO orb` for the strategy `orb`. */
export const tripKey = (mode: string, strategy: string | null) =>
  strategy === null ? mode : `${mode} ${strategy}`
