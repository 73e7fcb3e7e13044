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

const dayMs = 86_400_000

/** The day that the clocks of the zone show, counted from 1970. */
const dayAt = (at: Instant, zone: string): number => Math.floor((at + offsetAt(at, zone)) / dayMs)

/** When the clocks of the zone show this time of a day. */
const timeOn = (day: number, minutes: number, zone: string): Instant => {
  const shown = day * dayMs + minutes * 60_000
  // The offset near that moment, and then the one at it: the clocks may change in between.
  const near = shown - offsetAt(shown, zone)
  return shown - offsetAt(near, zone)
}

/** The next instant after `now` at which the clocks of the zone show this time. @param time e.g. "21:30" */
export const nextTime = (now: Instant, time: string, zone: string): Instant => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const today = dayAt(now, zone)
  const at = (days: number) => timeOn(today + days, hours * 60 + minutes, zone)
  return at(0) > now ? at(0) : at(1)
}

/** When the day began that the clocks of the zone show now. */
export const dayStart = (now: Instant, zone: string): Instant => timeOn(dayAt(now, zone), 0, zone)
