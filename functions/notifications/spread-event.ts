import { isChoosable } from '../../shared/notifications/notification-words.ts'
import { kindOf, levelOf, type NotificationLevel } from '../../shared/notifications/notification-types.ts'
import type {
  NotificationEvent,
  NotificationPreferences,
} from '../../shared/notifications/notifications.schema.ts'
import type { NotificationPorts } from './ports.ts'
import { nextTime } from '../../shared/platform/zone.ts'
import { quietUntil } from './time-of-day.ts'

/**
 * Milliseconds after which the scheduled check handles a channel if the run that should have handled it ended early.
 */
const checkAgainMs = 90_000

/**
 * Writes an event for each channel of the event's user, and queues a check for each channel that may be notified at
 * once. The call can safely be repeated after a crash, because the keys of the rows contain the event's ID, and a
 * reported event is not written again.
 */
export const spreadEvent = async (
  { clock, store, queue }: NotificationPorts,
  event: NotificationEvent,
  { only, except }: { only?: string | undefined; except?: string | undefined } = {},
) => {
  const { userId, type } = event
  const user = await store.readUser(userId)
  if (!user) return
  const now = clock.now()
  for (const { id, offReason } of user.channels) {
    if (offReason !== null || id === except || (only !== undefined && id !== only)) continue
    const level: NotificationLevel = isChoosable(type)
      ? levelOf(user.preferences.levels, type, kindOf(id))
      : 'loud'
    if (level === 'off') continue
    const from = await store.noteEvent(userId, id, event.id, leavesAt(now, level, user.preferences))
    if (from === null) continue
    // The due time is written before the event's row, so that no event is overlooked after a crash.
    await store.noteDue(userId, id, Math.max(from, now + checkAgainMs))
    await store.putWaiting(userId, id, from, { event, level })
    if (from <= now) await queue.sendCheck(userId, id, event.id)
  }
}

const leavesAt = (at: number, level: NotificationLevel, preferences: NotificationPreferences) => {
  if (level === 'summary') return nextTime(at, preferences.summaryAt, preferences.zone)
  return level === 'quiet' ? (quietUntil(at, preferences) ?? at) : at
}
