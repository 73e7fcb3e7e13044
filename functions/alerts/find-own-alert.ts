import { VisibleError } from '../../shared/platform/error.schema.ts'
import type { AlertRecord } from '../trading/ports/alert-record.ts'
import { getAlert } from './alert-store.ts'

/**
 * Reads an alert of the user.
 * @throws VisibleError NOT_FOUND if there is no such alert or it belongs to another user
 */
export const findOwnAlert = async (userId: string, alertId: string): Promise<AlertRecord> => {
  const record = await getAlert(alertId)
  if (record?.userId !== userId)
    throw new VisibleError('NOT_FOUND', 'No alert with this ID. Alerts are kept for 30 days')
  return record
}
