import { describe, expect, it, vi } from 'vitest'
import { toldOutcome } from '../../../infra/dev/testing/told-outcome.ts'
import { aMarket, anInstrument } from '../../../infra/dev/testing/trading-values.ts'
import { calmWorld, message, unreachable } from '../../../infra/dev/simulation/engine.ts'
import { acceptAlert } from '../accept/accept.ts'
import { executeAlerts } from '../execute.ts'
import { noBookings } from '../../../shared/trading/model/watch.ts'
import type { Broker } from '../ports/broker.ts'
import { limits } from '../ports/limits.ts'

const names = ['NASDAQ:AAPL', 'NASDAQ:MSFT', 'NASDAQ:AMZN']

/**
 * Creates a world in which markets require 20% margin: each order of 0.43 at 22,872.63 needs a margin of 1,967.05 GBP.
 */
const worldWith = (available: string, change: Partial<Broker> = {}) => {
  const market = (epic: string) =>
    aMarket({
      epic,
      marginBands: [{ from: '0', to: null, percent: '20' }],
      quotedAt: world.clock.now(),
    })
  const money = { balance: '10000', profitLoss: '0', margin: '0', currency: 'GBP' }
  const world = calmWorld({
    readMarket: async (_login, epic) => market(epic),
    readMarkets: async (_login, epics) => epics.map(market),
    readEquity: async () => ({ ...money, available, at: world.clock.now() }),
    ...change,
  })
  world.tables.instruments = names.map((marketAndSymbol, place) =>
    anInstrument({ marketAndSymbol, igEpic: `UA.D.STOCK${place}.DAILY.IP` }),
  )
  const outcomesOf = async (markets: readonly string[]) => {
    const ids: string[] = []
    for (const market of markets)
      ids.push(
        ((await acceptAlert(world.ports, world.body({ id: market, market }))) as { alertId: string }).alertId,
      )
    await executeAlerts(world.ports, ids.map(message))
    return ids.map((id) => toldOutcome(world.tables.alerts.get(id)?.outcome)?.sentence)
  }
  const reads = () => world.calls.filter((call) => call === 'readEquity').length
  return { world, outcomesOf, reads, money }
}

describe('the available margin', () => {
  it('is read once for a single alert', async () => {
    const { outcomesOf, reads } = worldWith('1967.05')
    expect(await outcomesOf(names.slice(0, 1))).toEqual([expect.stringMatching(/^Placed: /) as string])
    expect(reads()).toBe(1)
  })

  it('is read once for a burst, and each order reduces the margin that is left for the next order', async () => {
    const { outcomesOf, reads, world } = worldWith('4000')
    Object.assign(world.user.settings, { orderType: 'MARKET' })
    expect(await outcomesOf(names)).toEqual([
      expect.stringMatching(/^Placed: /) as string,
      expect.stringMatching(/^Placed: /) as string,
      'Refused: margin — this order takes about £1,977.32 as margin; £45.36 is available (£4,000.00 less £3,954.64 for orders on their way and positions opened since)',
    ])
    expect(reads()).toBe(1)
    expect(world.calls.filter((call) => call === 'place')).toHaveLength(2)
  })

  it('is not reserved for working orders', async () => {
    const { outcomesOf } = worldWith('4000')
    const placed = expect.stringMatching(/^Placed: /) as string
    expect(await outcomesOf(names)).toEqual([placed, placed, placed])
  })

  it('is checked without storing bookings in the decision if no limit uses them', async () => {
    const { outcomesOf, world } = worldWith('9000')
    world.tables.bookingsOf = () => ({ ...noBookings, charges: [world.clock.now()] })
    await outcomesOf(names.slice(0, 1))
    const [kept] = [...world.tables.decisions.values()]
    expect(kept?.snapshot.limits?.watch.reading?.available).toBe('9000')
    expect(kept?.snapshot.limits?.bookings).toEqual(noBookings)
  })

  it('is checked only by the broker if the broker doesn’t report the account’s funds', async () => {
    const { outcomesOf } = worldWith('0', { readEquity: unreachable })
    expect(await outcomesOf(names.slice(0, 1))).toEqual([expect.stringMatching(/^Placed: /) as string])
  })

  it.each([
    ['passes', '9000', /^Placed: /],
    ['is refused', '100', /^Refused: margin/],
  ])('is read again before an old reading refuses an order: the order %s', async (_name, later, outcome) => {
    let available = '100'
    const world = worldWith('', {
      readEquity: async () => ({ ...world.money, available, at: world.world.clock.now() }),
    })
    expect(await world.outcomesOf(names.slice(0, 1))).toEqual([
      expect.stringMatching(/^Refused: margin/) as string,
    ])
    world.world.clock.pass(limits.snapshotAge + 1)
    available = later
    expect(await world.outcomesOf(names.slice(1, 2))).toEqual([expect.stringMatching(outcome) as string])
    expect(world.reads()).toBe(2)
  })
})

it('an account’s funds are not read again if the alert’s context contains a recent reading', async () => {
  const { world, outcomesOf, reads } = worldWith('9000')
  await outcomesOf(names.slice(0, 1))
  const { store } = world.ports
  const { getAlertContext } = store
  const getWatch = vi.fn(store.getWatch)
  const saveWatch = vi.fn(store.saveWatch)
  Object.assign(store, {
    getWatch,
    saveWatch,
    getAlertContext: async (...asked: Parameters<typeof getAlertContext>) => ({
      ...(await getAlertContext(...asked)),
      watch: world.tables.watches.get('ann#DEMO') ?? null,
    }),
  })
  expect(await outcomesOf(names.slice(1, 2))).toEqual([expect.stringMatching(/^Placed: /) as string])
  expect([reads(), getWatch.mock.calls.length, saveWatch.mock.calls.length]).toEqual([1, 0, 0])
})
