import type { NotificationPreferences } from '../../shared/notifications/notifications.ts'
import type { Instant } from '../../shared/platform/units.ts'

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

/** When the quiet hours end that it is in; null: it is in none. */
export const quietUntil = (now: Instant, { quietHours, zone }: NotificationPreferences): Instant | null => {
  if (!quietHours || quietHours.from === quietHours.to) return null
  const end = nextTime(now, quietHours.to, zone)
  // Inside them the end comes before the next beginning.
  return end < nextTime(now, quietHours.from, zone) ? end : null
}
