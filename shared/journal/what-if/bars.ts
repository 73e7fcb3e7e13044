import type { Instant } from '../../platform/units.ts'

/** The prices of a period, all in one unit. `at` is the beginning of the bar. */
export type Bar = {
  readonly at?: Instant
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** A trade to play over bars, from the opening price of the first bar. */
export type Entry = {
  readonly direction: 'BUY' | 'SELL'
  readonly level: number
  readonly stop: number | null
  readonly limit: number | null
  /** Calculates the distance of a trailing stop from the best price. `stop` is its first level. */
  readonly trail?: ((best: number) => number) | undefined
}

export type Played = {
  /** `both`: one bar reached stop and limit, and it is unknown which came first. */
  readonly by: 'stop' | 'limit' | 'both'
  /** Number of the bar, from 0. */
  readonly bar: number
  /**
   * The exit price if the stop came first; `best` is the price if the limit did. They differ only if `by` is `both`.
   */
  readonly worst: number
  readonly best: number
}

/**
 * The exit of a trade; null if no bar reaches its stop or limit. The order of prices within a bar is unknown. The stop
 * is assumed to come first, but the bar's best price moves a trailing stop before the worst price is compared with it.
 * If a bar opens beyond the stop, the trade closes at the opening price. No trade closes at a better price than its
 * limit.
 * @param bars bids for a BUY, asks for a SELL, because a position closes on the other side of the spread
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
