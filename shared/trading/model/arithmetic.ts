import type { Direction } from '../../deals/dealing.schema.ts'
import { Big, percentOf, plain, rounding } from './decimal.ts'
import type { Distance, KnownValuation, Market } from './snapshot.ts'
import { formatMoney, grouped } from '../../platform/figures.ts'
import type { Decimal } from '../../platform/units.ts'

/** The level of a working order; more than 100 percent asks for a better price on both sides. Never worse than that. */
export const limitLevel = (
  price: Big,
  percent: Decimal,
  direction: Direction,
  { decimalPlaces }: Pick<Market, 'decimalPlaces'>,
): Big =>
  direction === 'BUY'
    ? price.times(100).div(percent).round(decimalPlaces, rounding.down)
    : percentOf(price, percent).round(decimalPlaces, rounding.up)

/** Money in the account's currency for a move of 1 and a size of 1; null if the broker does not say what the market is worth. */
export const unitMoney = ({ worth }: Pick<Market, 'worth'>): Decimal | null =>
  worth.kind === 'known' ? plain(new Big(worth.unitValue).div(worth.exchangeRate)) : null

/** What a deal of this size makes if the price moves this far, in the account's currency. */
export const moneyFor = (move: Big, size: Decimal, money: Decimal): Big => move.times(size).times(money)

/** `£51.20`, or `51.20 in account currency` if the broker does not say which that is */
export const moneyInWords = (amount: Decimal, currency: string | null): string =>
  currency === null
    ? `${grouped(new Big(amount).toFixed(2, rounding.nearest))} in account currency`
    : formatMoney(Number(amount), currency)

/** Used if the broker does not say a market's smallest step of a size. */
export const usualSizeStep = '0.01'

/** The largest size on the market's steps whose notional at `level` is no more than `most`, in account currency. */
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

/** The largest size on the market's steps that loses no more than `most` over this number of points, in account currency. */
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

/** What a position of this size is worth at `level`, in account currency. */
export const notional = (size: Big, level: Big, { unitValue, exchangeRate }: KnownValuation): Big =>
  size.times(level).times(unitValue).div(exchangeRate)

/**
 * What an order takes as margin on top of what is held on its market, in account currency: each band's percentage applies to the
 * part of the whole size within it. null: the broker does not say, or not for that size.
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
 * Distances from the ATR, in points, such that the levels they lead to have the market's decimals. The stop is never
 * wider than the ATR says.
 */
export const stopPoints = (atr: Big, percent: Decimal, market: DistanceRules) =>
  inPoints(percentOf(atr, percent).round(market.decimalPlaces, rounding.down), market)

export const profitPoints = (atr: Big, percent: Decimal, market: DistanceRules) =>
  inPoints(percentOf(atr, percent).round(market.decimalPlaces, rounding.nearest), market)

type DistanceRules = Pick<Market, 'decimalPlaces' | 'scalingFactor'>

export const inPoints = (distance: Big, { scalingFactor }: Pick<Market, 'scalingFactor'>): Big =>
  distance.times(scalingFactor)

/** A distance in percent is a share of the current price. */
export const pointsOf = (
  { unit, value }: Distance,
  current: Big,
  market: Pick<Market, 'scalingFactor'>,
): Big => (unit === 'POINTS' ? new Big(value) : inPoints(percentOf(current, value), market))
