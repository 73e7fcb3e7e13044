import { describe, expect, it } from 'vitest'
import { playSeed } from './play.ts'
import { describeMutants, expectPromisesKept } from './promises.ts'

// The test plays new worlds each day. If a seed breaks a promise, add the seed to simulation.deep.test.ts.
const today = Number(new Date().toISOString().slice(2, 10).replaceAll('-', '')) * 10_000

describe('the simulation', () => {
  it('plays 20,000 fixed worlds without a broken promise', () => expectPromisesKept(1, 20_000))

  it(`plays 5,000 fresh worlds from seed ${today} without a broken promise`, () =>
    expectPromisesKept(today, 5_000))

  describeMutants(1)

  it('plays each seed in the same way every time', async () => {
    for (const seed of [1, 7, 4112]) expect(await playSeed(seed)).toEqual(await playSeed(seed))
  })
})
