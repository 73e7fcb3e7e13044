import { BrokerError, type Clock } from './ports.ts'

/** One more try for a read, a second later, where another try may mend it. */
export const again = async <T>(clock: Clock, ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof BrokerError) || error.kind !== 'unreachable') throw error
    await clock.sleep(1_000)
    return ask()
  }
}
