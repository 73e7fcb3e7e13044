import { igBroker } from '../ig/broker.ts'
import { systemClock, systemRandom } from '../lib/system.ts'
import { readCredentials } from '../stores/user-secrets.ts'
import type { Ports } from '../trading/ports.ts'
import { alertsQueue } from './alerts-queue.ts'
import { engineStore } from './engine-store.ts'
import { notifyUser } from './notify-user.ts'

let ports: Ports | undefined

/** The engine's view of the real world, one per process. */
export const enginePorts = (): Ports =>
  (ports ??= {
    clock: systemClock,
    random: systemRandom,
    store: engineStore,
    queue: alertsQueue,
    broker: igBroker({ credentials: readCredentials }),
    notify: notifyUser,
  })
