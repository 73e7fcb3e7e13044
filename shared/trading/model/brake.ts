import type { Instant } from '../../platform/units.ts'

/** The safety brake: more orders on one account within this time than its user calls honest, and trading pauses. */
export const brakeMilliseconds = 60_000

/** Whether one more order now, after those placed at `placedTimes`, is one too many for a `largestBurst` of this many. */
export const brakeTrips = (placedTimes: readonly Instant[], now: Instant, largestBurst: number): boolean =>
  placedTimes.filter((at) => now - at <= brakeMilliseconds).length >= largestBurst
