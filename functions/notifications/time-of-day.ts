import type { NotificationPreferences } from '../../shared/notifications/notifications.schema.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { nextTime } from '../../shared/platform/zone.ts'

/** When the current quiet hours end; null outside quiet hours. */
export const quietUntil = (now: Instant, { quietHours, zone }: NotificationPreferences): Instant | null => {
  if (!quietHours || quietHours.from === quietHours.to) return null
  const end = nextTime(now, quietHours.to, zone)
  // During quiet hours, their end comes before their next start.
  return end < nextTime(now, quietHours.from, zone) ? end : null
}
