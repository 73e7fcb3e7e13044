import type { Direction } from '../../deals/dealing.schema.ts'
import { Big, percentOf, plain, rounding } from './decimal.ts'
import type { Distance, KnownValuation, Market } from './snapshot.ts'
import { formatMoney, grouped } from '../../platform/figures.ts'
import type { Decimal } from '../../platform/units.ts'

/**
 * The level of a working order at this percentage of the price. For a BUY, the price is divided by the percentage, so
 * above 100% both directions ask for a better price. Rounding never makes the level worse.
 */
export const limitLevel = (
  price: Big,
  percent: Decimal,
  direction: Direction,
  { decimalPlaces }: Pick<Market, 'decimalPlaces'>,
): Big =>
  direction === 'BUY'
    ? price.times(100).div(percent).round(decimalPlaces, rounding.down)
    : percentOf(price, percent).round(decimalPlaces, rounding.up)

/**
 * Money in the account's currency for a move of 1 and a size of 1; null if the broker does not report the value of a point.
 */
export const unitMoney = ({ worth }: Pick<Market, 'worth'>): Decimal | null =>
  worth.kind === 'known' ? plain(new Big(worth.unitValue).div(worth.exchangeRate)) : null

/** The profit of a deal of this size if the price moves this far, in the account's currency. */
export const moneyFor = (move: Big, size: Decimal, money: Decimal): Big => move.times(size).times(money)

/** Formats `£51.20`, or `51.20 in account currency` if the broker does not report the currency. */
export const moneyInWords = (amount: Decimal, currency: string | null): string =>
  currency === null
    ? `${grouped(new Big(amount).toFixed(2, rounding.nearest))} in account currency`
    : formatMoney(Number(amount), currency)

/** The size step of markets for which the broker does not report one. */
export const usualSizeStep = '0.01'

/**
 * The largest size in the market's steps whose notional at `level` is at most `most` (money in the account's currency).
 */
export const largestSize = (
  most: Decimal,
  level: Big,
  { sizeStep }: Pick<Market, 'sizeStep'>,
  { unitValue, exchangeRate }: KnownValuation,
): Big => {
  const step = new Big(sizeStep ?? usualSizeStep)
  const ofOneStep = level.times(unitValue).times(step)
  return new Big(most).times(exchangeRate).div(ofOneStep).round(0, rounding.down).times(step)
}

/**
 * The largest size in the market's steps that loses at most `most` (money in the account's currency) over this number
 * of points.
 */
export const largestSizeAtRisk = (
  most: Big,
  points: Big,
  { sizeStep, scalingFactor }: Pick<Market, 'sizeStep' | 'scalingFactor'>,
  { unitValue, exchangeRate }: KnownValuation,
): Big => {
  const step = new Big(sizeStep ?? usualSizeStep)
  const ofOneStep = points.times(unitValue).times(step)
  return most.times(scalingFactor).times(exchangeRate).div(ofOneStep).round(0, rounding.down).times(step)
}

/** The notional of a position of this size at `level`, in account currency. */
export const notional = (size: Big, level: Big, { unitValue, exchangeRate }: KnownValuation): Big =>
  size.times(level).times(unitValue).div(exchangeRate)

/**
 * The margin of an order on top of the existing deals on its market, in account currency. Each band's percentage
 * applies to the part of the whole size within that band. Null if the broker does not report the margin for the whole
 * size.
 */
export const marginFor = (
  held: Big,
  size: Big,
  level: Big,
  { worth, marginBands = [] }: Pick<Market, 'worth' | 'marginBands'>,
): Big | null => {
  if (worth.kind === 'unknown') return null
  const total = held.plus(size)
  let covered = new Big(0)
  let taken = new Big(0)
  for (const { from, to, percent } of marginBands) {
    const start = held.gt(from) ? held : new Big(from)
    const end = to !== null && total.gt(to) ? new Big(to) : total
    if (end.lte(start)) continue
    const part = end.minus(start)
    covered = covered.plus(part)
    taken = taken.plus(percentOf(notional(part, level, worth), percent))
  }
  return covered.eq(size) ? taken : null
}

/**
 * The distance of a stop in points, as a percentage of the ATR. The stop's level has the market's decimals, and the
 * stop is never wider than the ATR allows.
 */
export const stopPoints = (atr: Big, percent: Decimal, market: DistanceRules) =>
  inPoints(percentOf(atr, percent).round(market.decimalPlaces, rounding.down), market)

export const profitPoints = (atr: Big, percent: Decimal, market: DistanceRules) =>
  inPoints(percentOf(atr, percent).round(market.decimalPlaces, rounding.nearest), market)

type DistanceRules = Pick<Market, 'decimalPlaces' | 'scalingFactor'>

export const inPoints = (distance: Big, { scalingFactor }: Pick<Market, 'scalingFactor'>): Big =>
  distance.times(scalingFactor)

/** Converts a distance to points. A distance in percent is relative to the current price. */
export const pointsOf = (
  { unit, value }: Distance,
  current: Big,
  market: Pick<Market, 'scalingFactor'>,
): Big => (unit === 'POINTS' ? new Big(value) : inPoints(percentOf(current, value), market))
