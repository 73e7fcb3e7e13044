import { alertsKey } from './alerts-query.ts'
import { call } from './api.ts'
import { toastFailure } from './failures.ts'
import { itsMessage, useChange } from './use-change.ts'

/**
 * Approves an alert that waits for the user, and then reads the waiting alerts again.
 * @param failed the title of the toast if the approval fails
 */
export const useConfirmAlert = (alertId: string, failed: string, onDone: () => void) =>
  useChange(() => call('confirmAlert', { alertId }), {
    done: itsMessage,
    onError: toastFailure(failed),
    onDone,
    rereads: [alertsKey],
  })
