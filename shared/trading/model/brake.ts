import type { Instant } from '../../platform/units.ts'

/** The period of the safety brake: more orders on one account within it than its user allows pause trading. */
export const brakeMilliseconds = 60_000

/** Whether one more order now, after orders at `placedTimes`, exceeds a `largestBurst` of this number. */
export const brakeTrips = (placedTimes: readonly Instant[], now: Instant, largestBurst: number): boolean =>
  placedTimes.filter((at) => now - at <= brakeMilliseconds).length >= largestBurst
