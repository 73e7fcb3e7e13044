import { expect, it } from 'vitest'
import { median } from './measured.ts'

it('the median is the middle value, or the mean of the middle two', () => {
  expect(median([5, 1, 3])).toBe(3)
  expect(median([1, 2, 3, 10])).toBe(2.5)
  expect(median([])).toBeNaN()
})
