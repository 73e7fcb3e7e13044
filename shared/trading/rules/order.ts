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
import { passed, passedWith, refused, unread, type RuleResult, type Words } from '../model/rule.ts'
import type { KnownWorth, Market, SmallestFirst, Snapshot } from '../model/snapshot.ts'
import { counted, grouped } from '../../platform/figures.ts'
import { listed } from '../../platform/words.ts'
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

export const atrKnown = (
  { alert, dailyAtr }: Snapshot,
  { atrStopLossPeriod, atrProfitTargetPeriod, tradingViewPriceMultiplier }: InstrumentFields,
): RuleResult<Words, Atrs> => {
  const periods = [...new Set([atrStopLossPeriod, atrProfitTargetPeriod])]
  if (!dailyAtr && periods.some((period) => alert.atr[period] === undefined)) return unread('dailyAtr')

  const known = new Map<number, Big>()
  for (const period of periods) {
    const carried = alert.atr[period]
    const atr =
      carried === undefined
        ? bigFrom(dailyAtr?.[period] ?? '')
        : bigFrom(carried)?.times(tradingViewPriceMultiplier)
    if (atr?.gt(0)) known.set(period, atr)
  }
  const named = (some: readonly number[]) => listed(some.map((period) => `period ${period}`))
  const required = `ATR for ${named(periods)}`
  const stop = known.get(atrStopLossPeriod)
  const profit = known.get(atrProfitTargetPeriod)
  if (!stop || !profit) {
    const unknown = named(periods.filter((period) => !known.has(period)))
    return refused({
      actual: `none of ${unknown}`,
      required,
      sentence: `no ATR for ${unknown}, either in the alert or from daily prices`,
    })
  }
  return passedWith(
    { stop, profit },
    {
      actual: `${grouped(plain(stop))} and ${grouped(plain(profit))}`,
      required,
      sentence: `the ATR is ${grouped(plain(stop))} for the stop and ${grouped(plain(profit))} for the limit`,
    },
  )
}

export type OrderSize = {
  /** The working order's level; null for an order at the market. */
  readonly level: Big | null
  /** The level it is expected to deal at. */
  readonly dealtAt: Big
  readonly size: Big
}

export const size = (
  snapshot: Snapshot,
  { direction, price, instrument, market }: Terms,
): RuleResult<Words, OrderSize> => {
  const { settings, smallestFirst } = snapshot
  const { sizePercent } = rulesOf(snapshot)
  const most = plain(percentOf(new Big(instrument.maxPositionSize), String(sizePercent)))
  const level =
    settings.orderType === 'LIMIT'
      ? limitLevel(price, instrument.openingPriceMultiplePercentage, direction, market)
      : null
  const dealtAt = level ?? dealingQuote(market, direction) ?? price
  const required = `at least ${grouped(market.minDealSize)}`
  if (dealtAt.lte(0))
    return refused({
      actual: `level ${grouped(plain(dealtAt))}`,
      required,
      sentence: `can’t size an order at a level of ${grouped(plain(dealtAt))}`,
    })
  const { worth } = market
  if (worth.kind === 'unknown')
    return refused({
      actual: 'unknown value',
      required,
      sentence: `the value of a position in ${market.name} is unknown: ${worth.reason}`,
    })
  const largest = largestSize(most, dealtAt, market, worth)
  const money = (amount: string) => `${grouped(amount)} ${worth.accountCurrency ?? 'in account currency'}`
  const share = sizePercent === 100 ? '' : `, ${sizePercent}% of ${grouped(instrument.maxPositionSize)},`
  const division = `${money(most)}${share} ÷ ${unitPrice(dealtAt, market, worth)}`
  const least = new Big(market.minDealSize)
  if (largest.lt(least) || largest.lte(0)) {
    const ofLeast = money(notional(least, dealtAt, worth).toFixed(2, rounding.up))
    return refused({
      actual: grouped(plain(largest)),
      required,
      sentence: `a size of ${grouped(plain(largest))} (${division}) is below the market’s minimum of ${grouped(market.minDealSize)} (worth ${ofLeast})`,
    })
  }
  if (smallestFirst)
    return smallestSize(
      snapshot,
      smallestFirst,
      { level, dealtAt, size: least },
      {
        ofLeast: money(notional(least, dealtAt, worth).toFixed(2, rounding.nearest)),
        otherwise: `${grouped(plain(largest))} (${division})`,
      },
    )
  const amount = money(notional(largest, dealtAt, worth).toFixed(2, rounding.nearest))
  return passedWith(
    { level, dealtAt, size: largest },
    {
      actual: `${grouped(plain(largest))}, worth ${amount}`,
      required: `${required}, worth at most ${money(most)}`,
      sentence: `the size is ${grouped(plain(largest))} (${division}), worth ${amount}`,
    },
  )
}

/** One of the first orders after going live. */
const smallestSize = (
  { settings }: Snapshot,
  { left }: SmallestFirst,
  order: OrderSize,
  { ofLeast, otherwise }: { readonly ofLeast: string; readonly otherwise: string },
) => {
  const least = grouped(plain(order.size))
  return passedWith(order, {
    actual: `${least}, worth ${ofLeast}`,
    required: `at least ${least}; the minimum size for your first ${counted(settings.smallestFirst, 'order')} after going live`,
    sentence: `the size is ${least}, the market’s minimum, until ${counted(left, 'more order')} ${left === 1 ? 'is' : 'are'} placed after going live. It would otherwise be ${otherwise}`,
  })
}

/** `22,872.63`, or with what makes money of a price: `(5,200.5 × 10 USD, 1.31 USD to the account's GBP)`. */
const unitPrice = (level: Big, { currencyCode }: Market, worth: KnownWorth) => {
  const price = grouped(plain(level))
  const { unitValue, exchangeRate, accountCurrency } = worth
  const isOne = (value: string) => new Big(value).eq(1)
  if (isOne(unitValue) && isOne(exchangeRate)) return price
  const rate = isOne(exchangeRate)
    ? ''
    : `, ${exchangeRate} ${currencyCode} to the account's ${accountCurrency ?? 'currency'}`
  return `(${price} × ${grouped(unitValue)} ${currencyCode}${rate})`
}

/** In points. */
export type Distances = { readonly stop: Big; readonly profit: Big }

export const distances = (
  { direction, price, instrument, market }: Terms,
  { dealtAt }: Pick<OrderSize, 'dealtAt'>,
  atr: Atrs,
): RuleResult<Words, Distances> => {
  if (!market.takesStopsAndLimits)
    return refused({
      actual: 'no stops or limits',
      required: 'a stop and a limit',
      sentence: `${brokerName} doesn’t accept stops or limits on ${market.name}, and Signalpost never opens a position without a stop`,
    })
  const stop = stopPoints(atr.stop, instrument.atrStopLossMultiplePercentage, market)
  const profit = profitPoints(atr.profit, instrument.atrProfitMultiplePercentage, market)
  const current = middle(market) ?? price
  const least = pointsOf(market.minStopOrLimitDistance, current, market)
  const most = pointsOf(market.maxStopOrLimitDistance, current, market)
  const lowest = direction === 'BUY' ? stop : profit

  const problemOf = (distance: Big): string | null => {
    if (distance.lt(least) || distance.lte(0)) return `closer than the market’s minimum of ${points(least)}`
    if (distance.gt(most)) return `more than the market’s maximum of ${points(most)}`
    if (distance === lowest && distance.gte(inPoints(dealtAt, market))) return 'below zero'
    return null
  }
  const actual = `stop ${grouped(plain(stop))}, limit ${grouped(plain(profit))}`
  const required = `${grouped(plain(least))} to ${grouped(plain(most))} points`
  for (const [name, distance] of [
    ['stop', stop],
    ['limit', profit],
  ] as const) {
    const problem = problemOf(distance)
    if (problem)
      return refused({ actual, required, sentence: `the ${name} of ${points(distance)} is ${problem}` })
  }
  const sentence = `the stop is ${points(stop)} away and the limit ${points(profit)} away`
  return passedWith({ stop, profit }, { actual, required, sentence })
}

const points = (distance: Big) => `${grouped(plain(distance))} points`

/** A working order may wait for the market to open; an order at the market needs it open, and a quote to deal at. */
export const marketOpen = ({ settings }: Snapshot, { direction, market }: Terms): RuleResult<Words> => {
  const actual = market.status
  if (settings.orderType === 'LIMIT' && actual !== 'UNKNOWN')
    return passed({
      actual,
      required: 'any',
      sentence:
        actual === 'TRADEABLE' ? `${market.name} is open` : 'a working order can wait for the market to open',
    })
  const required = 'TRADEABLE'
  if (actual !== required)
    return refused({
      actual,
      required,
      sentence: `${market.name} is not open for trading (${brokerName} status: ${actual})`,
    })
  if (!market.takesMarketOrders)
    return refused({
      actual: 'no market orders',
      required: 'market orders accepted',
      sentence: `${brokerName} doesn’t accept market orders on ${market.name}. Set the order type to LIMIT`,
    })
  // Common for share CFDs on an account without the right to the exchange's data.
  return dealingQuote(market, direction)
    ? passed({ actual, required, sentence: `${market.name} is open` })
    : refused({
        actual: `${actual} without a quote`,
        required: 'a quote to deal at',
        sentence: `${brokerName} doesn’t quote ${market.name} on this account, so market orders aren’t possible`,
      })
}
