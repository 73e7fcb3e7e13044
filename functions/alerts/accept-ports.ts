import { systemClock } from '../aws/system.ts'
import { countRefused, getAlert, openWindow, putAlert } from './alert-store.ts'
import { appendLog } from '../logs/write-log.ts'
import { findOwnerAndCountAlert, findWebhookSecret } from '../settings/webhook-secret-store.ts'
import type { AcceptPorts } from '../trading/accept/accept.ts'
import { alertsQueue } from './alerts-queue.ts'

/** The ports of the webhook, which uses neither the broker nor email. */
export const acceptPorts: AcceptPorts = {
  clock: systemClock,
  store: {
    admit: findOwnerAndCountAlert,
    findSecret: findWebhookSecret,
    openWindow,
    putAlert,
    getAlert,
    countRefused,
    log: appendLog,
  },
  queue: alertsQueue,
}
