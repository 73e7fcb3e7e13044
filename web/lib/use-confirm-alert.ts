import { alertsKey } from './alerts-query.ts'
import { call } from './api.ts'
import { toastFailure } from './failures.ts'
import { itsMessage, useChange } from './use-change.ts'

/**
 * Says yes to an alert that waits for it, and reads again what waits.
 * @param failed title of the toast if that fails
 */
export const useConfirmAlert = (alertId: string, failed: string, onDone: () => void) =>
  useChange(() => call('confirmAlert', { alertId }), {
    done: itsMessage,
    onError: toastFailure(failed),
    onDone,
    rereads: [alertsKey],
  })
