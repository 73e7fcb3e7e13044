import type { Instant } from '../units.ts'

/** The safety brake: more orders than this on one account within this time, and trading pauses. */
export const brake = { orders: 20, milliseconds: 60_000 } as const

/** Whether one more order now, after those placed at `placedTimes`, is one too many. */
export const brakeTrips = (placedTimes: readonly Instant[], now: Instant): boolean =>
  placedTimes.filter((at) => now - at <= brake.milliseconds).length >= brake.orders
