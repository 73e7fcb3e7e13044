import { igBroker } from '../ig/broker.ts'
import { systemClock, systemRandom } from '../lib/system.ts'
import { readCredentials } from '../stores/user-secrets.ts'
import type { Ports } from '../trading/ports.ts'
import { endingStore } from './ending-store.ts'
import { notifyUser } from './notify-user.ts'

let ports: Ports | undefined

/** The engine's view of the real world, one per process: what every one of its Lambdas needs. */
export const enginePorts = (): Ports =>
  (ports ??= {
    clock: systemClock,
    random: systemRandom,
    store: endingStore,
    broker: igBroker({ credentials: readCredentials }),
    notify: notifyUser,
  })
