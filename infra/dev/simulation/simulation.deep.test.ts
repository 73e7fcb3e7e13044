import { describe, expect, it } from 'vitest'
import caughtAt from './caught-at.json' with { type: 'json' }
import { catchMutant, emptyTally, playTasks, tasksOf } from './crew.ts'
import { mutants } from './mutants.ts'
import { sourceMutants } from './source-mutants.ts'
import { playSeed } from './play.ts'

/** How many worlds a test run plays; `npm run simulate` plays as many as you like. */
const seeds = 20_000
const catchers: Readonly<Record<string, number>> = caughtAt

describe('the simulation', () => {
  it(`plays ${seeds} seeded worlds without a broken promise, each kind of fault in at least 1% of them`, async () => {
    const sum = emptyTally()
    await playTasks(tasksOf(1, seeds), (_, tally) => {
      sum.seeds += tally.seeds
      sum.brokenCount += tally.brokenCount
      sum.broken.push(...tally.broken)
      for (const [kind, count] of Object.entries(tally.strikes))
        sum.strikes[kind] = (sum.strikes[kind] ?? 0) + count
    })
    expect(sum.broken).toEqual([])
    expect([sum.seeds, sum.brokenCount]).toEqual([seeds, 0])
    expect(Object.entries(sum.strikes).filter(([, count]) => count < seeds / 100)).toEqual([])
    expect(Object.keys(sum.strikes).length).toBeGreaterThanOrEqual(26)
  })

  // The seed that caught a mutant last time mostly catches it again.
  const isCaught = async (mutant: string) =>
    expect(await catchMutant(mutant, { from: 1, seeds, first: catchers[mutant] })).toBeDefined()

  it.each(Object.keys(mutants))('catches the mutant “%s”', isCaught)

  // Each has a thread of its own.
  describe.concurrent('with its source changed', () => {
    it.each(Object.keys(sourceMutants))('catches the mutant “%s”', isCaught)
  })

  it('plays one seed twice in the same way', async () => {
    for (const seed of [1, 7, 4112]) expect(await playSeed(seed)).toEqual(await playSeed(seed))
  })

  // Seeds that once broke a promise: claims that a run could not find when it released them; a
  // burst whose outcomes could not be recorded and did not are sent again; lists of another account taken for this one's; a close that gave up half-way; a
  // deal made late, that the lists did not show yet, forgotten by the count.
  it.each([
    158, 10781, 17604, 70003276, 2788, 71013159, 71092909, 72015101, 73016654, 73026394, 76002614, 81100346,
    600722, 76032451,
  ])('holds in seed %i, which once broke a promise', async (seed) => {
    expect((await playSeed(seed)).broken).toEqual([])
  })
})
