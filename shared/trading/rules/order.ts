import { brokerName } from '../model/broker-name.ts'
import type { Direction } from '../../deals/dealing.schema.ts'
import type { InstrumentFields } from '../../instruments/instrument.schema.ts'
import {
  inPoints,
  largestSize,
  limitLevel,
  notional,
  pointsOf,
  profitPoints,
  stopPoints,
} from '../model/arithmetic.ts'
import { Big, bigFrom, percentOf, plain, rounding } from '../model/decimal.ts'
import { dealingQuote, middle } from '../model/market.ts'
import { type InWords, passed, passedWith, refused, unread, type RuleResult } from '../model/rule.ts'
import type { KnownWorth, Market, MarketStatus, Snapshot } from '../model/snapshot.ts'
import { counted, grouped } from '../../platform/figures.ts'
import { listed } from '../../platform/words.ts'
import type { Decimal } from '../../platform/units.ts'
import { rulesOf } from './strategy.ts'

/** In IG's price units. */
export type Atrs = { readonly stop: Big; readonly profit: Big }

/** What is known of an order once its price is. */
export type Terms = {
  readonly direction: Direction
  /** At IG. */
  readonly price: Big
  readonly instrument: InstrumentFields
  readonly market: Market
}

/** @property atr null: not known */
type PeriodAtr = { readonly period: number; readonly atr: Decimal | null }
type AtrFact = { readonly stop: PeriodAtr; readonly limit: PeriodAtr }

export const atrKnown = (
  { alert, dailyAtr }: Snapshot,
  { atrStopLossPeriod, atrProfitTargetPeriod, tradingViewPriceMultiplier }: InstrumentFields,
): RuleResult<AtrFact, Atrs> => {
  const periods = [atrStopLossPeriod, atrProfitTargetPeriod]
  if (!dailyAtr && periods.some((period) => alert.atr[period] === undefined)) return unread('dailyAtr')
  const atrOf = (period: number): Big | null => {
    const carried = alert.atr[period]
    const atr =
      carried === undefined
        ? bigFrom(dailyAtr?.[period] ?? '')
        : bigFrom(carried)?.times(tradingViewPriceMultiplier)
    return atr?.gt(0) ? atr : null
  }
  const [stop, profit] = [atrOf(atrStopLossPeriod), atrOf(atrProfitTargetPeriod)]
  const fact = {
    stop: { period: atrStopLossPeriod, atr: stop && plain(stop) },
    limit: { period: atrProfitTargetPeriod, atr: profit && plain(profit) },
  }
  return stop && profit ? passedWith({ stop, profit }, fact) : refused(fact)
}

export const atrInWords: InWords<AtrFact> = ({ stop, limit }) => {
  const named = (some: readonly PeriodAtr[]) =>
    listed([...new Set(some.map(({ period }) => `period ${period}`))])
  const required = `ATR for ${named([stop, limit])}`
  if (stop.atr === null || limit.atr === null) {
    const unknown = named([stop, limit].filter(({ atr }) => atr === null))
    const sentence = `no ATR for ${unknown}, either in the alert or from daily prices`
    return { actual: `none of ${unknown}`, required, sentence }
  }
  const [ofStop, ofLimit] = [grouped(stop.atr), grouped(limit.atr)]
  const sentence = `the ATR is ${ofStop} for the stop and ${ofLimit} for the limit`
  return { actual: `${ofStop} and ${ofLimit}`, required, sentence }
}

export type OrderSize = {
  /** The working order's level; null for an order at the market. */
  readonly level: Big | null
  /** The level it is expected to deal at. */
  readonly dealtAt: Big
  readonly size: Big
}

type SizeFact =
  | { readonly kind: 'level'; readonly least: Decimal; readonly level: Decimal }
  | { readonly kind: 'noWorth'; readonly least: Decimal; readonly market: string; readonly reason: string }
  | SizedFact

/** @property smallest it is among the first `of` orders after going live, which have the minimum size; null: it is not */
type SizedFact = Readonly<Record<'least' | 'size' | 'level' | 'most' | 'maxPositionSize', Decimal>> & {
  readonly kind: 'sized'
  readonly sizePercent: number
  readonly worth: KnownWorth
  readonly currency: string
  readonly smallest: { readonly of: number; readonly left: number } | null
}

export const size = (
  snapshot: Snapshot,
  { direction, price, instrument, market }: Terms,
): RuleResult<SizeFact, OrderSize> => {
  const { settings, smallestFirst } = snapshot
  const { sizePercent } = rulesOf(snapshot)
  const { maxPositionSize } = instrument
  const most = plain(percentOf(new Big(maxPositionSize), String(sizePercent)))
  const level =
    settings.orderType === 'LIMIT'
      ? limitLevel(price, instrument.openingPriceMultiplePercentage, direction, market)
      : null
  const dealtAt = level ?? dealingQuote(market, direction) ?? price
  const { worth, minDealSize: least } = market
  if (dealtAt.lte(0)) return refused({ kind: 'level', least, level: plain(dealtAt) })
  if (worth.kind === 'unknown')
    return refused({ kind: 'noWorth', least, market: market.name, reason: worth.reason })
  const largest = largestSize(most, dealtAt, market, worth)
  const fact: SizeFact = {
    kind: 'sized',
    least,
    size: plain(largest),
    level: plain(dealtAt),
    most,
    maxPositionSize,
    sizePercent,
    worth,
    currency: market.currencyCode,
    smallest: smallestFirst ? { of: settings.smallestFirst, left: smallestFirst.left } : null,
  }
  if (largest.lt(least) || largest.lte(0)) return refused(fact)
  return passedWith({ level, dealtAt, size: smallestFirst ? new Big(least) : largest }, fact)
}

export const sizeInWords: InWords<SizeFact> = (fact, hasPassed) => {
  const required = `at least ${grouped(fact.least)}`
  switch (fact.kind) {
    case 'level': {
      const level = grouped(fact.level)
      return { actual: `level ${level}`, required, sentence: `can’t size an order at a level of ${level}` }
    }
    case 'noWorth': {
      const sentence = `the value of a position in ${fact.market} is unknown: ${fact.reason}`
      return { actual: 'unknown value', required, sentence }
    }
    case 'sized':
      return sizedInWords(fact, required, hasPassed)
  }
}

const sizedInWords = (fact: SizedFact, required: string, hasPassed: boolean) => {
  const { worth, sizePercent, smallest } = fact
  const money = (amount: Decimal) => `${grouped(amount)} ${worth.accountCurrency ?? 'in account currency'}`
  const worthOf = (size: Decimal, mode: (typeof rounding)[keyof typeof rounding]) =>
    money(notional(new Big(size), new Big(fact.level), worth).toFixed(2, mode))
  const share = sizePercent === 100 ? '' : `, ${sizePercent}% of ${grouped(fact.maxPositionSize)},`
  const size = grouped(fact.size)
  const derived = `${size} (${money(fact.most)}${share} ÷ ${unitPrice(fact)})`
  if (!hasPassed) {
    const minimum = `${grouped(fact.least)} (worth ${worthOf(fact.least, rounding.up)})`
    const sentence = `a size of ${derived} is below the market’s minimum of ${minimum}`
    return { actual: size, required, sentence }
  }
  if (!smallest) {
    const amount = worthOf(fact.size, rounding.nearest)
    return {
      actual: `${size}, worth ${amount}`,
      required: `${required}, worth at most ${money(fact.most)}`,
      sentence: `the size is ${derived}, worth ${amount}`,
    }
  }
  const { of, left } = smallest
  const least = grouped(plain(new Big(fact.least)))
  return {
    actual: `${least}, worth ${worthOf(fact.least, rounding.nearest)}`,
    required: `at least ${least}; the minimum size for your first ${counted(of, 'order')} after going live`,
    sentence: `the size is ${least}, the market’s minimum, until ${counted(left, 'more order')} ${left === 1 ? 'is' : 'are'} placed after going live. It would otherwise be ${derived}`,
  }
}

/** `22,872.63`, or with what makes money of a price: `(5,200.5 × 10 USD, 1.31 USD to the account's GBP)`. */
const unitPrice = ({ level, currency, worth }: SizedFact) => {
  const price = grouped(level)
  const { unitValue, exchangeRate, accountCurrency } = worth
  const isOne = (value: string) => new Big(value).eq(1)
  if (isOne(unitValue) && isOne(exchangeRate)) return price
  const rate = isOne(exchangeRate)
    ? ''
    : `, ${exchangeRate} ${currency} to the account's ${accountCurrency ?? 'currency'}`
  return `(${price} × ${grouped(unitValue)} ${currency}${rate})`
}

/** In points. */
export type Distances = { readonly stop: Big; readonly profit: Big }

type Away = { readonly points: Decimal; readonly problem: 'near' | 'far' | 'belowZero' | null }
type DistancesFact =
  | { readonly kind: 'notTaken'; readonly market: string }
  | ({ readonly kind: 'away' } & Readonly<Record<'stop' | 'limit', Away> & Record<'least' | 'most', Decimal>>)

export const distances = (
  { direction, price, instrument, market }: Terms,
  { dealtAt }: Pick<OrderSize, 'dealtAt'>,
  atr: Atrs,
): RuleResult<DistancesFact, Distances> => {
  if (!market.takesStopsAndLimits) return refused({ kind: 'notTaken', market: market.name })
  const stop = stopPoints(atr.stop, instrument.atrStopLossMultiplePercentage, market)
  const profit = profitPoints(atr.profit, instrument.atrProfitMultiplePercentage, market)
  const current = middle(market) ?? price
  const least = pointsOf(market.minStopOrLimitDistance, current, market)
  const most = pointsOf(market.maxStopOrLimitDistance, current, market)
  const lowest = direction === 'BUY' ? stop : profit

  const problemOf = (distance: Big): Away['problem'] => {
    if (distance.lt(least) || distance.lte(0)) return 'near'
    if (distance.gt(most)) return 'far'
    return distance === lowest && distance.gte(inPoints(dealtAt, market)) ? 'belowZero' : null
  }
  const away = (distance: Big): Away => ({ points: plain(distance), problem: problemOf(distance) })
  const fact: DistancesFact = {
    kind: 'away',
    stop: away(stop),
    limit: away(profit),
    least: plain(least),
    most: plain(most),
  }
  return fact.stop.problem || fact.limit.problem ? refused(fact) : passedWith({ stop, profit }, fact)
}

export const distancesInWords: InWords<DistancesFact> = (fact) => {
  if (fact.kind === 'notTaken')
    return {
      actual: 'no stops or limits',
      required: 'a stop and a limit',
      sentence: `${brokerName} doesn’t accept stops or limits on ${fact.market}, and Signalpost never opens a position without a stop`,
    }
  const [stop, limit] = [grouped(fact.stop.points), grouped(fact.limit.points)]
  const [least, most] = [grouped(fact.least), grouped(fact.most)]
  const problems = {
    near: `closer than the market’s minimum of ${least} points`,
    far: `more than the market’s maximum of ${most} points`,
    belowZero: 'below zero',
  }
  const wrong = (name: string, { points, problem }: Away) =>
    problem && `the ${name} of ${grouped(points)} points is ${problems[problem]}`
  return {
    actual: `stop ${stop}, limit ${limit}`,
    required: `${least} to ${most} points`,
    sentence:
      wrong('stop', fact.stop) ??
      wrong('limit', fact.limit) ??
      `the stop is ${stop} points away and the limit ${limit} points away`,
  }
}

type MarketOpenFact = {
  readonly kind: 'status' | 'mayWait' | 'noMarketOrders' | 'noQuote'
  readonly market: string
  readonly status: MarketStatus
}

/** A working order may wait for the market to open; an order at the market needs it open, and a quote to deal at. */
export const marketOpen = (
  { settings }: Snapshot,
  { direction, market }: Terms,
): RuleResult<MarketOpenFact> => {
  const { status } = market
  const fact = (kind: MarketOpenFact['kind']) => ({ kind, market: market.name, status })
  if (settings.orderType === 'LIMIT' && status !== 'UNKNOWN') return passed(fact('mayWait'))
  if (status !== 'TRADEABLE') return refused(fact('status'))
  if (!market.takesMarketOrders) return refused(fact('noMarketOrders'))
  // Common for share CFDs on an account without the right to the exchange's data.
  return dealingQuote(market, direction) ? passed(fact('status')) : refused(fact('noQuote'))
}

export const marketOpenInWords: InWords<MarketOpenFact> = ({ kind, market, status }, hasPassed) => {
  if (kind === 'noMarketOrders')
    return {
      actual: 'no market orders',
      required: 'market orders accepted',
      sentence: `${brokerName} doesn’t accept market orders on ${market}. Set the order type to LIMIT`,
    }
  if (kind === 'noQuote')
    return {
      actual: `${status} without a quote`,
      required: 'a quote to deal at',
      sentence: `${brokerName} doesn’t quote ${market} on this account, so market orders aren’t possible`,
    }
  const notOpen = hasPassed
    ? 'a working order can wait for the market to open'
    : `${market} is not open for trading (${brokerName} status: ${status})`
  const sentence = status === 'TRADEABLE' ? `${market} is open` : notOpen
  return { actual: status, required: kind === 'mayWait' ? 'any' : 'TRADEABLE', sentence }
}
