import type { Decimal, Instant } from '../../platform/units.ts'
import { Big, plain } from './decimal.ts'
import type { ActiveLimit, LimitName, LossLimits } from '../../limits/loss-limits.ts'
import { tradingDay } from './trading-day.ts'

/** Milliseconds: a row dated this close before a reading may or may not be part of it, as IG dates in whole seconds. */
export const balanceMargin = 5_000

/** What the broker says an account is worth: the balance, and the profit or loss of all that is open. */
export type EquityReading = {
  readonly at: Instant
  readonly balance: Decimal
  readonly profitLoss: Decimal
  /** Money that is tied up; null if the broker does not say. */
  readonly margin: Decimal | null
  /** What is left for more margin; missing in readings of release 0.2.0, null if the broker does not say. */
  readonly available?: Decimal | null
  readonly currency: string
}

export const equityOf = ({ balance, profitLoss }: Pick<EquityReading, 'balance' | 'profitLoss'>): Big =>
  new Big(balance).plus(profitLoss)

/** What one limit is measured from: the day's start, its peak, or the highest balance at the end of a day. */
export type Base = {
  readonly at: Instant
  readonly value: Decimal
  /** The first value: a peak rises, this stays. */
  readonly startAt: Instant
  readonly start: Decimal
  /** Trades of the day that no longer count, since the user has resumed after them. */
  readonly tradesBefore?: number
}

/** A limit was seen to be reached, by anybody who looked. It counts from then on, whatever comes after. */
export type Reached = {
  readonly at: Instant
  readonly sentence: string
  /** What the account was worth then. */
  readonly equity: Decimal
  /** What it was measured from: a new day may have begun since. */
  readonly base: Base
}

/** The balance was lower than in the reading before. @property after when that was @property amount above 0 */
export type BalanceFall = { readonly after: Instant; readonly at: Instant; readonly amount: Decimal }

const mostFalls = 30

/** What is kept of an account between two looks. */
export type Watch = {
  readonly version: number
  /** Whose figures these are. */
  readonly accountId: string
  readonly reading: EquityReading | null
  /** When the balance was first read as it is now; 0: it has not changed since the first reading. */
  readonly balanceSince: Instant
  /** The newest times that the balance fell. */
  readonly falls: readonly BalanceFall[]
  /** When the trading day of the reading began. */
  readonly dayStart: Instant
  /** What each limit is measured from, by the key of `ActiveLimit`. */
  readonly bases: Readonly<Record<string, Base>>
  readonly reached: Readonly<Record<string, Reached>>
  /** When the user was notified that a limit is near. */
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

/** What IG has booked, as far as the journal has read it. */
export type Bookings = {
  /** When the history was last read to its end. */
  readonly readAt: Instant
  /** Deposits and withdrawals. */
  readonly transfers: readonly { readonly at: Instant; readonly amount: Decimal }[]
  /** When it booked anything else that is no close: funding, dividends, fees. */
  readonly charges: readonly Instant[]
  /** Closes, whole or in part, of the last days. */
  readonly closes: readonly (Booked & {
    /** The position's; null if it is not known. */
    readonly dealId: string | null
  })[]
  /** Trades that are over, each with the sum of its closes: the newest. */
  readonly trades: readonly Booked[]
}
type Booked = { readonly at: Instant; readonly result: Decimal; readonly strategy: string | null }

export const noBookings: Bookings = { readAt: 0, transfers: [], charges: [], closes: [], trades: [] }

export const sum = (amounts: readonly Decimal[]): Big =>
  amounts.reduce((total, amount) => total.plus(amount), new Big(0))

/** Money that was moved between two readings. What came after the later one is not part of it. */
export const transfersBetween = ({ transfers }: Bookings, since: Instant, until: Instant): Big =>
  sum(transfers.filter(({ at }) => at > since && at <= until).map(({ amount }) => amount))

/** What is measured in one trading day only. */
const isDaily: Readonly<Record<LimitName, boolean>> = {
  lossToday: true,
  fallToday: true,
  tradesToday: true,
  profitTarget: true,
  drawdown: false,
  losingTrades: false,
}

/** The reading that says best what the account was worth at the boundary of two days. */
const nearest = (before: EquityReading | null, after: EquityReading, boundary: Instant): EquityReading =>
  before && boundary - before.at < after.at - boundary ? before : after

const startValue = ({ start }: Pick<LossLimits, 'start'>, reading: EquityReading): Big => {
  const equity = equityOf(reading)
  const balance = new Big(reading.balance)
  if (start === 'BALANCE') return balance
  return start === 'HIGHER' && balance.gt(equity) ? balance : equity
}

/** What a limit that is switched on now, or whose day begins, is measured from. */
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
 * The account with a new reading. A limit counts from when it was switched on; those of a day begin again at its boundary; a
 * peak only rises. Deposits and withdrawals are no profit and no loss: they move what is measured from.
 */
export const withReading = (
  watch: Watch,
  reading: EquityReading,
  bookings: Bookings,
  limits: LossLimits,
  active: readonly ActiveLimit[],
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

/** The falls that no row of the history and no close of ours explains. */
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

/** Measures the account's limits as if this much had been withdrawn before the last reading: it was no loss. */
export const withWithdrawal = (watch: Watch, bookings: Bookings, amount: Decimal): Watch => {
  const { reading, falls } = watch
  if (!reading) return watch
  // What is measured from a later time, as the day after is, was without that money from the start.
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

/** Adds what is reached by the last reading; what was reached before stays so. */
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

/** Takes back what turned out not to have been reached. */
export const withoutReached = (watch: Watch, keys: readonly string[]): Watch => ({
  ...watch,
  reached: Object.fromEntries(Object.entries(watch.reached).filter(([key]) => !keys.includes(key))),
})

/**
 * Everything is measured from the next reading on: the user has resumed.
 * @param strategy null: the account's limits
 * @param trades of the day, by strategy
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
