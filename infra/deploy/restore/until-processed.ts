import { setTimeout as wait } from 'node:timers/promises'

/** Minimum and maximum milliseconds before unprocessed rows are sent again. */
const [firstPause, longestPause] = [50, 5_000]

/**
 * Sends a batch to DynamoDB, and sends unprocessed requests again until none is left. Each pause is twice as long as
 * the previous pause, as AWS recommends.
 * @param send returns the requests that DynamoDB did not process
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
