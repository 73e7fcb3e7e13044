import { BrokerError } from './broker.ts'
import type { Clock } from './ports.ts'

/** Maximum duration in milliseconds of a failed read that is retried. The executor has 20 s. */
const soon = 4_000

/** Repeats a read a second after it failed, if it failed quickly and another try may help. */
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
