import { Big as StandardBig } from 'big.js'
import { describe, expect, it } from 'vitest'
import { Big, bigFrom, percentOf, plain, rounding } from './decimal.ts'

describe('decimals', () => {
  it('are cut off after 40 decimal places if a quotient has more', () => {
    expect(new Big(2).div(3).toFixed()).toBe(`0.${'6'.repeat(40)}`)
  })

  it('do not change the library’s shared settings', () => {
    expect([StandardBig.DP, StandardBig.RM]).toEqual([20, 1])
  })

  it('have no binary rounding errors', () => {
    expect(plain(percentOf(new Big('1.005'), '100'))).toBe('1.005')
    expect(plain(new Big('0.1').plus('0.2'))).toBe('0.3')
    expect(plain(new Big('0.0000001'))).toBe('0.0000001')
    expect(plain(new Big('100000000000000000000000'))).toBe('100000000000000000000000')
  })

  it('can be rounded down, to the nearest and up', () => {
    const round = (value: string, mode: (typeof rounding)[keyof typeof rounding]) =>
      new Big(value).round(1, mode).toFixed()
    expect([
      round('1.29', rounding.down),
      round('1.25', rounding.nearest),
      round('1.21', rounding.up),
    ]).toEqual(['1.2', '1.3', '1.3'])
  })

  it.each(['', 'NaN', 'Infinity', '1e3', '0x10', '1,5', '1.', '.5', '+1', ' 1', '1 ', '--1', '1.5.2'])(
    'are not read from "%s"',
    (text) => {
      expect(bigFrom(text)).toBeNull()
    },
  )

  it.each(['0', '-1.5', '12', '2401.50'])('are read from "%s"', (text) => {
    expect(bigFrom(text)?.eq(text)).toBe(true)
  })
})
