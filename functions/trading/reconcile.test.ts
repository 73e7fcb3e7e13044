import { describe, expect, it } from 'vitest'
import { acceptAlert } from './accept.ts'
import { executeAlert } from './execute.ts'
import { reconcileAlerts } from './reconcile.ts'
import { calmWorld, message } from './testing.ts'

const second = 1_000
const minute = 60 * second

/** Orders of a busy day that all still work, and behind them one alert that nobody has decided. */
const busyDay = async ({ followed, look }: { followed: number; look: number }) => {
  const world = calmWorld()
  const { alertId: example } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
  await executeAlert(world.ports, message(example))
  const placed = world.tables.alerts.get(example)
  if (!placed?.following) throw new Error('The example is not followed')
  for (let number = 1; number < followed; number += 1) {
    world.tables.alerts.set(`followed-${number}`, { ...placed, alertId: `followed-${number}` })
    world.tables.open.add(`followed-${number}`)
  }
  world.clock.pass(second)
  const { alertId: undecided } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
  world.queued.length = 0
  const store: typeof world.ports.store = {
    ...world.ports.store,
    getDossier: (asked) => {
      world.clock.pass(look)
      return world.ports.store.getDossier(asked)
    },
  }
  // What is followed is not the question here, only who gets a look.
  const broker = { ...world.ports.broker, readAccount: () => Promise.reject(new Error('not asked')) }
  const reconcile = () =>
    reconcileAlerts({ ...world.ports, store, broker }, world.clock.now() + 45 * second, () => {})
  return { ...world, undecided, reconcile }
}

describe('the reconciler', () => {
  it('comes to an undecided alert behind a thousand followed orders in its first run', async () => {
    const { clock, queued, reconcile, undecided } = await busyDay({ followed: 1_000, look: 0 })
    clock.pass(2 * minute)
    expect((await reconcile()).looked).toBe(1_001)
    expect(queued.map(({ alertId }) => alertId)).toEqual([undecided])
  })

  it('whose time is up before all were looked at begins elsewhere each minute, so that all have their turn', async () => {
    const { clock, queued, reconcile, undecided } = await busyDay({ followed: 600, look: second })
    clock.pass(2 * minute)
    for (let run = 0; run < 30 && queued.length === 0; run += 1) {
      expect((await reconcile()).looked).toBeLessThan(60)
      clock.pass(minute - 46 * second)
    }
    expect(queued.map(({ alertId }) => alertId)).toEqual([undecided])
  })
})
