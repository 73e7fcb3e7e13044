import type { Decimal, Instant } from '../../platform/units.ts'
import { Big, plain } from './decimal.ts'
import type { ActiveLimit, LimitName, LossLimits } from '../../limits/loss-limits.ts'
import { tradingDay } from './trading-day.ts'

/**
 * Milliseconds. If a row is dated at most this long before a reading, it is unknown whether the reading includes the
 * row, because IG dates rows in whole seconds.
 */
export const balanceMargin = 5_000

/** The broker's equity reading: the balance, and the profit or loss of open positions. */
export type EquityReading = {
  readonly at: Instant
  readonly balance: Decimal
  readonly profitLoss: Decimal
  /** Margin in use; null if the broker does not report it. */
  readonly margin: Decimal | null
  /** Funds available for margin; missing in readings of release 0.2.0, null if the broker does not report it. */
  readonly available?: Decimal | null
  readonly currency: string
}

export const equityOf = ({ balance, profitLoss }: Pick<EquityReading, 'balance' | 'profitLoss'>): Big =>
  new Big(balance).plus(profitLoss)

/**
 * The value from which a limit is measured: the value at the start of the day, the highest equity of the day, or the
 * highest balance at the end of a day.
 */
export type Base = {
  readonly at: Instant
  readonly value: Decimal
  /** When the first value was read. It stays the same when a peak rises. */
  readonly startAt: Instant
  readonly start: Decimal
  /** Number of the day's trades that no longer count, because the user resumed after them. */
  readonly tradesBefore?: number
}

/** A limit that a check has found to be reached. It stays reached, whatever happens later. */
export type Reached = {
  readonly at: Instant
  readonly sentence: string
  /** The equity when the limit was reached. */
  readonly equity: Decimal
  /** The base when the limit was reached. It is stored because a new day may have a new base. */
  readonly base: Base
}

/** A fall of the balance between two readings. @property after time of the first reading @property amount above 0 */
export type BalanceFall = { readonly after: Instant; readonly at: Instant; readonly amount: Decimal }

const mostFalls = 30

/** The stored state of an account's limits between two checks. */
export type Watch = {
  readonly version: number
  readonly accountId: string
  readonly reading: EquityReading | null
  /** When the current balance was first read; 0 if it has not changed since the first reading. */
  readonly balanceSince: Instant
  /** The most recent falls of the balance. */
  readonly falls: readonly BalanceFall[]
  /** The start of the reading's trading day. */
  readonly dayStart: Instant
  /** The base of each limit, by the key of `ActiveLimit`. */
  readonly bases: Readonly<Record<string, Base>>
  readonly reached: Readonly<Record<string, Reached>>
  /** When the user was notified that a limit is nearly reached, by the limit's key. */
  readonly notified: Readonly<Record<string, Instant>>
}

export const newWatch = (accountId: string): Watch => ({
  version: 0,
  accountId,
  reading: null,
  balanceSince: 0,
  falls: [],
  dayStart: 0,
  bases: {},
  reached: {},
  notified: {},
})

/** IG's bookings, as far as the journal has read them. */
export type Bookings = {
  /** When the history was last read completely. */
  readonly readAt: Instant
  /** Deposits and withdrawals. */
  readonly transfers: readonly { readonly at: Instant; readonly amount: Decimal }[]
  /** Times of other bookings that are not closes: funding, dividends, fees. */
  readonly charges: readonly Instant[]
  /** Closes of the last days, whole or partial. */
  readonly closes: readonly (Booked & {
    /** The position's deal ID; null if unknown. */
    readonly dealId: string | null
  })[]
  /** The newest finished trades, each with the sum of its closes. */
  readonly trades: readonly Booked[]
}
type Booked = { readonly at: Instant; readonly result: Decimal; readonly strategy: string | null }

export const noBookings: Bookings = { readAt: 0, transfers: [], charges: [], closes: [], trades: [] }

export const sum = (amounts: readonly Decimal[]): Big =>
  amounts.reduce((total, amount) => total.plus(amount), new Big(0))

/** The sum of the transfers after `since` and up to `until`. */
export const transfersBetween = ({ transfers }: Bookings, since: Instant, until: Instant): Big =>
  sum(transfers.filter(({ at }) => at > since && at <= until).map(({ amount }) => amount))

/** Whether a limit is measured within one trading day. */
const isDaily: Readonly<Record<LimitName, boolean>> = {
  lossToday: true,
  fallToday: true,
  tradesToday: true,
  profitTarget: true,
  drawdown: false,
  losingTrades: false,
}

/** The reading that is closer to the boundary of two days. */
const nearest = (before: EquityReading | null, after: EquityReading, boundary: Instant): EquityReading =>
  before && boundary - before.at < after.at - boundary ? before : after

const startValue = ({ start }: Pick<LossLimits, 'start'>, reading: EquityReading): Big => {
  const equity = equityOf(reading)
  const balance = new Big(reading.balance)
  if (start === 'BALANCE') return balance
  return start === 'HIGHER' && balance.gt(equity) ? balance : equity
}

/** The base of a limit that is switched on now, or that starts a new day. */
const newBase = (limit: LimitName, limits: LossLimits, reading: EquityReading): Base => {
  const { at } = reading
  const value = plain(
    limit === 'drawdown'
      ? new Big(reading.balance)
      : limit === 'fallToday'
        ? equityOf(reading)
        : startValue(limits, reading),
  )
  return { at, value, startAt: at, start: value }
}

/**
 * Adds a new reading to the stored state. A limit is measured from the time at which it was switched on. Daily limits
 * start again at the day's boundary. A peak only rises. Deposits and withdrawals are neither profit nor loss, so they
 * move the bases.
 */
export const withReading = (
  watch: Watch,
  reading: EquityReading,
  bookings: Bookings,
  { limits, active }: { readonly limits: LossLimits; readonly active: readonly ActiveLimit[] },
): Watch => {
  const last = watch.reading
  if (last && reading.at < last.at) return watch
  const isOther = last !== null && last.currency !== reading.currency
  const before = isOther ? newWatch(watch.accountId) : watch
  const dayStart = tradingDay(reading.at, limits.day).startsAt
  const isNewDay = before.reading !== null && dayStart > before.dayStart
  const atBoundary = nearest(isOther ? null : last, reading, dayStart)
  const bases: Record<string, Base> = {}
  const reached: Record<string, Reached> = {}
  for (const { key, limit } of active) {
    const known = before.bases[key]
    const isOver = isNewDay && (isDaily[limit] || (before.reached[key] && limits.until === 'NEXT_DAY'))
    const base = !known
      ? newBase(limit, limits, reading)
      : isOver
        ? newBase(limit, limits, atBoundary)
        : known
    if (limit === 'fallToday') bases[key] = risen(base, equityOf(reading), reading.at, bookings)
    else if (limit === 'drawdown' && isNewDay)
      bases[key] = risen(base, new Big(atBoundary.balance), atBoundary.at, bookings)
    else bases[key] = base
    const stood = before.reached[key]
    if (stood && known && !(isNewDay && limits.until === 'NEXT_DAY')) reached[key] = stood
  }
  const isMoved = last !== null && (isOther || !new Big(last.balance).eq(reading.balance))
  return {
    ...before,
    reading,
    dayStart,
    bases,
    reached,
    balanceSince: isMoved ? reading.at : before.balanceSince,
    falls: isOther ? [] : withFall(before, reading),
    notified: isNewDay ? {} : before.notified,
  }
}

const withFall = ({ falls, reading: last }: Watch, { at, balance }: EquityReading) => {
  const amount = new Big(last?.balance ?? balance).minus(balance)
  return last && amount.gt(0)
    ? [...falls, { after: last.at, at, amount: plain(amount) }].slice(-mostFalls)
    : falls
}

/** The falls of the balance that neither a row of the history nor a close of ours explains. */
export const fallsWithoutRow = (
  { falls }: Pick<Watch, 'falls'>,
  { transfers, charges, closes }: Bookings,
  recentCloses: readonly { readonly since: Instant; readonly at: Instant }[],
): readonly BalanceFall[] => {
  const booked = [...transfers.map(({ at }) => at), ...charges, ...closes.map(({ at }) => at)]
  return falls.filter(
    ({ after, at }) =>
      !booked.some((row) => row > after - balanceMargin && row <= at + balanceMargin) &&
      !recentCloses.some((close) => close.at > after - balanceMargin && close.since <= at),
  )
}

/** Measures the account's limits as if this amount had been withdrawn before the last reading, and not lost. */
export const withWithdrawal = (watch: Watch, bookings: Bookings, amount: Decimal): Watch => {
  const { reading, falls } = watch
  if (!reading) return watch
  // A base with a later time, such as the next day's, never included the withdrawn money.
  const withdrawnSince = (at: Instant): Decimal =>
    falls.length === 0 || falls.some((fall) => fall.at > at) ? amount : '0'
  const moved = ({ at, value, startAt, start }: Base): Base => ({
    at: reading.at,
    startAt: reading.at,
    value: plain(transfersBetween(bookings, at, reading.at).plus(value).minus(withdrawnSince(at))),
    start: plain(transfersBetween(bookings, startAt, reading.at).plus(start).minus(withdrawnSince(startAt))),
  })
  const isMoney = (key: string) => key in isDaily && key !== 'losingTrades' && key !== 'tradesToday'
  return {
    ...watch,
    falls: [],
    bases: Object.fromEntries(
      Object.entries(watch.bases).map(([key, base]) => [key, isMoney(key) ? moved(base) : base]),
    ),
    reached: Object.fromEntries(Object.entries(watch.reached).filter(([key]) => !isMoney(key))),
  }
}

const risen = (base: Base, value: Big, at: Instant, bookings: Bookings): Base =>
  value.gt(transfersBetween(bookings, base.at, at).plus(base.value))
    ? { ...base, at, value: plain(value) }
    : base

/** Adds the limits that are reached by the last reading. Limits that were reached earlier stay reached. */
export const withReached = (
  watch: Watch,
  reached: readonly { readonly key: string; readonly sentence: string }[],
): Watch => {
  const news = reached.filter(({ key }) => !watch.reached[key])
  if (news.length === 0 || !watch.reading) return watch
  const { reading } = watch
  const equity = plain(equityOf(reading))
  const added = Object.fromEntries(
    news.flatMap(({ key, sentence }) => {
      const base = watch.bases[key]
      return base ? [[key, { at: reading.at, sentence, equity, base }]] : []
    }),
  )
  return { ...watch, reached: { ...watch.reached, ...added } }
}

/** Removes limits that turned out not to have been reached. */
export const withoutReached = (watch: Watch, keys: readonly string[]): Watch => ({
  ...watch,
  reached: Object.fromEntries(Object.entries(watch.reached).filter(([key]) => !keys.includes(key))),
})

/**
 * Starts new bases at the next reading, because the user has resumed.
 * @param strategy null for the account's limits
 * @param trades number of the day's trades by strategy
 */
export const startedAgain = (
  watch: Watch,
  strategy: string | null,
  trades: Readonly<Record<string, number>>,
): Watch => {
  const isOther = (key: string) => {
    const [, ...rest] = key.split(' ')
    return (rest.length === 0 ? null : rest.join(' ')) !== strategy
  }
  const others = <Value>(all: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(all).filter(([key]) => isOther(key)))
  const counts = strategy === null ? Object.values(trades) : [trades[strategy] ?? 0]
  const tradesBefore = counts.reduce((total, count) => total + count, 0)
  const countsTrades = ([key]: readonly [string, Base]) => !isOther(key) && /^tradesToday\b/.test(key)
  const again = Object.entries(watch.bases).filter(countsTrades)
  return {
    ...watch,
    bases: {
      ...others(watch.bases),
      ...Object.fromEntries(again.map(([key, base]) => [key, { ...base, tradesBefore }])),
    },
    reached: others(watch.reached),
    notified: others(watch.notified),
  }
}
