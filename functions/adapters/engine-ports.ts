import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { igBroker } from '../ig/broker.ts'
import { readCredentials } from '../stores/user-secrets.ts'
import type { Clock, Ports, Random } from '../trading/ports.ts'
import { alertsQueue } from './alerts-queue.ts'
import { engineStore } from './engine-store.ts'
import { notifyUser } from './notify-user.ts'

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds) => {
    await wait(milliseconds)
  },
}

export const systemRandom: Random = {
  unit: () => randomBytes(4).readUInt32BE() / 2 ** 32,
  id: () => randomBytes(16).toString('hex').slice(0, 26),
}

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
