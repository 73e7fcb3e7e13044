import type { Instant } from './units.ts'

/** Whether a text is an IANA time zone, such as Europe/London. */
export const isZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const quarterHour = 900_000

/**
 * Caches a value for each quarter of an hour, because reading a zone's clock is slow. In every zone, days and hours
 * begin on a whole quarter.
 */
export const onceAQuarter = <Value>(valueOf: (at: Instant) => Value) => {
  const known = new Map<number, Value>()
  return (at: Instant): Value => {
    const quarter = Math.floor(at / quarterHour)
    const value = known.get(quarter) ?? valueOf(quarter * quarterHour)
    known.set(quarter, value)
    return value
  }
}

const offsets = new Map<string, (at: Instant) => number>()

const offsetsOf = (zone: string) => {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return onceAQuarter((at) => Date.parse(`${clock.format(at).replace(' ', 'T')}Z`) - at)
}

/** Milliseconds by which the clocks of a zone are ahead of UTC. */
export const offsetAt = (at: Instant, zone: string): number => {
  const offset = offsets.get(zone) ?? offsetsOf(zone)
  offsets.set(zone, offset)
  return offset(at)
}

const dayMs = 86_400_000

/** The day in the zone, in days since 1970. */
const dayAt = (at: Instant, zone: string): number => Math.floor((at + offsetAt(at, zone)) / dayMs)

/** The instant at which the clocks of the zone show this time on this day. */
const timeOn = (day: number, minutes: number, zone: string): Instant => {
  const shown = day * dayMs + minutes * 60_000
  // Near a clock change, the offset at `shown` may be wrong. So the offset is read again at the calculated time.
  const near = shown - offsetAt(shown, zone)
  return shown - offsetAt(near, zone)
}

/**
 * The instant at which the clocks of a zone show a time; the earlier instant if they show it twice.
 * @param shown in milliseconds as if it were UTC
 * @returns null if the clocks skip the time, as they do when summer time begins
 */
export const instantShown = (shown: number, zone: string): Instant | null =>
  [shown - dayMs, shown + dayMs]
    .map((near) => shown - offsetAt(near, zone))
    .find((at) => at + offsetAt(at, zone) === shown) ?? null

/**
 * The next instant after `now` at which the clocks of the zone show this time.
 * @param time such as "21:30"
 */
export const nextTime = (now: Instant, time: string, zone: string): Instant => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const today = dayAt(now, zone)
  const at = (days: number) => timeOn(today + days, hours * 60 + minutes, zone)
  return at(0) > now ? at(0) : at(1)
}

/** When the current day began in the zone. */
export const dayStart = (now: Instant, zone: string): Instant => timeOn(dayAt(now, zone), 0, zone)
