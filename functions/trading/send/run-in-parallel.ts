/**
 * Calls a function for each item in order. At most `lanes` calls run at the same time.
 * @throws the first error, after all started calls have ended
 */
export const runInParallel = async <Item>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item, index: number) => Promise<void>,
) => {
  let next = 0
  const ended = await Promise.allSettled(
    Array.from({ length: Math.min(lanes, items.length) }, async () => {
      for (let index = next++; index < items.length; index = next++) await work(items[index] as Item, index)
    }),
  )
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason
}
