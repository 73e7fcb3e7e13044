import type { Instant } from './units.ts'

/** Whether it is an IANA time zone, such as Europe/London. */
export const isZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
const offsetAt = (at: Instant, zone: string): number => {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at)
  return Date.parse(`${parts.replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000
}

/** The next instant after `now` at which the clocks of the zone show this time. @param time e.g. "21:30" */
export const nextTime = (now: Instant, time: string, zone: string): Instant => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const today = Math.floor((now + offsetAt(now, zone)) / 86_400_000)
  const at = (days: number) => {
    const shown = ((today + days) * 24 * 60 + hours * 60 + minutes) * 60_000
    // The offset near that moment, and then the one at it: the clocks may change in between.
    const near = shown - offsetAt(shown, zone)
    return shown - offsetAt(near, zone)
  }
  return at(0) > now ? at(0) : at(1)
}

/** When the day began that the clocks of the zone show now. */
export const dayStart = (now: Instant, zone: string): Instant => {
  let midnight = nextTime(now - 26 * 3_600_000, '00:00', zone)
  for (let next = nextTime(midnight, '00:00', zone); next <= now; next = nextTime(midnight, '00:00', zone))
    midnight = next
  return midnight
}
