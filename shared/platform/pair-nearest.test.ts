import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pairNearest, type Timed } from './pair-nearest.ts'

const timed = (name: string, at: number, key = 'k'): Timed<string> => ({ item: name, key, at, order: name })

it.each([
  ['times that are as far apart as is allowed', { a: 10 }, { A: 15 }, { a: 'A' }],
  ['nothing that is farther apart', { a: 10 }, { A: 16 }, {}],
  ['two equal messages with two alerts', { a: 0, b: 10 }, { A: 1, B: 11 }, { a: 'A', b: 'B' }],
  ['the nearer of two neighbours', { a: 10, b: 15 }, { A: 14 }, { b: 'A' }],
  ['what the nearest pair leaves', { a: 11, b: 14 }, { A: 13, B: 16 }, { a: 'B', b: 'A' }],
  ['what is near beyond other pairs', { a: 4, b: 5 }, { A: 0, B: 6, C: 7 }, { b: 'B', a: 'C' }],
  ['nothing that the nearest pair leaves too far apart', { a: 10, b: 15 }, { A: 13, B: 18 }, { b: 'A' }],
])('pairs %s', async (_name, ones, others, pairs) => {
  const listed = (times: object) => Object.entries(times).map(([name, at]) => timed(name, Number(at)))
  expect(Object.fromEntries(await pairNearest(listed(ones), listed(others), 5))).toEqual(pairs)
})

it('pairNearest never pairs items with different keys', async () => {
  expect(await pairNearest([timed('long', 10, 'BUY')], [timed('short', 10, 'SELL')], 5)).toEqual(new Map())
})

/** Two lists and a tolerance. With times up to 40, many items have equal times; with times up to 1,000,000, few do. */
const sides = fc.constantFrom(40, 1_000_000).chain((max) => {
  const side = (name: string) =>
    fc
      .array(fc.tuple(fc.nat(max), fc.constantFrom('k', 'l')), { maxLength: 40 })
      .map((items) => items.map(([at, key], place) => timed(`${name}${place}`, at, key)))
  return fc.tuple(side('one'), side('other'), fc.nat(Math.floor(max / 5)))
})

it('pairNearest pairs each item at most once, and leaves no two items nearer to each other than to their partners', async () => {
  await fc.assert(
    fc.asyncProperty(sides, async ([ones, others, tolerance]) => {
      const pairs = await pairNearest(ones, others, tolerance)
      const paired = new Map<string, number>()
      for (const one of ones)
        for (const other of others) {
          if (pairs.get(one.item) !== other.item) continue
          const apart = Math.abs(one.at - other.at)
          expect(one.key).toBe(other.key)
          expect(apart).toBeLessThanOrEqual(tolerance)
          expect(paired.has(one.item) || paired.has(other.item)).toBe(false)
          paired.set(one.item, apart).set(other.item, apart)
        }
      expect(paired.size).toBe(2 * pairs.size)
      const distanceOf = ({ item }: Timed<string>) => paired.get(item) ?? tolerance + 1
      const nearer = ones.flatMap((one) =>
        others.filter((other) => {
          const apart = Math.abs(one.at - other.at)
          return one.key === other.key && apart < distanceOf(one) && apart < distanceOf(other)
        }),
      )
      expect(nearer).toEqual([])
      expect(await pairNearest(ones.toReversed(), others.toReversed(), tolerance)).toEqual(pairs)
    }),
  )
})

it('pairNearest lets other work run while it pairs 50,000 items with one key', async () => {
  let turns = 0
  const timer = setInterval(() => (turns += 1))
  const many = (name: string) =>
    Array.from({ length: 50_000 }, (_, place) => timed(`${name}${place}`, (place * 7919) % 30_000))
  expect((await pairNearest(many('a'), many('A'), 30_000)).size).toBe(50_000)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(1)
})
