import type { Instant } from '../../platform/units.ts'

/**
 * The period of the safety brake in milliseconds. Trading is paused if an account sends more orders within this period
 * than its user allows.
 */
export const brakeMilliseconds = 60_000

/** Whether one more order now would exceed `largestBurst`, the maximum number of orders within the brake's period. */
export const brakeTrips = (placedTimes: readonly Instant[], now: Instant, largestBurst: number): boolean =>
  placedTimes.filter((at) => now - at <= brakeMilliseconds).length >= largestBurst
