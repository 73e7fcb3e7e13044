import { describe, expect, it } from 'vitest'
import { brakeTrips } from './brake.ts'

const now = 1_000_000
const placed = (count: number, ago: number) => Array.from({ length: count }, () => now - ago)

const trips = (placedTimes: readonly number[]) => brakeTrips(placedTimes, now, 20)

describe('the safety brake', () => {
  it('allows the 20th order within a minute and stops the 21st', () => {
    expect(trips([])).toBe(false)
    expect(trips(placed(19, 100))).toBe(false)
    expect(trips(placed(20, 100))).toBe(true)
    expect(trips(placed(21, 100))).toBe(true)
  })

  it('does not count orders older than a minute', () => {
    expect(trips(placed(20, 60_000))).toBe(true)
    expect(trips(placed(20, 60_001))).toBe(false)
    expect(trips([...placed(10, 60_001), ...placed(19, 5)])).toBe(false)
    expect(trips([...placed(10, 60_001), ...placed(20, 5)])).toBe(true)
  })

  it('allows the number of orders that the user has set', () => {
    expect(brakeTrips([], now, 1)).toBe(false)
    expect(brakeTrips(placed(1, 100), now, 1)).toBe(true)
    expect(brakeTrips(placed(97, 100), now, 98)).toBe(false)
    expect(brakeTrips(placed(98, 100), now, 98)).toBe(true)
  })

  it('counts an order with a time in the future', () => {
    expect(trips(placed(20, -5_000))).toBe(true)
  })
})
