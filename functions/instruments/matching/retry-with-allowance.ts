import { BrokerError } from '../../trading/ports/broker.ts'
import type { Clock } from '../../trading/ports/ports.ts'

/** There is no time left to wait for room in the broker's allowance. */
export class OutOfTime extends Error {}

const minute = 60_000

/** When to ask again if it is not known when there will be room. Epoch milliseconds. */
export const nextMinute = (now: number) => (Math.floor(now / minute) + 1) * minute

/**
 * Asks the broker, as often as it takes for there to be room.
 * @param goUntil epoch milliseconds
 * @throws OutOfTime; BrokerError for any other trouble
 */
export const retryWithAllowance = async <T>(
  clock: Clock,
  goUntil: number,
  ask: () => Promise<T>,
): Promise<T> => {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof BrokerError) || error.kind !== 'allowance') throw error
      const until = Math.max(error.roomAt ?? nextMinute(clock.now()), clock.now() + 1_000)
      if (until > goUntil) throw new OutOfTime()
      await clock.sleep(until - clock.now())
    }
  }
}
