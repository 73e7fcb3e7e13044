import { BrokerError } from '../../trading/ports/broker.ts'
import type { Clock } from '../../trading/ports/ports.ts'

/** Thrown if there is no time left to wait for the broker's request limit. */
export class OutOfTime extends Error {}

const minute = 60_000

/**
 * The start of the next minute. The next attempt is made at this time if it is unknown when the request limit has room.
 */
export const nextMinute = (now: number) => (Math.floor(now / minute) + 1) * minute

/**
 * Repeats a request to the broker until the request limit has room.
 * @param goUntil epoch milliseconds
 * @throws OutOfTime; BrokerError for any other failure
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
