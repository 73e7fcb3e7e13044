import { describe, expect, it } from 'vitest'
import caughtAt from './caught-at.json' with { type: 'json' }
import { catchMutant, playSeeds } from './crew.ts'
import { mutants } from './mutants.ts'
import { sourceMutants } from './source-mutants.ts'

const catchers: Readonly<Record<string, number>> = caughtAt

/** Plays the seed that caught the mutant last time; if it fails to catch it now, up to 20,000 others. */
const expectCaught = async (mutant: string) =>
  expect(await catchMutant(mutant, { from: 1, seeds: 20_000, first: catchers[mutant] })).toBeDefined()

/**
 * Declares a test for each known-wrong variant of the protocol.
 * @param share plays one in this many by their place in the list: 4 is a quarter, 1 is all. Add new mutants at the end,
 * so that the chosen ones stay the same
 */
export const describeMutants = (share: number) => {
  const chosen = (names: object) => Object.keys(names).filter((_, index) => index % share === 0)
  describe('the checker, if the protocol is broken on purpose,', () => {
    it.each(chosen(mutants))('catches the mutant “%s”', expectCaught)
    // Each source mutant has a thread of its own.
    describe.concurrent('and the mutant is in the source,', () => {
      it.each(chosen(sourceMutants))('catches the mutant “%s”', expectCaught)
    })
  })
}

/** Plays worlds. No promise may be broken, and each kind of fault must strike at least once in 200 worlds. */
export const expectPromisesKept = async (from: number, seeds: number) => {
  const { broken, brokenCount, strikes, seeds: played } = await playSeeds(from, seeds)
  expect(broken).toEqual([])
  expect([played, brokenCount]).toEqual([seeds, 0])
  expect(Object.entries(strikes).filter(([, count]) => count < seeds / 200)).toEqual([])
  expect(Object.keys(strikes).length).toBeGreaterThanOrEqual(26)
}
