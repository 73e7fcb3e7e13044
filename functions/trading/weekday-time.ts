import type { Instant } from '../../shared/platform/units.ts'

const day = 24 * 3_600_000

/** Returns the milliseconds between two times without Saturdays and Sundays in UTC, when markets are closed. */
export const weekdayTime = (from: Instant, until: Instant): number => {
  let sum = 0
  for (let at = from; at < until;) {
    const end = Math.min(until, (Math.floor(at / day) + 1) * day)
    const weekday = new Date(at).getUTCDay()
    if (weekday !== 0 && weekday !== 6) sum += end - at
    at = end
  }
  return sum
}
