import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalOf } from '../decimal-of.ts'
import { goodTillDateOf, instantOf } from './dates.ts'

test('the decimal of a number has the same value, without an exponent or trailing zeros', () => {
  const level = fc.integer({ min: -1e12, max: 1e12 }).map((units) => units / 1e6)
  fc.assert(
    fc.property(level, (value) => {
      const text = decimalOf(value)
      return /^-?\d+(\.\d*[1-9])?$/.test(text) && Number(text) === (value === 0 ? 0 : value)
    }),
  )
})
test.each([
  [0.1 + 0.2, '0.3'],
  [3.3299999999999996, '3.33'],
  [1e-7, '0.0000001'],
  [1e21, '1000000000000000000000'],
  [-0.5, '-0.5'],
])('the decimal text of %d is %s', (value, text) => {
  expect(decimalOf(value)).toBe(text)
})

test.each([
  ['2026-01-05T15:04:05', Date.UTC(2026, 0, 5, 15, 4, 5)],
  ['2026-01-05T15:04:05.123', Date.UTC(2026, 0, 5, 15, 4, 5, 123)],
  ['2026-01-05T16:53:56.4', Date.UTC(2026, 0, 5, 16, 53, 56, 400)],
  ['2026-01-05T16:53:56.04', Date.UTC(2026, 0, 5, 16, 53, 56, 40)],
  ['2026/01/05 15:04:05:000', Date.UTC(2026, 0, 5, 15, 4, 5)],
  ['2026/01/05 15:04:05', Date.UTC(2026, 0, 5, 15, 4, 5)],
  ['2026-01-05T15:04', Date.UTC(2026, 0, 5, 15, 4)],
])('IG’s date %s becomes an instant', (text, at) => {
  expect(instantOf(text)).toBe(at)
})
test.each([null, undefined, '', 'yesterday', '05/01/2026'])('%j is no date', (text) => {
  expect(() => instantOf(text)).toThrow('does not understand')
})

test('a good-till date is formatted in UTC with a 24-hour clock', () => {
  expect(goodTillDateOf(Date.UTC(2026, 6, 9, 21, 0, 5, 900))).toBe('2026/07/09 21:00:05')
})
