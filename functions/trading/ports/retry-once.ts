import { BrokerError } from './broker.ts'
import type { Clock } from './ports.ts'

/** If a failed read took longer than this number of milliseconds, it is not retried. A run of the executor has 20 s. */
const soon = 4_000

/** Reads once, and once more a second later if the broker could not be reached and the first try failed quickly. */
export const retryOnce = async <T>(clock: Clock, ask: () => Promise<T>): Promise<T> => {
  const began = clock.now()
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof BrokerError) || error.kind !== 'unreachable') throw error
    if (clock.now() - began > soon) throw error
    await clock.sleep(1_000)
    return ask()
  }
}
