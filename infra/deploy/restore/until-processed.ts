import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds before unprocessed rows are sent again: first and maximum pause. */
const [firstPause, longestPause] = [50, 5_000]

/**
 * Sends a batch to DynamoDB, and resends what a busy table left until nothing is left. Each pause is twice the previous one,
 * as AWS recommends.
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
