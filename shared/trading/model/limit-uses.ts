import type { Decimal, Instant } from '../../platform/units.ts'
import { Big, percentOf, plain } from './decimal.ts'
import { counted, moneyWithCode } from '../../platform/figures.ts'
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

/** Data for measuring limits, in addition to the equity and the bookings. */
export type Measured = {
  /**
   * Number of entries in the trading day by strategy, including entries in flight. The key is '' for entries without a
   * strategy.
   */
  readonly trades: Readonly<Record<string, number>>
  /** The profit or loss of each strategy's open positions. */
  readonly open: Readonly<Record<string, OpenProfit>>
  readonly unbooked?: readonly UnbookedResult[]
}

/** @property result in the account's currency; null if unknown */
export type UnbookedResult = RecentClose & { readonly result: Decimal | null }

/** Profit or loss of a strategy's open positions, in the account's currency. */
export type OpenProfit = {
  readonly sum: Decimal
  /** Markets whose positions are not in the sum, because the broker shows no quote or exchange rate for them. */
  readonly unknown: readonly string[]
}

/** Data that is missing for measuring a limit: the result of a close, or a strategy's profit on some markets. */
type Unknown =
  | { readonly kind: 'close'; readonly dealId: string }
  | { readonly kind: 'open'; readonly markets: readonly string[] }

/**
 * How a limit's amount was calculated. `START`: the floor stays at the starting balance. Null if the user has set an
 * amount of money.
 */
type Basis =
  | { readonly kind: 'PERCENT' | 'PROFIT'; readonly percent: number; readonly of: Decimal }
  | { readonly kind: 'START' }
  | null

type MoneyLimit =
  /** @property unbooked the strategy's results that are in `used` but not booked yet; null if there are none */
  | { readonly limit: 'lossToday'; readonly unbooked: Decimal | null }
  | { readonly limit: 'profitTarget' }
  /** @property peak null if a fall does not count yet, because the day's best profit has not reached `most` */
  | { readonly limit: 'fallToday' | 'drawdown'; readonly peak: Decimal | null }

type CountLimit =
  /** @property unbooked number of trades that are not booked yet */
  | { readonly limit: 'losingTrades'; readonly unbooked: number }
  | { readonly limit: 'tradesToday'; readonly isResumed: boolean }

/** How much of a limit is used up, with the data for the sentence about it. */
export type UseFact = {
  readonly strategy: string | null
  /** Money or a count; never below 0. */
  readonly used: Decimal
  /** The limit is reached once `used` is at least this. */
  readonly most: Decimal
  /**
   * The data that is missing for measuring the limit; null if nothing is missing. While data is missing, entries are
   * refused, but the limit does not count as reached.
   */
  readonly unknown: Unknown | null
} & (
  | ({ readonly unit: 'MONEY'; readonly currency: string; readonly basis: Basis } & MoneyLimit)
  | ({ readonly unit: 'COUNT' } & CountLimit)
)

export type LimitUse = UseFact & {
  readonly key: string
  /**
   * True for a strategy's limits in money. IG has no accounts per strategy, so these values are estimated from the
   * journal and quotes.
   */
  readonly isEstimate: boolean
}

const unknownInWords = (unknown: Unknown, strategy: string | null) =>
  unknown.kind === 'close'
    ? `what the close of ${unknown.dealId} made isn’t known yet`
    : `what ${strategy} makes on ${listed(unknown.markets)} can’t be worked out: ${brokerName} shows no quote or no exchange rate`

const countInWords = (use: CountLimit & Pick<UseFact, 'used'>): string => {
  const count = Number(use.used)
  if (use.limit === 'tradesToday')
    return `${counted(count, 'trade')} ${use.isResumed ? 'since you resumed' : 'today'}`
  const doubt = use.unbooked > 0 ? ` (${use.unbooked} of the latest not booked yet)` : ''
  return `${counted(count, 'losing trade')} in a row${doubt}`
}

const basisInWords = (basis: Basis, money: (amount: Decimal) => string): string => {
  if (basis === null) return ''
  if (basis.kind === 'START') return ', as the floor stays at the starting balance'
  return ` (${basis.percent}% of ${basis.kind === 'PROFIT' ? 'today’s best profit, ' : ''}${money(basis.of)})`
}

export const useInWords = (use: UseFact): string => {
  const { strategy, unknown } = use
  if (unknown) return unknownInWords(unknown, strategy)
  if (use.unit === 'COUNT')
    return `${countInWords(use)}; ${strategy === null ? 'your limit' : `the limit of ${strategy}`} is ${use.most}`
  const money = (amount: Decimal) => moneyWithCode(Number(amount), use.currency)
  const used = money(use.used)
  const most = `${money(use.most)}${basisInWords(use.basis, money)}`
  switch (use.limit) {
    case 'lossToday': {
      if (strategy === null) return `down ${used} today; your limit is ${most}`
      const down = new Big(use.used).gt(0) ? `down about ${used}` : 'not down'
      const doubt = use.unbooked === null ? '' : ` (${money(use.unbooked)} not booked yet)`
      return `${strategy} is ${down} today${doubt}; its limit is ${most}`
    }
    case 'profitTarget':
      return `up ${used} today; your target is ${most}`
    case 'fallToday':
    case 'drawdown': {
      if (use.peak === null) return `your limit on a fall applies once you are up ${most} today`
      const peak = use.limit === 'fallToday' ? 'today’s peak' : 'the highest end-of-day balance'
      return `${used} below ${peak} of ${money(use.peak)}; your limit is ${most}`
    }
  }
}

const notBelowZero = (value: Big) => plain(value.lt(0) ? new Big(0) : value)

/**
 * Measures each limit with the last reading of the account's equity.
 * @throws if the equity was never read
 */
export const limitUses = (
  watch: Watch,
  bookings: Bookings,
  active: readonly ActiveLimit[],
  measured: Measured,
): readonly LimitUse[] => {
  const { reading, bases, dayStart } = watch
  if (!reading) throw new Error('The account’s equity was never read')
  const equity = equityOf(reading)
  return active.flatMap((each): readonly LimitUse[] => {
    const base = bases[each.key]
    if (!base) return []
    const { key, limit, strategy, set } = each
    if (limit === 'losingTrades') return [losingTrades(each, bookings, measured, wholeSecond(base.startAt))]
    if (limit === 'tradesToday') return [tradesToday(each, measured, base)]
    const movedSince = (since: Instant) => transfersBetween(bookings, since, reading.at)
    const from = movedSince(base.at).plus(base.value)
    const start = movedSince(base.startAt).plus(base.start)
    const since = wholeSecond(Math.max(base.at, dayStart))
    const {
      used,
      most,
      unknown = null,
      ...fact
    } = limit === 'fallToday'
      ? fall(set, start, from, equity)
      : limit === 'drawdown'
        ? drawdown(set, start, from, equity)
        : limit === 'profitTarget'
          ? { limit, used: equity.minus(start), ...shareOf(set, start) }
          : strategy === null
            ? { limit, used: start.minus(equity), unbooked: null, ...shareOf(set, start) }
            : strategyLoss({ set, strategy }, bookings, measured, { since, start })
    return [
      {
        ...fact,
        key,
        strategy,
        unit: 'MONEY',
        currency: reading.currency,
        isEstimate: strategy !== null,
        unknown,
        used: notBelowZero(used),
        most: notBelowZero(most),
      },
    ]
  })
}

type Share = { readonly most: Big; readonly basis: Basis }

type Used = MoneyLimit & Share & { readonly used: Big; readonly unknown?: Unknown | null }

const shareOf = ({ amount, unit }: Pick<FallLimit, 'amount' | 'unit'>, of: Big): Share =>
  unit === 'MONEY'
    ? { most: new Big(amount), basis: null }
    : { most: percentOf(of, String(amount)), basis: { kind: unit, percent: amount, of: plain(of) } }

/** The smallest amount of a limit in money. */
const penny = new Big('0.01')

const fall = (set: FallLimit, start: Big, peak: Big, equity: Big): Used => {
  const { unit, after } = set
  const best = peak.minus(start)
  if (unit === 'PROFIT' && (best.lte(0) || best.lt(after))) {
    const most = new Big(after).gt(penny) ? new Big(after) : penny
    return { limit: 'fallToday', used: new Big(0), most, basis: null, peak: null }
  }
  const share = shareOf(set, unit === 'PROFIT' ? best : peak)
  return { limit: 'fallToday', used: peak.minus(equity), peak: plain(peak), ...share }
}

const drawdown = (
  set: Amount & { readonly stopsAtStart: boolean },
  start: Big,
  high: Big,
  equity: Big,
): Used => {
  const share = shareOf(set, high)
  const isHeld = set.stopsAtStart && high.minus(share.most).gt(start)
  const held: Share = { most: high.minus(start), basis: { kind: 'START' } }
  return { limit: 'drawdown', used: high.minus(equity), peak: plain(high), ...(isHeld ? held : share) }
}

/** A strategy’s booked results since the day started, and the profit or loss of its open positions. */
const strategyLoss = (
  { set, strategy }: { readonly set: Amount; readonly strategy: string },
  { closes }: Bookings,
  { open, unbooked = [] }: Measured,
  { since, start }: { readonly since: Instant; readonly start: Big },
): Used => {
  const own = closes.filter((close) => (close.strategy ?? '') === strategy && close.at >= since)
  const recent = unbooked.filter((close) => (close.strategy ?? '') === strategy && close.at >= since)
  const notBookedYet = sum(recent.flatMap(({ result }) => result ?? []))
  const held = open[strategy]
  const used = sum(own.map(({ result }) => result))
    .plus(notBookedYet)
    .plus(held?.sum ?? 0)
    .times(-1)
  return {
    limit: 'lossToday',
    used,
    unbooked: recent.length > 0 ? plain(notBookedYet) : null,
    unknown:
      held && held.unknown.length > 0
        ? { kind: 'open', markets: [...new Set(held.unknown)] }
        : unknownResult(recent.find(({ result }) => result === null)),
    ...shareOf(set, start),
  }
}

const unknownResult = (close: UnbookedResult | undefined): Unknown | null =>
  close ? { kind: 'close', dealId: close.dealId } : null

/**
 * The start of the second. IG dates bookings in whole seconds, so a limit includes closes in the second in which it
 * started.
 */
const wholeSecond = (at: Instant): Instant => Math.floor(at / 1_000) * 1_000

const tradesOf = ({ trades }: Measured, strategy: string | null): number =>
  strategy === null
    ? Object.values(trades).reduce((total, count) => total + count, 0)
    : (trades[strategy] ?? 0)

const inCount = ({ key, strategy, set }: ActiveLimit & { readonly set: number }, used: number) => ({
  key,
  strategy,
  unit: 'COUNT' as const,
  isEstimate: false,
  unknown: null,
  used: String(used),
  most: String(set),
})

const tradesToday = (
  each: ActiveLimit & { readonly set: number },
  measured: Measured,
  { tradesBefore = 0 }: Base,
): LimitUse => {
  const count = Math.max(0, tradesOf(measured, each.strategy) - tradesBefore)
  return { ...inCount(each, count), limit: 'tradesToday', isResumed: tradesBefore > 0 }
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
  // Parts of one position are one trade, including parts that were booked before.
  const resultOf = ({ dealId, result, made }: UnbookedResult, unknown: Decimal): Decimal => {
    const parts = bookings.closes.filter((close) => close.dealId === dealId).map((close) => close.result)
    // No exchange rate is needed to know whether the close was a loss.
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
  const unknown = isDoubtful ? unknownResult(recent.find((close) => resultOf(close, '') === '')) : null
  return { ...inCount(each, streak), limit: 'losingTrades', unbooked: recent.length, unknown }
}

/**
 * Number of losing trades in a row, up to the newest trade. A trade without profit or loss neither counts nor ends the
 * series.
 */
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

/** The reached limits in the form in which they are stored. */
export const reachedAmong = (uses: readonly LimitUse[]) =>
  uses.filter(isReached).map((use) => ({ key: use.key, sentence: useInWords(use) }))

export const isNear = ({ used, most, unknown }: UseFigures): boolean =>
  unknown === null && new Big(most).gt(0) && new Big(used).gte(new Big(most).times(nearShare))

/**
 * The keys of the limits that were reached, or may have been reached, only because of a deposit or withdrawal. Until
 * IG's row for it is read, a withdrawal looks like a loss and a deposit like a profit.
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
 * The unexplained fall of the balance since a limit started to count. Null if the limit would also be reached without
 * this fall.
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

/**
 * The bases of the limits, with this limit's base as it was when the limit was reached. A new day may have a new base.
 */
const basesThen = ({ bases, reached }: Watch, key: string): Watch['bases'] => {
  const base = reached[key]?.base ?? bases[key]
  return base ? { ...bases, [key]: base } : bases
}

const nothing: Measured = { trades: {}, open: {} }

const isCount = (limit: LimitName) => limit === 'losingTrades' || limit === 'tradesToday'
