import { brokerName } from '../model/broker-name.ts'
import type { Direction } from '../../deals/dealing.schema.ts'
import {
  activeLimits,
  type ActiveLimit,
  isClosing,
  noLimits,
  type OpenRiskLimit,
  type StrategyLimits,
  type Trip,
} from '../../limits/loss-limits.ts'
import {
  dealRisks,
  type DealRisk,
  isAbove,
  needsMargin,
  riskInWords,
  riskSums,
  type RiskyDeal,
} from '../model/open-risk.ts'
import {
  isReached,
  type LimitUse,
  limitUses,
  type OpenProfit,
  type UnbookedResult,
} from '../model/limit-uses.ts'
import { type Money, notBooked, type RecentClose } from '../model/recent-close.ts'
import { type Bookings, equityOf } from '../model/watch.ts'
import { instantInText, listed } from '../../platform/words.ts'
import type { Decimal, Instant } from '../../platform/units.ts'
import { Big, plain } from '../model/decimal.ts'
import { passed, passedWith, refused, unread, type RuleResult, type Words } from '../model/rule.ts'
import type {
  AccountState,
  LimitsSeen,
  Market,
  OpenPosition,
  Snapshot,
  TradingSettings,
  WorkingOrder,
} from '../model/snapshot.ts'
import type { Distances, OrderSize, Terms } from './order.ts'

/** The account's limits, and those of the alert's strategy. */
export const limitsOf = ({
  alert,
  settings,
}: Pick<Snapshot, 'alert' | 'settings'>): readonly ActiveLimit[] => {
  const { strategy = '' } = alert
  const own: StrategyLimits | undefined = settings.strategies[strategy]
  return activeLimits(settings.lossLimits ?? noLimits, own ? { [strategy]: own } : {})
}

/** Whether a trip still stops entries on this account. */
export const stands = (
  trip: Pick<Trip, 'accountId' | 'until' | 'closing'>,
  current: string | null,
  now: Instant,
): boolean =>
  trip.accountId === current && (trip.until === null || Date.parse(trip.until) > now || isClosing(trip))

/** The trip that stops entries now: of the account (null) or of a strategy. */
export const openTrip = (
  { accountId, trips = [] }: Pick<TradingSettings, 'accountId' | 'trips'>,
  strategy: string | null,
  now: Instant,
): Trip | undefined => trips.find((trip) => trip.strategy === strategy && stands(trip, accountId, now))

/** The trip that stops a strategy’s entries now: the account’s, or its own. */
export const tripOf = (
  settings: Pick<TradingSettings, 'accountId' | 'trips'>,
  strategy: string | undefined,
  now: Instant,
): Trip | undefined => openTrip(settings, null, now) ?? openTrip(settings, strategy ?? '', now)

/** What was tripped stays so until it is lifted: by its user, or by the next trading day if that was chosen. */
export const notTripped = ({ now, alert, settings }: Snapshot): RuleResult<Words> => {
  const required = 'no limit reached'
  const trip = tripOf(settings, alert.strategy, now)
  if (!trip) return passed({ actual: required, required, sentence: 'no limit has stopped new entries' })
  const { at, until, strategy, sentence } = trip
  const closed = isClosing(trip) ? ' and until what was open then is closed' : ''
  const whose = strategy === null ? 'your limit' : `the limit of ${strategy}`
  const end = until === null ? 'until you resume' : `until ${instantInText(Date.parse(until))}${closed}`
  return refused({
    actual: `reached at ${instantInText(Date.parse(at))}`,
    required,
    sentence: `${whose} stopped new entries at ${instantInText(Date.parse(at))}, ${end}: ${sentence}`,
  })
}

const usesNow = (snapshot: Snapshot, active: readonly ActiveLimit[]) => {
  const { limits, account } = snapshot
  if (!limits) return []
  const { watch, bookings, trades, recentCloses = [] } = limits
  return limitUses(watch, bookings, active, {
    trades,
    open: account ? openByStrategy(account, snapshot) : {},
    unbooked: unbookedResults(recentCloses, bookings, snapshot),
  })
}

/** What closes made that the history does not show yet, in the account's currency. */
export const unbookedResults = (
  recentCloses: readonly RecentClose[],
  bookings: Bookings,
  known: Known,
): readonly UnbookedResult[] =>
  notBooked(recentCloses, bookings).map((close) => ({
    ...close,
    result: inAccountCurrency(close.made, known),
  }))

/** null: the money, or its exchange rate, is not known. */
const inAccountCurrency = (money: Money | null, { limits, market, worths = {} }: Known): Decimal | null => {
  if (money === null) return null
  const { amount, currency } = money
  if (currency === limits?.watch.reading?.currency) return amount
  const rate =
    market?.currencyCode === currency
      ? exchangeRateOf(market)
      : Object.values(worths).find((worth) => worth?.currency === currency && worth.rate)?.rate
  return rate ? plain(new Big(amount).div(rate)) : null
}

/** Limits that are reached as far as the decision has read: those that the refusal rests on. */
export const reachedNow = (snapshot: Snapshot): readonly LimitUse[] =>
  usesNow(snapshot, limitsOf(snapshot)).filter(isReached)

/** Compares each limit with the equity that IG states. A limit that was reached stays reached, whatever the equity is now. */
export const lossLimits = (snapshot: Snapshot, active: readonly ActiveLimit[]): RuleResult<Words> => {
  const { limits, account } = snapshot
  if (!limits) return unread('limits')
  const needsLists = active.some(({ limit, strategy }) => limit === 'lossToday' && strategy !== null)
  if (needsLists && !account) return unread('account')
  if (!snapshot.worths && ((needsLists && lacksWorth(snapshot)) || lacksRate(limits, snapshot)))
    return unread('worths')
  const uses = usesNow(snapshot, active)
  const seen = active.flatMap(({ key }) => limits.watch.reached[key]?.sentence ?? [])
  const over = uses.filter(isReached).map(({ sentence }) => sentence)
  const required = 'below every limit'
  const [reached] = [...seen, ...over]
  if (reached !== undefined) return refused({ actual: 'reached', required, sentence: reached })
  const [unknown] = uses.flatMap((use) => use.unknown ?? [])
  return unknown === undefined
    ? passed({ actual: 'below', required, sentence: uses.map(({ sentence }) => sentence).join('. ') })
    : refused({ actual: 'unknown', required, sentence: unknown })
}

/** Whether a position of the alert's strategy is in another currency, and its exchange rate is not read yet. */
const lacksWorth = (snapshot: Snapshot): boolean => {
  const { account, alert } = snapshot
  const own = account?.positions.filter(({ strategy }) => strategy === (alert.strategy ?? ''))
  return own?.some((position) => unitMoneyOf(position, snapshot) === null) ?? false
}

/** Whether a close that is not booked yet was in another currency, and its exchange rate is not read yet. */
const lacksRate = ({ recentCloses = [], bookings }: LimitsSeen, snapshot: Snapshot): boolean =>
  unbookedResults(recentCloses, bookings, snapshot).some(
    ({ made, result }) => made !== null && result === null,
  )

/** What a decision, or a screen, knows of what money is worth. */
type Known = { readonly limits?: Pick<LimitsSeen, 'watch'> | undefined } & Pick<Snapshot, 'market' | 'worths'>

/** Profit or loss of each strategy's positions, in the account's currency. */
export const openByStrategy = (
  { positions }: Pick<AccountState, 'positions'>,
  known: Known,
): Readonly<Record<string, OpenProfit>> => {
  const sums: Record<string, OpenProfit> = {}
  for (const position of positions) {
    const { strategy, market, epic } = position
    if (strategy === undefined) continue
    const { sum, unknown } = sums[strategy] ?? { sum: '0', unknown: [] }
    const profit = profitOf(position, unitMoneyOf(position, known))
    sums[strategy] =
      profit === null
        ? { sum, unknown: [...unknown, market ?? epic] }
        : { sum: plain(profit.plus(sum)), unknown }
  }
  return sums
}

/** null: the broker shows no quote or no level, or it is not known what a move is worth. */
const profitOf = (
  { direction, level, size, bid, offer }: OpenPosition,
  unitMoney: Decimal | null,
): Big | null => {
  const price = direction === 'BUY' ? bid : offer
  if (!price || level === null || unitMoney === null) return null
  const moved = new Big(price).minus(level).times(direction === 'BUY' ? 1 : -1)
  return moved.times(size).times(unitMoney)
}

/** Money in the account's currency for a move of 1 and a size of 1: by the position itself, or by its market. */
const unitMoneyOf = (
  { epic, currency, contractSize }: Pick<OpenPosition, 'epic' | 'currency' | 'contractSize'>,
  { limits, market, worths }: Known,
): Decimal | null => {
  const own = limits?.watch.reading?.currency
  if (own !== undefined && currency === own && contractSize) return contractSize
  if (market?.epic === epic) return unitMoney(market)
  return worths?.[epic]?.unitMoney ?? null
}

/** How many units of the market's currency make one of the account's; null if the broker does not say. */
export const exchangeRateOf = ({ worth }: Pick<Market, 'worth'>): Decimal | null =>
  worth.kind === 'known' ? worth.exchangeRate : null

/** null if the broker does not say what the market is worth. */
export const unitMoney = ({ worth }: Pick<Market, 'worth'>): Decimal | null =>
  worth.kind === 'known' ? plain(new Big(worth.unitValue).div(worth.exchangeRate)) : null

/** What the order would cost if its stop is hit. */
const riskOf = (
  { direction, market, instrument }: Terms,
  { dealtAt, size }: OrderSize,
  { stop }: Distances,
): RiskyDeal => ({
  market: instrument.marketAndSymbol,
  direction,
  currency: market.currencyCode,
  isPosition: false,
  size: plain(size),
  level: plain(dealtAt),
  unitMoney: unitMoney(market),
  stopLevel: plain(dealtAt.minus(stop.div(market.scalingFactor).times(direction === 'BUY' ? 1 : -1))),
})

/**
 * What may be lost if every stop were hit, this order's too. Passes with the order's own part, which is remembered until the
 * broker lists the deal.
 */
export const openRisk = (
  snapshot: Snapshot,
  limit: OpenRiskLimit,
  terms: Terms,
  sized: OrderSize,
  away: Distances,
): RuleResult<Words, Decimal> => {
  const { account, limits } = snapshot
  if (!account) return unread('account')
  if (!limits?.watch.reading) return unread('limits')
  const { reading } = limits.watch
  if (!snapshot.names && limit.groups.length > 0 && lacksName(account, snapshot)) return unread('names')
  const deals = listedDeals(account, snapshot)
  const isUnknown = deals.some(({ unitMoney, risk }) => unitMoney === null && risk === undefined)
  if (!snapshot.worths && (isUnknown || needsMargin(deals, reading))) return unread('worths')
  const [own] = dealRisks([riskOf(terms, sized, away)], null, limit)
  const risks = [
    ...dealRisks(deals, reading, limit),
    ...inFlightRisks(account, terms.market),
    own as DealRisk,
  ]
  const required = `at most ${limit.percent}% of equity`
  const unknown = risks.filter(({ risk }) => risk === null)
  if (unknown.length > 0) return unknownRisk(unknown, required)
  const sums = riskSums(risks, equityOf(reading), limit, own as DealRisk)
  const words = sums.map((sum) => riskInWords(sum, reading.currency))
  const place = sums.findIndex(isAbove)
  const risk = own?.risk ?? '0'
  return place < 0
    ? passedWith(risk, { actual: `${sums[0]?.used ?? '0'} at stake`, required, sentence: words.join('; ') })
    : refused({ actual: `${sums[place]?.used ?? ''} at stake`, required, sentence: words[place] ?? '' })
}

/** Whether the user opened something on another market than the alert’s: it may belong to a group. */
const lacksName = ({ positions, workingOrders }: AccountState, { instrument }: Snapshot): boolean =>
  [...positions, ...workingOrders].some(
    ({ market, epic }) => market === undefined && epic !== instrument?.igEpic,
  )

const unknownRisk = (unknown: readonly DealRisk[], required: string) => {
  const withoutStop = unknown.filter(({ lacksMargin }) => lacksMargin).map(({ market }) => market)
  const others = unknown.filter(({ lacksMargin }) => !lacksMargin).map(({ market }) => market)
  const names = (markets: readonly string[]) => listed([...new Set(markets)])
  return refused({
    actual: 'unknown',
    required,
    sentence: [
      ...(withoutStop.length > 0
        ? [`${names(withoutStop)} has no stop, and ${brokerName} doesn’t say what margin it takes`]
        : []),
      ...(others.length > 0 ? [`what ${names(others)} may cost can’t be worked out yet`] : []),
    ].join('; '),
  })
}

/** What the broker lists, as far as its risk can be worked out. */
export const listedDeals = (
  account: Pick<AccountState, 'positions' | 'workingOrders'>,
  known: Known & Partial<Pick<Snapshot, 'instrument' | 'names'>>,
): readonly RiskyDeal[] => {
  const { market, worths, instrument, names } = known
  const nameOf = ({ epic, market: name }: Pick<OpenPosition, 'epic' | 'market'>) =>
    name ?? (instrument?.igEpic === epic ? instrument.marketAndSymbol : (names?.[epic] ?? epic))
  const currencyOf = (epic: string) =>
    market?.epic === epic ? market.currencyCode : (worths?.[epic]?.currency ?? null)
  const marginOf = (epic: string) =>
    market?.epic === epic ? (market.marginPercent ?? null) : worths && (worths[epic]?.marginPercent ?? null)
  const common = (deal: OpenPosition | WorkingOrder) => ({
    market: nameOf(deal),
    marginPercent: marginOf(deal.epic),
    direction: deal.direction,
    size: deal.size,
    level: deal.level,
    stopLevel: deal.stopLevel ?? null,
  })
  return [
    ...account.positions.map((position) => ({
      ...common(position),
      currency: position.currency ?? currencyOf(position.epic),
      unitMoney: unitMoneyOf(position, known),
      isPosition: true,
      openedAt: position.createdAt,
    })),
    ...account.workingOrders.map((order) => ({
      ...common(order),
      currency: order.currency ?? currencyOf(order.epic),
      unitMoney: unitMoneyOf({ epic: order.epic }, known),
      isPosition: false,
      risk: order.risk,
    })),
  ]
}

/** Orders of ours that the broker's lists do not show yet, with what their own decisions found. */
export const inFlightRisks = (
  { inFlightOrders }: Pick<AccountState, 'inFlightOrders'>,
  market: Pick<Market, 'epic' | 'currencyCode'> | null,
): readonly DealRisk[] =>
  inFlightOrders.map(({ epic, direction, risk, market: name, currency }) => ({
    market: name ?? epic,
    hasStop: true,
    risk: risk ?? null,
    direction: direction as Direction,
    currency: currency ?? (market?.epic === epic ? market.currencyCode : null),
  }))
