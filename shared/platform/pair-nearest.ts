import { takeTurns } from './take-turns.ts'
import type { Instant } from './units.ts'

/** Something that happened at a time. Only items with the same key can be a pair. */
export type Timed<Item> = {
  readonly item: Item
  readonly key: string
  readonly at: Instant
  /** Decides between items with the same time, so that the order of the input makes no difference. */
  readonly order: string
}

type Place<One, Other> = {
  readonly at: Instant
  readonly one: Timed<One> | null
  readonly other: Timed<Other> | null
}

/**
 * Pairs items of two lists that have the same key. Each item is paired at most once, the nearest times first. The page
 * stays responsive meanwhile, and the work grows only with the number of items.
 *
 * The two nearest unpaired items are always neighbours in time. So the two lists have equally many items between the
 * items of a pair. If each item of `ones` is a step up and each item of `others` is a step down, the items of a pair
 * are steps of the same level. On a level, items of the two lists alternate. So one pass finds all pairs of a level,
 * because no later item is nearer to either of two neighbours that are nearest to each other.
 * @param tolerance maximum milliseconds between the two items of a pair
 */
export const pairNearest = async <One, Other>(
  ones: readonly Timed<One>[],
  others: readonly Timed<Other>[],
  tolerance: number,
): Promise<ReadonlyMap<One, Other>> => {
  const turn = takeTurns()
  const pairs = new Map<One, Other>()
  const pairLast = (waiting: Place<One, Other>[], nextAt: Instant) => {
    for (;;) {
      const [first, second] = waiting.slice(-2)
      if (!first || !second) return
      const apart = second.at - first.at
      if (apart > tolerance || nextAt - second.at < apart) return
      const [one, other] = [first.one ?? second.one, first.other ?? second.other]
      if (one && other) pairs.set(one.item, other.item)
      waiting.length -= 2
    }
  }
  for (const line of await linesOf(ones, others, turn)) {
    const levels = new Map<number, Place<One, Other>[]>()
    let level = 0
    for (const place of line) {
      if (place.other) level -= 1
      const waiting = levels.get(level) ?? []
      levels.set(level, waiting)
      pairLast(waiting, place.at)
      waiting.push(place)
      if (place.one) level += 1
      await turn()
    }
    for (const waiting of levels.values()) {
      pairLast(waiting, Number.POSITIVE_INFINITY)
      await turn()
    }
  }
  return pairs
}

/** Groups the items of both lists by key, and sorts each group by time. */
const linesOf = async <One, Other>(
  ones: readonly Timed<One>[],
  others: readonly Timed<Other>[],
  turn: () => Promise<void>,
) => {
  const lines = new Map<string, Place<One, Other>[]>()
  const add = async ({ key }: Timed<unknown>, place: Place<One, Other>) => {
    const line = lines.get(key) ?? []
    lines.set(key, line)
    line.push(place)
    await turn()
  }
  for (const one of ones) await add(one, { at: one.at, one, other: null })
  for (const other of others) await add(other, { at: other.at, one: null, other })
  for (const line of lines.values()) {
    line.sort((first, second) => first.at - second.at || compareTexts(orderOf(first), orderOf(second)))
    await turn()
  }
  return lines.values()
}

const orderOf = ({ one, other }: Place<unknown, unknown>) => (one ?? other)?.order ?? ''

/** Compares code units, which gives the same order on every machine. */
export const compareTexts = (one: string, other: string) => (one < other ? -1 : Number(one > other))
