import { describe, expect, it } from 'vitest'
import { formatAge, formatDuration, formatMoney, formatNumber, formatTwoDecimals } from './format.ts'

describe('figures', () => {
  it.each([
    [formatMoney(-9.85), '−£9.85'],
    [formatMoney(-0.001), '£0.00'],
    [formatMoney(1234.5), '£1,234.50'],
    [formatTwoDecimals(-0.004), '0.00'],
    [formatTwoDecimals(-0.35), '−0.35'],
    [formatTwoDecimals(11560.849999999999), '11,560.85'],
    [formatNumber(-22841.5), '−22,841.5'],
  ])('have a true minus sign, and none for what rounds to zero: %s', (figure, expected) => {
    expect(figure).toBe(expected)
  })
})

describe('a duration', () => {
  it.each([
    [0, '0 ms'],
    [839.6, '840 ms'],
    [3_094, '3.1 s'],
    [2_380_928, '39 min 41 s'],
    [7_500_000, '2 h 5 min'],
  ])('of %d ms is written %s', (milliseconds, written) => {
    expect(formatDuration(milliseconds)).toBe(written)
  })
})

describe('an age', () => {
  const minute = 60_000
  it.each([
    [59_999, '0 min'],
    [5 * minute, '5 min'],
    [125 * minute, '2 h 5 min'],
    [48 * 60 * minute - 1, '47 h 59 min'],
    [76 * 60 * minute, '3 d 4 h'],
  ])('of %i ms is written as people say it', (milliseconds, written) => {
    expect(formatAge(milliseconds)).toBe(written)
  })
})
