import { BrokerError } from './broker.ts'
import type { Clock } from './ports.ts'

/** After waiting longer than this for a failure, in milliseconds, there is no time for another: the executor has 20 s. */
const soon = 4_000

/** One more try for a read that soon failed, a second later, if another try may fix it. */
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
