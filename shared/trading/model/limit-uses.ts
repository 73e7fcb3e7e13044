import type { Decimal, Instant } from '../../platform/units.ts'
import { Big, percentOf, plain, rounding } from './decimal.ts'
import { counted, grouped } from '../../platform/figures.ts'
import { listed } from '../../platform/words.ts'
import { brokerName } from './broker-name.ts'
import type { RecentClose } from './recent-close.ts'
import {
  type ActiveLimit,
  type Amount,
  type FallLimit,
  type LimitName,
  nearShare,
} from '../../limits/loss-limits.ts'
import {
  type BalanceFall,
  balanceMargin,
  type Base,
  type Bookings,
  equityOf,
  sum,
  transfersBetween,
  type Watch,
} from './watch.ts'

/** What else is known when limits are measured. */
export type Measured = {
  /** Entries of the trading day, those in flight included; by strategy, '' without one. */
  readonly trades: Readonly<Record<string, number>>
  /** What each strategy holds. */
  readonly open: Readonly<Record<string, OpenProfit>>
  readonly unbooked?: readonly UnbookedResult[]
}

/** @property result in the account's currency; null if it is not known */
export type UnbookedResult = RecentClose & { readonly result: Decimal | null }

/** Profit or loss of what a strategy holds, in the account's currency. */
export type OpenProfit = {
  readonly sum: Decimal
  /** Markets of positions that are not in the sum: the broker shows no quote, or no exchange rate, for them. */
  readonly unknown: readonly string[]
}

/** How much of a limit is used up. */
export type LimitUse = {
  readonly key: string
  readonly limit: LimitName
  readonly strategy: string | null
  /** Money, or a count; never below 0. */
  readonly used: Decimal
  /** Reached when `used` is as much. */
  readonly most: Decimal
  readonly unit: 'MONEY' | 'COUNT'
  /** IG does not account by strategy: it rests on the journal and on quotes. */
  readonly isEstimate: boolean
  /** Why it can't be measured, in words: nothing is entered on it, and nothing is reached. null: it can be. */
  readonly unknown: string | null
  readonly sentence: string
}

/** Money that is used of a limit, the limit, and how both are worded. */
type Used = {
  readonly unknown?: string | null
  readonly used: Big
  readonly most: Big
  readonly inWords: (used: string, most: string) => string
}

const amountOf = ({ amount, unit }: Amount, of: Big): Big =>
  unit === 'PERCENT' ? percentOf(of, String(amount)) : new Big(amount)

const notBelowZero = (value: Big) => (value.lt(0) ? new Big(0) : value)

/** Where each limit stands, by what was read last. @throws if nothing was read yet */
export const limitUses = (
  watch: Watch,
  bookings: Bookings,
  active: readonly ActiveLimit[],
  measured: Measured,
): readonly LimitUse[] => {
  const { reading, bases, dayStart } = watch
  if (!reading) throw new Error('The account’s equity was never read')
  const equity = equityOf(reading)
  const money = (amount: Big) => `${grouped(amount.toFixed(2, rounding.nearest))} ${reading.currency}`
  return active.flatMap((each): readonly LimitUse[] => {
    const base = bases[each.key]
    if (!base) return []
    const { key, limit, strategy, set } = each
    if (limit === 'losingTrades') return [losingTrades(each, bookings, measured, wholeSecond(base.startAt))]
    if (limit === 'tradesToday') return [tradesToday(each, measured, base)]
    const movedSince = (since: Instant) => transfersBetween(bookings, since, reading.at)
    const from = movedSince(base.at).plus(base.value)
    const start = movedSince(base.startAt).plus(base.start)
    const {
      used,
      most,
      inWords,
      unknown = null,
    } = limit === 'fallToday'
      ? fall(set, start, from, equity, money)
      : limit === 'drawdown'
        ? drawdown(set, start, from, equity, money)
        : limit === 'profitTarget'
          ? target(set, start, equity, money)
          : strategy === null
            ? loss(set, start, equity, money)
            : strategyLoss(
                set,
                strategy,
                { ...base, at: wholeSecond(Math.max(base.at, dayStart)) },
                bookings,
                measured,
                start,
                money,
              )
    const [spent, allowed] = [notBelowZero(used), notBelowZero(most)]
    return [
      {
        key,
        limit,
        strategy,
        unit: 'MONEY',
        isEstimate: strategy !== null,
        unknown,
        used: plain(spent),
        most: plain(allowed),
        sentence: inWords(money(spent), money(allowed)),
      },
    ]
  })
}

type InMoney = (amount: Big) => string

/** ` (3% of 10,000.00 GBP)` */
const ofWhat = ({ amount, unit }: Amount, of: Big, money: InMoney) =>
  unit === 'PERCENT' ? ` (${amount}% of ${money(of)})` : ''

const loss = (set: Amount, start: Big, equity: Big, money: InMoney): Used => ({
  used: start.minus(equity),
  most: amountOf(set, start),
  inWords: (used, most) => `down ${used} today; your limit is ${most}${ofWhat(set, start, money)}`,
})

const target = (set: Amount, start: Big, equity: Big, money: InMoney): Used => ({
  used: equity.minus(start),
  most: amountOf(set, start),
  inWords: (used, most) => `up ${used} today; your target is ${most}${ofWhat(set, start, money)}`,
})

/** The least that a limit in money can be. */
const penny = new Big('0.01')

const fall = (
  { amount, unit, after }: FallLimit,
  start: Big,
  peak: Big,
  equity: Big,
  money: InMoney,
): Used => {
  const best = peak.minus(start)
  const isWaiting = unit === 'PROFIT' && (best.lte(0) || best.lt(after))
  if (isWaiting) {
    const from = new Big(after).gt(penny) ? new Big(after) : penny
    const words = `your limit on a fall applies once you are up ${money(from)} today`
    return { used: new Big(0), most: from, inWords: () => words }
  }
  const of =
    unit === 'PROFIT'
      ? ` (${amount}% of today’s best profit, ${money(best)})`
      : ofWhat({ amount, unit }, peak, money)
  return {
    used: peak.minus(equity),
    most: unit === 'PROFIT' ? percentOf(best, String(amount)) : amountOf({ amount, unit }, peak),
    inWords: (used, most) => `${used} below today’s peak of ${money(peak)}; your limit is ${most}${of}`,
  }
}

const drawdown = (
  set: Amount & { readonly stopsAtStart: boolean },
  start: Big,
  high: Big,
  equity: Big,
  money: InMoney,
): Used => {
  const floor = high.minus(amountOf(set, high))
  const isHeld = set.stopsAtStart && floor.gt(start)
  const why = isHeld ? ', as the floor stays at the starting balance' : ofWhat(set, high, money)
  return {
    used: high.minus(equity),
    most: high.minus(isHeld ? start : floor),
    inWords: (used, most) =>
      `${used} below the highest end-of-day balance of ${money(high)}; your limit is ${most}${why}`,
  }
}

/** A strategy’s booked results since the day began, and the profit or loss of its open positions. */
const strategyLoss = (
  set: Amount,
  strategy: string,
  { at }: Pick<Base, 'at'>,
  { closes }: Bookings,
  { open, unbooked = [] }: Measured,
  start: Big,
  money: InMoney,
): Used => {
  const own = closes.filter((close) => (close.strategy ?? '') === strategy && close.at >= at)
  const recent = unbooked.filter((close) => (close.strategy ?? '') === strategy && close.at >= at)
  const notBookedYet = sum(recent.flatMap(({ result }) => result ?? []))
  const held = open[strategy]
  const used = sum(own.map(({ result }) => result))
    .plus(notBookedYet)
    .plus(held?.sum ?? 0)
    .times(-1)
  const doubt = recent.length > 0 ? ` (${money(notBookedYet)} not booked yet)` : ''
  return {
    used,
    most: amountOf(set, start),
    unknown:
      held && held.unknown.length > 0
        ? notValued(strategy, held.unknown)
        : (unknownResult(recent.find(({ result }) => result === null)) ?? null),
    inWords: (down, most) =>
      `${strategy} is ${used.gt(0) ? `down about ${down}` : 'not down'} today${doubt}; its limit is ${most}${ofWhat(set, start, money)}`,
  }
}

const unknownResult = (close: UnbookedResult | undefined) =>
  close && `what the close of ${close.dealId} made isn’t known yet`

const notValued = (strategy: string, markets: readonly string[]) =>
  `what ${strategy} makes on ${listed([...new Set(markets)])} can’t be worked out: ${brokerName} shows no quote or no exchange rate`

/** IG dates what it books in whole seconds: a close in the second in which a limit began to count is part of it. */
const wholeSecond = (at: Instant): Instant => Math.floor(at / 1_000) * 1_000

const tradesOf = ({ trades }: Measured, strategy: string | null): number =>
  strategy === null
    ? Object.values(trades).reduce((total, count) => total + count, 0)
    : (trades[strategy] ?? 0)

const inCount = (
  { key, limit, strategy, set }: ActiveLimit & { readonly set: number },
  used: number,
  noun: string,
  span: string,
  unknown: string | null,
): LimitUse => ({
  key,
  limit,
  strategy,
  unit: 'COUNT',
  isEstimate: false,
  unknown,
  used: String(used),
  most: String(set),
  sentence: `${counted(used, noun)} ${span}; ${strategy === null ? 'your limit' : `the limit of ${strategy}`} is ${set}`,
})

const tradesToday = (
  each: ActiveLimit & { readonly set: number },
  measured: Measured,
  { tradesBefore = 0 }: Base,
): LimitUse => {
  const count = Math.max(0, tradesOf(measured, each.strategy) - tradesBefore)
  return inCount(each, count, 'trade', tradesBefore > 0 ? 'since you resumed' : 'today', null)
}

const losingTrades = (
  each: ActiveLimit & { readonly set: number },
  bookings: Bookings,
  { unbooked = [] }: Measured,
  since: Instant,
): LimitUse => {
  const isOwn = ({ at, strategy }: { readonly at: Instant; readonly strategy: string | null }) =>
    at >= since && (each.strategy === null || (strategy ?? '') === each.strategy)
  const recent = unbooked.filter((close) => close.isWhole && isOwn(close))
  // A position of which a part was booked before is one trade with it.
  const resultOf = ({ dealId, result, made }: UnbookedResult, unknown: Decimal): Decimal => {
    const parts = bookings.closes.filter((close) => close.dealId === dealId).map((close) => close.result)
    // Whether it lost needs no exchange rate.
    const own = result ?? (parts.length === 0 ? made?.amount : undefined)
    return own === undefined ? unknown : plain(sum([own, ...parts]))
  }
  const streakWith = (unknown: Decimal) =>
    losingStreak([
      ...bookings.trades.filter(isOwn),
      ...recent.map((close) => ({ at: close.at, result: resultOf(close, unknown) })),
    ])
  const streak = streakWith('0')
  const isDoubtful = streak < each.set && streakWith('-1') >= each.set
  const span = recent.length > 0 ? `in a row (${recent.length} of the latest not booked yet)` : 'in a row'
  const unknown = isDoubtful ? unknownResult(recent.find((close) => resultOf(close, '') === '')) : null
  return inCount(each, streak, 'losing trade', span, unknown ?? null)
}

/** Trades in a row that lost, the newest last; one that came to nothing neither adds to them nor ends them. */
const losingStreak = (trades: readonly { readonly at: Instant; readonly result: Decimal }[]): number => {
  let streak = 0
  for (const { result } of trades.toSorted((one, other) => one.at - other.at)) {
    if (new Big(result).gt(0)) streak = 0
    else if (new Big(result).lt(0)) streak += 1
  }
  return streak
}

type UseFigures = Pick<LimitUse, 'used' | 'most' | 'unknown'>

export const isReached = ({ used, most, unknown }: UseFigures): boolean =>
  unknown === null && new Big(used).gte(most)

export const isNear = ({ used, most, unknown }: UseFigures): boolean =>
  unknown === null && new Big(most).gt(0) && new Big(used).gte(new Big(most).times(nearShare))

/**
 * What was reached only because money was moved, or may be: known once its rows are there. A withdrawal looks like a loss until
 * then, a deposit like a profit.
 */
export const reachedByTransfers = (
  watch: Watch,
  bookings: Bookings,
  active: readonly ActiveLimit[],
): readonly string[] =>
  active.flatMap((limit) => {
    const reached = watch.reached[limit.key]
    if (!reached || !watch.reading || limit.strategy !== null || isCount(limit.limit)) return []
    const reading = { ...watch.reading, balance: reached.equity, profitLoss: '0' }
    const then = { ...watch, reading, bases: basesThen(watch, limit.key) }
    const isReachedAt = (at: Instant) =>
      limitUses({ ...then, reading: { ...then.reading, at } }, bookings, [limit], nothing).every(isReached)
    return isReachedAt(reached.at) && isReachedAt(reached.at - balanceMargin) ? [] : [limit.key]
  })

/**
 * How much the balance fell without any known reason since a limit began to count, if the limit would not be reached without that;
 * null if it would be.
 */
export const reachedByFalls = (
  watch: Watch,
  bookings: Bookings,
  each: ActiveLimit,
  falls: readonly BalanceFall[],
): Decimal | null => {
  const { reading } = watch
  const bases = basesThen(watch, each.key)
  const [base, reached] = [bases[each.key], watch.reached[each.key]]
  if (!reading || !base || !reached || each.strategy !== null || isCount(each.limit)) return null
  const own = falls.filter(({ at }) => at > base.at && at <= reached.at)
  if (own.length === 0) return null
  const fallen = sum(own.map(({ amount }) => amount))
  const balance = plain(fallen.plus(reached.equity))
  const then = { ...watch, bases, reading: { ...reading, at: reached.at, balance, profitLoss: '0' } }
  return limitUses(then, bookings, [each], nothing).some(isReached) ? null : plain(fallen)
}

/** What a limit was measured from when it was reached: the day after has a start of its own. */
const basesThen = ({ bases, reached }: Watch, key: string): Watch['bases'] => {
  const base = reached[key]?.base ?? bases[key]
  return base ? { ...bases, [key]: base } : bases
}

const nothing: Measured = { trades: {}, open: {} }

const isCount = (limit: LimitName) => limit === 'losingTrades' || limit === 'tradesToday'
