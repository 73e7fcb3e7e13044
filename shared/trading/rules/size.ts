import type { InstrumentFields } from '../../instruments/instrument.schema.ts'
import { counted, grouped } from '../../platform/figures.ts'
import type { Decimal } from '../../platform/units.ts'
import {
  largestSize,
  largestSizeAtRisk,
  limitLevel,
  moneyFor,
  moneyInWords,
  notional,
  stopPoints,
} from '../model/arithmetic.ts'
import { Big, percentOf, plain, rounding } from '../model/decimal.ts'
import { dealingQuote } from '../model/market.ts'
import { oldestEquity } from '../model/oldest-equity.ts'
import { type InWords, passedWith, refused, unread, type RuleResult } from '../model/rule.ts'
import type { KnownValuation, Snapshot } from '../model/snapshot.ts'
import { type EquityReading, equityOf } from '../model/watch.ts'
import type { Atrs, Terms } from './order.ts'
import { rulesOf } from './strategy.ts'

export type OrderSize = {
  /** The working order's level; null for a market order. */
  readonly level: Big | null
  /** The expected level at which the order is filled. */
  readonly dealtAt: Big
  readonly size: Big
}

type SizeFact =
  | { readonly kind: 'level'; readonly least: Decimal; readonly level: Decimal }
  | { readonly kind: 'noWorth'; readonly least: Decimal; readonly market: string; readonly reason: string }
  | {
      readonly kind: 'noEquity'
      readonly least: Decimal
      readonly equity: Decimal
      readonly currency: string
    }
  | {
      readonly kind: 'otherCurrency'
      readonly least: Decimal
      readonly currency: string
      readonly worthCurrency: string
    }
  | { readonly kind: 'noStop'; readonly least: Decimal; readonly market: string }
  | SizedFact

/**
 * @property smallest null unless the order is one of the first `of` orders after switching to LIVE, which have the
 * minimum size
 * @property byRisk missing if no risk is set
 */
type SizedFact = Readonly<Record<'least' | 'size' | 'level' | 'most' | 'maxPositionSize', Decimal>> & {
  readonly kind: 'sized'
  readonly sizePercent: number
  readonly worth: KnownValuation
  readonly currency: string
  readonly smallest: { readonly of: number; readonly left: number } | null
  readonly byRisk?: RiskFact
}

/** The order's maximum loss at its stop, and the resulting size. Money is in the account's currency. */
type RiskFact = Readonly<Record<'money' | 'stop' | 'pointMoney' | 'size', Decimal>> & {
  /** Percent of the equity; null if the maximum loss comes from an amount. */
  readonly percent: Decimal | null
  /** Null if the maximum loss comes from an amount. */
  readonly equity: Decimal | null
  /** Null if the broker does not report the currency. */
  readonly currency: string | null
}

/** The maximum loss of a trade at its stop. If both a percentage and an amount are set, the smaller loss applies. */
type RiskSetting = { readonly percent: Decimal | null; readonly amount: Decimal | null }

/** The strategy's risk setting, or else the instrument's; null if the size is limited only by its value. */
const riskSettingOf = (
  snapshot: Pick<Snapshot, 'alert' | 'settings'>,
  instrument: Pick<InstrumentFields, 'riskPercent' | 'riskAmount'>,
): RiskSetting | null => {
  const own = rulesOf(snapshot)
  return (
    riskSetting(own.riskPercent, own.riskAmount) ?? riskSetting(instrument.riskPercent, instrument.riskAmount)
  )
}

/** A number from a strategy's rules, or a decimal from an instrument; rows of earlier releases lack it. */
type RiskValue = number | Decimal | null | undefined

const riskSetting = (percent: RiskValue, amount: RiskValue): RiskSetting | null =>
  percent == null && amount == null
    ? null
    : { percent: percent == null ? null : String(percent), amount: amount == null ? null : String(amount) }

type AllowedRisk = Pick<RiskFact, 'percent' | 'equity' | 'money'>

const allowedRisk = ({ percent, amount }: RiskSetting, reading: EquityReading | null): AllowedRisk => {
  const ofAmount = { percent: null, equity: null, money: amount ?? '0' }
  if (percent === null || reading === null) return ofAmount
  const equity = equityOf(reading)
  const money = percentOf(equity, percent)
  return amount !== null && money.gt(amount)
    ? ofAmount
    : { percent, equity: plain(equity), money: plain(money) }
}

/**
 * The largest size within the max position size. If a risk is set, the size also keeps the loss at the stop within the
 * risk.
 */
export const size = (
  snapshot: Snapshot,
  { direction, price, instrument, market }: Terms,
  atr: Pick<Atrs, 'stop'>,
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
  const risk = riskOf(snapshot, { instrument, market }, worth, atr)
  if (risk && 'kind' in risk) return risk
  const byValue = largestSize(most, dealtAt, market, worth)
  const largest = risk && byValue.gt(risk.size) ? new Big(risk.size) : byValue
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
    ...(risk ? { byRisk: risk } : {}),
  }
  if (largest.lt(least) || largest.lte(0)) return refused(fact)
  return passedWith({ level, dealtAt, size: smallestFirst ? new Big(least) : largest }, fact)
}

/** The order's maximum loss and the size that results from it; null if no risk is set. */
const riskOf = (
  snapshot: Snapshot,
  { instrument, market }: Pick<Terms, 'instrument' | 'market'>,
  worth: KnownValuation,
  atr: Pick<Atrs, 'stop'>,
): RiskFact | RuleResult<SizeFact, never> | null => {
  const set = riskSettingOf(snapshot, instrument)
  if (!set) return null
  const { now, limits } = snapshot
  const reading = limits?.watch.reading ?? null
  if (set.percent !== null && (!reading || now - reading.at > oldestEquity)) return unread('limits')
  const { name, minDealSize: least, scalingFactor } = market
  const { accountCurrency } = worth
  if (set.percent !== null && reading && accountCurrency !== null && accountCurrency !== reading.currency)
    return refused({
      kind: 'otherCurrency',
      least,
      currency: reading.currency,
      worthCurrency: accountCurrency,
    })
  if (set.percent !== null && reading && equityOf(reading).lte(0))
    return refused({ kind: 'noEquity', least, equity: plain(equityOf(reading)), currency: reading.currency })
  const stop = stopPoints(atr.stop, instrument.atrStopLossMultiplePercentage, market)
  if (stop.lte(0)) return refused({ kind: 'noStop', least, market: name })
  const allowed = allowedRisk(set, reading)
  const { unitValue, exchangeRate } = worth
  return {
    ...allowed,
    currency: accountCurrency ?? reading?.currency ?? null,
    stop: plain(stop),
    pointMoney: plain(new Big(unitValue).div(scalingFactor).div(exchangeRate)),
    size: plain(largestSizeAtRisk(new Big(allowed.money), stop, market, worth)),
  }
}

export const sizeInWords: InWords<SizeFact> = (fact, hasPassed) => {
  const required = `at least ${grouped(fact.least)}`
  const unknown = (actual: string, sentence: string) => ({ actual, required, sentence })
  switch (fact.kind) {
    case 'level': {
      const level = grouped(fact.level)
      return unknown(`level ${level}`, `can’t size an order at a level of ${level}`)
    }
    case 'noWorth':
      return unknown('unknown value', `the value of a position in ${fact.market} is unknown: ${fact.reason}`)
    case 'noEquity': {
      const equity = moneyInWords(fact.equity, fact.currency)
      return unknown('no equity', `can’t size an order by risk with an equity of ${equity}`)
    }
    case 'otherCurrency':
      return unknown(
        'unknown value',
        `the account is in ${fact.currency}, but the exchange rate is to ${fact.worthCurrency}, so the size by risk is unknown`,
      )
    case 'noStop':
      return unknown(
        'no stop',
        `the stop on ${fact.market} rounds to 0 points, so the size by risk is unknown`,
      )
    case 'sized':
      return sizedInWords(fact, required, hasPassed)
  }
}

const sizedInWords = (fact: SizedFact, required: string, hasPassed: boolean) => {
  const { worth, smallest, byRisk } = fact
  const money = (amount: Decimal) => `${grouped(amount)} ${worth.accountCurrency ?? 'in account currency'}`
  const worthOf = (size: Decimal, mode: (typeof rounding)[keyof typeof rounding]) =>
    money(notional(new Big(size), new Big(fact.level), worth).toFixed(2, mode))
  const size = grouped(fact.size)
  const derived = derivedInWords(fact, money(fact.most))
  if (!hasPassed) {
    const loses = byRisk ? `; it would lose ${lossInWords(byRisk, fact.least)} at its stop` : ''
    const minimum = `${grouped(fact.least)} (worth ${worthOf(fact.least, rounding.up)}${loses})`
    const sentence = `a size of ${derived} is below the market’s minimum of ${minimum}`
    return { actual: size, required, sentence }
  }
  if (!smallest) {
    const amount = worthOf(fact.size, rounding.nearest)
    const loses = byRisk ? `, and loses ${lossInWords(byRisk, fact.size)} at its stop` : ''
    const atRisk = byRisk ? ` and losing at most ${moneyInWords(byRisk.money, byRisk.currency)}` : ''
    return {
      actual: `${size}, worth ${amount}${loses}`,
      required: `${required}, worth at most ${money(fact.most)}${atRisk}`,
      sentence: `the size is ${derived}, worth ${amount}${loses}`,
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

/**
 * Describes how the size was calculated, such as `12.34 (12,345.67 GBP ÷ 1,000)`, or for a size by risk `0.05 (0.5% of
 * £10,240.00 = £51.20 ÷ 889 points = 0.05)`.
 */
const derivedInWords = (fact: SizedFact, most: string): string => {
  const { byRisk, sizePercent } = fact
  const size = grouped(fact.size)
  if (byRisk && byRisk.size === fact.size) return `${size} (${riskInWords(byRisk)})`
  const share = sizePercent === 100 ? '' : `, ${sizePercent}% of ${grouped(fact.maxPositionSize)},`
  const byValue = `${most}${share} ÷ ${unitPrice(fact)}`
  return `${size} (${byRisk ? `${riskInWords(byRisk)}, capped by your max position size: ` : ''}${byValue})`
}

const riskInWords = ({ percent, equity, money, currency, stop, pointMoney, size }: RiskFact): string => {
  const allowed = moneyInWords(money, currency)
  const share =
    percent === null || equity === null ? '' : `${percent}% of ${moneyInWords(equity, currency)} = `
  const points = `${grouped(stop)} points`
  const isOne = new Big(pointMoney).eq(1)
  const each = `(${points} × ${grouped(shortened(pointMoney))} ${currency ?? 'in account currency'})`
  return `${share}${allowed} ÷ ${isOne ? points : each} = ${grouped(size)}`
}

const lossInWords = ({ stop, pointMoney, currency }: RiskFact, size: Decimal): string =>
  moneyInWords(plain(moneyFor(new Big(stop), size, pointMoney)), currency)

/** Rounds to six decimals, because exchange rates have many more. */
const shortened = (value: Decimal): Decimal => plain(new Big(value).round(6, rounding.nearest))

/**
 * Describes the value of one unit of size, such as `22,872.63`. If a point is not worth one unit of the account's
 * currency, the text is, for example, `(5,200.5 × 10 USD, 1.31 USD to the account's GBP)`.
 */
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
