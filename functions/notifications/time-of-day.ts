import { TZDate } from '@date-fns/tz'
import type { NotificationPreferences } from '../../shared/notifications/notifications.ts'
import type { Instant } from '../../shared/platform/units.ts'

/** The next instant after `now` at which the clocks of the zone show this time. @param time e.g. "21:30" */
export const nextTime = (now: Instant, time: string, zone: string): Instant => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const today = new TZDate(now, zone)
  const at = (days: number) =>
    new TZDate(today.getFullYear(), today.getMonth(), today.getDate() + days, hours, minutes, zone).getTime()
  return at(0) > now ? at(0) : at(1)
}

/** When the quiet hours end that it is in; null: it is in none. */
export const quietUntil = (now: Instant, { quietHours, zone }: NotificationPreferences): Instant | null => {
  if (!quietHours || quietHours.from === quietHours.to) return null
  const end = nextTime(now, quietHours.to, zone)
  // Inside them the end comes before the next beginning.
  return end < nextTime(now, quietHours.from, zone) ? end : null
}
