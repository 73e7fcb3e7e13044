import { describe, expect, it } from 'vitest'
import { growthOver } from './growth.ts'

describe('growth', () => {
  it('is that of the whole time, not of one odd sample at its beginning or end', () => {
    expect(growthOver([10, 14, 10, 11, 11, 12, 12, 9])).toBeCloseTo(1.2)
    expect(growthOver([10, 10, 10, 10, 10, 30])).toBe(1)
  })

  it('shows a small leak that goes on', () => {
    expect(growthOver(Array.from({ length: 13 }, (_, index) => 10 + index * 0.06))).toBeGreaterThan(1.05)
  })

  it('is unknown of too few samples', () => {
    expect(growthOver([1, 1, 1, 1, 1])).toBeNaN()
  })
})
