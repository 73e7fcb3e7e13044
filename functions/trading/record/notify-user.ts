import type { NotificationEvent } from '../../../shared/notifications/notifications.schema.ts'
import type { EngineLogEntry } from '../ports/store.ts'
import type { Ports } from '../ports/ports.ts'

/** The parts of a log entry that its notification does not contain. */
type Entry = Pick<EngineLogEntry, 'mode' | 'type' | 'description' | 'extra' | 'key' | 'since' | 'deals'>

/** Writes an event to the user's log and notifies the user on every channel. */
export const notifyUser = async (
  { store, notify }: { readonly store: Pick<Ports['store'], 'log'>; readonly notify: Ports['notify'] },
  event: NotificationEvent,
  entry: Entry,
): Promise<void> => {
  await store.log([{ ...entry, userId: event.userId, message: event.data.sentence, at: event.at }])
  await notify([event])
}
