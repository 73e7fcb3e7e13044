import type { Instant } from '../../platform/units.ts'
import { offsetAt } from '../../platform/zone.ts'

const minute = 60_000
const day = 24 * 60 * minute

/**
 * The instant at which a zone's clocks show a time; the earlier instant if they show it twice. If they skip the time,
 * the offset before the change applies.
 */
const instantOf = (wall: number, zone: string): Instant => {
  const before = wall - offsetAt(wall - day, zone)
  const after = wall - offsetAt(wall + day, zone)
  const shown = [before, after].filter((at) => at + offsetAt(at, zone) === wall)
  return shown.length > 0 ? Math.min(...shown) : before
}

/**
 * The trading day that contains `now`. Days start at the same time on the zone's clocks, so a day with a clock change
 * has 23 or 25 hours.
 * @param time such as 22:00
 */
export const tradingDay = (
  now: Instant,
  { time, zone }: { readonly time: string; readonly zone: string },
): { readonly startsAt: Instant; readonly endsAt: Instant } => {
  const today = Math.floor((now + offsetAt(now, zone)) / day) * day
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const beginning = (days: number) => instantOf(today + days * day + minutes * minute, zone)
  const first = beginning(0) <= now ? 0 : -1
  return { startsAt: beginning(first), endsAt: beginning(first + 1) }
}
