import { alertsKey } from './alerts-query.ts'
import { call } from './api.ts'
import { toastFailure } from './failures.ts'
import { itsMessage, useChange } from './use-change.ts'

/** Cancels a waiting exit, and then reads the alert and all lists of alerts again. */
export const useCancelExit = (alertId: string) =>
  useChange(() => call('cancelExit', { alertId }), {
    done: itsMessage,
    onError: toastFailure('Couldn’t cancel this exit'),
    rereads: [alertsKey, ['alert', alertId]],
  })
