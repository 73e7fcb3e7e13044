/**
 * The loss limits, each declared once: the settings form, the API, the sentences and the tests read them from here. Plain
 * values, so that the engine and the screens know them without the schemas.
 */

/** Money in the account's currency, or percent of what the limit is measured from. */
export type Amount = { readonly amount: number; readonly unit: 'MONEY' | 'PERCENT' }

/** `PROFIT`: percent of the day's best profit, once that profit was `after` (money). */
export type FallLimit = {
  readonly amount: number
  readonly unit: 'MONEY' | 'PERCENT' | 'PROFIT'
  readonly after: number
}

export const largestAmount = 100_000_000
export const amountWords = 'Must be an amount above 0, with at most two decimals'
export const percentWords = 'Must be above 0 and at most 100 percent'

/** What is wrong with the amount of a limit; undefined if nothing is. */
export const amountProblem = ({ amount, unit }: Pick<FallLimit, 'amount' | 'unit'>): string | undefined => {
  const isAmount = amount > 0 && amount <= largestAmount && Number(amount.toFixed(2)) === amount
  if (!isAmount) return amountWords
  return unit === 'MONEY' || amount <= 100 ? undefined : percentWords
}

export const zones = ['Europe/London', 'America/New_York', 'Europe/Berlin', 'UTC'] as const

/** A cap on the open risk of one group of instruments. */
export type RiskGroup = {
  readonly name: string
  /** TradingView's names, such as LSE:VOD. */
  readonly instruments: string[]
  /** Percent of the account's equity. */
  readonly percent: number
}

/** What may be lost if every stop were hit, in percent of the account's equity. */
export type OpenRiskLimit = {
  readonly percent: number
  /** A position without a stop counts with this many times its margin. */
  readonly marginFactor: number
  /** Cap for one direction; null: none. */
  readonly directionPercent: number | null
  /** Cap for deals in one currency; null: none. */
  readonly currencyPercent: number | null
  readonly groups: RiskGroup[]
}

/** The limits of loss: only these may close what is open. */
export const closingLimits = ['lossToday', 'fallToday', 'drawdown'] as const
export type ClosingLimit = (typeof closingLimits)[number]

/** What a user has set for the account of one mode; null: off. */
export type LossLimits = {
  /** When a trading day begins. */
  readonly day: { readonly time: string; readonly zone: (typeof zones)[number] }
  /** What the day's loss is measured from; `HIGHER`: the higher of the two. */
  readonly start: 'EQUITY' | 'BALANCE' | 'HIGHER'
  readonly lossToday: Amount | null
  /** From the day's highest equity. */
  readonly fallToday: FallLimit | null
  /** From the highest balance at the end of a day. */
  readonly drawdown: (Amount & { readonly stopsAtStart: boolean }) | null
  /** In a row. */
  readonly losingTrades: number | null
  readonly tradesToday: number | null
  readonly profitTarget: Amount | null
  /** `CLOSE`: reaching it also deletes all orders and closes everything. All other limits only stop entries. */
  readonly onReach: Readonly<Record<ClosingLimit, 'STOP' | 'CLOSE'>>
  /** How long it stays stopped. */
  readonly until: 'NEXT_DAY' | 'RESUMED'
  readonly openRisk: OpenRiskLimit | null
  /** The most of the account's equity that margin may take, in percent; null, or missing in what release 0.2.0 kept: any. */
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

/** What a user has set for one strategy, on top of the account's. */
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

/** From this part of a limit on its user is notified, and its bar warns. */
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

/** Names a limit of the account, or of one strategy: `lossToday`, `lossToday orb`. */
const limitKey = (limit: LimitName, strategy: string | null) =>
  strategy === null ? limit : `${limit} ${strategy}`

/** One limit that is on. */
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

/** All that are on, the account's first. */
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

/** Whether anything of it must be measured. */
export const isLimited = (
  limits: LossLimits,
  strategies: Readonly<Record<string, StrategyLimits>>,
): boolean => limits.openRisk !== null || activeLimits(limits, strategies).length > 0

/** A limit was reached: no entry leaves until it is lifted. */
export type Trip = {
  readonly key: string
  /** null: the account's. */
  readonly strategy: string | null
  readonly accountId: string
  /** ISO 8601. */
  readonly at: string
  /** ISO 8601; null: until the user resumes. */
  readonly until: string | null
  /** What was reached, with both figures. */
  readonly sentence: string
  readonly closes: boolean
  /** How much the balance fell without any reason that IG shows: it may have been a withdrawal. */
  readonly unexplained?: { readonly amount: string; readonly currency: string }
  /**
   * What was open at the trip and may still be: deal IDs, and deal references of orders of ours that were in flight. Entries stay
   * stopped as long as one is left, also past `until`. null: not listed yet.
   */
  readonly closing: string[] | null
}

/** Whether something that was open at the trip is still to be closed. */
export const isClosing = ({ closing }: Pick<Trip, 'closing'>): boolean =>
  closing === null || closing.length > 0

/** Names what a trip stops: `DEMO`, or `DEMO orb` for one strategy. */
export const tripKey = (mode: string, strategy: string | null) =>
  strategy === null ? mode : `${mode} ${strategy}`
