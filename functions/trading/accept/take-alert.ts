import type { AcceptStore } from '../ports/store.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import type { Queue } from '../ports/ports.ts'

/**
 * Writes an alert under its identity and queues it. One that was written before and never ended is queued again: a crash may
 * have come between the two, and the queue drops what it has already.
 * @returns false if it was written before
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
