import { toldOutcome } from '../../infra/dev/testing/told-outcome.ts'
import { describe, expect, it } from 'vitest'
import type { InstrumentFields } from '../../shared/instruments/instrument.schema.ts'
import type { OpenPosition } from '../../shared/trading/model/snapshot.ts'
import { calmWorld, message } from '../../infra/dev/simulation/engine.ts'
import { anAccount, anInstrument, aPosition } from '../../infra/dev/testing/trading-values.ts'
import { acceptAlert } from './accept/accept.ts'
import { executeAlerts } from './execute.ts'
import { type Delivery, handleMessages } from './handle-messages.ts'
import { withCancelled } from './ledger/waiting.ts'
import { limits } from './ports/limits.ts'
import { emptyLedger, withUpdatedClaim } from './ledger/ledger.ts'
import type { Claim, Ledger } from './ports/ledger.ts'
import { reconcileAlerts } from './reconcile.ts'
import { type Broker, BrokerError } from './ports/broker.ts'

const marketOf = (index: number) => `LSE:S${index}`
const epicOf = (market: string) => `KA.D.${market.slice(4)}.DAILY.IP`
const closing = { action: 'CLOSE', price: undefined, atr: undefined, strategy: 'orb' }

/**
 * Creates a trader whose strategy has one position on each of several markets, and whose exits arrive together.
 * @param answer response time of the broker in milliseconds
 */
const portfolio = (count: number, { answer = 0, change = {} as Partial<Broker> } = {}) => {
  const markets = Array.from({ length: count }, (_, index) => marketOf(index))
  const held: OpenPosition[] = markets.map((market, index) =>
    aPosition({ epic: epicOf(market), dealId: `D${100 + index}`, dealReference: `SP-D${index}`, size: '5' }),
  )
  const state = { hasRoom: true }
  const room = () => {
    if (!state.hasRoom) throw new BrokerError('allowance', 'the request limit is used up')
  }
  const world = calmWorld({
    readAccount: async () => {
      room()
      world.clock.pass(answer)
      return anAccount({ positions: [...held], readAt: world.clock.now() })
    },
    readPositions: async () => ({ rows: [...held] }),
    closePosition: async (_login, { dealId }) => {
      room()
      const at = held.findIndex((position) => position.dealId === dealId)
      world.clock.pass(answer)
      held.splice(at, 1)
      return { kind: 'received', dealReference: `C${dealId}` }
    },
    confirm: async (_login, reference) => {
      room()
      world.clock.pass(answer)
      return {
        kind: 'accepted',
        dealId: reference.slice(1),
        level: null,
        size: null,
        effect: 'closed',
        affectedDealIds: [],
      }
    },
    ...change,
  })
  for (const market of markets)
    (world.tables.instruments as InstrumentFields[]).push(
      anInstrument({ marketAndSymbol: market, igEpic: epicOf(market) }),
    )
  world.tables.accounts.set('ann#DEMO', {
    version: 1,
    claims: [],
    decided: [],
    placed: [],
    closed: [],
    lastOrderAt: {},
    owned: held.map(({ dealId, dealReference, epic }, index) => ({
      dealId,
      dealReference: dealReference ?? '',
      accountId: 'ZZ1AB',
      strategy: 'orb',
      market: marketOf(index),
      epic,
      at: world.clock.now() - 3_600_000,
    })),
  })
  Object.assign(world.user.settings, { maximumOpenPositions: 50, maximumOpenPositionsAndPendingOrders: 50 })
  const accept = async (fields: Record<string, unknown>) => {
    world.clock.pass(5)
    return ((await acceptAlert(world.ports, world.body(fields))) as { alertId: string }).alertId
  }
  const outcomeOf = (alertId: string) => toldOutcome(world.tables.alerts.get(alertId)?.outcome ?? null)
  const deliver = (ids: readonly string[], receives = 1) =>
    handleMessages(
      world.ports,
      ids.map((id): Delivery => ({ message: message(id), receives })),
      world.clock.now() + 12_000,
    )
  const times = (name: string) => world.calls.filter((call) => call === name).length
  const minute = async () => {
    world.clock.pass(60_000)
    world.queued.length = 0
    await reconcileAlerts(world.ports, world.clock.now() + 45_000, (_, error) => {
      throw error
    })
    const again = [...world.queued].map(({ alertId }) => alertId)
    if (again.length > 0) await deliver(again)
  }
  return { ...world, held, state, markets, accept, outcomeOf, deliver, times, minute }
}

const exitsOf = async (world: ReturnType<typeof portfolio>) => {
  const ids: string[] = []
  for (const market of world.markets) ids.push(await world.accept({ ...closing, market }))
  return ids
}

describe('exits that arrive in one second', () => {
  it('share two reads of the lists, and need no requests for confirmations', async () => {
    const world = portfolio(10)
    const ids = await exitsOf(world)
    await executeAlerts(world.ports, ids.map(message))
    expect(ids.map((id) => world.outcomeOf(id)?.sentence)).toEqual(
      world.markets.map((market) => `Closed 1 deal on ${market}`),
    )
    expect([world.times('readAccount'), world.times('confirm'), world.times('closePosition')]).toEqual([
      2, 0, 10,
    ])
  })

  it('are written to the record together: one write for the claims, one for the unsent deals, and one for the release', async () => {
    const world = portfolio(10)
    const ids = await exitsOf(world)
    const before = world.tables.accounts.get('ann#DEMO')?.version ?? 0
    await executeAlerts(world.ports, ids.map(message))
    expect(world.tables.accounts.get('ann#DEMO')?.version).toBe(before + 3)
  })
})

it('reversals that arrive together close their positions together, and then open the new ones together', async () => {
  const world = portfolio(6)
  const ids: string[] = []
  for (const market of world.markets)
    ids.push(await world.accept({ action: 'REVERSE', market, strategy: 'orb' }))
  world.calls.length = 0
  await world.deliver(ids)
  const lists = world.times('readAccount')
  expect(world.times('closePosition')).toBe(6)
  expect(world.times('place')).toBe(6)
  expect(lists).toBeLessThanOrEqual(3)
})

describe('a close of many deals', () => {
  const closeAll = { action: 'CLOSE_ALL', market: '*', price: undefined, atr: undefined }

  it('stops asking for confirmations at its deadline if the broker is slow, and continues in the next run at once', async () => {
    const world = portfolio(27, { answer: 900 })
    const id = await world.accept(closeAll)
    const runs: number[] = []
    const handled: unknown[] = []
    for (let turn = 1; turn < 9 && !world.outcomeOf(id); turn += 1) {
      const began = world.clock.now()
      handled.push((await world.deliver([id])).get(id))
      runs.push(world.clock.now() - began)
    }
    expect(Math.max(...runs)).toBeLessThan(18_000)
    expect(world.outcomeOf(id)?.sentence).toBe('Closed 27 deals on the account')
    expect(world.times('closePosition')).toBe(27)
    // Running out of time does not count as a failure.
    expect(handled.slice(0, -1)).toEqual(handled.slice(0, -1).map(() => ({ afterSeconds: 1 })))
    expect(await world.ports.store.noteTry(id)).toBeLessThan(2)
  })

  it('is continued by the next run if its own run is killed, but only with the deals that its claim lists as unsent', async () => {
    let isKilled = false
    const sent: string[] = []
    const world = portfolio(20, {
      change: {
        closePosition: async (_login, { dealId }) => {
          if (isKilled) return new Promise(() => undefined)
          sent.push(dealId)
          isKilled = sent.length === 10
          world.held.splice(
            world.held.findIndex((position) => position.dealId === dealId),
            1,
          )
          return { kind: 'received', dealReference: `C${dealId}` }
        },
      },
    })
    const id = await world.accept(closeAll)
    void executeAlerts(world.ports, [message(id)])
    await expect.poll(() => isKilled).toBe(true)
    isKilled = false
    await world.minute()
    // Ten deals were closed before the run was killed, and six more may have been sent. The next run sends only the
    // last four.
    expect(sent).toHaveLength(14)
    expect(new Set(sent).size).toBe(14)
    for (let minute = 0; minute < 3; minute += 1) await world.minute()
    expect(world.outcomeOf(id)).toMatchObject({ outcome: 'NOT_PLACED' })
    expect(world.outcomeOf(id)?.openDealIds).toEqual(world.held.map(({ dealId }) => dealId))
    expect(world.held).toHaveLength(6)
  })
})

it('an exit is carried out even if IG delays the exit before it', async () => {
  const world = portfolio(2, {
    change: {
      closePosition: async (_login, { dealId }) => {
        if (dealId === 'D100') return { kind: 'refused', code: 'x', message: 'busy', mayPassLater: true }
        world.held.splice(1)
        return { kind: 'received', dealReference: `C${dealId}` }
      },
    },
  })
  const [busy, other] = (await exitsOf(world)) as [string, string]
  expect((await world.deliver([busy])).get(busy)).toEqual({})
  expect(world.outcomeOf(other)?.outcome).toBe('PLACED')
})

it('a close that IG carried out only in part, without a confirmation, continues once the lists show what is left', async () => {
  const sizes: string[] = []
  const world = portfolio(1, {
    change: {
      closePosition: async (_login, { size }) => {
        sizes.push(size)
        const [position] = world.held as [OpenPosition]
        world.held.splice(0, 1, ...(sizes.length === 1 ? [{ ...position, size: '2' }] : []))
        return { kind: 'received', dealReference: `C${sizes.length}` }
      },
      confirm: async () => null,
    },
  })
  const [id] = (await exitsOf(world)) as [string]
  await world.deliver([id])
  expect(world.outcomeOf(id)).toBeNull()
  for (let minute = 0; minute < 4; minute += 1) await world.minute()
  expect(sizes).toEqual(['5', '2'])
  expect(world.outcomeOf(id)).toMatchObject({ outcome: 'PLACED' })
})

it('two exits that concern the same position do not wait for each other, and the position is closed once', async () => {
  let isBusy = true
  const sent: string[] = []
  const world = portfolio(1, {
    change: {
      closePosition: async (_login, { dealId }) => {
        if (isBusy) return { kind: 'refused', code: 'x', message: 'busy', mayPassLater: true }
        sent.push(dealId)
        world.held.length = 0
        return { kind: 'received', dealReference: 'C' }
      },
    },
  })
  const close = await world.accept({ ...closing, market: world.markets[0] })
  const all = await world.accept({ ...closing, action: 'CLOSE_ALL', market: '*' })
  await world.deliver([close, all])
  isBusy = false
  for (let turn = 0; turn < 4; turn += 1) await world.deliver([close, all])
  expect(sent).toEqual(['D100'])
  expect([close, all].map((id) => world.outcomeOf(id) !== null)).toEqual([true, true])
})

it('a cancelled exit stays cancelled if a run that missed the cancellation writes its claim', () => {
  const intent = { kind: 'close', positions: [], workingOrders: [], retry: ['position D'] } as const
  const claim = { alertId: 'A', claimedAt: 1, intent } as unknown as Claim
  const cancelled = withCancelled({ ...emptyLedger, claims: [claim] }, 'A') as Ledger
  const written = withUpdatedClaim(cancelled, claim, { intent: { ...intent, done: ['D'] } }, 2)
  expect(written?.claims[0]?.intent).toMatchObject({ isCancelled: true, done: ['D'] })
})

it('exits on one market keep their order while the first waits for room in the request limit', async () => {
  const sizes: string[] = []
  const world = portfolio(1, {
    change: {
      closePosition: async (_login, { size }) => {
        sizes.push(size)
        const [position] = world.held as [OpenPosition]
        world.held.splice(0, 1, ...(sizes.length === 1 ? [{ ...position, size: '2.5' }] : []))
        return { kind: 'received', dealReference: 'C' }
      },
      confirm: async () => null,
    },
  })
  world.state.hasRoom = false
  const market = world.markets[0]
  const first = await world.accept({ ...closing, action: 'REDUCE', percent: '50', market, id: 'first' })
  await world.deliver([first])
  const second = await world.accept({ ...closing, market, id: 'second' })
  await world.deliver([second])
  const waiting = world.tables.accounts.get('ann#DEMO')?.waiting ?? []
  expect(waiting.map(({ alertId }) => alertId)).toEqual([first, second])
  world.state.hasRoom = true
  await world.minute()
  expect(sizes).toEqual(['2.5', '2.5'])
})

it('the age of an exit behind a waiting entry on its market is checked at once, and the exit keeps its place', async () => {
  const world = portfolio(1)
  world.state.hasRoom = false
  const market = world.markets[0]
  Object.assign(world.ports.broker, {
    readMarket: () => Promise.reject(new BrokerError('allowance', 'the request limit is used up')),
  })
  const entry = await world.accept({ market, id: 'entry' })
  const exit = await world.accept({ ...closing, market, id: 'exit' })
  await world.deliver([entry])
  expect(world.tables.accounts.get('ann#DEMO')?.waiting).toMatchObject([{ alertId: exit, keepsTurn: true }])
  world.clock.pass(90_000)
  world.state.hasRoom = true
  await world.deliver([entry, exit], 2)
  expect([entry, exit].map((id) => world.outcomeOf(id)?.outcome)).toEqual(['EXPIRED', 'PLACED'])
})

it('the age of every exit for which a run has no time left is checked at once', async () => {
  const world = portfolio(3)
  // The entry takes up all the time of the run.
  const { readMarkets } = world.ports.broker
  Object.assign(world.ports.broker, {
    readMarkets: async (...asked: Parameters<typeof readMarkets>) => {
      world.clock.pass(13_000)
      return readMarkets(...asked)
    },
  })
  const slow = await world.accept({ market: world.markets[2], id: 'entry' })
  const [first, second] = [
    await world.accept({ ...closing, market: world.markets[0] }),
    await world.accept({ ...closing, market: world.markets[1] }),
  ]
  const handled = await world.deliver([slow, first, second])
  expect([handled.get(first), handled.get(second)]).toEqual([{ afterSeconds: 1 }, { afterSeconds: 1 }])
  expect(world.tables.accounts.get('ann#DEMO')?.waiting).toMatchObject([
    { alertId: first, keepsTurn: true },
    { alertId: second, keepsTurn: true },
  ])
  world.clock.pass(90_000)
  await world.deliver([first, second], 2)
  expect([first, second].map((id) => world.outcomeOf(id)?.outcome)).toEqual(['PLACED', 'PLACED'])
})

it('an exit that waits for its order to be listed is delivered again if its run has no time for another read', async () => {
  const world = portfolio(1, { answer: 5_000 })
  const ledger = world.tables.accounts.get('ann#DEMO') as Ledger
  const [market = ''] = world.markets
  const placed = {
    alertId: 'before',
    dealReference: 'SP-BEFORE',
    dealId: 'DBEFORE',
    epic: epicOf(market),
    order: { type: 'MARKET', direction: 'BUY' },
    at: world.clock.now(),
    knownAt: world.clock.now(),
  } as const
  world.tables.accounts.set('ann#DEMO', { ...ledger, placed: [placed] })
  const exit = await world.accept({ ...closing, market })
  expect((await world.deliver([exit])).get(exit)).toEqual({ afterSeconds: 1 })
  expect([world.times('readAccount'), world.outcomeOf(exit)]).toEqual([2, null])
  expect(world.tables.accounts.get('ann#DEMO')?.waiting).toMatchObject([{ alertId: exit, keepsTurn: true }])
})

describe('an exit that meets a used-up request limit', () => {
  const waiting = async (fields: Record<string, unknown> = {}) => {
    const world = portfolio(1)
    world.state.hasRoom = false
    const id = await world.accept({ ...closing, market: world.markets[0], ...fields })
    const handled = (await world.deliver([id])).get(id)
    return { ...world, id, handled }
  }
  const logged = ({ tables }: Pick<ReturnType<typeof portfolio>, 'tables'>) =>
    [...tables.logs.values()].map(({ message: text }) => text).filter((text) => text.startsWith('Waiting: '))

  it('leaves the queue, logs its wait once, and closes its position as soon as the limit has room, whatever the age of the exit', async () => {
    const world = await waiting()
    expect([world.handled, world.outcomeOf(world.id)]).toEqual(['done', null])
    for (let minute = 0; minute < 10; minute += 1) await world.minute()
    expect(world.tables.alerts.get(world.id)).toMatchObject({ state: 'waits', outcome: null })
    expect(logged(world)).toEqual([
      'Waiting: IG’s request limit is used up. CLOSE LSE:S0 is carried out as soon as there is room, and doesn’t expire meanwhile',
    ])
    world.state.hasRoom = true
    await world.minute()
    expect(world.tables.alerts.get(world.id)).toMatchObject({
      state: 'ended',
      outcome: { outcome: 'PLACED' },
    })
    expect(world.held).toEqual([])
  })

  it('expires if it was too old when the executor first took it', async () => {
    const world = portfolio(1)
    const id = await world.accept({ ...closing, market: world.markets[0] })
    world.clock.pass(61_000)
    world.state.hasRoom = false
    await world.deliver([id])
    expect(world.outcomeOf(id)?.outcome).toBe('EXPIRED')
  })

  it('does not expire if the limit was already used up when the exit arrived, because other alerts may have delayed the exit', async () => {
    const world = portfolio(1)
    const id = await world.accept({ ...closing, market: world.markets[0] })
    const roomAt = world.clock.now() + 60_000
    const short = { counted: 'requests', made: 30, most: 30, whose: 'account', kept: 0 } as const
    world.ports.broker.lastShortage = () => ({ ...short, at: roomAt - 60_000, roomAt })
    world.clock.pass(61_000)
    await world.deliver([id])
    expect(world.outcomeOf(id)?.outcome).toBe('PLACED')
  })

  it('does not expire if an earlier entry in the queue had to wait, even if another process handled that entry', async () => {
    const world = portfolio(1)
    const entry = await world.accept({ market: world.markets[0], id: 'entry' })
    const exit = await world.accept({ ...closing, market: world.markets[0], id: 'exit' })
    await world.ports.store.noteWait(entry)
    world.clock.pass(61_000)
    await world.deliver([entry, exit])
    expect([entry, exit].map((id) => world.outcomeOf(id)?.outcome)).toEqual(['EXPIRED', 'PLACED'])
  })

  it('stores the deals that the order limit prevented it from closing, and closes them later', async () => {
    const world = portfolio(1, {
      change: {
        closePosition: async (_login, { dealId }) => {
          if (!world.state.hasRoom)
            return {
              kind: 'refused',
              code: 'exceeded',
              message: 'IG’s allowance of orders is used up',
              mayPassLater: true,
              isAllowance: true,
            }
          world.held.length = 0
          return { kind: 'received', dealReference: `C${dealId}` }
        },
        readAccount: async () => anAccount({ positions: [...world.held], readAt: world.clock.now() }),
      },
    })
    world.state.hasRoom = false
    const id = await world.accept({ ...closing, market: world.markets[0] })
    expect((await world.deliver([id])).get(id)).toBe('done')
    for (let minute = 0; minute < 5; minute += 1) await world.minute()
    expect([world.outcomeOf(id), logged(world).length]).toEqual([null, 1])
    world.state.hasRoom = true
    await world.minute()
    expect(world.outcomeOf(id)).toMatchObject({ outcome: 'PLACED' })
  })

  it('opens nothing if it is a reversal with no position to close and an entry that is too old', async () => {
    const world = await waiting({
      action: 'REVERSE',
      price: '229.87',
      atr: { 14: '4.2' },
      position: undefined,
    })
    world.held.length = 0
    world.clock.pass(61_000)
    world.state.hasRoom = true
    await world.minute()
    expect(world.outcomeOf(world.id)?.outcome).toMatch(/REFUSED|EXPIRED/)
    expect(world.times('place')).toBe(0)
  })

  it('takes precedence over an entry on its market, which may expire in the meantime', async () => {
    const world = await waiting()
    const entry = await world.accept({ market: world.markets[0], id: 'entry' })
    expect((await world.deliver([entry])).get(entry)).toEqual({ afterSeconds: 10 })
    expect(world.outcomeOf(entry)).toBeNull()
    world.clock.pass(61_000)
    await world.deliver([entry], 2)
    expect(world.outcomeOf(entry)).toMatchObject({
      outcome: 'EXPIRED',
      sentence: expect.stringContaining('It waited 1 min 1 s for IG’s request limit'),
    })
    expect(world.outcomeOf(world.id)).toBeNull()
  })

  it('is carried out by the account’s next run, before the alerts that this run received', async () => {
    const world = await waiting()
    world.state.hasRoom = true
    const other = await world.accept({ ...closing, market: 'LSE:NONE' })
    await world.deliver([other])
    expect(world.outcomeOf(world.id)).toMatchObject({ outcome: 'PLACED' })
  })

  it('closes in its own mode even if its user has switched to the other mode', async () => {
    const world = await waiting()
    world.user.settings.mode = 'LIVE'
    world.state.hasRoom = true
    await world.minute()
    expect(world.outcomeOf(world.id)).toMatchObject({ outcome: 'PLACED' })
  })

  it('ends as BLOCKED and notifies its user if the credentials have changed', async () => {
    const world = await waiting()
    world.user.credentials.DEMO.version += 1
    world.state.hasRoom = true
    await world.minute()
    expect(world.outcomeOf(world.id)).toMatchObject({ outcome: 'BLOCKED' })
    expect(world.notifications).not.toEqual([])
  })

  it('sends nothing more if its user cancels it', async () => {
    const world = await waiting()
    const cancelled = withCancelled(world.tables.accounts.get('ann#DEMO') as Ledger, world.id) as Ledger
    expect(await world.ports.store.saveLedger({ userId: 'ann', mode: 'DEMO' }, cancelled)).toBe(true)
    world.state.hasRoom = true
    await world.minute()
    expect(world.outcomeOf(world.id)).toMatchObject({
      outcome: 'NOT_PLACED',
      sentence: 'Not closed: you cancelled it',
    })
    expect(world.held).toHaveLength(1)
  })

  it('lists the deals that stay open if it is cancelled after other deals were closed', async () => {
    const world = portfolio(2, {
      change: {
        closePosition: async (_login, { dealId }) => {
          if (dealId === 'D101')
            return { kind: 'refused', code: 'x', message: 'spent', mayPassLater: true, isAllowance: true }
          world.held.splice(0, 1)
          return { kind: 'received', dealReference: `C${dealId}` }
        },
      },
    })
    const id = await world.accept({ ...closing, action: 'CLOSE_ALL', market: '*' })
    await world.deliver([id])
    const cancelled = withCancelled(world.tables.accounts.get('ann#DEMO') as Ledger, id) as Ledger
    await world.ports.store.saveLedger({ userId: 'ann', mode: 'DEMO' }, cancelled)
    await world.minute()
    expect(world.outcomeOf(id)).toMatchObject({
      outcome: 'NOT_PLACED',
      sentence:
        'Not closed: 1 of 2 deals on the account, D101 (BUY 5): you cancelled it before it could be closed',
      openDealIds: ['D101'],
    })
  })

  it('ends after seven days and notifies its user', async () => {
    const world = await waiting()
    world.clock.pass(limits.exitWaits + 1_000)
    await world.minute()
    expect(world.outcomeOf(world.id)).toMatchObject({
      outcome: 'NOT_PLACED',
      sentence: 'Not closed: IG’s request limit left no room for 7 days',
    })
    expect(world.notifications).not.toEqual([])
  })

  it('does not delay exits behind it', async () => {
    const world = portfolio(3)
    world.state.hasRoom = false
    const ids = await exitsOf(world)
    await world.deliver(ids)
    world.clock.pass(120_000)
    world.state.hasRoom = true
    await world.minute()
    expect(ids.map((id) => world.outcomeOf(id)?.outcome)).toEqual(['PLACED', 'PLACED', 'PLACED'])
  })
})
