import { describe, expect, it } from 'vitest'
import { brakeTrips } from './brake.ts'

const now = 1_000_000
const placed = (count: number, ago: number) => Array.from({ length: count }, () => now - ago)

describe('the safety brake', () => {
  it('lets the 20th order within a minute go and stops the 21st', () => {
    expect(brakeTrips([], now)).toBe(false)
    expect(brakeTrips(placed(19, 100), now)).toBe(false)
    expect(brakeTrips(placed(20, 100), now)).toBe(true)
    expect(brakeTrips(placed(21, 100), now)).toBe(true)
  })

  it('forgets what is longer ago than a minute', () => {
    expect(brakeTrips(placed(20, 60_000), now)).toBe(true)
    expect(brakeTrips(placed(20, 60_001), now)).toBe(false)
    expect(brakeTrips([...placed(10, 60_001), ...placed(19, 5)], now)).toBe(false)
    expect(brakeTrips([...placed(10, 60_001), ...placed(20, 5)], now)).toBe(true)
  })

  it('counts an order whose clock is ahead', () => {
    expect(brakeTrips(placed(20, -5_000), now)).toBe(true)
  })
})
