import { expect, it } from 'vitest'
import { median } from './measured.ts'

it('median returns the middle value, or the mean of the two middle values', () => {
  expect(median([5, 1, 3])).toBe(3)
  expect(median([1, 2, 3, 10])).toBe(2.5)
  expect(median([])).toBeNaN()
})
