import { describe, expect, it } from 'vitest'
import { calendarDay, capitalised, instantInText, duration, listed } from './words.ts'

describe('duration', () => {
  it.each([
    [0, '0 s'],
    [999, '0 s'],
    [42_900, '42 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [200_000, '3 min 20 s'],
    [3_599_999, '59 min 59 s'],
    [3_600_000, '1 h'],
    [3_660_000, '1 h 1 min'],
    [86_399_999, '23 h 59 min'],
    [432_000_000, '120 h'],
  ])('formats %i ms as %s', (milliseconds, words) => {
    expect(duration(milliseconds)).toBe(words)
  })
})

describe('listed', () => {
  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a and b'],
    [['a', 'b', 'c'], 'a, b and c'],
  ])('joins %o', (words, sentence) => {
    expect(listed(words)).toBe(sentence)
  })
})

describe('days and instants', () => {
  it('days are London days, in summer and in winter', () => {
    expect(calendarDay(Date.parse('2026-09-07T23:05:00Z'))).toBe('2026-09-08')
    expect(calendarDay(Date.parse('2026-01-07T23:05:00Z'))).toBe('2026-01-07')
  })

  it('instants are shown in UTC, to the second', () => {
    expect(instantInText(Date.parse('2026-09-07T23:05:01.999Z'))).toBe('2026-09-07T23:05:01Z')
  })
})

it('capitalised changes only the first letter', () => {
  expect(capitalised('the ATR is 4')).toBe('The ATR is 4')
  expect(capitalised('')).toBe('')
})
