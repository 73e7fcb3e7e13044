import { describe, expect, it } from 'vitest'
import { formatAge, formatDuration } from './format.ts'

describe('a duration', () => {
  it.each([
    [0, '0 ms'],
    [839.6, '840 ms'],
    [3_094, '3.1 s'],
    [2_380_928, '39 min 41 s'],
    [7_500_000, '2 h 5 min'],
  ])('is written for %d ms as %s', (milliseconds, written) => {
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
  ])('is written for %i ms in words', (milliseconds, written) => {
    expect(formatAge(milliseconds)).toBe(written)
  })
})
