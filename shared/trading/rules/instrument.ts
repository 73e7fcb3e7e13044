import { brokerName } from '../model/broker-name.ts'
import type { InstrumentFields } from '../../instruments/instrument.schema.ts'
import { Big, bigFrom, percentOf, plain, rounding } from '../model/decimal.ts'
import { middle } from '../model/market.ts'
import { oldestQuote } from '../model/oldest-quote.ts'
import { passed, passedWith, refused, unread, words, type InWords, type RuleResult } from '../model/rule.ts'
import type { Market, Snapshot } from '../model/snapshot.ts'
import { grouped } from '../../platform/figures.ts'
import type { Decimal, Instant } from '../../platform/units.ts'
import { calendarDay, instantInText, duration, listed } from '../../platform/words.ts'
import { cooldownHours } from './strategy.ts'

/**
 * `near`: similar names in the list. `epic` is null if the list has no such instrument, and empty if the instrument has
 * no epic.
 */
type InstrumentFact = {
  readonly market: string
  readonly epic: string | null
  readonly near: readonly string[]
}

export const instrument = ({
  alert: { market },
  instrument: found,
  nearMarkets: near = [],
}: Snapshot): RuleResult<InstrumentFact, InstrumentFields> => {
  if (!found) return refused({ market, epic: null, near })
  const fact = { market, epic: found.igEpic, near: [] }
  return found.igEpic === '' ? refused(fact) : passedWith(found, fact)
}

export const instrumentInWords: InWords<InstrumentFact> = ({ market, epic, near }, hasPassed) => {
  const required = `in your list, with an ${brokerName} epic`
  if (hasPassed) return words(`${epic}`, required, `${market} is ${epic} at ${brokerName}`)
  const missing = `no ${brokerName} epic in your instrument list`
  if (epic !== null)
    return words(`${market} without an ${brokerName} epic`, required, `${market} has ${missing}`)
  const has = near.length > 0 ? `, which has ${listed(near)}` : ''
  return words(`no ${market}`, required, `${market} is not in your instrument list${has}`)
}

/** Maximum difference in percent between an alert's price and the market's quote. */
const priceTolerance = '10'

/**
 * `alert`: the alert has no valid price, or needs none. `alone`: there is no quote to compare the price with; `market`
 * is the market's name. `compared`: the price was compared with the quote.
 */
type PriceFact =
  | { readonly kind: 'alert'; readonly price: string | null }
  | { readonly kind: 'alone'; readonly price: Decimal; readonly market: string | null }
  | { readonly kind: 'compared'; readonly price: Decimal; readonly quote: Decimal }

/**
 * Compares the alert's price with the quote, and returns the price at IG, from which every amount of the order is
 * computed.
 */
export const priceSanity = (
  { now, alert, market }: Snapshot,
  { tradingViewPriceMultiplier }: InstrumentFields,
): RuleResult<PriceFact, { readonly price: Big; readonly market: Market }> => {
  const price = scaled(alert.price, tradingViewPriceMultiplier)
  if (!price) return refused({ kind: 'alert', price: alert.price })
  if (!market || now - market.quotedAt > oldestQuote) return unread('market')
  const quote = middle(market)
  const found = { price, market }
  return quote
    ? compared(price, quote, found)
    : passedWith(found, { kind: 'alone', price: plain(price), market: market.name })
}

/** A close trades at the market and needs no price, but a price that it contains must be plausible. */
export const closingPriceSanity = (
  { alert, market }: Snapshot,
  { tradingViewPriceMultiplier }: InstrumentFields,
): RuleResult<PriceFact> => {
  if (alert.price === null) return passed({ kind: 'alert', price: null })
  const price = scaled(alert.price, tradingViewPriceMultiplier)
  if (!price) return refused({ kind: 'alert', price: alert.price })
  const quote = market && middle(market)
  return quote ? compared(price, quote, null) : passed({ kind: 'alone', price: plain(price), market: null })
}

/** @returns null if there is no price, or if the price is not a number above 0 */
const scaled = (price: string | null, multiplier: string): Big | null => {
  const number = bigFrom(price ?? '')
  return number?.gt(0) ? number.times(multiplier) : null
}

const compared = <Found>(price: Big, quote: Big, found: Found): RuleResult<PriceFact, Found> => {
  const fact = { kind: 'compared', price: plain(price), quote: plain(quote) } as const
  const isNear = price.minus(quote).abs().lte(percentOf(quote, priceTolerance))
  return isNear ? passedWith(found, fact) : refused(fact)
}

export const priceInWords: InWords<PriceFact> = (fact, hasPassed) => {
  const required = `above 0 and within ${priceTolerance}% of the quote`
  if (fact.kind === 'alert') {
    if (hasPassed) return words('no price', 'none needed', 'closing needs no price')
    return fact.price === null
      ? words('no price', required, 'the alert has no price')
      : words(fact.price, required, `the price ${fact.price} is not a number above 0`)
  }
  const price = grouped(fact.price)
  if (fact.kind === 'alone') {
    const alone = fact.market === null ? '' : `; ${fact.market} has no quote to compare it with`
    return words(price, required, `the price is ${price}${alone}`)
  }
  const quote = grouped(fact.quote)
  const far = `${distanceInWords(fact)} away from the market (${quote}); the limit is ${priceTolerance}%`
  const sentence = hasPassed
    ? `the price ${price} is near the market at ${quote}`
    : `the price ${price} is ${far}. Check the instrument’s price multiplier`
  return words(`${price} against ${quote}`, required, sentence)
}

/** Rounds the difference to the nearest tenth, or up if a refusal would otherwise show a figure within the limit. */
const distanceInWords = ({ price, quote }: Extract<PriceFact, { kind: 'compared' }>): string => {
  if (new Big(quote).lte(0)) return 'far'
  const percent = new Big(price).minus(quote).abs().times(100).div(quote)
  const nearest = percent.round(1, rounding.nearest)
  return `${grouped(plain(nearest.gt(priceTolerance) ? nearest : percent.round(1, rounding.up)))}%`
}

const hour = 3_600_000

type CooldownFact = {
  readonly market: string
  readonly hours: number
  readonly now: Instant
  readonly lastOrderAt: Instant | null
}

export const cooldown = (snapshot: Snapshot): RuleResult<CooldownFact> => {
  const { now, lastOrderAt } = snapshot
  const hours = cooldownHours(snapshot)
  const isOver = lastOrderAt === null || now - lastOrderAt >= hours * hour
  const fact = { market: snapshot.alert.market, hours, now, lastOrderAt }
  return hours === 0 || isOver ? passed(fact) : refused(fact)
}

export const cooldownInWords: InWords<CooldownFact> = ({ market, hours, now, lastOrderAt }, hasPassed) => {
  if (hours === 0) return words('no cooldown', 'none', 'you set no cooldown')
  const required = `${hours} h between orders`
  if (lastOrderAt === null)
    return words('no order', required, `no order for ${market} in your cooldown of ${hours} h`)
  const ago = `${duration(now - lastOrderAt)} ago`
  const until = hasPassed ? '' : ` (until ${instantInText(lastOrderAt + hours * hour)})`
  const sentence = `the last order for ${market} was placed ${ago}; your cooldown is ${hours} h${until}`
  return words(`last order ${ago}`, required, sentence)
}

/** `today` is null if dividend dates are not avoided. */
type DividendFact = { readonly market: string; readonly date: string | null; readonly today: string | null }

export const dividendDate = (
  { now, alert: { market }, settings }: Snapshot,
  { nextDividendDate: date }: InstrumentFields,
): RuleResult<DividendFact> => {
  const today = settings.avoidDividendDates ? calendarDay(now) : null
  const fact = { market, date, today }
  return today !== null && date === today ? refused(fact) : passed(fact)
}

export const dividendDateInWords: InWords<DividendFact> = ({ market, date, today }, hasPassed) => {
  const actual = date ?? 'no dividend date'
  if (today === null) return words(actual, 'none', 'you allow trading on dividend dates')
  return hasPassed
    ? words(actual, `not ${today}`, `today is not a dividend date for ${market}`)
    : words(actual, `not ${today}`, `today is the dividend date for ${market} (${date})`)
}
