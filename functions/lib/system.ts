import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock, Random } from '../trading/ports.ts'

/** The machine's own time and chance. */
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
