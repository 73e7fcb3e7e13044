import { brokerName } from '../model/broker-name.ts'
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
  type RiskSum,
  riskSums,
  type RiskyDeal,
} from '../model/open-risk.ts'
import {
  isReached,
  limitUses,
  type OpenProfit,
  reachedAmong,
  type UnbookedResult,
  type UseFact,
  useInWords,
} from '../model/limit-uses.ts'
import { type Money, notBooked, type RecentClose } from '../model/recent-close.ts'
import { type Bookings, equityOf } from '../model/watch.ts'
import { instantInText, listed } from '../../platform/words.ts'
import type { Decimal, Instant } from '../../platform/units.ts'
import { moneyFor, unitMoney } from '../model/arithmetic.ts'
import { Big, plain } from '../model/decimal.ts'
import { type InWords, passed, passedWith, refused, unread, type RuleResult } from '../model/rule.ts'
import type {
  AccountState,
  LimitsSeen,
  Market,
  OpenPosition,
  Snapshot,
  TradingSettings,
  WorkingOrder,
} from '../model/snapshot.ts'
import type { Distances, Terms } from './order.ts'
import type { OrderSize } from './size.ts'

/** The limits of the account and of the alert's strategy. */
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

/**
 * Returns the trip that stops entries now.
 * @param strategy the strategy to which the trip belongs; null for a trip of the account
 */
export const openTrip = (
  { accountId, trips = [] }: Pick<TradingSettings, 'accountId' | 'trips'>,
  strategy: string | null,
  now: Instant,
): Trip | undefined => trips.find((trip) => trip.strategy === strategy && stands(trip, accountId, now))

/** The trip that stops a strategy’s entries now. It belongs to the account or to the strategy. */
export const tripOf = (
  settings: Pick<TradingSettings, 'accountId' | 'trips'>,
  strategy: string | undefined,
  now: Instant,
): Trip | undefined => openTrip(settings, null, now) ?? openTrip(settings, strategy ?? '', now)

type TripFact = Pick<Trip, 'strategy' | 'sentence'> & {
  readonly at: Instant
  readonly until: Instant | null
  readonly isClosing: boolean
}

/**
 * Refuses entries while a trip applies. A trip ends when its user lifts it, or on the next trading day if the user has
 * chosen this.
 */
export const notTripped = ({ now, alert, settings }: Snapshot): RuleResult<TripFact | null> => {
  const trip = tripOf(settings, alert.strategy, now)
  if (!trip) return passed(null)
  const { strategy, sentence } = trip
  const at = Date.parse(trip.at)
  const until = trip.until === null ? null : Date.parse(trip.until)
  return refused({ at, until, strategy, isClosing: isClosing(trip), sentence })
}

export const notTrippedInWords: InWords<TripFact | null> = (trip) => {
  const required = 'no limit reached'
  if (!trip) return { actual: required, required, sentence: 'no limit has stopped new entries' }
  const at = instantInText(trip.at)
  const closed = trip.isClosing ? ' and until what was open then is closed' : ''
  const whose = trip.strategy === null ? 'your limit' : `the limit of ${trip.strategy}`
  const end = trip.until === null ? 'until you resume' : `until ${instantInText(trip.until)}${closed}`
  const sentence = `${whose} stopped new entries at ${at}, ${end}: ${trip.sentence}`
  return { actual: `reached at ${at}`, required, sentence }
}

const usesNow = (snapshot: Snapshot, active: readonly ActiveLimit[]) => {
  const { limits, account } = snapshot
  if (!limits) return []
  const { watch, bookings, trades, recentCloses } = limits
  return limitUses(watch, bookings, active, {
    trades,
    open: account ? openByStrategy(account, snapshot) : {},
    unbooked: unbookedResults(recentCloses, bookings, snapshot),
  })
}

/** Results of closes that the history does not show yet, in the account's currency. */
export const unbookedResults = (
  recentCloses: readonly RecentClose[],
  bookings: Bookings,
  known: Known,
): readonly UnbookedResult[] =>
  notBooked(recentCloses, bookings).map((close) => ({
    ...close,
    result: inAccountCurrency(close.made, known),
  }))

/** Null if the money or its exchange rate is unknown. */
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

/** Returns the limits that are reached according to the decision's data. */
export const reachedNow = (snapshot: Snapshot) => reachedAmong(usesNow(snapshot, limitsOf(snapshot)))

/**
 * @property sentence describes a limit that an earlier check found to be reached
 * @property uses only the limit that refuses the alert, or all limits if none refuses it
 */
type LossLimitsFact =
  | { readonly kind: 'seen'; readonly sentence: string }
  | { readonly kind: 'measured'; readonly uses: readonly UseFact[] }

/** Compares each limit with the equity that IG reports. A reached limit stays reached, whatever the equity is now. */
export const lossLimits = (
  snapshot: Snapshot,
  active: readonly ActiveLimit[],
): RuleResult<LossLimitsFact> => {
  const { limits, account } = snapshot
  if (!limits) return unread('limits')
  const needsLists = active.some(({ limit, strategy }) => limit === 'lossToday' && strategy !== null)
  if (needsLists && !account) return unread('account')
  if (!snapshot.worths && ((needsLists && lacksWorth(snapshot)) || lacksRate(limits, snapshot)))
    return unread('worths')
  const [seen] = active.flatMap(({ key }) => limits.watch.reached[key] ?? [])
  if (seen) return refused({ kind: 'seen', sentence: seen.sentence })
  const uses = usesNow(snapshot, active)
  const stops = uses.find(isReached) ?? uses.find(({ unknown }) => unknown !== null)
  const told = (stops ? [stops] : uses).map(({ key: _key, isEstimate: _isEstimate, ...use }) => use)
  const fact: LossLimitsFact = { kind: 'measured', uses: told }
  return stops ? refused(fact) : passed(fact)
}

export const lossLimitsInWords: InWords<LossLimitsFact> = (fact, hasPassed) => {
  const required = 'below every limit'
  if (fact.kind === 'seen') return { actual: 'reached', required, sentence: fact.sentence }
  const refusal = fact.uses.some(({ unknown }) => unknown) ? 'unknown' : 'reached'
  const sentence = fact.uses.map(useInWords).join('. ')
  return { actual: hasPassed ? 'below' : refusal, required, sentence }
}

/** Whether a position of the alert's strategy is in another currency whose exchange rate is not read yet. */
const lacksWorth = (snapshot: Snapshot): boolean => {
  const { account, alert } = snapshot
  const own = account?.positions.filter(({ strategy }) => strategy === (alert.strategy ?? ''))
  return own?.some((position) => unitMoneyOf(position, snapshot) === null) ?? false
}

/** Whether an unbooked close was in another currency whose exchange rate is not read yet. */
const lacksRate = ({ recentCloses, bookings }: LimitsSeen, snapshot: Snapshot): boolean =>
  unbookedResults(recentCloses, bookings, snapshot).some(
    ({ made, result }) => made !== null && result === null,
  )

/** The data that a decision or a screen needs to convert money. */
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

/** Null if the broker shows no quote or no level, or if the value of a point is unknown. */
const profitOf = (
  { direction, level, size, bid, offer }: OpenPosition,
  money: Decimal | null,
): Big | null => {
  const price = direction === 'BUY' ? bid : offer
  if (!price || level === null || money === null) return null
  const moved = new Big(price).minus(level).times(direction === 'BUY' ? 1 : -1)
  return moneyFor(moved, size, money)
}

/** Money in the account's currency for a move of 1 and a size of 1, according to the position or its market. */
const unitMoneyOf = (
  { epic, currency, contractSize }: Pick<OpenPosition, 'epic' | 'currency' | 'contractSize'>,
  { limits, market, worths }: Known,
): Decimal | null => {
  const own = limits?.watch.reading?.currency
  if (own !== undefined && currency === own && contractSize) return contractSize
  if (market?.epic === epic) return unitMoney(market)
  return worths?.[epic]?.unitMoney ?? null
}

/** Units of the market's currency per unit of the account's; null if the broker does not report it. */
export const exchangeRateOf = ({ worth }: Pick<Market, 'worth'>): Decimal | null =>
  worth.kind === 'known' ? worth.exchangeRate : null

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
 * @property sums only the sum above its cap if the rule refuses; all sums if it passes
 * @property deals the deals whose risk is unknown
 */
type OpenRiskFact = { readonly percent: number } & (
  | { readonly kind: 'sums'; readonly currency: string; readonly sums: readonly RiskSum[] }
  | { readonly kind: 'unknown'; readonly deals: readonly Pick<DealRisk, 'market' | 'lacksMargin'>[] }
)

/**
 * Limits the total loss if every stop is hit, including the order's. If the rule passes, it returns the order's own
 * risk, which is stored until the broker lists the deal.
 */
export const openRisk = (
  snapshot: Snapshot,
  limit: OpenRiskLimit,
  terms: Terms,
  { sized, away }: { readonly sized: OrderSize; readonly away: Distances },
): RuleResult<OpenRiskFact, Decimal> => {
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
  const { percent } = limit
  const unknown = risks.filter(({ risk }) => risk === null)
  if (unknown.length > 0)
    return refused({
      kind: 'unknown',
      percent,
      deals: unknown.map(({ market, lacksMargin = false }) => ({ market, lacksMargin })),
    })
  const { currency } = reading
  const sums = riskSums(risks, equityOf(reading), limit, own as DealRisk)
  const above = sums.find(isAbove)
  return above
    ? refused({ kind: 'sums', percent, currency, sums: [above] })
    : passedWith(own?.risk ?? '0', { kind: 'sums', percent, currency, sums })
}

export const openRiskInWords: InWords<OpenRiskFact> = (fact) => {
  const required = `at most ${fact.percent}% of equity`
  if (fact.kind === 'sums') {
    const sentence = fact.sums.map((sum) => riskInWords(sum, fact.currency)).join('; ')
    return { actual: `${fact.sums[0]?.used ?? '0'} at stake`, required, sentence }
  }
  const named = (deals: typeof fact.deals) => listed([...new Set(deals.map(({ market }) => market))])
  const withoutStop = named(fact.deals.filter(({ lacksMargin }) => lacksMargin))
  const others = named(fact.deals.filter(({ lacksMargin }) => !lacksMargin))
  const sentences = [
    withoutStop && `${withoutStop} has no stop, and ${brokerName} doesn’t say what margin it takes`,
    others && `what ${others} may cost can’t be worked out yet`,
  ]
  return { actual: 'unknown', required, sentence: sentences.filter(Boolean).join('; ') }
}

/**
 * Whether the user opened a deal on a market other than the alert’s. The market's name is then needed, because the
 * market may be in a group of the limit.
 */
const lacksName = ({ positions, workingOrders }: AccountState, { instrument }: Snapshot): boolean =>
  [...positions, ...workingOrders].some(
    ({ market, epic }) => market === undefined && epic !== instrument?.igEpic,
  )

/** The deals in the broker's lists, with the data from which their risk is calculated. */
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
    market?.epic === epic ? market.marginPercent : worths && (worths[epic]?.marginPercent ?? null)
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

/** Our orders that the broker's lists do not show yet, with the risk that their decisions calculated. */
export const inFlightRisks = (
  { inFlightOrders }: Pick<AccountState, 'inFlightOrders'>,
  market: Pick<Market, 'epic' | 'currencyCode'> | null,
): readonly DealRisk[] =>
  inFlightOrders.map(({ epic, direction, risk, market: name, currency }) => ({
    market: name ?? epic,
    hasStop: true,
    risk: risk ?? null,
    direction,
    currency: currency ?? (market?.epic === epic ? market.currencyCode : null),
  }))
