import { toldOutcome } from '../../infra/dev/testing/told-outcome.ts'
import { describe, expect, it } from 'vitest'
import { message } from '../../infra/dev/simulation/engine.ts'
import { tradingWorld } from '../../infra/dev/simulation/trading-world.ts'
import { aMarket, anAccount, aPosition, epic } from '../../infra/dev/testing/trading-values.ts'
import type { OpenPosition } from '../../shared/trading/model/snapshot.ts'
import { executeAlert } from './execute.ts'
import { emptyLedger, withoutEnded } from './ledger/ledger.ts'
import { withRolled } from './ledger/rolled-deals.ts'
import { limits } from './ports/limits.ts'
import type { Broker, BrokerActivity } from './ports/broker.ts'
import type { Claim, Ledger, OwnedDeal } from './ports/ledger.ts'
import { reconcileAlerts } from './reconcile.ts'

const pair = (prev_position: string, position: string, action: string) => ({
  prev_position,
  position,
  action,
  strategy: 'orb',
})

/** Creates a world with a function that rolls the open position to a new contract and a new deal. */
const rollingWorld = (change: (held: OpenPosition[]) => Partial<Broker> = () => ({})) => {
  const history: BrokerActivity[] = []
  const world = tradingWorld((held) => ({
    readActivity: async () => history,
    readMarkets: async (_login, epics) =>
      epics.map((each) => aMarket({ epic: each, bid: '23180', offer: '23190', quotedAt: world.clock.now() })),
    ...change(held),
  }))
  const roll = (to: string) => {
    const [old] = world.held as [OpenPosition]
    const next = { ...old, dealId: to, epic: `UA.D.AAPL.${to}.IP`, level: '23100', dealReference: null }
    world.held.splice(0, 1, { ...next, createdAt: world.clock.now() })
    const entry = {
      date: world.clock.now(),
      dealReference: null,
      type: 'POSITION',
      status: 'ACCEPTED',
    } as const
    const { size } = old
    history.unshift(
      {
        ...entry,
        epic: next.epic,
        dealId: to,
        description: 'Position rolled',
        direction: 'BUY',
        size,
        actions: [{ kind: 'position rolled', dealId: to }],
      },
      {
        ...entry,
        epic: old.epic,
        dealId: `close-${to}`,
        description: 'closed',
        direction: 'SELL',
        size,
        actions: [{ kind: 'position closed', dealId: old.dealId }],
      },
    )
  }
  return { ...world, roll }
}

describe('a position that IG rolled to the next contract', () => {
  it('is closed by its strategy’s exit, even after two rolls', async () => {
    const { send, sides, roll, clock } = rollingWorld()
    await send(pair('flat', 'long', 'buy'))
    clock.pass(86_400_000)
    roll('OCT')
    clock.pass(86_400_000)
    roll('NOV')
    expect(await send(pair('long', 'flat', 'sell'))).toMatchObject({ outcome: 'PLACED', dealIds: ['NOV'] })
    expect(sides()).toEqual([])
  })

  it('is closed with its new deal ID by an exit that was waiting during the roll', async () => {
    let isSpent = false
    const closed: string[] = []
    const world = rollingWorld((held) => ({
      closePosition: async (_login, { dealId }) => {
        if (isSpent)
          return { kind: 'refused', code: 'x', message: 'spent', mayPassLater: true, isAllowance: true }
        closed.push(dealId)
        held.length = 0
        return { kind: 'received', dealReference: 'C1' }
      },
    }))
    await world.pair('flat', 'long', 'BUY')
    isSpent = true
    const alertId = await world.accept(pair('long', 'flat', 'SELL'))
    await executeAlert(world.ports, message(alertId))
    world.clock.pass(3_600_000)
    world.roll('OCT')
    isSpent = false
    await executeAlert(world.ports, message(alertId))
    expect([closed, world.held]).toEqual([['OCT'], []])
  })

  it('counts as a position of the strategy', async () => {
    const { send, rules, roll, clock } = rollingWorld()
    rules({ maximumPositions: 1 })
    await send(pair('flat', 'long', 'buy'))
    clock.pass(86_400_000)
    roll('OCT')
    expect(await send({ ...pair('flat', 'long', 'buy'), prev_position: 'long' })).toMatchObject({
      outcome: 'REFUSED',
    })
  })

  it('has no owner if the history shows no roll, because the user may have opened it', async () => {
    const { send, sides, held, clock } = rollingWorld()
    await send(pair('flat', 'long', 'buy'))
    clock.pass(86_400_000)
    const [old] = held as [OpenPosition]
    held.splice(0, 1, {
      ...old,
      dealId: 'BY-HAND',
      dealReference: null,
      createdAt: clock.now(),
      epic: 'UA.D.AAPL.X.IP',
    })
    expect(await send(pair('long', 'flat', 'sell'))).toMatchObject({ outcome: 'REFUSED' })
    expect(sides()).toHaveLength(1)
  })

  /** Opens a long position and rolls it a day later. */
  const rolledWorld = async (change?: Parameters<typeof rollingWorld>[0]) => {
    const world = rollingWorld(change)
    await world.send(pair('flat', 'long', 'buy'))
    world.clock.pass(86_400_000)
    world.roll('OCT')
    return world
  }
  const bare = { price: undefined, atr: undefined, strategy: 'orb' }

  it('is found by a STOP, which is checked against the quote of the new contract', async () => {
    const { send, held } = await rolledWorld()
    expect(await send({ ...bare, action: 'STOP', level: '231.7' })).toMatchObject({
      outcome: 'PLACED',
      sentence: 'Moved the stop of 1 position on NASDAQ:AAPL to 23,170',
      dealIds: ['OCT'],
    })
    expect(held).toMatchObject([{ dealId: 'OCT', stopLevel: '23170' }])
    // The level, 23,190, is above the bid of the new contract.
    expect(await send({ ...bare, action: 'STOP', level: '231.9' })).toMatchObject({
      outcome: 'REFUSED',
      sentence: expect.stringMatching(/wrong side of the market \(23,180\)/) as string,
    })
  })

  it('is found by a TRAIL, which trails from the quote of the new contract', async () => {
    const { send, held } = await rolledWorld()
    expect(await send({ ...bare, action: 'TRAIL', distance: 100, step: 10 })).toMatchObject({
      outcome: 'PLACED',
    })
    expect(held).toMatchObject([{ stopLevel: '23080', trail: { distance: '100', step: '10' } }])
  })

  it('is found by a break-even rule with its old deal ID, and gets a stop at its new level', async () => {
    const { accept, ports, tables, held } = await rolledWorld()
    const alertId = await accept({ ...bare, action: 'STOP', level: '225' })
    const record = tables.alerts.get(alertId)
    if (!record) throw new Error('the alert is not there')
    const stop = { kind: 'break-even', offset: '10' } as const
    tables.alerts.set(alertId, { ...record, alert: { ...record.alert, stop, onlyDeal: 'D1' } })
    await executeAlert(ports, message(alertId))
    expect(toldOutcome(tables.alerts.get(alertId)?.outcome)).toMatchObject({
      outcome: 'PLACED',
      dealIds: ['OCT'],
    })
    expect(held).toMatchObject([{ dealId: 'OCT', stopLevel: '23110' }])
  })

  it('is found by REDUCE, CLOSE and CLOSE_ALL of its strategy', async () => {
    const { send, sides } = await rolledWorld()
    expect(await send({ ...bare, action: 'REDUCE', percent: 50 })).toMatchObject({ outcome: 'PLACED' })
    expect(sides()).toEqual(['BUY 0.22'])
    expect(await send({ ...bare, action: 'CLOSE' })).toMatchObject({ outcome: 'PLACED', dealIds: ['OCT'] })
    const other = await rolledWorld()
    expect(await other.send({ ...bare, action: 'CLOSE_ALL', market: '*' })).toMatchObject({
      outcome: 'PLACED',
      dealIds: ['OCT'],
    })
  })

  it.each([
    ['a pair', pair('long', 'short', 'sell')],
    ['REVERSE', { action: 'REVERSE', strategy: 'orb', price: '229.8' }],
  ])('is closed by a reversal of %s before that opens in the opposite direction', async (_how, alert) => {
    const { send, sides } = await rolledWorld()
    expect(await send(alert)).toMatchObject({ outcome: 'PLACED', closedFirst: ['OCT'] })
    expect(sides()).toEqual(['SELL 0.43'])
  })

  it('is reported as open, not closed, if the result of a close under its old deal ID is unknown', async () => {
    const world = rollingWorld(() => ({
      closePosition: async () => ({ kind: 'unknown', message: 'no answer' }),
    }))
    const { send, roll, ports, clock, tables, held } = world
    await send(pair('flat', 'long', 'buy'))
    expect(await send({ ...bare, action: 'CLOSE' })).toBeNull()
    roll('OCT')
    clock.pass(limits.quarantine + 1_000)
    await reconcileAlerts(ports, clock.now() + 60_000, (_alert, error) => {
      throw error
    })
    expect(toldOutcome([...tables.alerts.values()].at(-1)?.outcome)).toMatchObject({
      outcome: 'NOT_PLACED',
      openDealIds: ['OCT'],
    })
    expect(held).toHaveLength(1)
  })

  it('keeps its owner until the roll is found, even if its old deal is missing in many lists', () => {
    const at = Date.UTC(2026, 8, 7)
    const deal: OwnedDeal = {
      dealId: 'D1',
      dealReference: 'R1',
      accountId: 'ZZ1AB',
      strategy: 'orb',
      market: 'NASDAQ:AAPL',
      epic,
      at,
    }
    const listed = (minutes: number, positions: readonly OpenPosition[]) =>
      anAccount({ positions, readAt: at + 86_400_000 + minutes * 60_000 })
    const rolled = aPosition({ dealId: 'OCT', epic: 'UA.D.AAPL.OCT.IP', createdAt: at + 80_000_000 })
    const after = (positions: readonly OpenPosition[]) =>
      [0, 2, 4].reduce<Ledger>((ledger, minutes) => withoutEnded(ledger, listed(minutes, positions)), {
        ...emptyLedger,
        owned: [deal],
      }).owned
    expect(after([rolled])).toEqual([deal])
    expect(after([])).toEqual([])
  })

  it('has its new deal ID in the claim of an exit that is still waiting', () => {
    const intent: Claim['intent'] = {
      kind: 'close',
      positions: [aPosition({ dealId: 'D1' }), aPosition({ dealId: 'D2' })],
      workingOrders: [],
      rests: { D1: '0.2' },
      retry: ['position D1', 'position D2'],
    }
    const ledger = { ...emptyLedger, claims: [{ alertId: 'A', intent } as Claim] }
    expect(withRolled(ledger, [{ from: 'D1', to: 'OCT', epic: 'E' }]).claims[0]?.intent).toMatchObject({
      positions: [{ dealId: 'OCT', epic: 'E' }, { dealId: 'D2' }],
      rests: { OCT: '0.2' },
      retry: ['position OCT', 'position D2'],
    })
  })
})
