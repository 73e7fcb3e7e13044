import { systemClock } from './system.ts'

/** Milliseconds before what was left is sent again: the first time, and at most. */
const [firstPause, longestPause] = [50, 800]

/**
 * Sends a batch to DynamoDB, and what a busy table left of it again until nothing is left. As AWS asks, each pause is twice as
 * long as the one before.
 * @param send returns what DynamoDB did not process
 * @returns false when the time was up first
 */
export const untilProcessed = async <Request>(
  batch: readonly Request[],
  send: (left: Request[]) => Promise<readonly Request[]>,
  inTime = () => true,
): Promise<boolean> => {
  let left = [...batch]
  for (let pause = firstPause; inTime(); pause = Math.min(2 * pause, longestPause)) {
    left = [...(await send(left))]
    if (left.length === 0) return true
    await systemClock.sleep(pause)
  }
  return false
}
