import { describe, expect, it } from 'vitest'
import { endOf, endOfPath, type Step } from './same-time.ts'

const positions = ['flat', 'long', 'short'] as const
type Position = (typeof positions)[number]

/** Creates a step from two letters. `fl` is the step from flat to long. */
const step = (letters: string): Step => {
  const [from, to] = Array.from(letters, (letter) => positions.find((each) => each.startsWith(letter)))
  return { from: from ?? 'flat', to: to ?? 'flat' }
}
const steps = (text: string) => text.split(' ').map(step)

/** The final positions of all sequences in which each step starts where the previous step ends. */
const endsByTrying = (start: Position, left: readonly Step[]): Position[] =>
  left.length === 0
    ? [start]
    : left.flatMap(({ from, to }, place) =>
        from === start ? endsByTrying(to, left.toSpliced(place, 1)) : [],
      )

const everyStep = positions.flatMap((from) => positions.map((to) => ({ from, to })))
const sets = (count: number): Step[][] =>
  count === 0 ? [[]] : sets(count - 1).flatMap((some) => everyStep.map((each) => [...some, each]))

describe('the final position after alerts with the same time', () => {
  it('matches a search through every possible sequence, for up to four alerts in any order of arrival', () => {
    let tried = 0
    for (const count of [1, 2, 3, 4])
      for (const some of sets(count))
        for (const start of positions) {
          const ends = new Set(endsByTrying(start, some))
          expect(ends.size).toBeLessThanOrEqual(1)
          expect(endOfPath(start, some)).toBe([...ends][0] ?? null)
          tried += 1
        }
    expect(tried).toBe(3 * (9 + 81 + 729 + 6561))
  })

  it.each<[string, Position | undefined, string, Position | null, boolean]>([
    ['an entry and an exit of one bar, from flat', 'flat', 'fl lf', 'flat', true],
    ['an exit and a re-entry, whichever arrived first', 'long', 'fl lf', 'long', true],
    ['an entry to the other side that arrived before the exit', 'long', 'fs lf', 'short', true],
    ['an entry to the other side that arrived before the exit, mirrored', 'short', 'fl sf', 'long', true],
    ['a reversal and an exit', 'long', 'sf ls', 'flat', true],
    ['an unknown previous position, from the first alert to arrive', undefined, 'lf fl', 'long', true],
    ['alerts that follow a lost alert', 'flat', 'lf fs', 'short', false],
    ['alerts that contradict one another, as unknown', 'flat', 'fl fl', null, false],
  ])('is found for %s', (_, start, text, end, isPath) => {
    expect(endOf(start, steps(text))).toEqual({ end, isPath })
  })
})
