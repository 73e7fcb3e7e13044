import { toldOutcome } from '../../infra/dev/testing/told-outcome.ts'
import { describe, expect, it } from 'vitest'
import type { InstrumentFields } from '../../shared/instruments/instrument.schema.ts'
import type { OrderToPlace } from '../../shared/trading/model/snapshot.ts'
import { calmWorld, message, unreachable } from '../../infra/dev/simulation/engine.ts'
import { aMarket, anInstrument } from '../../infra/dev/testing/trading-values.ts'
import { acceptAlert } from './accept/accept.ts'
import { executeAlerts } from './execute.ts'
import { handleMessages } from './handle-messages.ts'
import { limits } from './ports/limits.ts'
import { type Broker, type BrokerActivity, BrokerError } from './ports/broker.ts'

const names = Array.from({ length: 12 }, (_, index) => `LSE:S${index}`)
const epicOf = (name: string) => `KA.D.${name.slice(4)}.DAILY.IP`

/** Creates a trader with twelve instruments, whose alerts arrive in the same second. */
const burst = async (change: Partial<Broker> = {}, alerts: readonly Record<string, unknown>[] = []) => {
  const placed: { readonly epic: string; readonly reference: string; readonly at: number }[] = []
  const world = calmWorld({
    readMarket: async (_login, epic) => aMarket({ epic, quotedAt: world.clock.now() }),
    place: async (_login, order: OrderToPlace, dealReference) => {
      placed.push({ epic: order.epic, reference: dealReference, at: world.clock.now() })
      return { kind: 'received', dealReference }
    },
    readPositions: async () => ({
      rows: placed.map(({ epic, reference }, index) => ({
        dealId: `DIAAAAABCD${index}`,
        dealReference: reference,
        epic,
        direction: 'BUY',
        size: '0.2',
        level: '23000',
        expiry: 'DFB',
        createdAt: world.clock.now(),
      })),
    }),
    ...change,
  })
  Object.assign(world.user.settings, {
    orderType: 'MARKET',
    maximumOpenPositions: 50,
    maximumOpenPositionsAndPendingOrders: 50,
    largestBurst: 98,
  })
  for (const name of names)
    (world.tables.instruments as InstrumentFields[]).push(
      anInstrument({ marketAndSymbol: name, igEpic: epicOf(name) }),
    )
  const ids: string[] = []
  for (const fields of alerts.length > 0 ? alerts : names.slice(0, 10).map((market) => ({ market }))) {
    world.clock.pass(5)
    ids.push(((await acceptAlert(world.ports, world.body(fields))) as { alertId: string }).alertId)
  }
  const outcomes = () => ids.map((id) => world.tables.alerts.get(id)?.outcome?.outcome ?? null)
  const execute = () => executeAlerts(world.ports, ids.map(message))
  const times = (name: string) => world.calls.filter((call) => call === name).length
  return { ...world, placed, ids, outcomes, execute, times }
}

const ledgerOf = ({ tables }: Pick<Awaited<ReturnType<typeof burst>>, 'tables'>) =>
  tables.accounts.get('ann#DEMO')

describe('ten market orders of one account', () => {
  it('are decided in order, claimed in one write, and confirmed by one read of the positions', async () => {
    const world = await burst()
    const before = ledgerOf(world)?.version ?? 0
    await world.execute()
    expect(world.outcomes()).toEqual(Array(10).fill('PLACED'))
    expect(world.placed.map(({ epic }) => epic)).toEqual(names.slice(0, 10).map(epicOf))
    expect([world.times('readPositions'), world.times('confirm'), world.times('readActivity')]).toEqual([
      1, 0, 0,
    ])
    // The record is written twice: once with the claims, and once without them.
    expect(ledgerOf(world)).toMatchObject({ version: before + 2, claims: [] })
  })

  it('record their phases and fill levels', async () => {
    const world = await burst()
    await world.execute()
    const outcome = toldOutcome(world.tables.alerts.get(world.ids[3] ?? '')?.outcome)
    expect(outcome?.phases).toHaveLength(5)
    expect(outcome?.sentence).toContain('filled at 23,000')
  })

  it('each count in the decisions about the next orders, so that the limit on open positions is respected', async () => {
    const world = await burst()
    world.user.settings.maximumOpenPositions = 4
    await world.execute()
    expect(world.outcomes()).toEqual([...Array(4).fill('PLACED'), ...Array(6).fill('REFUSED')])
  })

  it('are counted as working orders instead of positions if they become working orders', async () => {
    const activity = (reference: string, index: number): BrokerActivity => ({
      date: 0,
      epic: '',
      dealId: `DIAAAAABCD${index}`,
      dealReference: reference,
      type: 'WORKING_ORDER',
      status: 'ACCEPTED',
      description: '',
      actions: [],
    })
    const world = await burst({
      readActivity: async () => world.placed.map(({ reference }, index) => activity(reference, index)),
    })
    Object.assign(world.user.settings, { orderType: 'LIMIT', maximumOpenPositions: 4 })
    await world.execute()
    expect(world.outcomes()).toEqual(Array(10).fill('PLACED'))
  })

  it('are not sent if the claims cannot be written', async () => {
    const world = await burst()
    const failing = { ...world.ports, store: { ...world.ports.store, saveLedger: async () => false } }
    const results = await executeAlerts(failing, world.ids.map(message))
    expect(world.placed).toEqual([])
    expect([...results.values()]).toEqual(['later', ...Array(9).fill('untried')])
  })

  it('are confirmed by the next run if more alerts wait', async () => {
    const world = await burst(
      {},
      names.map((market) => ({ market })),
    )
    await executeAlerts(world.ports, world.ids.slice(0, 10).map(message))
    expect(ledgerOf(world)?.claims).toHaveLength(10)
    await executeAlerts(world.ports, world.ids.slice(10).map(message))
    expect(world.outcomes()).toEqual(Array(12).fill('PLACED'))
    expect(world.times('readPositions')).toBe(1)
  })
})

describe('an order that no list shows', () => {
  it('keeps its claim, so that it is looked up later', async () => {
    const world = await burst({ readPositions: async () => ({ rows: [] }), confirm: async () => null })
    await world.execute()
    expect(world.outcomes()).toEqual(Array(10).fill(null))
    expect(ledgerOf(world)?.claims).toHaveLength(10)
  })

  it('is confirmed individually if few orders are missing', async () => {
    const world = await burst({ readPositions: async () => ({ rows: [] }), readActivity: unreachable })
    await world.execute()
    expect(world.times('confirm')).toBe(limits.verdictsTogether)
    expect(world.outcomes().filter((outcome) => outcome === 'PLACED')).toHaveLength(limits.verdictsTogether)
  })
})

describe('alerts that cannot be executed together', () => {
  it('are sent one after another, in their order, if they are on the same market', async () => {
    const world = await burst(
      {},
      [{ id: 'a' }, { id: 'b' }].map((more) => ({ market: names[0], ...more })),
    )
    world.user.settings.preventDuplicatePositionsForInstrument = false
    world.user.settings.instrumentTradeCooldownPeriodInHours = 0
    await world.execute()
    expect(world.outcomes()).toEqual(['PLACED', 'PLACED'])
    const [first, second] = world.placed
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(limits.equalOrders)
  })

  it('are decided one after another if an exit is between two entries', async () => {
    const world = await burst({}, [
      { market: names[0] },
      { market: names[1], action: 'CLOSE' },
      { market: names[2] },
    ])
    await world.execute()
    expect(world.outcomes()).toEqual(['PLACED', 'REFUSED', 'PLACED'])
  })

  it('are left untried, in their order, if an earlier alert fails', async () => {
    const world = await burst()
    const { getAlertContext } = world.ports.store
    const failing = {
      ...world.ports,
      store: {
        ...world.ports.store,
        getAlertContext: async (...asked: Parameters<typeof getAlertContext>) => {
          const context = await getAlertContext(...asked)
          const findInstrument: typeof context.findInstrument = async (name) => {
            if (name === names[4]) throw new Error('broken')
            return context.findInstrument(name)
          }
          return { ...context, findInstrument }
        },
      },
    }
    const results = await executeAlerts(failing, world.ids.map(message))
    expect(world.outcomes()).toEqual([...Array(4).fill('PLACED'), ...Array(6).fill(null)])
    expect([...results.values()].slice(4)).toEqual([
      { failed: expect.objectContaining({ message: 'broken' }) },
      ...Array(5).fill('untried'),
    ])
  })
})

it('refused alerts are returned as untried if the outcome of an earlier alert could not be recorded', async () => {
  const world = await burst()
  world.user.settings.maximumOpenPositions = 4
  const { saveOutcome } = world.ports.store
  const failing = {
    ...world.ports,
    store: {
      ...world.ports.store,
      saveOutcome: async (...given: Parameters<typeof saveOutcome>) => {
        if (given[1].outcome === 'REFUSED') throw new Error('no table')
        return saveOutcome(...given)
      },
    },
  }
  const results = await executeAlerts(failing, world.ids.map(message))
  expect([...results.values()].map((result) => (typeof result === 'object' ? 'failed' : result))).toEqual([
    ...Array(4).fill('done'),
    'failed',
    ...Array(5).fill('untried'),
  ])
})

describe('a delivery from the queue', () => {
  const deliver = (world: Awaited<ReturnType<typeof burst>>, receives: number) =>
    handleMessages(
      world.ports,
      world.ids.map((id) => ({ message: message(id), receives })),
    )

  it('is returned as a whole, and not counted as a failure, if the request limit is used up', async () => {
    let hasRoom = false
    const world = await burst({
      readAccount: async (login) => {
        if (!hasRoom) throw new BrokerError('allowance', 'no room')
        return {
          accountId: login.accountId,
          positions: [],
          workingOrders: [],
          inFlightOrders: [],
          readAt: world.clock.now(),
        }
      },
    })
    world.user.settings.maximumAlertAgeInSeconds = 3_600
    for (let receives = 1; receives <= 9; receives += 1) {
      expect([...(await deliver(world, receives)).values()]).toEqual(Array(10).fill({ afterSeconds: 10 }))
      world.clock.pass(10_000)
    }
    hasRoom = true
    await deliver(world, 10)
    expect(world.outcomes()).toEqual(Array(10).fill('PLACED'))
  })

  it('retries an alert on its own if it failed before, and then executes the alerts delivered with it', async () => {
    const world = await burst()
    const [first] = world.ids
    for (let tries = 1; tries <= 3; tries += 1) await world.ports.store.noteTry(first ?? '')
    const handled = await deliver(world, 9)
    expect([...handled.values()]).toEqual(['done', ...Array(9).fill({ afterSeconds: 1 })])
    const behind = world.ids.slice(1).map((id) => ({ message: message(id), receives: 10 }))
    expect([...(await handleMessages(world.ports, behind)).values()]).toEqual(Array(9).fill('done'))
  })

  it('starts no alert if there is no time left', async () => {
    const world = await burst()
    const deliveries = world.ids.map((id) => ({ message: message(id), receives: 1 }))
    const handled = await handleMessages(world.ports, deliveries, world.clock.now())
    expect([...handled.values()]).toEqual(Array(10).fill({ afterSeconds: 1 }))
    expect(world.placed).toEqual([])
  })
})
