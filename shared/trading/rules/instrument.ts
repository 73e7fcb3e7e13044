import { brokerName } from '../model/broker-name.ts'
import type { InstrumentFields } from '../../instruments/instrument.schema.ts'
import { Big, bigFrom, percentOf, plain, rounding } from '../model/decimal.ts'
import { middle } from '../model/market.ts'
import { oldestQuote } from '../model/oldest-quote.ts'
import { passed, passedWith, refused, unread, type RuleResult, type Words } from '../model/rule.ts'
import type { Market, Snapshot } from '../model/snapshot.ts'
import { grouped } from '../../platform/figures.ts'
import { calendarDay, instantInText, duration, listed } from '../../platform/words.ts'
import { cooldownHours } from './strategy.ts'

export const instrument = ({
  alert,
  instrument: found,
  nearMarkets = [],
}: Snapshot): RuleResult<Words, InstrumentFields> => {
  const required = `in your list, with an ${brokerName} epic`
  if (!found)
    return refused({
      actual: `no ${alert.market}`,
      required,
      sentence: `${alert.market} is not in your instrument list${nearMarkets.length > 0 ? `, which has ${listed(nearMarkets)}` : ''}`,
    })
  if (found.igEpic === '')
    return refused({
      actual: `${alert.market} without an ${brokerName} epic`,
      required,
      sentence: `${alert.market} has no ${brokerName} epic in your instrument list`,
    })
  return passedWith(found, {
    actual: found.igEpic,
    required,
    sentence: `${alert.market} is ${found.igEpic} at ${brokerName}`,
  })
}

/** Percent by which an alert's price may differ from the market's quote. */
const priceTolerance = '10'
const priceLimit = `above 0 and within ${priceTolerance}% of the quote`

/** The price at IG: what every amount of the order is worked out from. */
export const priceSanity = (
  { now, alert, market }: Snapshot,
  { tradingViewPriceMultiplier }: InstrumentFields,
): RuleResult<Words, { readonly price: Big; readonly market: Market }> => {
  const price = scaled(alert.price, tradingViewPriceMultiplier)
  if (!price) return unusablePrice(alert.price)
  if (!market || now - market.quotedAt > oldestQuote) return unread('market')
  const quote = middle(market)
  return quote
    ? compared(price, quote, { price, market })
    : passedWith(
        { price, market },
        {
          actual: grouped(plain(price)),
          required: priceLimit,
          sentence: `the price is ${grouped(plain(price))}; ${market.name} has no quote to compare it with`,
        },
      )
}

/** A close trades at the market, so it needs no price; but a price that it carries must make sense. */
export const closingPriceSanity = (
  { alert, market }: Snapshot,
  { tradingViewPriceMultiplier }: InstrumentFields,
): RuleResult<Words> => {
  if (alert.price === null)
    return passed({ actual: 'no price', required: 'none needed', sentence: 'closing needs no price' })
  const price = scaled(alert.price, tradingViewPriceMultiplier)
  if (!price) return unusablePrice(alert.price)
  const quote = market && middle(market)
  return quote
    ? compared(price, quote, null)
    : passed({
        actual: grouped(plain(price)),
        required: priceLimit,
        sentence: `the price is ${grouped(plain(price))}`,
      })
}

/** @returns null for no price, or one that is not a number above 0 */
const scaled = (price: string | null, multiplier: string): Big | null => {
  const number = bigFrom(price ?? '')
  return number?.gt(0) ? number.times(multiplier) : null
}

const unusablePrice = (price: string | null) =>
  refused({
    actual: price ?? 'no price',
    required: priceLimit,
    sentence: price === null ? 'the alert has no price' : `the price ${price} is not a number above 0`,
  })

const compared = <Found>(price: Big, quote: Big, found: Found): RuleResult<Words, Found> => {
  const distance = price.minus(quote).abs()
  const actual = `${grouped(plain(price))} against ${grouped(plain(quote))}`
  if (distance.lte(percentOf(quote, priceTolerance)))
    return passedWith(found, {
      actual,
      required: priceLimit,
      sentence: `the price ${grouped(plain(price))} is near the market at ${grouped(plain(quote))}`,
    })
  const percent = quote.gt(0) ? `${grouped(plain(percentBeyond(distance, quote)))}%` : 'far'
  return refused({
    actual,
    required: priceLimit,
    sentence: `the price ${grouped(plain(price))} is ${percent} away from the market (${grouped(plain(quote))}); the limit is ${priceTolerance}%. Check the instrument’s price multiplier`,
  })
}

/** Rounded to the nearest tenth, but up if a refusal would otherwise name a figure within the limit. */
const percentBeyond = (distance: Big, quote: Big): Big => {
  const percent = distance.times(100).div(quote)
  const nearest = percent.round(1, rounding.nearest)
  return nearest.gt(priceTolerance) ? nearest : percent.round(1, rounding.up)
}

const hour = 3_600_000

export const cooldown = (snapshot: Snapshot): RuleResult<Words> => {
  const { now, alert, lastOrderAt } = snapshot
  const hours = cooldownHours(snapshot)
  if (hours === 0) return passed({ actual: 'no cooldown', required: 'none', sentence: 'you set no cooldown' })
  const required = `${hours} h between orders`
  if (lastOrderAt === null)
    return passed({
      actual: 'no order',
      required,
      sentence: `no order for ${alert.market} in your cooldown of ${hours} h`,
    })
  const actual = `last order ${duration(now - lastOrderAt)} ago`
  const sentence = `the last order for ${alert.market} was placed ${duration(now - lastOrderAt)} ago; your cooldown is ${hours} h`
  return now - lastOrderAt < hours * hour
    ? refused({
        actual,
        required,
        sentence: `${sentence} (until ${instantInText(lastOrderAt + hours * hour)})`,
      })
    : passed({ actual, required, sentence })
}

export const dividendDate = (
  { now, alert, settings }: Snapshot,
  { nextDividendDate }: InstrumentFields,
): RuleResult<Words> => {
  const actual = nextDividendDate ?? 'no dividend date'
  if (!settings.avoidDividendDates)
    return passed({ actual, required: 'none', sentence: 'you allow trading on dividend dates' })
  const required = `not ${calendarDay(now)}`
  return nextDividendDate === calendarDay(now)
    ? refused({
        actual,
        required,
        sentence: `today is the dividend date for ${alert.market} (${nextDividendDate})`,
      })
    : passed({ actual, required, sentence: `today is not a dividend date for ${alert.market}` })
}
