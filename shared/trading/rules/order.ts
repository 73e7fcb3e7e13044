import { brokerName } from '../model/broker-name.ts'
import type { Direction } from '../../deals/dealing.schema.ts'
import type { InstrumentFields } from '../../instruments/instrument.schema.ts'
import { inPoints, pointsOf, profitPoints, stopPoints } from '../model/arithmetic.ts'
import { type Big, bigFrom, plain } from '../model/decimal.ts'
import { dealingQuote, middle } from '../model/market.ts'
import { type InWords, passed, passedWith, refused, unread, type RuleResult } from '../model/rule.ts'
import type { Market, MarketStatus, Snapshot } from '../model/snapshot.ts'
import { grouped } from '../../platform/figures.ts'
import { listed } from '../../platform/words.ts'
import type { Decimal } from '../../platform/units.ts'

/** The ATRs for the stop and for the limit, in IG's price units. */
export type Atrs = { readonly stop: Big; readonly profit: Big }

/** The terms of an order that are known once its price is known. */
export type Terms = {
  readonly direction: Direction
  /** The price at IG. */
  readonly price: Big
  readonly instrument: InstrumentFields
  readonly market: Market
}

/** @property atr null if unknown */
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

/** The distances of the stop and the limit in points. */
export type Distances = { readonly stop: Big; readonly profit: Big }

type Away = { readonly points: Decimal; readonly problem: 'near' | 'far' | 'belowZero' | null }
type DistancesFact =
  | { readonly kind: 'notTaken'; readonly market: string }
  | ({ readonly kind: 'away' } & Readonly<Record<'stop' | 'limit', Away> & Record<'least' | 'most', Decimal>>)

export const distances = (
  { direction, price, instrument, market }: Terms,
  { dealtAt }: { readonly dealtAt: Big },
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

/** A working order may wait for the market to open. A market order needs an open market with a quote. */
export const marketOpen = (
  { settings }: Snapshot,
  { direction, market }: Terms,
): RuleResult<MarketOpenFact> => {
  const { status } = market
  const fact = (kind: MarketOpenFact['kind']) => ({ kind, market: market.name, status })
  if (settings.orderType === 'LIMIT' && status !== 'UNKNOWN') return passed(fact('mayWait'))
  if (status !== 'TRADEABLE') return refused(fact('status'))
  if (!market.takesMarketOrders) return refused(fact('noMarketOrders'))
  // A missing quote is common for share CFDs on an account without the exchange's data.
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
