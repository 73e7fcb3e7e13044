import { toldOutcome } from '../../infra/dev/testing/told-outcome.ts'
import { describe, expect, it } from 'vitest'
import { acceptAlert } from './accept/accept.ts'
import { executeAlert } from './execute.ts'
import type { AlertRecord } from './ports/alert-record.ts'
import { BrokerError } from './ports/broker.ts'
import { livesOn } from './record/record-outcome.ts'
import { reconcileAlerts } from './reconcile.ts'
import { calmWorld, message, unreachable } from '../../infra/dev/simulation/engine.ts'

const second = 1_000
const minute = 60 * second

const aFollowedOrder = async ({ ports, tables, body }: ReturnType<typeof calmWorld>) => {
  const { alertId: example } = (await acceptAlert(ports, body())) as { alertId: string }
  await executeAlert(ports, message(example))
  const placed = tables.alerts.get(example)
  if (!placed?.outcome || !livesOn(placed.outcome)) throw new Error('The example is not followed')
  return placed
}

/** Creates a busy day: many working orders that are followed, and after them one undecided alert. */
const busyDay = async ({ followed, look: perCheck }: { followed: number; look: number }) => {
  const world = calmWorld()
  const placed = await aFollowedOrder(world)
  for (let number = 1; number < followed; number += 1) {
    world.tables.alerts.set(`followed-${number}`, { ...placed, alertId: `followed-${number}` })
    world.tables.open.add(`followed-${number}`)
  }
  world.clock.pass(second)
  const { alertId: undecided } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
  world.queued.length = 0
  const store: typeof world.ports.store = {
    ...world.ports.store,
    getAlertContext: (asked) => {
      world.clock.pass(perCheck)
      return world.ports.store.getAlertContext(asked)
    },
  }
  // These tests check only which alerts the reconciler reaches, so every read of the lists may fail.
  const broker = { ...world.ports.broker, readAccount: () => Promise.reject(new Error('not asked')) }
  const reconcile = () =>
    reconcileAlerts({ ...world.ports, store, broker }, world.clock.now() + 45 * second, () => {})
  return { ...world, undecided, reconcile }
}

describe('the reconciler', () => {
  it('reaches an undecided alert in its first run, even behind a thousand followed orders', async () => {
    const { clock, queued, reconcile, undecided } = await busyDay({ followed: 1_000, look: 0 })
    clock.pass(2 * minute)
    expect((await reconcile()).looked).toBe(1_001)
    expect(queued.map(({ alertId }) => alertId)).toEqual([undecided])
  })

  it('starts at a different alert each minute, so that every alert has its turn even if a run is too short for all', async () => {
    const { clock, queued, reconcile, undecided } = await busyDay({ followed: 600, look: second })
    clock.pass(2 * minute)
    for (let run = 0; run < 30 && queued.length === 0; run += 1) {
      expect((await reconcile()).looked).toBeLessThan(60)
      clock.pass(minute - 46 * second)
    }
    expect(queued.map(({ alertId }) => alertId)).toEqual([undecided])
  })

  it('logs how many alerts were refused in a minute, and which minute it was', async () => {
    const { ports, tables, clock } = calmWorld()
    const refusedIn = Math.floor(clock.now() / minute)
    await ports.store.countRefused({ userId: 'ann', mode: 'DEMO' }, refusedIn)
    clock.pass(2 * minute)
    await reconcileAlerts(ports, clock.now() + minute, () => {})
    const fromMinute = new Date(refusedIn * minute).toISOString()
    expect([...tables.logs.values()]).toMatchObject([
      { userId: 'ann', extra: { kind: 'note', facts: { refused: 1, fromMinute } } },
    ])
  })

  it('stores the state of an alert that an earlier release left open', async () => {
    const world = calmWorld()
    const { alertId } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
    const { state: _, ...before } = world.tables.alerts.get(alertId) as AlertRecord
    world.tables.alerts.set(alertId, before)
    world.clock.pass(minute)
    await reconcileAlerts(world.ports, world.clock.now() + minute, () => {})
    expect(world.tables.alerts.get(alertId)?.state).toBe('open')
  })

  it('processes lanes of open alerts in parallel, so that a slow alert delays only its own lane', async () => {
    const world = calmWorld()
    const take = async () => {
      world.clock.pass(second)
      return ((await acceptAlert(world.ports, world.body())) as { alertId: string }).alertId
    }
    const [hangs, behind, other] = [await take(), await take(), await take()]
    world.queued.length = 0
    world.clock.pass(3 * minute)
    const { promise, resolve } = Promise.withResolvers<void>()
    const store: typeof world.ports.store = {
      ...world.ports.store,
      listOpenLanes: () => Promise.resolve([[hangs, behind].map(message), [message(other)]]),
      getAlertContext: async (asked) => {
        if (asked.alertId === hangs) await promise
        return world.ports.store.getAlertContext(asked)
      },
    }
    const queued = () => world.queued.map(({ alertId }) => alertId)
    const run = reconcileAlerts({ ...world.ports, store }, world.clock.now() + 45 * second, () => {})
    await expect.poll(queued).toEqual([other])
    resolve()
    expect((await run).looked).toBe(3)
    expect(queued().toSorted()).toEqual([hangs, behind, other].toSorted())
  })
})

describe('the reconciler with a broker that hangs', () => {
  /** Creates followed orders of several accounts, at a broker whose requests all take twelve seconds and fail. */
  const hangingBroker = async (
    accounts: readonly { readonly userId: string; readonly followed: number }[],
  ) => {
    const world = calmWorld()
    const placed = await aFollowedOrder(world)
    world.tables.open.delete(placed.alertId)
    for (const { userId, followed } of accounts) {
      if (userId !== world.user.userId)
        world.tables.users.set(userId, {
          ...world.user,
          userId,
          secrets: { DEMO: userId, LIVE: `${userId}-live` },
        })
      for (let number = 1; number <= followed; number += 1) {
        const alertId = `${userId}-${number}`
        world.tables.alerts.set(alertId, { ...placed, alertId, userId })
        world.tables.open.add(alertId)
      }
    }
    world.clock.pass(second)
    const hang = async (): Promise<never> => {
      world.clock.pass(12 * second)
      return unreachable()
    }
    const broker = { ...world.ports.broker, confirm: hang, readAccount: hang, readActivity: hang }
    const reconcile = async () => {
      const began = world.clock.now()
      await reconcileAlerts({ ...world.ports, broker }, began + 45 * second, (_alert, error) => {
        throw error
      })
      world.clock.pass(Math.max(0, began + minute - world.clock.now()))
    }
    return { ...world, reconcile }
  }

  it('does not let one account’s followed orders delay other alerts', async () => {
    const { body, clock, ports, queued, reconcile } = await hangingBroker([{ userId: 'bob', followed: 20 }])
    const { alertId: undecided } = (await acceptAlert(ports, body({ id: 'lost' }))) as { alertId: string }
    queued.length = 0
    clock.pass(2 * minute)
    // The alert is reached in every run, whichever alert the run starts with.
    for (let run = 0; run < 10; run += 1) await reconcile()
    expect(queued.map(({ alertId }) => alertId)).toEqual(Array(10).fill(undecided))
  })

  it('marks an order in doubt as NEEDS_REVIEW, even if followed orders of the same account come first', async () => {
    const { body, clock, ports, reconcile, tables } = await hangingBroker([{ userId: 'ann', followed: 20 }])
    const { alertId } = (await acceptAlert(ports, body({ id: 'doubt' }))) as { alertId: string }
    Object.assign(tables.users.get('ann')?.settings ?? {}, {
      preventDuplicatePositionsForInstrument: false,
      instrumentTradeCooldownPeriodInHours: 0,
    })
    await executeAlert({ ...ports, broker: { ...ports.broker, confirm: async () => null } }, message(alertId))
    expect(toldOutcome(tables.alerts.get(alertId)?.outcome)).toBeNull()
    clock.pass(minute)
    await reconcile()
    clock.pass(16 * minute)
    await reconcile()
    expect(tables.alerts.get(alertId)?.outcome?.outcome).toBe('NEEDS_REVIEW')
  })

  it('reaches an undecided alert within five runs, even if followed orders of several accounts come first', async () => {
    const users = ['bob', 'cid', 'dan', 'eve', 'fay', 'gus']
    const { body, clock, ports, queued, reconcile } = await hangingBroker(
      users.map((userId) => ({ userId, followed: 1 })),
    )
    const { alertId: undecided } = (await acceptAlert(ports, body({ id: 'lost' }))) as { alertId: string }
    queued.length = 0
    clock.pass(2 * minute)
    for (let run = 0; run < 5 && queued.length === 0; run += 1) await reconcile()
    expect(queued.map(({ alertId }) => alertId)).toEqual([undecided])
  })
})

describe('orders in doubt', () => {
  const doubts = async (change: Parameters<typeof calmWorld>[0]) => {
    const world = calmWorld({ place: async () => ({ kind: 'unknown', message: 'no answer' }), ...change })
    Object.assign(world.user.settings, {
      preventDuplicatePositionsForInstrument: false,
      instrumentTradeCooldownPeriodInHours: 0,
    })
    const ids: string[] = []
    for (let number = 0; number < 7; number += 1) {
      const accepted = await acceptAlert(world.ports, world.body({ id: `doubt-${number}` }))
      ids.push((accepted as { alertId: string }).alertId)
    }
    const silent = { ...world.ports.broker, confirm: async () => null }
    for (const id of ids) await executeAlert({ ...world.ports, broker: silent }, message(id))
    const reconcile = async () => {
      world.clock.pass(minute)
      world.calls.length = 0
      await reconcileAlerts(world.ports, world.clock.now() + 45 * second, (_alert, error) => {
        throw error
      })
    }
    const outcomes = () => ids.map((id) => world.tables.alerts.get(id)?.outcome?.outcome)
    return { ...world, ids, reconcile, outcomes }
  }

  it('share one read of the lists and one read of the history', async () => {
    const { calls, reconcile } = await doubts({ confirm: async () => null })
    await reconcile()
    const countOf = (name: string) => calls.filter((call) => call === name).length
    expect([countOf('readAccount'), countOf('readActivity')]).toEqual([1, 1])
  })

  it('need no review while our own request limit stays used up', async () => {
    const spent = () => Promise.reject(new BrokerError('allowance', 'our share is used up'))
    const { outcomes, reconcile } = await doubts({ readAccount: spent, confirm: spent })
    for (let passed = 0; passed < 20; passed += 1) await reconcile()
    expect(outcomes()).toEqual(Array(7).fill(undefined))
  })
})
