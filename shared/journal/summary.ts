import { Big } from '../trading/model/decimal.ts'
import { balanceMargin } from '../trading/model/watch.ts'
import type { Decimal, Instant } from '../platform/units.ts'
import { onceAQuarter } from '../platform/zone.ts'
import {
  deepestFalls,
  type Fall,
  returnOnDeposits,
  sharpe,
  sortino,
  timeWeightedReturn,
  tradeFigures,
  yearlyGrowth,
} from './figures.ts'
import { type BreakdownName, type Closer, notAttributed } from './names.ts'
import type { Group, Journal, JournalDay, JournalFilter, Proof } from './journal.schema.ts'
import { type CashRow, closedAtOf, type Derived, resultOfTrade, rOf, type Trade } from './trades.ts'

/** The account's balance at a reading, without open results. */
export type Checkpoint = { readonly at: Instant; readonly balance: Decimal }

/** With fewer trades than this, a figure means little. */
const fewTrades = 20
const daysForSharpe = 60
const daysForGrowth = 365

export const calendarOf = (zone: string) => {
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  const hours = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' })
  const clocks = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' })
  const dayOf = onceAQuarter((at) => days.format(at))
  return {
    dayOf,
    hourOf: onceAQuarter((at) => Number(hours.format(at))),
    /** The time of day, such as `09:30:00`. */
    clockOf: (at: Instant) => clocks.format(at),
    /** The weekday's number; 0 is Monday. */
    weekdayOf: (at: Instant) => weekdayOf(dayOf(at)),
  }
}
export type Calendar = ReturnType<typeof calendarOf>

/**
 * The weekday's number; 0 is Monday.
 * @param day such as 2026-11-24
 */
export const weekdayOf = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

export const daysBefore = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10)

const total = (amounts: readonly Decimal[]): number =>
  Number(amounts.reduce((sum, amount) => sum.plus(amount), new Big(0)))

/** A booked amount of a trade, charge or transfer. */
type Booked = { readonly at: Instant; readonly amount: Decimal; readonly class: CashRow['class'] | 'trade' }

const bookedIn = ({ trades, cash }: Pick<Derived, 'trades' | 'cash'>): readonly Booked[] =>
  [
    ...trades.flatMap(({ legs }) =>
      legs.map(({ closedAt: at, result: amount }) => ({ at, amount, class: 'trade' as const })),
    ),
    ...cash,
  ].toSorted((one, other) => one.at - other.at)

/**
 * The proof: opening balance + transfers + trades + charges = balance. The opening balance is the balance at the first
 * reading, less everything that was booked until then. Later differences are shown with their day.
 */
export const proofOf = (
  derived: Derived,
  checkpoints: readonly Checkpoint[],
  dayOf: (at: Instant) => string,
): Proof => {
  const booked = bookedIn(derived)
  const readings = certainReadings(booked, checkpoints)
  const [anchor] = readings
  const last = readings.at(-1)
  const start = anchor?.unbooked ?? new Big(0)
  const differences = readings.map(({ unbooked }) => unbooked.minus(start))
  const lastRight = differences.findLastIndex((difference) => difference.eq(0))
  const isOff = differences.at(-1)?.eq(0) === false
  const offSince = readings[lastRight + 1]
  const sumOf = (...classes: readonly Booked['class'][]) =>
    total(booked.filter((row) => classes.includes(row.class)).map(({ amount }) => amount))
  return {
    start: Number(start),
    startsOn: booked[0] ? dayOf(booked[0].at) : anchor ? dayOf(anchor.at) : null,
    transfers: sumOf('transfer'),
    trades: sumOf('trade'),
    funding: sumOf('funding'),
    dividend: sumOf('dividend'),
    commission: sumOf('commission'),
    premium: sumOf('premium'),
    other: sumOf('other'),
    balance: last ? Number(last.balance) : null,
    balanceAt: last ? new Date(last.at).toISOString() : null,
    difference: Number(differences.at(-1) ?? 0),
    differsSince: isOff && offSince ? dayOf(offSince.at) : null,
    leftOut: derived.leftOut.length,
  }
}

/** A reading with the part of its balance that is not booked: the start balance, and amounts without a row. */
type Reading = Checkpoint & { readonly unbooked: Big }

/**
 * Returns the readings that have no booked row just before them, because such a row may not be part of the balance yet.
 * Returns all readings if each has such a row. `booked` and `checkpoints` must be in order of time.
 */
const certainReadings = (
  booked: readonly Booked[],
  checkpoints: readonly Checkpoint[],
): readonly Reading[] => {
  let place = 0
  let sum = new Big(0)
  const readings = checkpoints.map(({ at, balance }) => {
    for (let row = booked[place]; row && row.at <= at; row = booked[place]) {
      sum = sum.plus(row.amount)
      place += 1
    }
    const lastRow = booked[place - 1]
    const isCertain = !lastRow || lastRow.at <= at - balanceMargin
    return { at, balance, unbooked: new Big(balance).minus(sum), isCertain }
  })
  const certain = readings.filter(({ isCertain }) => isCertain)
  return certain.length === 0 ? readings : certain
}

export const daysOf = ({ trades, cash }: Derived, { dayOf }: Calendar): readonly JournalDay[] => {
  const days = new Map<string, { net: Big; charges: Big; transfers: Big; trades: number }>()
  const on = (at: Instant) => {
    const day = dayOf(at)
    const known = days.get(day) ?? { net: new Big(0), charges: new Big(0), transfers: new Big(0), trades: 0 }
    days.set(day, known)
    return known
  }
  for (const trade of trades) {
    for (const { closedAt, result } of trade.legs) {
      const day = on(closedAt)
      day.net = day.net.plus(result)
    }
    if (!trade.isOpen) on(closedAtOf(trade)).trades += 1
  }
  for (const { at, amount, class: kind } of cash) {
    const day = on(at)
    if (kind === 'transfer') day.transfers = day.transfers.plus(amount)
    else {
      day.charges = day.charges.plus(amount)
      day.net = day.net.plus(amount)
    }
  }
  return [...days]
    .map(([day, { net, charges, transfers, trades: count }]) => ({
      day,
      trades: count,
      net: Number(net),
      charges: Number(charges),
      transfers: Number(transfers),
    }))
    .toSorted((one, other) => one.day.localeCompare(other.day))
}

/** What finally closed the trade. A roll does not close it. */
export const closerOfTrade = ({ legs }: Pick<Trade, 'legs'>): Closer =>
  legs.findLast(({ closer }) => closer !== 'roll')?.closer ?? (legs.length > 0 ? 'roll' : 'unknown')

const keysOf = (calendar: Calendar): Readonly<Record<BreakdownName, (trade: Trade) => string>> => ({
  strategy: ({ strategy }) => strategy ?? notAttributed,
  instrument: ({ name }) => name,
  side: ({ direction }) => direction,
  weekday: (trade) => String(calendar.weekdayOf(closedAtOf(trade))),
  hour: (trade) => String(calendar.hourOf(closedAtOf(trade))),
  closer: closerOfTrade,
})

const groupsBy = (trades: readonly Trade[], keyOf: (trade: Trade) => string): Group[] =>
  [...Map.groupBy(trades, keyOf)]
    .map(([key, group]) => groupOf(key, group))
    .toSorted((one, other) => other.sum - one.sum)

const groupOf = (key: string, trades: readonly Trade[]): Group => {
  const { count, wins, losses, profitFactor, expectancy } = tradeFigures(trades.map(numberOf))
  return {
    key,
    count,
    wins,
    losses,
    profitFactor,
    expectancy,
    sum: total(trades.map(resultOfTrade)),
    averageR: averageR(trades),
    isFew: count < fewTrades,
  }
}

const numberOf = (trade: Trade) => Number(resultOfTrade(trade))

const averageR = (trades: readonly Trade[]): number | null => {
  const rs = trades.map(rOf).filter((r) => r !== null)
  return rs.length === 0 ? null : rs.reduce((sum, r) => sum + r, 0) / rs.length
}

type Summary = Omit<Journal, 'accounts' | 'account' | 'readAt' | 'failure' | 'isComplete' | 'tags'>

/** The requested part of the journal: some trades, some days, or both. */
type Asked = { readonly now: Instant; readonly filter?: JournalFilter; readonly tagsOf?: TagsOf }

/**
 * Everything on the journal's page except its list of trades. Charges and transfers belong to no trade, so they are
 * left out if only some trades are requested.
 */
export const summaryOf = (
  derived: Derived,
  checkpoints: readonly Checkpoint[],
  calendar: Calendar,
  { now, filter = {}, tagsOf = () => [] }: Asked,
): Summary => {
  const { fromDay, toDay, ...kind } = filter
  const isPart = Object.values(kind).some((wanted) => wanted !== undefined)
  const trades = filtered(derived.trades, filter, calendar, tagsOf).toReversed()
  const days = daysOf(
    isPart ? { ...derived, cash: [], trades: filtered(derived.trades, kind, calendar, tagsOf) } : derived,
    calendar,
  )
  const proof = proofOf(derived, checkpoints, calendar.dayOf)
  const today = calendar.dayOf(now)
  const base = baseOf(derived, proof, calendar, today)
  const before = netOf(days.filter(({ day }) => fromDay !== undefined && day < fromDay))
  const isAsked = ({ day }: JournalDay) => day >= (fromDay ?? '') && (toDay === undefined || day <= toDay)
  const unattributed = trades.filter(({ strategy }) => strategy === null)
  return {
    proof,
    base,
    ...sumsOf(days, today),
    figures: figuresOf(trades, days, isPart ? null : proof, isAsked),
    days: [...days],
    falls: fallsOf(days.filter(isAsked), base + before),
    breakdowns: breakdownsOf(trades, calendar),
    strategies: [...new Set(derived.trades.map(keysOf(calendar).strategy))].toSorted(),
    unattributed: { count: unattributed.length, sum: total(unattributed.map(resultOfTrade)) },
  }
}

const netOf = (days: readonly JournalDay[]) => total(days.map(({ net }) => String(net)))

const sumsOf = (
  days: readonly JournalDay[],
  today: string,
): Pick<Summary, 'today' | 'week' | 'month' | 'all'> => {
  const since = (first: string) => {
    const those = days.filter(({ day }) => day >= first)
    return { net: netOf(those), trades: those.reduce((sum, { trades: count }) => sum + count, 0) }
  }
  return {
    today: since(today),
    week: since(daysBefore(today, weekdayOf(today))),
    month: since(`${today.slice(0, 7)}-01`),
    all: since(''),
  }
}

/** The balance at the first closed trade, including that day's transfers. */
const baseOf = ({ trades, cash }: Derived, { start }: Proof, { dayOf }: Calendar, today: string) => {
  const first = trades.map((trade) => dayOf(closedAtOf(trade))).toSorted()[0] ?? today
  const moved = cash.filter(({ class: kind, at }) => kind === 'transfer' && dayOf(at) <= first)
  return total([String(start), ...moved.map(({ amount }) => amount)])
}

const breakdownsOf = (trades: readonly Trade[], calendar: Calendar): Summary['breakdowns'] => {
  const keys = keysOf(calendar)
  return {
    strategy: groupsBy(trades, keys.strategy),
    instrument: groupsBy(trades, keys.instrument),
    side: groupsBy(trades, keys.side),
    weekday: groupsBy(trades, keys.weekday).toSorted(byNumber),
    hour: groupsBy(trades, keys.hour).toSorted(byNumber),
    closer: groupsBy(trades, keys.closer),
  }
}

const byNumber = (one: Group, other: Group) => Number(one.key) - Number(other.key)

const fallsOf = (days: readonly JournalDay[], base: number): Journal['falls'] => {
  const falls = deepestFalls(
    days.map(({ net }) => net),
    base,
  )
  const fallView = ({ money, share, from, to }: Fall) => ({
    money: Math.round(money * 100) / 100,
    share,
    from: days[from]?.day ?? null,
    to: days[to]?.day ?? '',
  })
  return falls && { inMoney: fallView(falls.inMoney), inShare: fallView(falls.inShare) }
}

/** @param account null if only some trades are requested, because they have no returns of their own */
const figuresOf = (
  trades: readonly Trade[],
  days: readonly JournalDay[],
  account: Proof | null,
  isAsked: (day: JournalDay) => boolean,
): Journal['figures'] => {
  const {
    sum: _,
    wins: __,
    losses: ___,
    expectancyRatio: ____,
    ...figures
  } = tradeFigures(trades.map(numberOf))
  return {
    ...figures,
    averageR: averageR(trades),
    ...(account ? returnsOf(days, account, isAsked) : noReturns),
    isFew: figures.count < fewTrades,
  }
}

const noReturns = { timeWeighted: null, onDeposits: null, sharpe: null, sortino: null, yearlyGrowth: null }

const returnsOf = (
  days: readonly JournalDay[],
  { start, transfers }: Proof,
  isAsked: (day: JournalDay) => boolean,
) => {
  let balance = start
  const stretches = days.flatMap((day) => {
    const stretch = { balance: balance + day.transfers, result: day.net }
    balance += day.transfers + day.net
    return isAsked(day) ? [stretch] : []
  })
  const asked = days.filter(isAsked)
  const returns = stretches.filter((each) => each.balance > 0).map((each) => each.result / each.balance)
  const span = spanOf(asked)
  const grown = timeWeightedReturn(stretches)
  const made = asked.reduce((sum, { net }) => sum + net, 0)
  return {
    timeWeighted: returns.length === 0 ? null : grown,
    onDeposits: returnOnDeposits(made, start + transfers),
    sharpe: asked.length >= daysForSharpe ? sharpe(returns) : null,
    sortino: asked.length >= daysForSharpe ? sortino(returns) : null,
    yearlyGrowth: span >= daysForGrowth ? yearlyGrowth(1, 1 + grown, span) : null,
  }
}

const spanOf = (days: readonly JournalDay[]) =>
  (Date.parse(days.at(-1)?.day ?? '') - Date.parse(days[0]?.day ?? '')) / 86_400_000 || 0

type TagsOf = (tradeId: string) => readonly string[]

/** The trades that match the filter, the latest close first. */
export const filtered = (
  trades: readonly Trade[],
  filter: JournalFilter,
  calendar: Calendar,
  tagsOf: TagsOf,
): readonly Trade[] => {
  const keys = keysOf(calendar)
  const { strategy, name, market, direction, closer, link, tag, weekday, hour, fromDay, toDay } = filter
  const is = (wanted: unknown, value: unknown) => wanted === undefined || wanted === value
  return trades
    .filter(
      (trade) =>
        is(strategy, keys.strategy(trade)) &&
        is(name, trade.name) &&
        is(market, trade.market) &&
        is(direction, trade.direction) &&
        is(closer, closerOfTrade(trade)) &&
        (link === undefined || trade.legs.some((leg) => leg.link === link)) &&
        (tag === undefined || tagsOf(trade.id).includes(tag)) &&
        (weekday === undefined || Number(keys.weekday(trade)) === weekday) &&
        (hour === undefined || Number(keys.hour(trade)) === hour) &&
        (fromDay === undefined || calendar.dayOf(closedAtOf(trade)) >= fromDay) &&
        (toDay === undefined || calendar.dayOf(closedAtOf(trade)) <= toDay),
    )
    .toSorted((one, other) => closedAtOf(other) - closedAtOf(one))
}
