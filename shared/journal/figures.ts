/**
 * This file calculates trading statistics. Results are in money; returns are fractions (0.01 is 1%). If products define
 * a figure differently, we use the definition of freqtrade or empyrical that has no blind spot. Each function names its
 * source.
 */

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]) => sum(values) / values.length

/** Sample standard deviation; null for fewer than two values. */
export const deviation = (values: readonly number[]): number | null => {
  if (values.length < 2) return null
  const middle = mean(values)
  return Math.sqrt(sum(values.map((value) => (value - middle) ** 2)) / (values.length - 1))
}

export type TradeFigures = {
  readonly count: number
  readonly sum: number
  readonly wins: number
  readonly losses: number
  /** Number of trades with a result of 0. */
  readonly even: number
  /** Wins ÷ (wins + losses); null if there is neither. */
  readonly winRate: number | null
  readonly averageWin: number | null
  readonly averageLoss: number | null
  /** Average win ÷ average loss. */
  readonly payoff: number | null
  /** Σ gains ÷ Σ losses; null if there is no loss. */
  readonly profitFactor: number | null
  readonly expectancy: number | null
  /** (1 + payoff) × win rate − 1, as in freqtrade. */
  readonly expectancyRatio: number | null
  /** √n × mean ÷ sample deviation (System Quality Number). */
  readonly sqn: number | null
  readonly longestWins: number
  readonly longestLosses: number
}

/** @param results results of trades, in the order in which they closed */
export const tradeFigures = (results: readonly number[]): TradeFigures => {
  const wins = results.filter((result) => result > 0)
  const losses = results.filter((result) => result < 0)
  const decided = wins.length + losses.length
  const winRate = decided === 0 ? null : wins.length / decided
  const averageWin = wins.length === 0 ? null : mean(wins)
  const averageLoss = losses.length === 0 ? null : mean(losses)
  const payoff = averageWin === null || averageLoss === null ? null : averageWin / -averageLoss
  const spread = deviation(results)
  return {
    count: results.length,
    sum: sum(results),
    wins: wins.length,
    losses: losses.length,
    even: results.length - decided,
    winRate,
    averageWin,
    averageLoss,
    payoff,
    profitFactor: losses.length === 0 ? null : sum(wins) / -sum(losses),
    expectancy: results.length === 0 ? null : mean(results),
    expectancyRatio: payoff === null || winRate === null ? null : (1 + payoff) * winRate - 1,
    sqn: spread ? (Math.sqrt(results.length) * mean(results)) / spread : null,
    longestWins: longestStreak(results, (result) => result > 0),
    longestLosses: longestStreak(results, (result) => result < 0),
  }
}

const longestStreak = (results: readonly number[], counts: (result: number) => boolean) => {
  let longest = 0
  let running = 0
  for (const result of results) {
    running = counts(result) ? running + 1 : 0
    longest = Math.max(longest, running)
  }
  return longest
}

/** A fall of the balance from its peak. `from` and `to` are positions in the list of results; −1 is the start. */
export type Fall = {
  readonly money: number
  /** The fall as a share of the balance at the peak. */
  readonly share: number
  readonly from: number
  readonly to: number
}

/**
 * The deepest falls in money and in percent, which may differ (freqtrade #6655).
 * @param start balance before the first result, without later deposits
 * @returns null if the balance never fell
 */
export const deepestFalls = (
  results: readonly number[],
  start: number,
): { readonly inMoney: Fall; readonly inShare: Fall } | null => {
  let balance = start
  let peak = { balance: start, at: -1 }
  let inMoney: Fall | null = null
  let inShare: Fall | null = null
  for (const [at, result] of results.entries()) {
    balance += result
    if (balance >= peak.balance) {
      peak = { balance, at }
      continue
    }
    const money = peak.balance - balance
    const fall = { money, share: peak.balance > 0 ? money / peak.balance : 1, from: peak.at, to: at }
    if (!inMoney || money > inMoney.money) inMoney = fall
    if (!inShare || fall.share > inShare.share) inShare = fall
  }
  return inMoney && inShare && { inMoney, inShare }
}

export const totalReturn = (returns: readonly number[]): number =>
  returns.reduce((total, value) => total * (1 + value), 1) - 1

/** The deepest fall of compounded returns as a negative fraction; 0 if there is none. */
export const maxDrawdown = (returns: readonly number[]): number => {
  let value = 1
  let peak = 1
  let deepest = 0
  for (const each of returns) {
    value *= 1 + each
    peak = Math.max(peak, value)
    deepest = Math.min(deepest, value / peak - 1)
  }
  return deepest
}

const tradingDaysAYear = 252

/** Annualised standard deviation of daily returns. */
export const volatility = (returns: readonly number[]): number | null => {
  const daily = deviation(returns)
  return daily === null ? null : daily * Math.sqrt(tradingDaysAYear)
}

/** Mean daily return ÷ sample deviation × √252, without a risk-free rate (empyrical). */
export const sharpe = (returns: readonly number[]): number | null => {
  const daily = deviation(returns)
  return daily ? (mean(returns) / daily) * Math.sqrt(tradingDaysAYear) : null
}

/** Like `sharpe`, but divides by the square root of the mean squared loss of all days (empyrical). */
export const sortino = (returns: readonly number[]): number | null => {
  if (returns.length === 0) return null
  const downside = Math.sqrt(mean(returns.map((value) => Math.min(0, value) ** 2)))
  return downside ? (mean(returns) / downside) * Math.sqrt(tradingDaysAYear) : null
}

/** Annual growth, with calendar days ÷ 365 as the number of years (freqtrade). */
export const yearlyGrowth = (start: number, end: number, days: number): number =>
  (end / start) ** (365 / days) - 1

/** A period between two transfers: the balance at its start, and its result. */
export type Stretch = { readonly balance: number; readonly result: number }

/** The time-weighted return, without deposits and withdrawals: each period’s return on its own balance, compounded. */
export const timeWeightedReturn = (stretches: readonly Stretch[]): number =>
  totalReturn(stretches.filter(({ balance }) => balance > 0).map(({ balance, result }) => result / balance))

/**
 * Modified Dietz return: the gain divided by the start balance plus the weighted transfers. A transfer's weight is the
 * share of days after it, (days − day) ÷ days.
 */
export const modifiedDietz = (
  start: number,
  end: number,
  days: number,
  transfers: readonly { readonly day: number; readonly amount: number }[],
): number => {
  const added = sum(transfers.map(({ amount }) => amount))
  const weighed = sum(transfers.map(({ day, amount }) => (amount * (days - day)) / days))
  return (end - start - added) / (start + weighed)
}

/** The result as a share of all deposits (Myfxbook’s “absolute gain”). */
export const returnOnDeposits = (result: number, deposits: number): number | null =>
  deposits > 0 ? result / deposits : null

/** The sum of all results, each as a share of the balance before it (Edgewonk). */
export const sumOfReturns = (results: readonly number[], start: number): number => {
  let balance = start
  let total = 0
  for (const result of results) {
    total += result / balance
    balance += result
  }
  return total
}
