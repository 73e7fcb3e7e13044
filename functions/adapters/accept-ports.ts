import { systemClock } from '../lib/system.ts'
import { countRefused, getAlert, openWindow, putAlert } from '../stores/alerts.ts'
import { appendLog } from '../stores/logs.ts'
import { admitWebhookSecret } from '../stores/webhook-secrets.ts'
import type { AcceptPorts } from '../trading/accept.ts'
import { alertsQueue } from './alerts-queue.ts'

/** The webhook's view of the real world: no broker, no mail. */
export const acceptPorts: AcceptPorts = {
  clock: systemClock,
  store: {
    admit: admitWebhookSecret,
    openWindow,
    putAlert,
    getAlert,
    countRefused,
    log: (entry) => appendLog([entry]),
  },
  queue: alertsQueue,
}
