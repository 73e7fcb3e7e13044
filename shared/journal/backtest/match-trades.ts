import type { Direction } from '../../deals/dealing.schema.ts'
import type { Instant } from '../../platform/units.ts'

type Opened = { readonly direction: Direction; readonly at: Instant }

export type Matching<One, Other> = {
  readonly matched: readonly (readonly [One, Other])[]
  readonly onlyOnes: readonly One[]
  readonly onlyOthers: readonly Other[]
}

/**
 * Pairs trades of the same side one to one, the nearest in time first. Takes one pass over the trades in order of time: of
 * two neighbours that are each other's nearest, neither can find a nearer partner later.
 * @param tolerance milliseconds that the two of a pair may be apart
 */
export const matchTrades = <One extends Opened, Other extends Opened>(
  ones: readonly One[],
  others: readonly Other[],
  tolerance: number,
): Matching<One, Other> => {
  const matched: (readonly [One, Other])[] = []
  for (const side of ['BUY', 'SELL'] as const) {
    const inOrder = [
      ...ones.map((one) => ({ at: one.at, direction: one.direction, one, other: null })),
      ...others.map((other) => ({ at: other.at, direction: other.direction, one: null, other })),
    ]
      .filter(({ direction }) => direction === side)
      .toSorted((first, second) => first.at - second.at)
    const waiting: (typeof inOrder)[number][] = []
    for (const [place, trade] of inOrder.entries()) {
      waiting.push(trade)
      const next = inOrder[place + 1]
      for (;;) {
        const [first, second] = waiting.slice(-2)
        if (!first || !second) break
        const [one, other] = [first.one ?? second.one, first.other ?? second.other]
        const apart = second.at - first.at
        const isNextNearer =
          next && (next.one === null) !== (second.one === null) && next.at - second.at < apart
        if (!one || !other || apart > tolerance || isNextNearer) break
        matched.push([one, other])
        waiting.length -= 2
      }
    }
  }
  const [matchedOnes, matchedOthers] = [0, 1].map(
    (place) => new Set<unknown>(matched.map((pair) => pair[place])),
  )
  return {
    matched: matched.toSorted(([one], [other]) => one.at - other.at),
    onlyOnes: ones.filter((one) => !matchedOnes?.has(one)),
    onlyOthers: others.filter((other) => !matchedOthers?.has(other)),
  }
}
