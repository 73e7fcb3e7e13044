import { systemClock } from './system.ts'

/** Milliseconds before unprocessed items are sent again: the first and the longest pause. */
const [firstPause, longestPause] = [50, 800]

/**
 * Sends a batch to DynamoDB, and resends what a busy table did not process, until everything is processed. Each pause
 * is twice the previous pause, as AWS recommends.
 * @param send returns what DynamoDB did not process
 * @returns false if time ran out
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
