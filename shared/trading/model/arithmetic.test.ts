import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { largestSize, limitLevel, notional, profitPoints, stopPoints } from './arithmetic.ts'
import { Big } from './decimal.ts'
import { aWorth } from '../../../infra/dev/testing/trading-values.ts'

const level = (price: string, percent: string, direction: 'BUY' | 'SELL', decimalPlaces: number) =>
  limitLevel(new Big(price), percent, direction, { decimalPlaces }).toFixed()
const sized = (most: string, at: string, sizeStep: string | null = null) =>
  largestSize(most, new Big(at), { sizeStep }, aWorth()).toFixed()

/** A decimal as text, as a broker or a user's list may contain it. */
const decimal = (most: number, decimals: number) =>
  fc
    .record({ units: fc.integer({ min: 1, max: most * 10 ** decimals }), decimals: fc.constant(decimals) })
    .map(({ units }) => new Big(units).div(10 ** decimals).toFixed())
const places = fc.integer({ min: 0, max: 5 })
const steps = fc.constantFrom(null, '0.01', '0.1', '0.5', '1', '0.04')

describe('the level of a working order', () => {
  it('is better than the price if the percentage is above 100, for a BUY and for a SELL', () => {
    expect(level('1005', '100.5', 'BUY', 2)).toBe('1000')
    expect(level('1000', '100.5', 'SELL', 2)).toBe('1005')
    expect(level('1000', '100', 'BUY', 2)).toBe('1000')
    expect(level('1000', '99.5', 'SELL', 2)).toBe('995')
  })

  it('is rounded to the market’s decimals, down for a BUY and up for a SELL', () => {
    expect(level('22987', '100.5', 'BUY', 2)).toBe('22872.63')
    expect(level('22987', '100.5', 'BUY', 0)).toBe('22872')
    expect(level('22987.33', '100.5', 'SELL', 1)).toBe('23102.3')
    expect(level('22987.33', '100.5', 'SELL', 0)).toBe('23103')
  })

  it('has the market’s decimals and is never worse than requested', () => {
    fc.assert(
      fc.property(
        decimal(100_000, 4),
        decimal(300, 2),
        fc.constantFrom('BUY' as const, 'SELL' as const),
        places,
        (price, percent, direction, decimalPlaces) => {
          const found = new Big(level(price, percent, direction, decimalPlaces))
          expect(found.round(decimalPlaces).eq(found)).toBe(true)
          if (direction === 'BUY') expect(found.times(percent).lte(new Big(price).times(100))).toBe(true)
          else expect(found.times(100).gte(new Big(price).times(percent))).toBe(true)
        },
      ),
    )
  })
})

describe('the size', () => {
  it('is the largest multiple of the size step within the maximum', () => {
    expect(sized('10000', '22872.63')).toBe('0.43')
    expect(sized('43', '100')).toBe('0.43')
    expect(sized('42.999999', '100')).toBe('0.42')
    expect(sized('10000', '3000', '0.5')).toBe('3')
    expect(sized('1', '1000')).toBe('0')
  })

  it('is not rounded up if a quotient has many nines', () => {
    expect(sized('0.42999999999999999999999999999999999999999999', '1')).toBe('0.42')
  })

  it('is the largest size whose value in the account’s currency is at most the maximum, for every market', () => {
    const unitValues = fc.constantFrom('1', '0.01', '10', '100', '10000', '100000')
    fc.assert(
      fc.property(
        decimal(100_000, 2),
        decimal(50_000, 5),
        steps,
        unitValues,
        decimal(250, 6),
        (most, at, sizeStep, unitValue, exchangeRate) => {
          const worth = aWorth({ unitValue, exchangeRate })
          const level = new Big(at)
          const size = largestSize(most, level, { sizeStep }, worth)
          const step = new Big(sizeStep ?? '0.01')
          // The test compares amounts in the dealing currency, because a quotient would be rounded.
          const dealt = (of: Big) => of.times(level).times(unitValue)
          const mostDealt = new Big(most).times(exchangeRate)
          expect(dealt(size).lte(mostDealt)).toBe(true)
          expect(dealt(size.plus(step)).gt(mostDealt)).toBe(true)
          expect(notional(size, level, worth).lte(most)).toBe(true)
          expect(size.mod(step).eq(0)).toBe(true)
        },
      ),
    )
  })
})

describe('the distances', () => {
  const bet = { decimalPlaces: 2, scalingFactor: '1' }
  const share = { decimalPlaces: 2, scalingFactor: '100' }
  const currency = { decimalPlaces: 5, scalingFactor: '10000' }

  it('are a percentage of the ATR, with the stop rounded down, and the limit rounded up or down, whichever is nearer', () => {
    expect(stopPoints(new Big('13.137'), '100', bet).toFixed()).toBe('13.13')
    expect(profitPoints(new Big('13.137'), '100', bet).toFixed()).toBe('13.14')
    expect(profitPoints(new Big('13.134'), '100', bet).toFixed()).toBe('13.13')
    expect(stopPoints(new Big('420'), '50', bet).toFixed()).toBe('210')
  })

  it('are in points, even if the market has several points per unit of price', () => {
    expect(stopPoints(new Big('3.4567'), '100', share).toFixed()).toBe('345')
    expect(stopPoints(new Big('0.0012399'), '100', currency).toFixed()).toBe('12.3')
    expect(profitPoints(new Big('0.0012399'), '100', currency).toFixed()).toBe('12.4')
  })

  it('give levels with the market’s decimals and a stop no wider than the ATR allows', () => {
    fc.assert(
      fc.property(
        decimal(1_000, 6),
        decimal(500, 2),
        places,
        fc.constantFrom('1', '100', '10000'),
        (atr, percent, decimalPlaces, scalingFactor) => {
          const stop = stopPoints(new Big(atr), percent, { decimalPlaces, scalingFactor }).div(scalingFactor)
          const exact = new Big(atr).times(percent).div(100)
          expect(stop.lte(exact)).toBe(true)
          expect(exact.minus(stop).lt(new Big(10).pow(-decimalPlaces))).toBe(true)
          expect(stop.round(decimalPlaces).eq(stop)).toBe(true)
        },
      ),
    )
  })
})
