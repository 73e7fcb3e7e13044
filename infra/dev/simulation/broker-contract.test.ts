import { afterEach, describe, expect, it } from 'vitest'
import { type Broker, type BrokerLogin, BrokerError } from '../../../functions/trading/ports/broker.ts'
import type { Clock } from '../../../functions/trading/ports/ports.ts'
import type { OrderToPlace } from '../../../shared/trading/model/snapshot.ts'
import { startIgOverPaper } from '../testing/ig-over-paper.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { TinyBroker } from '../testing/tiny-broker.ts'
import { aMarket, epic } from '../testing/trading-values.ts'
import { published, SimAllowance } from './allowance.ts'
import { epicOf, SimBroker } from './broker.ts'
import { Process, Strikes } from './process.ts'
import { Chance, Scheduler } from './scheduler.ts'
import { noFaults } from './world.ts'

/**
 * The tests in this file check what the engine expects of a broker if nothing fails. They run against our IG client
 * over paper IG, the simulation's broker (paper IG's book without HTTP), and a tiny second broker.
 */

type World = {
  readonly broker: Broker
  readonly clock: Clock
  readonly login: BrokerLogin
  readonly epic: string
  /** The level of a limit order that does not fill at once. */
  readonly waits: string
  /** Advances the clock until a request is answered. */
  run<Answer>(asked: Promise<Answer>): Promise<Answer>
  stop(): Promise<void>
}

const simulated = async (): Promise<World> => {
  const scheduler = new Scheduler(Date.UTC(2026, 0, 5, 15))
  const shared = { scheduler, chance: new Chance(7), rates: () => noFaults, strikes: new Strikes() }
  const process = new Process(shared, 24 * 3_600_000, null)
  const broker = new SimBroker(shared, () => [])
  broker.allowance = new SimAllowance(published, () => scheduler.now, false)
  return {
    broker: broker.portFor(process, broker.allowance.counterFor('test', 'orders', process)),
    clock: { now: () => scheduler.now, sleep: (milliseconds) => process.sleep(milliseconds) },
    login: { userId: 'ann', mode: 'DEMO', accountId: 'ZZ1AB', credentialsVersion: 1 },
    epic: epicOf(0),
    waits: '220',
    run: async (asked) => {
      let isOver = false
      const over = () => (isOver = true)
      asked.then(over, over)
      for (let turn = 0; turn < 1_000 && !isOver; turn += 1) await scheduler.runUntil(scheduler.now + 100)
      return asked
    },
    stop: () => Promise.resolve(),
  }
}

const overPaperIg = async (): Promise<World> => {
  const { paper, clock, broker } = await startIgOverPaper()
  return {
    broker,
    clock,
    login: { userId: 'ann', mode: 'DEMO', accountId: 'PAPER-DEMO-CFD', credentialsVersion: 1 },
    epic: epicOf(0),
    waits: '220',
    run: (asked) => asked,
    stop: () => paper.stop(),
  }
}

const tiny = async (): Promise<World> => {
  const clock = manualClock(Date.UTC(2026, 0, 5, 15))
  return {
    broker: new TinyBroker(clock, [aMarket({ currencyCode: 'USD' })]),
    clock,
    login: { userId: 'ann', mode: 'DEMO', accountId: 'ZZ1AB', credentialsVersion: 1 },
    epic,
    waits: '220',
    run: (asked) => asked,
    stop: () => Promise.resolve(),
  }
}

describe.each([
  ['the simulation’s broker', simulated],
  ['our client over paper IG', overPaperIg],
  ['a tiny second broker', tiny],
])('%s', (_name, makeWorld) => {
  let world: World | undefined
  afterEach(() => world?.stop())

  const opened = async () => {
    const made = await makeWorld()
    world = made
    const { broker, clock, login, epic, run, waits } = made
    const order = (change: Partial<OrderToPlace> = {}): OrderToPlace => ({
      type: 'MARKET',
      epic,
      expiry: '-',
      currencyCode: 'USD',
      direction: 'BUY',
      size: '1',
      level: null,
      stopDistance: '500',
      limitDistance: '900',
      goodTill: null,
      ...change,
    })
    const limit = () => order({ type: 'LIMIT', level: waits, goodTill: clock.now() + 3_600_000 })
    const place = (what: OrderToPlace, reference: string, notAfter = clock.now() + 5_000) =>
      run(broker.place(login, what, reference, { notAfter }))
    /** Repeats a request, because confirms, lists and history may lag by seconds. */
    const eventually = async <Answer>(ask: () => Promise<Answer>, isThere: (answer: Answer) => boolean) => {
      for (let turn = 0; turn < 30; turn += 1) {
        const answer = await run(ask())
        if (isThere(answer)) return answer
        await run(clock.sleep(1_000))
      }
      throw new Error('It never came')
    }
    const confirmed = (reference: string) =>
      eventually(
        () => broker.confirm(login, reference),
        (confirmation) => confirmation !== null,
      )
    const lists = (isThere: (lists: Awaited<ReturnType<Broker['readAccount']>>) => boolean) =>
      eventually(() => broker.readAccount(login), isThere)
    return { ...made, order, limit, place, eventually, confirmed, lists }
  }

  it('a market order is confirmed as a position with our deal reference, and is listed', async () => {
    const { place, order, confirmed, lists, epic, login } = await opened()
    expect(await place(order(), 'SP-one')).toEqual({ kind: 'received', dealReference: 'SP-one' })
    const confirmation = await confirmed('SP-one')
    expect(confirmation).toMatchObject({ kind: 'accepted', size: '1' })
    const { positions, workingOrders, accountId } = await lists((found) => found.positions.length > 0)
    expect(positions).toMatchObject([{ dealReference: 'SP-one', epic, direction: 'BUY', size: '1' }])
    expect(confirmation?.kind === 'accepted' && confirmation.dealId).toBe(positions[0]?.dealId)
    expect([workingOrders, accountId]).toEqual([[], login.accountId])
  })

  it('the equity is read with the balance, which excludes open results, and with the margin in use', async () => {
    const { broker, login, run, place, order, confirmed } = await opened()
    const before = await run(broker.readEquity(login))
    expect([before.currency, Number(before.profitLoss)]).toEqual(['GBP', 0])
    await place(order(), 'SP-one')
    await confirmed('SP-one')
    const after = await run(broker.readEquity(login))
    expect(after.balance).toBe(before.balance)
    // A new position starts with the spread as its loss.
    expect(Number(after.profitLoss)).toBeLessThan(0)
    expect(Number(after.margin)).toBeGreaterThan(Number(before.margin))
    expect(after.at).toBeGreaterThan(before.at)
  })

  it('a limit order is confirmed as a working order, and is listed', async () => {
    const { place, limit, confirmed, lists, epic, waits } = await opened()
    await place(limit(), 'SP-two')
    expect(await confirmed('SP-two')).toMatchObject({ kind: 'accepted' })
    const { positions, workingOrders } = await lists((found) => found.workingOrders.length > 0)
    expect(workingOrders).toMatchObject([{ epic, direction: 'BUY', size: '1', level: waits }])
    expect(positions).toEqual([])
  })

  it('there is no confirmation of an order that was never sent', async () => {
    const { broker, login, run } = await opened()
    expect(await run(broker.confirm(login, 'SP-never'))).toBeNull()
  })

  it('each call makes as many requests as IG counts', async () => {
    const { place, order, confirmed, lists, broker, login, run, epic, clock } = await opened()
    // The tiny broker has no allowance, so it counts no requests.
    if (broker instanceof TinyBroker) return
    const made = async (asked: () => Promise<unknown>) => {
      await run(clock.sleep(4_000))
      broker.takeRequests(login)
      await run(asked())
      return broker.takeRequests(login)
    }
    await place(order(), 'SP-first')
    await confirmed('SP-first')
    const [position] = (await lists(({ positions }) => positions.length > 0)).positions
    if (!position) throw new Error('no position')
    expect({
      account: await made(() => broker.readAccount(login)),
      positions: await made(() => broker.readPositions(login)),
      equity: await made(() => broker.readEquity(login)),
      market: await made(() => broker.readMarket(login, epic)),
      markets: await made(() => broker.readMarkets(login, [epic])),
      activity: await made(() => broker.readActivity(login, clock.now() - 60_000)),
      verdict: await made(() => broker.confirm(login, 'SP-first')),
      order: await made(() =>
        broker.place(login, order({ size: '2' }), 'SP-second', { notAfter: clock.now() + 60_000 }),
      ),
      close: await made(() => broker.closePosition(login, position)),
    }).toEqual({
      account: 2,
      positions: 1,
      equity: 1,
      market: 1,
      markets: 1,
      activity: 1,
      verdict: 1,
      // One request reads the session's account, and one places or closes the deal.
      order: 2,
      close: 2,
    })
  })

  it('an order is not sent after its deadline', async () => {
    const { place, order, broker, login, run, clock } = await opened()
    expect(await place(order(), 'SP-late', clock.now() - 1)).toMatchObject({
      kind: 'refused',
      code: 'TOO_LATE',
    })
    await run(clock.sleep(15_000))
    expect((await run(broker.readAccount(login))).positions).toEqual([])
  })

  it('a second equal order within a second is rejected in its confirmation', async () => {
    const { place, order, confirmed, lists } = await opened()
    await place(order(), 'SP-first')
    await place(order(), 'SP-twin')
    expect(await confirmed('SP-twin')).toMatchObject({ kind: 'rejected', reason: 'DUPLICATE_ORDER_ERROR' })
    expect((await lists((found) => found.positions.length > 0)).positions).toHaveLength(1)
  })

  it('a closed position is confirmed, and is no longer listed', async () => {
    const { place, order, broker, login, run, lists, confirmed, clock } = await opened()
    await place(order(), 'SP-one')
    const [position] = (await lists((found) => found.positions.length > 0)).positions
    if (!position) throw new Error('no position')
    await run(clock.sleep(15_000))
    const sent = await run(broker.closePosition(login, position))
    if (sent.kind !== 'received') throw new Error(`not received: ${JSON.stringify(sent)}`)
    expect(await confirmed(sent.dealReference)).toMatchObject({ kind: 'accepted', effect: 'closed' })
    expect((await lists((found) => found.positions.length === 0)).positions).toEqual([])
  })

  it('a partial close is confirmed with its size, and the rest of the position is listed', async () => {
    const { place, order, broker, login, run, lists, confirmed, clock } = await opened()
    await place(order({ size: '3' }), 'SP-one')
    const [position] = (await lists((found) => found.positions.length > 0)).positions
    if (!position) throw new Error('no position')
    await run(clock.sleep(15_000))
    const sent = await run(broker.closePosition(login, { ...position, size: '1.2' }))
    if (sent.kind !== 'received') throw new Error(`not received: ${JSON.stringify(sent)}`)
    expect(await confirmed(sent.dealReference)).toMatchObject({ effect: 'partly closed', size: '1.2' })
    expect((await lists(({ positions: [first] }) => first?.size !== '3')).positions).toMatchObject([
      { dealId: position.dealId, size: '1.8' },
    ])
  })

  it('a stop can be moved repeatedly, and the limit stays the same', async () => {
    const { place, order, broker, login, run, lists, clock } = await opened()
    await place(order(), 'SP-one')
    const [position] = (await lists((found) => found.positions.length > 0)).positions
    if (!position) throw new Error('no position')
    await run(clock.sleep(15_000))
    const change = {
      dealId: position.dealId,
      direction: position.direction,
      stopBefore: position.stopLevel ?? null,
      stopLevel: String(Number(position.stopLevel) + 1),
      limitLevel: position.limitLevel ?? null,
      trail: null,
    }
    for (let times = 0; times < 2; times += 1)
      expect(await run(broker.moveStop(login, change))).toMatchObject({ kind: 'received' })
    const moved = await lists(({ positions: [first] }) => first?.stopLevel !== position.stopLevel)
    expect(moved.positions).toMatchObject([{ stopLevel: change.stopLevel, limitLevel: position.limitLevel }])
    expect(await run(broker.moveStop(login, { ...change, dealId: 'DIAAAAZZZZ99999' }))).toMatchObject({
      kind: 'refused',
      mayPassLater: true,
    })
  })

  it('a deleted working order is no longer listed', async () => {
    const { place, limit, broker, login, run, lists, clock } = await opened()
    await place(limit(), 'SP-two')
    const [order] = (await lists((found) => found.workingOrders.length > 0)).workingOrders
    await run(clock.sleep(15_000))
    expect(await run(broker.deleteOrder(login, order?.dealId ?? ''))).toMatchObject({ kind: 'received' })
    expect((await lists((found) => found.workingOrders.length === 0)).workingOrders).toEqual([])
  })

  it('the deletion of an unknown order is refused with an error that may be temporary', async () => {
    const { broker, login, run } = await opened()
    expect(await run(broker.deleteOrder(login, 'DIAAAAZZZZ99999'))).toMatchObject({
      kind: 'refused',
      mayPassLater: true,
    })
  })

  it('the history shows the status of an order under our deal reference', async () => {
    const { place, limit, broker, login, eventually, clock } = await opened()
    const from = clock.now() - 60_000
    await place(limit(), 'SP-two')
    const activity = await eventually(
      () => broker.readActivity(login, from),
      (found) => found.some(({ dealReference }) => dealReference === 'SP-two'),
    )
    expect(activity.find(({ dealReference }) => dealReference === 'SP-two')?.status).toBe('ACCEPTED')
  })

  it('a known market has a current quote, and an unknown market has none', async () => {
    const { broker, login, run, epic, clock } = await opened()
    const market = await run(broker.readMarket(login, epic))
    expect(market).toMatchObject({ epic, status: 'TRADEABLE', currencyCode: 'USD', takesMarketOrders: true })
    expect(Number(market.bid)).toBeLessThan(Number(market.offer))
    expect(Math.abs(clock.now() - market.quotedAt)).toBeLessThan(5_000)
    await expect(run(broker.readMarket(login, 'KA.D.SIM9.DAILY.IP'))).rejects.toBeInstanceOf(BrokerError)
    const { quotedAt: _, ...known } = market
    const several = await run(broker.readMarkets(login, ['KA.D.SIM9.DAILY.IP', epic]))
    expect(several).toEqual([{ ...known, quotedAt: expect.any(Number) }])
  })

  describe('a request for an account with recent positions and old orders', () => {
    const withOrder = async () => {
      const all = await opened()
      await all.place(all.limit(), 'SP-two')
      const found = await all.lists(({ workingOrders }) => workingOrders.length > 0)
      await all.run(all.clock.sleep(15_000))
      const { readAt } = found
      const known = { ...found, readAt, positionsReadAt: all.clock.now() }
      return { ...all, known }
    }

    it('reads only the orders unless one of them has disappeared', async () => {
      const { broker, login, run, known } = await withOrder()
      const read = await run(broker.readAccount(login, known))
      expect(read.positions).toBe(known.positions)
      expect([read.readAt, read.positionsReadAt]).toEqual([known.readAt, known.positionsReadAt])
      expect(read.ordersReadAt).toBeGreaterThanOrEqual(known.positionsReadAt)
    })

    it('also reads the positions if an order has disappeared', async () => {
      const { broker, login, run, known, lists } = await withOrder()
      await run(broker.deleteOrder(login, known.workingOrders[0]?.dealId ?? ''))
      await lists(({ workingOrders }) => workingOrders.length === 0)
      const read = await run(broker.readAccount(login, known))
      expect(read.ordersReadAt).toBeUndefined()
      expect(read.readAt).toBeGreaterThanOrEqual(known.positionsReadAt)
      expect(read.workingOrders).toEqual([])
    })
  })
})
