import { takeTurns } from './take-turns.ts'
import type { Instant } from './units.ts'

/** Something that happened at a time. Only items with the same key can be a pair. */
export type Timed<Item> = {
  readonly item: Item
  readonly key: string
  readonly at: Instant
  /** Decides between items of the same time, so that the order in which they are given makes no difference. */
  readonly order: string
}

type Place<One, Other> = {
  readonly at: Instant
  readonly one: Timed<One> | null
  readonly other: Timed<Other> | null
}

/**
 * Pairs items of two lists that have the same key: each at most once, the nearest times first. A page answers its user
 * meanwhile, and the work grows with the number of items only.
 *
 * The nearest two that are left are always neighbours in time, so between the two of a pair are as many ones as others. If a
 * one is a step up and an other a step down, the two of a pair are steps of the same level. The items of a level are ones
 * and others in turn, so one pass pairs them: two neighbours that are each other's nearest find no nearer partner later.
 * @param tolerance milliseconds that the two of a pair may be apart
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

/** What has the same key, by time. */
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
