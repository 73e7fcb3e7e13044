import { BrokerError } from '../trading/ports/broker.ts'
import type { Clock } from '../trading/ports/ports.ts'

/** There is no time left to wait for room in the broker's allowance. */
export class OutOfTime extends Error {}

const minute = 60_000

/**
 * Asks the broker, as often as it takes for there to be room: the allowance is counted by the minute.
 * @param goUntil epoch milliseconds
 * @param onWait before each wait, with its end
 * @throws OutOfTime; BrokerError for any other trouble
 */
export const retryWithAllowance = async <T>(
  clock: Clock,
  goUntil: number,
  ask: () => Promise<T>,
  onWait: (until: number) => Promise<void> = () => Promise.resolve(),
): Promise<T> => {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof BrokerError) || error.kind !== 'allowance') throw error
      const nextMinute = (Math.floor(clock.now() / minute) + 1) * minute
      if (nextMinute > goUntil) throw new OutOfTime()
      await onWait(nextMinute)
      await clock.sleep(nextMinute - clock.now())
    }
  }
}
