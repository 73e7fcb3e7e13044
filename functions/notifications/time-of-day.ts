import type { NotificationPreferences } from '../../shared/notifications/notifications.schema.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { nextTime } from '../../shared/platform/zone.ts'

/** When the quiet hours end that it is in; null: it is in none. */
export const quietUntil = (now: Instant, { quietHours, zone }: NotificationPreferences): Instant | null => {
  if (!quietHours || quietHours.from === quietHours.to) return null
  const end = nextTime(now, quietHours.to, zone)
  // Inside them the end comes before the next beginning.
  return end < nextTime(now, quietHours.from, zone) ? end : null
}
