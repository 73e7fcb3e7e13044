import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maxApart, pairNearest, type Timed } from './pair-nearest.ts'

const timed = (name: string, at: number, key = 'k'): Timed<string> => ({ item: name, key, at, order: name })

const pairsOf = async (sent: readonly Timed<string>[], arrived: readonly Timed<string>[]) =>
  Object.fromEntries(await pairNearest(sent, arrived))

it('pairs two equal messages 10 s apart with two alerts', async () => {
  expect(await pairsOf([timed('a', 0), timed('b', 10_000)], [timed('A', 1_000), timed('B', 11_000)])).toEqual(
    { a: 'A', b: 'B' },
  )
})

it('pairs the nearest times first, and then what they leave', async () => {
  expect(
    await pairsOf([timed('a', 0), timed('b', 10_000)], [timed('A', 11_000), timed('B', 12_000)]),
  ).toEqual({ b: 'A', a: 'B' })
})

it('pairs nothing that is more than 30 s apart or has another key', async () => {
  expect(
    await pairsOf(
      [timed('a', 0), timed('b', 100_000), timed('c', 200_000, 'other')],
      [timed('A', maxApart), timed('B', 100_000 - maxApart - 1), timed('C', 200_000)],
    ),
  ).toEqual({ a: 'A' })
})

/** Takes the nearest of all pairs again and again: slow, and plainly right. */
const pairPlainly = (sent: readonly Timed<string>[], arrived: readonly Timed<string>[]) => {
  const distances: number[] = []
  const [left, right] = [new Set(sent), new Set(arrived)]
  for (;;) {
    const [nearest] = [...left]
      .flatMap((one) => [...right].map((other) => ({ one, other, distance: Math.abs(one.at - other.at) })))
      .filter(({ one, other, distance }) => one.key === other.key && distance <= maxApart)
      .toSorted((a, b) => a.distance - b.distance)
    if (!nearest) return distances
    distances.push(nearest.distance)
    left.delete(nearest.one)
    right.delete(nearest.other)
  }
}

const side = (name: string) =>
  fc
    .array(fc.tuple(fc.integer({ min: 0, max: 150_000 }), fc.constantFrom('k', 'l')), { maxLength: 25 })
    .map((items) => items.map(([at, key], place) => timed(`${name}${place}`, at, key)))

it('pairs each at most once, the nearest first, in whatever order they are given', async () => {
  await fc.assert(
    fc.asyncProperty(
      side('sent'),
      // The distances of the plain way are unique only if no two are equal.
      side('arrived'),
      fc.infiniteStream(fc.nat()),
      async (sent, arrived, random) => {
        const pairs = await pairNearest(sent, arrived)
        expect(new Set(pairs.values()).size).toBe(pairs.size)
        const at = new Map([...sent, ...arrived].map((each) => [each.item, each]))
        for (const [one, other] of pairs) {
          expect(at.get(one)?.key).toBe(at.get(other)?.key)
          expect(Math.abs((at.get(one)?.at ?? 0) - (at.get(other)?.at ?? 0))).toBeLessThanOrEqual(maxApart)
        }
        const shuffled = <Item>(items: readonly Item[]) =>
          items
            .map((item) => ({ item, place: random.next().value }))
            .toSorted((one, other) => one.place - other.place)
            .map(({ item }) => item)
        expect(await pairNearest(shuffled(sent), shuffled(arrived))).toEqual(pairs)
        const times = new Set([...sent, ...arrived].map((each) => each.at))
        const distances = sent.flatMap((one) => arrived.map((other) => Math.abs(one.at - other.at)))
        const isPlain =
          times.size === sent.length + arrived.length && new Set(distances).size === distances.length
        if (isPlain)
          expect(
            [...pairs].map(([one, other]) => Math.abs((at.get(one)?.at ?? 0) - (at.get(other)?.at ?? 0))),
          ).toEqual(pairPlainly(sent, arrived))
      },
    ),
  )
})

it('pairs 50,000 messages of one market within the same half minute', async () => {
  const many = (name: string) =>
    Array.from({ length: 50_000 }, (_, place) => timed(`${name}${place}`, (place * 7919) % maxApart))
  expect((await pairNearest(many('a'), many('A'))).size).toBe(50_000)
})
