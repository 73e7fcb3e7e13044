import { describe, expect, it } from 'vitest'
import caughtAt from './caught-at.json' with { type: 'json' }
import { catchMutant, playSeeds } from './crew.ts'
import { mutants } from './mutants.ts'
import { sourceMutants } from './source-mutants.ts'

const catchers: Readonly<Record<string, number>> = caughtAt

/** The seed that caught a mutant last time mostly catches it again; if not, up to 20,000 are played. */
const expectCaught = async (mutant: string) =>
  expect(await catchMutant(mutant, { from: 1, seeds: 20_000, first: catchers[mutant] })).toBeDefined()

/**
 * A test for each known-wrong variant of the protocol.
 * @param share how many there are for each that is played, always the same ones: 4 is a quarter, 1 is all
 */
export const describeMutants = (share: number) => {
  const chosen = (names: object) => Object.keys(names).filter((_, index) => index % share === 0)
  describe('with its protocol broken on purpose', () => {
    it.each(chosen(mutants))('catches the mutant “%s”', expectCaught)
    // Each has a thread of its own.
    describe.concurrent('in its source', () => {
      it.each(chosen(sourceMutants))('catches the mutant “%s”', expectCaught)
    })
  })
}

/** Plays worlds. No promise may be broken, and each kind of fault must strike in at least one of 200. */
export const expectPromisesKept = async (from: number, seeds: number) => {
  const { broken, brokenCount, strikes, seeds: played } = await playSeeds(from, seeds)
  expect(broken).toEqual([])
  expect([played, brokenCount]).toEqual([seeds, 0])
  expect(Object.entries(strikes).filter(([, count]) => count < seeds / 200)).toEqual([])
  expect(Object.keys(strikes).length).toBeGreaterThanOrEqual(26)
}
