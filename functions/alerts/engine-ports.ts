import { openBroker } from '../broker/open-broker.ts'
import { systemClock, systemRandom } from '../aws/system.ts'
import { readCredentials } from '../settings/user-secret-store.ts'
import type { Ports } from '../trading/ports/ports.ts'
import { outcomeStore } from './outcome-store.ts'
import { notifyUsers } from './notify-users.ts'

let ports: Ports | undefined

/** Returns the engine's ports for its Lambdas. They are created once per process. */
export const enginePorts = (): Ports =>
  (ports ??= {
    clock: systemClock,
    random: systemRandom,
    store: outcomeStore,
    broker: openBroker({ credentials: readCredentials }),
    notify: notifyUsers,
  })
