import { describe, expect, it } from 'vitest'
import { formatMoney, formatNumber, formatTwoDecimals } from './format.ts'

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
