import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds before what was left is sent again: the first time, and at most. */
const [firstPause, longestPause] = [50, 5_000]

/**
 * Sends a batch to DynamoDB, and what a busy table left of it again until nothing is left. As AWS asks, each pause is twice as
 * long as the one before.
 * @param send returns what DynamoDB did not process
 */
export const untilProcessed = async <Request>(
  batch: readonly Request[],
  send: (left: Request[]) => Promise<readonly Request[]>,
): Promise<void> => {
  let left = [...(await send([...batch]))]
  for (let next = firstPause; left.length > 0; next = Math.min(2 * next, longestPause)) {
    await wait(next)
    left = [...(await send(left))]
  }
}
