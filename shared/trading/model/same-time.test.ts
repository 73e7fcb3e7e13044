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

describe('the end of alerts with the same time', () => {
  it('equals the result of trying every sequence, for up to four alerts in any order of arrival', () => {
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
    ['entry and exit of one bar, from flat', 'flat', 'fl lf', 'flat', true],
    ['exit and re-entry, whatever came first', 'long', 'fl lf', 'long', true],
    ['entry to the other side before the exit', 'long', 'fs lf', 'short', true],
    ['the same mirrored', 'short', 'fl sf', 'long', true],
    ['reversal and exit', 'long', 'sf ls', 'flat', true],
    ['where it was is not known: the first that arrived says it', undefined, 'lf fl', 'long', true],
    ['an alert before them was lost', 'flat', 'lf fs', 'short', false],
    ['they contradict one another', 'flat', 'fl fl', null, false],
  ])('is found for %s', (_, start, text, end, isPath) => {
    expect(endOf(start, steps(text))).toEqual({ end, isPath })
  })
})
