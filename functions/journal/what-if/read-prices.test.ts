import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { useEmbeddedDynamoDb } from '../../../infra/dev/testing/use-embedded-dynamodb.ts'
import type { SidedBar } from '../../../shared/journal/price-bars.schema.ts'
import { sidedBarsOf } from '../../broker/ig/map-history.ts'
import { reserveBars } from '../bars-store.ts'
import { readPrices } from './read-prices.ts'

const read = vi.hoisted(() => ({ calls: 0, bars: [] as SidedBar[], fails: false }))
vi.mock('../../deals/for-caller.ts', () => ({
  forCaller: () => {
    read.calls += 1
    return read.fails ? Promise.reject(new Error('IG is down')) : Promise.resolve(read.bars)
  },
}))
vi.mock('../read-journal.ts', () => ({
  ownJournalKey: (userId: string) => Promise.resolve({ userId, mode: 'DEMO', accountId: 'ABC12' }),
}))

useEmbeddedDynamoDb()
// The clock is stopped, so that all tests are in the same week. The budget is weekly.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
let users = 0
let userId = ''
beforeEach(() => {
  users += 1
  userId = `user-${users}`
  Object.assign(read, { calls: 0, fails: false, bars: [bar(0), bar(15), bar(120)] })
})

const start = Date.parse('2026-11-02T10:00:00Z')
const iso = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
const bar = (minutes: number): SidedBar => ({
  at: start + minutes * 60_000,
  bid: { open: 1, high: 2, low: 1, close: 2 },
  ask: { open: 2, high: 3, low: 2, close: 3 },
})
const ask = (to = 60) =>
  readPrices(userId, {
    mode: 'DEMO',
    epic: 'IX.D.FTSE.DAILY.IP',
    length: 'MINUTE_15',
    from: iso(0),
    to: iso(to),
  })

it('prices are returned for the requested time, and requested from IG only once', async () => {
  expect(await ask()).toEqual({ bars: [bar(0), bar(15)], reason: null })
  expect(await ask()).toEqual({ bars: [bar(0), bar(15)], reason: null })
  expect(read.calls).toBe(1)
})

it('prices can be requested for at most 200 bars at a time', async () => {
  const { bars, reason } = await ask(201 * 15)
  expect([bars, reason]).toEqual([[], 'prices are read of at most 200 bars at a time'])
  expect(read.calls).toBe(0)
})

it('prices share a weekly budget with charts', async () => {
  const key = { userId, mode: 'DEMO', accountId: 'ABC12' } as const
  await reserveBars(key, 'charts', 1_995, Date.now())
  expect(await ask()).toEqual({ bars: [], reason: 'this week’s budget of IG prices is used up' })
  expect(read.calls).toBe(0)
})

it('prices that IG does not have are reported with the reason, and requested again next time', async () => {
  read.fails = true
  expect((await ask()).reason).toBe('IG did not give its prices')
  read.fails = false
  expect((await ask()).bars).toHaveLength(2)
})

it('a bar has bid and ask; it opens at its close if IG gives no opening price, and is omitted if bid or ask is missing', () => {
  const side = (bid: number) => ({ bid, ask: bid + 2 })
  const prices = [
    {
      snapshotTimeUTC: '2026-11-24T10:01:00',
      highPrice: side(12),
      lowPrice: side(8),
      closePrice: { bid: 10, ask: null },
    },
    { snapshotTimeUTC: '2026-11-24T10:00:00', highPrice: side(12), lowPrice: side(8), closePrice: side(10) },
  ]
  expect(sidedBarsOf({ prices })).toEqual([
    {
      at: Date.parse('2026-11-24T10:00:00Z'),
      bid: { open: 10, high: 12, low: 8, close: 10 },
      ask: { open: 12, high: 14, low: 10, close: 12 },
    },
  ])
})
