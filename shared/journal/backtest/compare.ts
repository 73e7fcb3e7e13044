import { pairNearest } from '../../platform/pair-nearest.ts'
import { takeTurns } from '../../platform/take-turns.ts'
import type { Instant } from '../../platform/units.ts'
import { instantShown } from '../../platform/zone.ts'
import type { JournalTrade } from '../journal.schema.ts'
import { moneyPerPoint } from '../trades.ts'
import type { Backtest, BacktestTrade } from './read-backtest.ts'

export type PlacedTrade = BacktestTrade & { readonly at: Instant; readonly endsAt: Instant | null }
export type LiveTrade = JournalTrade & { readonly at: Instant }

/** How much more live trading made than the backtest. A value is negative if it made less, and null if unknown. */
export type Difference = {
  /** The broker's points per unit of size. */
  readonly points: number | null
  readonly money: number | null
  readonly r: number | null
}
export type Side = Difference & {
  /** Milliseconds by which live trading was later than the backtest. */
  readonly later: number
}

export type Match = {
  readonly backtest: PlacedTrade
  readonly live: LiveTrade
  readonly entry: Side
  /** null while the trade is open in the backtest or at the broker. */
  readonly exit: Side | null
  /** Entry and exit together, without funding and other charges. */
  readonly whole: Difference | null
  /** The value of one point in R. */
  readonly rOfPoint: number | null
}

/** How much more live trading made than the backtest, in R per trade on average. The other parts add up to `whole`. */
export type Parts = {
  readonly whole: number
  /** The difference between the alert's price and the quote at the decision. */
  readonly delay: number
  /** The difference between the quote at the decision and the fill. */
  readonly spread: number
  readonly exits: number
  /**
   * The rest of the entry: the difference between the backtest's price and the alert's, or the whole entry if delay and
   * spread are unknown.
   */
  readonly other: number
}

export type Result = {
  readonly closed: number
  readonly open: number
  readonly won: number
  /** Money in the backtest's currency for a backtest, and in the account's currency for live trades. */
  readonly money: number
  /** Points per unit of size; null if prices cannot be compared. */
  readonly points: number | null
}

export type Comparison = {
  /** The time span that both the backtest and the journal cover. */
  readonly from: Instant
  readonly to: Instant
  /** Number of trades that began outside the compared time span. */
  readonly outside: { readonly backtest: number; readonly live: number }
  /** Why prices cannot be compared; null if they can. */
  readonly noPrices: 'multiplier' | 'scale' | null
  readonly matched: readonly Match[]
  readonly onlyBacktest: readonly PlacedTrade[]
  /**
   * Number of unmatched trades that are open in the backtest. They do not count as missed, because the journal lists a
   * trade only once part of it is closed.
   */
  readonly stillOpen: number
  readonly onlyLive: readonly LiveTrade[]
  readonly backtest: Result
  readonly live: Result & {
    /** The sum of R of closed trades whose initial risk is known. `withR` is the number of these trades. */
    readonly r: number
    readonly withR: number
  }
  /** Number of matched trades in `parts`. Both sides have closed them, and their R is known. */
  readonly measured: number
  /** Number of `measured` trades whose entry cannot be split into delay and spread. */
  readonly unsplit: number
  /** null if no trade has a known R. */
  readonly parts: Parts | null
}

export type Options = {
  readonly zone: string
  /** Maximum milliseconds between the two entries of a matched trade. */
  readonly tolerance: number
  /** IG's price divided by TradingView's; null if unknown. */
  readonly multiplier: number | null
  /** When the journal was last read. */
  readonly until: Instant
}

/** Thrown if the time of a trade does not exist in the time zone, because the clocks skip it. */
export class SkippedTime extends Error {
  readonly trade: BacktestTrade
  constructor(trade: BacktestTrade) {
    super(`Trade ${trade.number} has a time that these clocks skip`)
    this.trade = trade
  }
}

/**
 * Compares a backtest with the trades of one strategy on one market. It works in steps, so that a page can respond to
 * its user.
 * @returns null if the backtest and the trades have no period in common
 * @throws SkippedTime
 */
export const compareTrades = async (
  backtest: Backtest,
  trades: readonly JournalTrade[],
  { zone, tolerance, multiplier, until }: Options,
): Promise<Comparison | null> => {
  const turn = takeTurns()
  const placed: PlacedTrade[] = []
  for (const trade of backtest.trades) {
    placed.push(placedTrade(trade, zone))
    await turn()
  }
  const live = trades
    .map((trade) => ({ ...trade, at: Date.parse(trade.openedAt) }))
    .toSorted((one, other) => one.at - other.at)
  const [firstPlaced, firstLive] = [placed[0], live[0]]
  if (!firstPlaced || !firstLive) return null
  const lastPlaced = placed.reduce((last, { at, endsAt }) => Math.max(last, endsAt ?? at), 0)
  const from = Math.max(firstPlaced.at, firstLive.at)
  const to = Math.min(lastPlaced, until)
  if (from > to + tolerance) return null
  const isWithin = ({ at }: { readonly at: Instant }) => at >= from - tolerance && at <= to + tolerance
  const [ones, others] = [placed.filter(isWithin), live.filter(isWithin)]
  const pairs = await pairNearest(
    ones.map((trade) => timed(trade, trade.number)),
    others.map((trade) => timed(trade, trade.id)),
    tolerance,
  )
  const matched = [...pairs].toSorted(([one], [other]) => one.at - other.at)
  const [onlyOnes, paired] = [ones.filter((one) => !pairs.has(one)), new Set(pairs.values())]
  const noPrices = multiplier === null ? 'multiplier' : isOtherScale(matched, multiplier) ? 'scale' : null
  const factor = noPrices === null ? multiplier : null
  const matches = matched.map(([one, other]) => matchOf(one, other, factor))
  return {
    from,
    to,
    noPrices,
    outside: { backtest: placed.length - ones.length, live: live.length - others.length },
    matched: matches,
    onlyBacktest: onlyOnes.filter(({ endsAt }) => endsAt !== null),
    stillOpen: onlyOnes.filter(({ endsAt }) => endsAt === null).length,
    onlyLive: others.filter((other) => !paired.has(other)),
    backtest: backtestResult(ones, factor),
    live: liveResult(others, noPrices === null),
    ...partsOf(matches),
  }
}

const timed = <Trade extends PlacedTrade | LiveTrade>(trade: Trade, order: string | number) => ({
  item: trade,
  key: trade.direction,
  at: trade.at,
  order: String(order),
})

const placedTrade = (trade: BacktestTrade, zone: string): PlacedTrade => {
  const at = instantShown(trade.openedAt, zone)
  const endsAt = trade.closedAt === null ? null : instantShown(trade.closedAt, zone)
  if (at === null || (trade.closedAt !== null && endsAt === null)) throw new SkippedTime(trade)
  return { ...trade, at, endsAt }
}

/**
 * Prices of one market differ by spread, time and dividends. If they differ by more than a quarter, they are in
 * different units.
 */
const largestRatio = 1.25

const isOtherScale = (pairs: readonly (readonly [PlacedTrade, LiveTrade])[], multiplier: number) => {
  const ratios = pairs
    .map(([{ openPrice }, { openLevel }]) => openLevel / (openPrice * multiplier))
    .toSorted((one, other) => one - other)
  const middle = ratios[Math.floor(ratios.length / 2)]
  return middle !== undefined && !(middle < largestRatio && middle > 1 / largestRatio)
}

const signOf = ({ direction }: Pick<BacktestTrade, 'direction'>) => (direction === 'BUY' ? 1 : -1)

/** Points per unit of size, summed over all contracts through which the trade rolled. */
const livePoints = (trade: LiveTrade) =>
  trade.legs.reduce(
    (sum, { openLevel, closeLevel, size }) => sum + (closeLevel - openLevel) * size * signOf(trade),
    0,
  ) / trade.size

const backtestPoints = (trade: PlacedTrade, factor: number) =>
  trade.closePrice === null ? null : (trade.closePrice - trade.openPrice) * factor * signOf(trade)

/** Money per point for the whole size; null if it cannot be calculated. */
const pointValueOf = ({ legs, size }: LiveTrade) => {
  const perPoint = moneyPerPoint(legs)
  return perPoint === null ? null : Number(perPoint) * size
}

const differenceOf = (points: number | null, value: number | null, risk: number | null): Difference => {
  const money = points === null || value === null ? null : points * value
  return { points, money, r: money === null || risk === null ? null : money / risk }
}

const matchOf = (backtest: PlacedTrade, live: LiveTrade, factor: number | null): Match => {
  const entry = factor === null ? null : (backtest.openPrice * factor - live.openLevel) * signOf(live)
  const made = factor === null ? null : backtestPoints(backtest, factor)
  const later =
    backtest.endsAt === null || live.closedAt === null || live.isOpen
      ? null
      : Date.parse(live.closedAt) - backtest.endsAt
  const whole = made === null ? null : livePoints(live) - made
  // A rolled trade closes contracts before its exit. Everything except the entry is therefore part of the exit.
  const exit = whole === null || entry === null ? null : whole - entry
  const value = pointValueOf(live)
  const differ = (points: number | null) => differenceOf(points, value, live.risk)
  return {
    rOfPoint: differ(1).r,
    backtest,
    live,
    entry: { ...differ(entry), later: live.at - backtest.at },
    exit: later === null ? null : { ...differ(exit), later },
    whole: later === null ? null : differ(whole),
  }
}

const backtestResult = (trades: readonly PlacedTrade[], factor: number | null): Result => {
  const closed = trades.filter(({ endsAt }) => endsAt !== null)
  return {
    closed: closed.length,
    open: trades.length - closed.length,
    won: closed.filter(({ profit }) => profit > 0).length,
    money: sumOf(closed.map(({ profit }) => profit)),
    points: factor === null ? null : sumOf(closed.map((trade) => backtestPoints(trade, factor) ?? 0)),
  }
}

const liveResult = (trades: readonly LiveTrade[], isComparable: boolean): Comparison['live'] => {
  const closed = trades.filter(({ isOpen }) => !isOpen)
  const rs = closed.flatMap(({ r }) => (r === null ? [] : [r]))
  return {
    closed: closed.length,
    open: trades.length - closed.length,
    won: closed.filter(({ result }) => result > 0).length,
    money: sumOf(closed.map(({ result }) => result)),
    points: isComparable ? sumOf(closed.map(livePoints)) : null,
    r: sumOf(rs),
    withR: rs.length,
  }
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

const partsOf = (matches: readonly Match[]): Pick<Comparison, 'measured' | 'unsplit' | 'parts'> => {
  const each = matches.flatMap(({ live, exit, whole, rOfPoint }) => {
    if (rOfPoint === null || whole?.r == null || exit?.r == null) return []
    const { delay, execution } = live.costs
    const isSplit = delay !== null && execution !== null
    return [
      {
        isSplit,
        whole: whole.r,
        exits: exit.r,
        delay: isSplit ? delay * rOfPoint : 0,
        spread: isSplit ? execution * rOfPoint : 0,
      },
    ]
  })
  const measured = each.length
  const unsplit = each.filter(({ isSplit }) => !isSplit).length
  if (measured === 0) return { measured, unsplit, parts: null }
  const average = (of: 'whole' | 'delay' | 'spread' | 'exits') => sumOf(each.map((one) => one[of])) / measured
  const [whole, delay, spread, exits] = (['whole', 'delay', 'spread', 'exits'] as const).map(average) as [
    number,
    number,
    number,
    number,
  ]
  return { measured, unsplit, parts: { whole, delay, spread, exits, other: whole - delay - spread - exits } }
}
