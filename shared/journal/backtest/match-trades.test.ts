import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchTrades } from './match-trades.ts'

type Opened = { readonly direction: 'BUY' | 'SELL'; readonly at: number }
const buys = (...times: readonly number[]): Opened[] => times.map((at) => ({ direction: 'BUY', at }))
const timesOf = (pairs: readonly (readonly [Opened, Opened])[]) =>
  pairs.map(([one, other]) => [one.at, other.at])

it.each([
  [[10], [12], 5, [[10, 12]]],
  [[10], [16], 5, []],
  [
    [10, 20],
    [11, 19],
    5,
    [
      [10, 11],
      [20, 19],
    ],
  ],
  // 14 is nearer to 15 than to 10, and leaves 10 without a partner.
  [[10, 15], [14], 5, [[15, 14]]],
  // The nearest pair, 17 and 18, comes first; 10 and 13 remain, and are within reach.
  [
    [10, 17],
    [13, 18],
    5,
    [
      [10, 13],
      [17, 18],
    ],
  ],
  // 13 and 15 are nearest; 10 and 18 remain, and are too far apart.
  [[10, 15], [13, 18], 5, [[15, 13]]],
  [
    [10, 15],
    [13, 18],
    8,
    [
      [10, 18],
      [15, 13],
    ],
  ],
  [
    [10, 10],
    [10, 10, 10],
    0,
    [
      [10, 10],
      [10, 10],
    ],
  ],
])('pairs %j with %j within %d as %j', (ones, others, tolerance, pairs) => {
  expect(timesOf(matchTrades(buys(...ones), buys(...others), tolerance).matched)).toEqual(pairs)
})

it('never pairs a long trade with a short one', () => {
  const short: Opened = { direction: 'SELL', at: 10 }
  expect(matchTrades(buys(10), [short], 5)).toEqual({
    matched: [],
    onlyOnes: buys(10),
    onlyOthers: [short],
  })
})

/** Every pair that is possible, the nearest first. */
const nearestFirst = (ones: readonly Opened[], others: readonly Opened[], tolerance: number) => {
  const pairs = ones
    .flatMap((one) => others.map((other) => ({ one, other, apart: Math.abs(one.at - other.at) })))
    .filter(({ one, other, apart }) => one.direction === other.direction && apart <= tolerance)
    .toSorted((first, second) => first.apart - second.apart)
  const taken = new Set<Opened>()
  return pairs.flatMap(({ one, other }) => {
    if (taken.has(one) || taken.has(other)) return []
    taken.add(one).add(other)
    return [[one, other] as const]
  })
}

const opened = fc.record({
  direction: fc.constantFrom('BUY' as const, 'SELL' as const),
  at: fc.nat(1_000_000),
})

it('pairs any trades as trying all pairs does, each at most once', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(opened, { maxLength: 40, selector: ({ at }) => at }),
      fc.nat(200_000),
      fc.infiniteStream(fc.boolean()),
      (all, tolerance, isOne) => {
        const ones = all.filter(() => isOne.next().value)
        const others = all.filter((trade) => !ones.includes(trade))
        const { matched, onlyOnes, onlyOthers } = matchTrades(ones, others, tolerance)
        const byTime = nearestFirst(ones, others, tolerance).toSorted(([one], [other]) => one.at - other.at)
        expect(timesOf(matched)).toEqual(timesOf(byTime))
        expect(new Set([...matched.map(([one]) => one), ...onlyOnes])).toEqual(new Set(ones))
        expect(new Set([...matched.map(([, other]) => other), ...onlyOthers])).toEqual(new Set(others))
        expect(matched.length + onlyOnes.length).toBe(ones.length)
        expect(matched.length + onlyOthers.length).toBe(others.length)
      },
    ),
  )
})

it('pairs 25,000 trades with 25,000 others', () => {
  const ones = buys(...Array.from({ length: 25_000 }, (_, place) => place * 60_000))
  const others = buys(...Array.from({ length: 25_000 }, (_, place) => place * 60_000 + 7_000))
  expect(matchTrades(ones, others, 86_400_000).matched).toHaveLength(25_000)
})
