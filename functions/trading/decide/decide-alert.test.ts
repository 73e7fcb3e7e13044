import { toldOutcome } from '../../../infra/dev/testing/told-outcome.ts'
import { describe, expect, it } from 'vitest'
import type { InstrumentFields } from '../../../shared/instruments/instrument.schema.ts'
import { type LossLimits, noLimits } from '../../../shared/limits/loss-limits.ts'
import {
  aMarket,
  anAccount,
  anInstrument,
  epic,
  someOpenRisk,
} from '../../../infra/dev/testing/trading-values.ts'
import { acceptAlert } from '../accept/accept.ts'
import { executeAlert, executeAlerts } from '../execute.ts'
import { limits } from '../ports/limits.ts'
import type { AccountState } from '../../../shared/trading/model/snapshot.ts'
import { calmWorld, message } from '../../../infra/dev/simulation/engine.ts'

/**
 * Executes an alert that needs the account, while the store has lists of the given ages in milliseconds.
 * @param comparedAge age of the older orders with which the stored orders were compared
 * @returns the lists that were passed to the broker's read; null if nothing was read
 */
const askedWith = async (positionsAge: number, ordersAge: number, comparedAge?: number) => {
  let passedLists: AccountState | undefined | null = null
  const world = calmWorld({
    readAccount: async (_account, known) => {
      passedLists = known
      return anAccount({ readAt: world.clock.now() })
    },
  })
  const now = world.clock.now()
  const of = { accountId: anAccount().accountId, currency: null }
  world.tables.saveLists(message(''), {
    positions: { ...of, readAt: now - positionsAge, rows: [] },
    orders: {
      ...of,
      readAt: now - ordersAge,
      answeredAt: now - ordersAge,
      rows: [],
      ...(comparedAge === undefined
        ? {}
        : { compared: { positionsReadAt: now - positionsAge, readAt: now - comparedAge } }),
    },
  })
  const { alertId } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
  await executeAlert(world.ports, message(alertId))
  return passedLists as AccountState | undefined | null
}

describe('a market that was closed a moment ago', () => {
  /**
   * Executes five alerts within one second for a market that was closed when its status was read five seconds earlier.
   */
  const burst = async (status: 'CLOSED' | 'TRADEABLE') => {
    const now = () => aMarket({ epic, status, quotedAt: world.clock.now() })
    const world = calmWorld({ readMarket: async () => now(), readMarkets: async () => [now()] })
    Object.assign(world.user.settings, { orderType: 'MARKET' })
    const login = { ...message(''), accountId: 'ZZ1AB', credentialsVersion: 3 }
    const readAt = world.clock.now()
    await world.ports.store.saveMarket(login, aMarket({ epic, status: 'CLOSED', quotedAt: readAt }))
    world.clock.pass(5_000)
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1)
      ids.push(
        ((await acceptAlert(world.ports, world.body({ id: `${count}` }))) as { alertId: string }).alertId,
      )
    await executeAlerts(world.ports, ids.map(message))
    const outcomes = ids.map((id) => toldOutcome(world.tables.alerts.get(id)?.outcome))
    return { outcomes, reads: world.calls.filter((call) => call.startsWith('readMarket')).length }
  }

  it('is read again before an alert is refused', async () => {
    const { outcomes, reads } = await burst('TRADEABLE')
    expect([outcomes[0]?.outcome, reads]).toEqual(['PLACED', 1])
  })

  it('is read again only once for a whole burst if it is still closed', async () => {
    const { outcomes, reads } = await burst('CLOSED')
    expect(outcomes.map((outcome) => outcome?.sentence)).toEqual(
      Array.from({ length: 5 }, () => expect.stringMatching(/^Refused: market open/) as string),
    )
    expect(reads).toBe(1)
  })
})

describe('an entry with a quote that is 15 s old', () => {
  /**
   * Decides a market order with a stored quote that is 15 seconds old. A fresh quote would be 24,000.
   * @returns the outcome, and the number of market reads
   */
  const decided = async (lossLimits: Partial<LossLimits>) => {
    const quoted = (bid: string, offer: string) => aMarket({ epic, bid, offer, quotedAt: world.clock.now() })
    const world = calmWorld({ readMarket: async () => quoted('23990', '24000') })
    Object.assign(world.user.settings, { orderType: 'MARKET', lossLimits: { ...noLimits, ...lossLimits } })
    const login = { ...message(''), accountId: 'ZZ1AB', credentialsVersion: 3 }
    await world.ports.store.saveMarket(login, quoted('22980', '22992'))
    world.clock.pass(15_000)
    const { alertId } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
    await executeAlert(world.ports, message(alertId))
    const reads = world.calls.filter((call) => call === 'readMarket').length
    return { sentence: toldOutcome(world.tables.alerts.get(alertId)?.outcome)?.sentence, reads }
  }

  it('is decided with a fresh quote if a limit on open risk would refuse it with the old quote', async () => {
    const { sentence, reads } = await decided({ openRisk: someOpenRisk({ percent: 0.9 }) })
    expect(sentence).toMatch(/^Placed: Buy 0\.41 /)
    expect(reads).toBe(1)
  })

  it('is refused without reading a fresh quote if the limit needs no quote', async () => {
    const { sentence, reads } = await decided({ tradesToday: 0 })
    expect(sentence).toMatch(/^Refused: loss limits/)
    expect(reads).toBe(0)
  })
})

describe('lists that another run has read', () => {
  const [young, old] = [limits.snapshotAge - 1_000, limits.snapshotAge + 1_000]

  it('are used if both lists are recent', async () => {
    expect(await askedWith(young, young)).toBeNull()
  })

  it('are passed to the broker’s read if only the orders are old, so that it can reuse the positions', async () => {
    expect((await askedWith(young, old))?.positionsReadAt).toBeDefined()
  })

  it('are used if both lists are recent, even if the orders were compared with an older list of orders', async () => {
    expect(await askedWith(young, young - 1_000, old)).toBeNull()
    expect(await askedWith(old, young, old + 1_000)).toBeUndefined()
  })

  it('are both read again if the positions are old or the orders are too old to be compared', async () => {
    expect(await askedWith(old, young)).toBeUndefined()
    expect(await askedWith(old, old)).toBeUndefined()
    expect(await askedWith(young, limits.comparedOrdersAge + 1_000)).toBeUndefined()
    expect(await askedWith(old, old + 1_000)).toBeUndefined()
  })
})

it.each([
  ['DEC-26', 'MAR-27', 'MAR-27', 2],
  ['DFB', 'DFB', 'DFB', 2],
  ['-', '-', '-', 2],
])(
  'an order on a market with expiry %s, which changes to %s, names expiry %s',
  async (before, after, named, readings) => {
    let expiry = before
    const usual = calmWorld().ports.broker
    const expiries: string[] = []
    const world = calmWorld({
      readMarket: async (login, epic) => ({
        ...(await usual.readMarket(login, epic)),
        expiry,
        isDated: expiry.includes('-2'),
        quotedAt: world.clock.now(),
      }),
      place: async (_account, order, dealReference) => {
        expiries.push(order.expiry)
        return { kind: 'received', dealReference }
      },
    })
    Object.assign(world.user.settings, {
      instrumentTradeCooldownPeriodInHours: 0,
      preventDuplicatePositionsForInstrument: false,
      enforceMaximumAlertAgeInSeconds: false,
    })
    for (const id of ['before', 'after']) {
      const { alertId } = (await acceptAlert(world.ports, world.body({ id }))) as { alertId: string }
      await executeAlert(world.ports, message(alertId))
      expiry = after
      world.clock.pass(6 * 3_600_000)
    }
    expect(expiries).toEqual([before, named])
    expect(world.calls.filter((call) => call === 'readMarket')).toHaveLength(readings)
  },
)

it('the refusal of an unknown market names a similar market, or none if the list cannot be read', async () => {
  const refusal = async (failing: boolean) => {
    const world = calmWorld()
    const { getAlertContext } = world.ports.store
    world.ports.store.getAlertContext = async (...asked) => ({
      ...(await getAlertContext(...asked)),
      ...(failing ? { listInstrumentNames: () => Promise.reject(new Error('simulated')) } : {}),
    })
    const accepted = await acceptAlert(world.ports, world.body({ market: 'BATS:AAPL' }))
    const { alertId } = accepted as { alertId: string }
    await executeAlert(world.ports, message(alertId))
    return toldOutcome(world.tables.alerts.get(alertId)?.outcome)?.sentence
  }
  const words = 'Refused: instrument — BATS:AAPL is not in your instrument list'
  expect(await refusal(false)).toBe(`${words}, which has NASDAQ:AAPL`)
  expect(await refusal(true)).toBe(words)
})

describe('a burst of alerts', () => {
  /** Executes alerts of one account that arrive together, each for its own instrument. */
  const burst = async (
    size: number,
    change: Parameters<typeof calmWorld>[0],
    prepare: (world: ReturnType<typeof calmWorld>) => void = () => {},
    apart = 0,
  ) => {
    const world = calmWorld(change)
    prepare(world)
    Object.assign(world.user.settings, {
      maximumOpenPositions: 100,
      maximumOpenPositionsAndPendingOrders: 100,
    })
    const names = Array.from({ length: size }, (_, number) => `LSE:S${number}`)
    for (const [number, name] of names.entries())
      (world.tables.instruments as InstrumentFields[]).push(
        anInstrument({ marketAndSymbol: name, igEpic: `KA.D.S${number}.DAILY.IP` }),
      )
    const ids: string[] = []
    for (const market of names) {
      const accepted = await acceptAlert(world.ports, world.body({ market, id: market }))
      ids.push((accepted as { alertId: string }).alertId)
    }
    for (const alertId of ids) {
      await executeAlert(world.ports, message(alertId))
      world.clock.pass(apart)
    }
    const outcomes = ids.map((alertId) => world.tables.alerts.get(alertId)?.outcome?.outcome)
    const asked = (name: string) => world.calls.filter((call) => call === name).length
    return { ...world, outcomes, asked }
  }
  const usual = calmWorld().ports.broker
  const quoted = async (epic: string) => ({
    ...(await usual.readMarket({} as never, epic)),
    epic,
  })

  it('reads the first three markets one by one, and all others in one request', async () => {
    const together: string[][] = []
    const { outcomes, asked } = await burst(12, {
      readMarket: (_login, epic) => quoted(epic),
      readMarkets: (_login, epics) => {
        together.push([...epics])
        return Promise.all(epics.map(quoted))
      },
    })
    expect(outcomes).toEqual(Array(12).fill('PLACED'))
    expect([asked('readMarket'), asked('readMarkets')]).toEqual([3, 1])
    expect(together[0]).toHaveLength(9)
    expect(together[0]?.[0]).toBe('KA.D.S3.DAILY.IP')
  })

  it('reads a market in a separate request if the broker omits it from a response for several markets', async () => {
    const { outcomes, asked } = await burst(6, {
      readMarket: (_login, epic) => quoted(epic),
      readMarkets: (_login, epics) => Promise.all(epics.slice(1).map(quoted)),
    })
    expect(outcomes).toEqual(Array(6).fill('PLACED'))
    expect([asked('readMarket'), asked('readMarkets')]).toEqual([4, 1])
  })

  it('places market orders on quotes at most ten seconds old, and renews the quotes of all waiting alerts together', async () => {
    let now = () => 0
    const quotedAt = new Map<string, number>()
    const ages: number[] = []
    const quote = async (epic: string) => {
      quotedAt.set(epic, now())
      return { ...(await quoted(epic)), quotedAt: now() }
    }
    const { outcomes, asked } = await burst(
      10,
      {
        readMarket: (_login, epic) => quote(epic),
        readMarkets: (_login, epics) => Promise.all(epics.map(quote)),
        place: (_login, { epic }, dealReference) => {
          ages.push(now() - (quotedAt.get(epic) ?? 0))
          return Promise.resolve({ kind: 'received', dealReference })
        },
      },
      (world) => {
        world.user.settings.orderType = 'MARKET'
        now = () => world.clock.now()
      },
      4_000,
    )
    expect(outcomes).toEqual(Array(10).fill('PLACED'))
    expect(Math.max(...ages)).toBeLessThanOrEqual(limits.snapshotAge)
    // When the last alert is decided, no other alert waits, so only its own market is read.
    expect([asked('readMarket'), asked('readMarkets')]).toEqual([4, 2])
  })
})
