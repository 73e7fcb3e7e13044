import { limits } from '../../../functions/trading/ports/limits.ts'
import { check } from './checker.ts'
import { checkJournals } from './journals.ts'
import { checkLimitDays } from './limit-days.ts'
import { mutants } from './mutants.ts'
import type { FaultKind } from './process.ts'
import { World } from './world.ts'

export type Played = {
  readonly seed: number
  readonly broken: readonly string[]
  readonly strikes: readonly FaultKind[]
  readonly outcomes: readonly string[]
  readonly events: number
}

const asBuilt = { ...limits }

/**
 * Runs a simulated world until nothing more happens in it, and checks whether the product kept its promises. The same
 * seed always gives the same result.
 */
export const playSeed = async (seed: number, mutant?: string): Promise<Played> => {
  // A world must begin in a promise callback: after any other callback, Node's next tick comes before all of these.
  await Promise.resolve()
  Object.assign(limits, asBuilt)
  const world = new World(seed, mutant ? mutants[mutant] : undefined)
  await world.play()
  const broken = [...check(world), ...(await checkJournals(world)), ...(await checkLimitDays(seed))]
  if (world.tables.brakes > 0) world.strikes.note('brake')
  const { recorded } = world.tables
  if (recorded.some(({ outcome }) => outcome.outcome === 'NEEDS_REVIEW')) world.strikes.note('needsReview')
  Object.assign(limits, asBuilt)
  return {
    seed,
    broken,
    strikes: [...world.strikes.kinds],
    outcomes: [...world.tables.alerts.values()].map(({ outcome }) => outcome?.outcome ?? 'none'),
    events: world.scheduler.ran,
  }
}
