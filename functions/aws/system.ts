import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

/** The system's clock and random numbers. */
export const systemClock = {
  now: () => Date.now(),
  sleep: async (milliseconds: number) => {
    await wait(milliseconds)
  },
}

export const systemRandom = {
  unit: () => randomBytes(4).readUInt32BE() / 2 ** 32,
  id: () => randomBytes(16).toString('hex').slice(0, 26),
}
