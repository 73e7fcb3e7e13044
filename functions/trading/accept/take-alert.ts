import type { AcceptStore } from '../ports/store.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import type { Queue } from '../ports/ports.ts'

/**
 * Writes an alert under its identity and queues it. If the alert was written before and has no outcome, it is queued
 * again, because a crash may have prevented the first attempt. The queue drops a message that it already has.
 * @returns false if the alert was written before
 */
export const takeAlert = async (
  { store, queue }: { readonly store: Pick<AcceptStore, 'putAlert' | 'getAlert'>; readonly queue: Queue },
  record: AlertRecord,
): Promise<boolean> => {
  const { alertId, userId, captured } = record
  const isNew = await store.putAlert(record)
  if (isNew || (await store.getAlert(alertId))?.outcome === null)
    await queue.send({ alertId, userId, mode: captured.mode }, alertId)
  return isNew
}
