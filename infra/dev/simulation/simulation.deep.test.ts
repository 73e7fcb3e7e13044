import { describe, expect, it } from 'vitest'
import { playSeed } from './play.ts'
import { describeMutants, expectPromisesKept } from './promises.ts'

describe('the simulation', () => {
  it('plays 2,000 fixed worlds without a broken promise', () => expectPromisesKept(1, 2_000))

  // simulation.full.test.ts plays all of them.
  describeMutants(4)

  it('plays one seed twice in the same way', async () => {
    for (const seed of [1, 7]) expect(await playSeed(seed)).toEqual(await playSeed(seed))
  })

  // Seeds that once broke a promise: claims that a run could not find when it released them; a
  // burst whose outcomes could not be recorded and did not are sent again; lists of another account taken for this one's; a close that gave up half-way; a
  // deal made late, that the lists did not show yet, forgotten by the count; what appeared behind an exit sent by two runs; an exit
  // too old behind an entry that waited; a verdict asked for once more when there was no time; a manual close that forgot another; what
  // one run had taken off a claim put back by another, and deleted twice.
  it.each([
    158, 10781, 17604, 70003276, 2788, 71013159, 71092909, 72015101, 73016654, 73026394, 76002614, 81100346,
    600722, 76032451, 82006639, 82019288, 24231, 3375, 13744, 82500068, 82513338, 84017833,
  ])('holds in seed %i, which once broke a promise', async (seed) => {
    expect((await playSeed(seed)).broken).toEqual([])
  })
})
