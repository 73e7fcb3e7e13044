import type { InstrumentFields } from '../../instrument.ts'
import { Big, bigFrom, percentOf, plain, rounding } from '../decimal.ts'
import { middle } from '../market.ts'
import { oldestQuote } from '../oldest-quote.ts'
import { passed, passedWith, refused, unread, type Verdict } from '../rule.ts'
import type { Market, Snapshot } from '../snapshot.ts'
import { calendarDay, dayAndTime, duration, grouped } from '../words.ts'

export const instrument = ({ alert, instrument: found }: Snapshot): Verdict<InstrumentFields> => {
  const limit = 'in your list, with an IG epic'
  if (!found)
    return refused({
      saw: `no ${alert.market}`,
      limit,
      sentence: `${alert.market} is not in your list of instruments`,
    })
  if (found.igEpic === '')
    return refused({
      saw: `${alert.market} without an IG epic`,
      limit,
      sentence: `${alert.market} has no IG epic in your list of instruments`,
    })
  return passedWith(found, {
    saw: found.igEpic,
    limit,
    sentence: `${alert.market} is ${found.igEpic} at IG`,
  })
}

/** Percent by which an alert's price may differ from the market's quote. */
const priceTolerance = '10'
const priceLimit = `above 0 and within ${priceTolerance} % of the quote`

/** The price at IG: what every amount of the order is worked out from. */
export const priceSanity = (
  { now, alert, market }: Snapshot,
  { tradingViewPriceMultiplier }: InstrumentFields,
): Verdict<{ readonly price: Big; readonly market: Market }> => {
  const price = scaled(alert.price, tradingViewPriceMultiplier)
  if (!price) return unusablePrice(alert.price)
  if (!market || now - market.quotedAt > oldestQuote) return unread('market')
  const quote = middle(market)
  return quote
    ? compared(price, quote, { price, market })
    : passedWith(
        { price, market },
        {
          saw: plain(price),
          limit: priceLimit,
          sentence: `the price is ${grouped(plain(price))}; ${market.name} has no quote to compare it with`,
        },
      )
}

/** A close trades at the market, so it needs no price; but a price that it carries must make sense. */
export const closingPriceSanity = (
  { alert, market }: Snapshot,
  { tradingViewPriceMultiplier }: InstrumentFields,
): Verdict => {
  if (alert.price === null)
    return passed({ saw: 'no price', limit: 'none needed', sentence: 'closing needs no price' })
  const price = scaled(alert.price, tradingViewPriceMultiplier)
  if (!price) return unusablePrice(alert.price)
  const quote = market && middle(market)
  return quote
    ? compared(price, quote, null)
    : passed({ saw: plain(price), limit: priceLimit, sentence: `the price is ${grouped(plain(price))}` })
}

/** @returns null for no price, or one that is not a number above 0 */
const scaled = (price: string | null, multiplier: string): Big | null => {
  const number = bigFrom(price ?? '')
  return number?.gt(0) ? number.times(multiplier) : null
}

const unusablePrice = (price: string | null) =>
  refused({
    saw: price ?? 'no price',
    limit: priceLimit,
    sentence: price === null ? 'the alert has no price' : `the price ${price} is not a number above 0`,
  })

const compared = <Found>(price: Big, quote: Big, found: Found): Verdict<Found> => {
  const distance = price.minus(quote).abs()
  const saw = `${grouped(plain(price))} against ${grouped(plain(quote))}`
  if (distance.lte(percentOf(quote, priceTolerance)))
    return passedWith(found, {
      saw,
      limit: priceLimit,
      sentence: `the price ${grouped(plain(price))} is near the market at ${grouped(plain(quote))}`,
    })
  const percent = quote.gt(0)
    ? `${grouped(plain(distance.times(100).div(quote).round(1, rounding.up)))} %`
    : 'far'
  return refused({
    saw,
    limit: priceLimit,
    sentence: `the price ${grouped(plain(price))} is ${percent} away from the market at ${grouped(plain(quote))}, the limit is ${priceTolerance} %: check the instrument's price multiplier`,
  })
}

const hour = 3_600_000

export const cooldown = ({ now, alert, lastOrderAt, settings }: Snapshot): Verdict => {
  const hours = settings.instrumentTradeCooldownPeriodInHours
  if (hours === 0) return passed({ saw: 'no cooldown', limit: 'none', sentence: 'you set no cooldown' })
  const limit = `${hours} h between orders`
  if (lastOrderAt === null)
    return passed({
      saw: 'no order',
      limit,
      sentence: `no order for ${alert.market} in your cooldown of ${hours} h`,
    })
  const saw = `${duration(now - lastOrderAt)} since the last order`
  const sentence = `the last order for ${alert.market} was placed ${duration(now - lastOrderAt)} ago, your cooldown is ${hours} h`
  return now - lastOrderAt < hours * hour
    ? refused({ saw, limit, sentence: `${sentence} (until ${dayAndTime(lastOrderAt + hours * hour)})` })
    : passed({ saw, limit, sentence })
}

export const dividendDate = (
  { now, alert, settings }: Snapshot,
  { nextDividendDate }: InstrumentFields,
): Verdict => {
  const saw = nextDividendDate ?? 'no dividend date'
  if (!settings.avoidDividendDates)
    return passed({ saw, limit: 'none', sentence: 'you trade on dividend dates too' })
  const limit = `not ${calendarDay(now)}`
  return nextDividendDate === calendarDay(now)
    ? refused({ saw, limit, sentence: `today is the dividend date of ${alert.market} (${nextDividendDate})` })
    : passed({ saw, limit, sentence: `today is no dividend date of ${alert.market}` })
}
