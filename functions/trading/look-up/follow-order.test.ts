import { describe, expect, it } from 'vitest'
import { aPosition, aWorkingOrder, anAccount, epic } from '../../../infra/dev/testing/trading-values.ts'
import { noLimits } from '../../../shared/limits/loss-limits.ts'
import { acceptAlert } from '../accept/accept.ts'
import { executeAlert } from '../execute.ts'
import { limits } from '../ports/limits.ts'
import type { BrokerActivity } from '../ports/broker.ts'
import { reconcileAlerts } from '../reconcile.ts'
import { calmWorld, message, unreachable } from '../../../infra/dev/simulation/engine.ts'

const minute = 60_000

/** Places a working order, lets time pass, and runs the reconciler with these lists and this history. */
const follow = async (
  later: number,
  shows: { lists?: Parameters<typeof anAccount>[0]; activity?: Partial<BrokerActivity>[]; away?: boolean },
) => {
  let placed = false
  const world = calmWorld({
    readAccount: async () =>
      placed && shows.away
        ? unreachable()
        : anAccount(placed ? { ...shows.lists, readAt: world.clock.now() } : {}),
    readActivity: async () =>
      (shows.activity ?? []).map((entry) => ({
        date: world.clock.now(),
        epic,
        dealId: 'DIAAAAABCD00001',
        dealReference: null,
        type: 'WORKING_ORDER',
        status: 'ACCEPTED',
        description: '',
        actions: [],
        ...entry,
      })),
  })
  world.user.settings = { ...world.user.settings, lossLimits: { ...noLimits, tradesToday: 5 } }
  const { alertId } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
  await executeAlert(world.ports, message(alertId))
  placed = true
  world.clock.pass(later)
  await reconcileAlerts(world.ports, world.clock.now() + minute, (_alert, error) => {
    throw error
  })
  return {
    entry: [...world.tables.logs].find(([key]) => key.endsWith('-ended'))?.[1],
    open: world.tables.open.has(alertId),
    trades: world.tables.accounts.get('ann#DEMO')?.tradesToday,
  }
}

const action = (type: BrokerActivity['actions'][number]['kind']) => ({
  actions: [{ kind: type, dealId: 'DIAAAAABCD00001' }],
})

describe('a working order', () => {
  it('is left alone while IG still lists it', async () => {
    const { entry, open } = await follow(minute, {
      lists: { workingOrders: [aWorkingOrder({ epic, dealId: 'DIAAAAABCD00001' })] },
    })
    expect([entry, open]).toEqual([undefined, true])
  })

  it('is logged as a TRADE once it has filled', async () => {
    const { entry, open } = await follow(minute, {
      lists: { positions: [aPosition({ epic, dealId: 'DIAAAAABCD00001', level: '28833.7' })] },
    })
    expect(entry).toMatchObject({
      type: 'TRADE',
      message: 'Order for NASDAQ:AAPL filled: a position is open at 28,833.7',
    })
    expect(open).toBe(false)
  })

  it('is logged as a TRADE that reports both the fill and the close if its position has already closed', async () => {
    const { entry } = await follow(minute, {
      activity: [action('position closed'), action('order filled')],
    })
    expect(entry).toMatchObject({
      type: 'TRADE',
      message: 'Order for NASDAQ:AAPL filled; the position has since closed',
    })
  })

  it.each([
    ['before its time was deleted', minute, 'Order for NASDAQ:AAPL deleted at the broker'],
    ['after its time expired', 11 * minute, 'Order for NASDAQ:AAPL expired without being filled'],
  ])('is logged as it ended if IG deleted it: %s', async (_words, later, words) => {
    const { entry } = await follow(later, { activity: [action('order deleted')] })
    expect(entry).toMatchObject({ type: 'ORDER', message: words })
  })

  it('counts as a trade of the day unless it ended unfilled', async () => {
    const working = await follow(minute, {
      lists: { workingOrders: [aWorkingOrder({ epic, dealId: 'DIAAAAABCD00001' })] },
    })
    expect(working.trades).toMatchObject({ counts: { '': 1 }, orders: { length: 1 } })
    const deleted = await follow(minute, { activity: [action('order deleted')] })
    expect(deleted.trades).toMatchObject({ counts: { '': 0 }, orders: [] })
    const filled = await follow(minute, { activity: [action('order filled')] })
    expect(filled.trades).toMatchObject({ counts: { '': 1 }, orders: [] })
  })

  it('is logged with the reason if IG rejects it later', async () => {
    const { entry } = await follow(minute, {
      activity: [
        { status: 'REJECTED', description: 'Rejected: Insufficient funds', rejection: 'Insufficient funds' },
      ],
    })
    expect(entry).toMatchObject({
      type: 'ORDER',
      message: 'Order for NASDAQ:AAPL rejected by IG: Insufficient funds',
    })
  })

  it('is followed while the history doesn’t show it, and is logged as expired long after its expiry time', async () => {
    expect((await follow(minute, {})).open).toBe(true)
    expect((await follow(13 * minute, {})).entry).toMatchObject({
      message: 'Order for NASDAQ:AAPL expired without being filled',
    })
  })

  it('is followed while IG is unreachable', async () => {
    const { entry, open } = await follow(30 * minute, { away: true })
    expect([entry, open]).toEqual([undefined, true])
  })

  it('is no longer followed once IG has been unreachable for a day after its expiry time, and this is logged', async () => {
    const { entry, open } = await follow(limits.followedAfterTime + 11 * minute, { away: true })
    expect(entry).toMatchObject({
      type: 'ORDER',
      message: expect.stringContaining('Stopped tracking the order for NASDAQ:AAPL'),
    })
    expect(open).toBe(false)
  })

  it('shares one reading of the history with all orders that are followed in the same run', async () => {
    const world = calmWorld()
    world.user.settings = {
      ...world.user.settings,
      preventDuplicatePositionsForInstrument: false,
      instrumentTradeCooldownPeriodInHours: 0,
      maximumOpenPositions: 100,
      maximumOpenPositionsAndPendingOrders: 100,
    }
    for (let id = 1; id <= 12; id += 1) {
      const { alertId } = (await acceptAlert(world.ports, world.body({ id: String(id) }))) as {
        alertId: string
      }
      await executeAlert(world.ports, message(alertId))
    }
    world.clock.pass(minute)
    world.calls.length = 0
    await reconcileAlerts(world.ports, world.clock.now() + minute, (_alert, error) => {
      throw error
    })
    expect(world.calls).toEqual(['readAccount', 'readActivity'])
  })
})
