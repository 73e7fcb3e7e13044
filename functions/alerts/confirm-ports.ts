import { systemClock } from '../aws/system.ts'
import type { ConfirmPorts } from '../trading/accept/confirm-alert.ts'
import { getAlert, putAlert, saveState } from './alert-store.ts'
import { alertsQueue } from './alerts-queue.ts'

/** The ports for a user's approval. An approval reads one alert and queues another. */
export const confirmPorts: ConfirmPorts = {
  clock: systemClock,
  store: { putAlert, getAlert, saveState },
  queue: alertsQueue,
}
