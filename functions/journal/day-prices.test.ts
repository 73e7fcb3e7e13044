import { beforeEach, expect, it, vi } from 'vitest'
import { manualClock } from '../../infra/dev/testing/manual-clock.ts'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { aPosition } from '../../infra/dev/testing/trading-values.ts'
import type { BarWindow, SidedBar } from '../../shared/journal/price-bars.schema.ts'
import { refreshLeases } from '../broker/refresh-leases.ts'
import { BrokerError } from '../trading/ports/broker.ts'
import { reserveBars } from './bars-store.ts'
import { readDayPrices } from './day-prices.ts'

const hour = 3_600_000
const start = Date.parse('2026-11-25T10:20:00Z')

const ig = vi.hoisted(() => ({
  epics: [] as string[],
  asked: [] as { epic: string; from: number; to: number }[],
  fails: false,
  isClosed: false,
  world: {} as Record<string, unknown>,
}))
vi.mock('../deals/for-caller.ts', () => ({
  forCaller: (userId: string, _: string, act: (world: unknown, login: unknown) => unknown) =>
    act(ig.world, { userId, mode: 'DEMO', accountId: 'ABC12', credentialsVersion: 1 }),
}))

useEmbeddedDynamoDb()
let users = 0
let userId = ''
let clock: ReturnType<typeof manualClock>
/** Returns one bar for each hour that has started. The price is derived from the hour. */
const barsIn = ({ from, to }: BarWindow): SidedBar[] => {
  const first = Math.ceil(from / hour)
  return Array.from({ length: Math.floor(to / hour) - first + 1 }, (_, place) => {
    const price = (first + place) % 100
    const side = (close: number) => ({ open: close, high: close, low: close, close })
    return { at: (first + place) * hour, bid: side(price), ask: side(price + 2) }
  })
}

beforeEach(() => {
  users += 1
  userId = `user-${users}`
  clock = manualClock(start)
  Object.assign(ig, { epics: ['IX.D.FTSE.DAILY.IP'], asked: [], fails: false, isClosed: false })
  ig.world = {
    clock,
    random: { id: () => 'holder', unit: () => 0.5 },
    leases: refreshLeases,
    broker: {
      readPositions: () =>
        Promise.resolve({
          accountId: 'ABC12',
          currency: 'GBP',
          readAt: clock.now(),
          rows: ig.epics.map((epic, place) => aPosition({ epic, dealId: `D${place}` })),
        }),
      readSidedBars: (_: unknown, epic: string, window: BarWindow) => {
        ig.asked.push({ epic, from: window.from, to: window.to })
        return ig.fails
          ? Promise.reject(new BrokerError('unreachable', 'IG is down'))
          : Promise.resolve(ig.isClosed ? [] : barsIn(window))
      },
    },
  }
})

it('the day’s prices contain every complete hour of the last day, with bid and ask', async () => {
  const [market] = (await readDayPrices(userId)).markets
  expect(market).toMatchObject({ epic: 'IX.D.FTSE.DAILY.IP', reason: null })
  expect(market?.prices.map(({ at }) => new Date(at).toISOString()).at(0)).toBe('2026-11-24T11:00:00.000Z')
  expect(market?.prices.at(-1)).toEqual({
    at: Date.parse('2026-11-25T10:00:00Z'),
    bid: (Date.parse('2026-11-25T09:00:00Z') / hour) % 100,
    ask: ((Date.parse('2026-11-25T09:00:00Z') / hour) % 100) + 2,
  })
  expect(market?.prices).toHaveLength(24)
})

it('the day’s prices are updated after two hours, and hours older than a day are removed', async () => {
  const first = await readDayPrices(userId)
  clock.pass(2 * hour - 10_000)
  expect(await readDayPrices(userId)).toEqual(first)
  clock.pass(10_000)
  const [market] = (await readDayPrices(userId)).markets
  expect(market?.prices.map(({ at }) => at)).toEqual(
    Array.from({ length: 24 }, (_, place) => Date.parse('2026-11-24T13:00:00Z') + place * hour),
  )
  expect(ig.asked).toHaveLength(2)
  // The range starts an hour earlier, in case the clocks have changed since then.
  expect(ig.asked[1]?.from).toBe(Date.parse('2026-11-25T09:00:00Z'))
})

it('the day’s prices are not requested again for hours in which the market was closed', async () => {
  await readDayPrices(userId)
  ig.isClosed = true
  for (let times = 0; times < 3; times += 1) {
    clock.pass(2 * hour)
    await readDayPrices(userId)
  }
  expect(ig.asked.slice(1).map(({ from, to }) => (to - from) / hour)).toEqual([
    3 + 1 / 3,
    3 + 1 / 3,
    3 + 1 / 3,
  ])
})

it('the day’s prices are read for four markets at a time, and removed for a market without a position', async () => {
  ig.epics = ['A', 'B', 'C', 'D', 'E', 'A']
  expect((await readDayPrices(userId)).markets).toHaveLength(4)
  expect(ig.asked.map(({ epic }) => epic)).toEqual(['A', 'B', 'C', 'D'])
  clock.pass(5_000)
  expect((await readDayPrices(userId)).markets).toHaveLength(5)
  expect(ig.asked.map(({ epic }) => epic)).toEqual(['A', 'B', 'C', 'D', 'E'])
  ig.epics = ['B']
  clock.pass(15_000)
  expect((await readDayPrices(userId)).markets.map(({ epic }) => epic)).toEqual(['B'])
})

it('the day’s prices are kept if IG sends no new ones, and are requested again after ten minutes', async () => {
  const [before] = (await readDayPrices(userId)).markets
  ig.fails = true
  clock.pass(2 * hour)
  const [failed] = (await readDayPrices(userId)).markets
  expect(failed).toEqual({ ...before, reason: 'IG did not give its prices' })
  ig.fails = false
  clock.pass(10 * 60_000)
  expect((await readDayPrices(userId)).markets[0]).toMatchObject({ reason: null })
})

it('the day’s prices have their own weekly budget', async () => {
  const key = { userId, mode: 'DEMO', accountId: 'ABC12' } as const
  await reserveBars(key, 'days', 1_990, start)
  expect((await readDayPrices(userId)).markets).toEqual([
    { epic: 'IX.D.FTSE.DAILY.IP', prices: [], reason: 'this week’s budget of IG prices is used up' },
  ])
  expect(ig.asked).toEqual([])
  expect(await reserveBars(key, 'charts', 2_000, start)).toBe(true)
})
