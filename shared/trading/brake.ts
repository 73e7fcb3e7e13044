import type { Instant } from './snapshot.ts'

/** More orders than this on one account within this time (milliseconds) pause the user's trading. */
export const safetyBrake = { orders: 20, within: 60_000 } as const

/** Whether one more order now would be one too many. */
export const brakeTrips = (orderTimes: readonly Instant[], now: Instant): boolean =>
  orderTimes.filter((at) => now - at < safetyBrake.within).length >= safetyBrake.orders
