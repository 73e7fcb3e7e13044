import type { Instant } from '../../platform/units.ts'

/** Prices of a while, in one unit throughout. `at` is a bar's beginning. */
export type Bar = {
  readonly at?: Instant
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** A trade to play over bars: from the open of the first one. */
export type Entry = {
  readonly direction: 'BUY' | 'SELL'
  readonly level: number
  readonly stop: number | null
  readonly limit: number | null
  /** How far from the best price the stop follows it; `stop` is where it begins. */
  readonly trail?: ((best: number) => number) | undefined
}

export type Played = {
  /** `both`: one bar held the stop and the limit, and which of them came first is not known. */
  readonly by: 'stop' | 'limit' | 'both'
  /** Which bar, counted from 0. */
  readonly bar: number
  /** Where it left if the stop came first, and if the limit did. The same unless `by` is `both`. */
  readonly worst: number
  readonly best: number
}

/**
 * Where a trade would have left; null if none of the bars reaches its stop or limit. Inside a bar the order of prices is not
 * known: the stop comes first, but a trailing stop is raised by the bar's best price before its worst one is compared. A bar
 * that opens beyond the stop fills there, since a stop slips; none fills better than its limit.
 * @param bars for a BUY of bids, for a SELL of asks: a position leaves on the other side of the spread
 */
export const playBars = (
  bars: readonly Bar[],
  { direction, level, limit, ...entry }: Entry,
): Played | null => {
  const side = direction === 'BUY' ? 1 : -1
  const { trail } = entry
  let stop = entry.stop
  let bestYet = level
  for (const [index, { open, high, low }] of bars.entries()) {
    const [best, worst] = side === 1 ? [high, low] : [low, high]
    const opensBeyond = stop !== null && index > 0 && side * (open - stop) <= 0
    if (opensBeyond) return { by: 'stop', bar: index, worst: open, best: open }
    if (trail !== undefined && side * (best - bestYet) > 0) {
      bestYet = best
      const raised = bestYet - side * trail(bestYet)
      if (stop === null || side * (raised - stop) > 0) stop = raised
    }
    const isStopped = stop !== null && side * (worst - stop) <= 0
    const isReached = limit !== null && side * (best - limit) >= 0
    if (isStopped && isReached)
      return { by: 'both', bar: index, worst: stop as number, best: limit as number }
    if (isStopped) return { by: 'stop', bar: index, worst: stop as number, best: stop as number }
    if (isReached) return { by: 'limit', bar: index, worst: limit as number, best: limit as number }
  }
  return null
}
