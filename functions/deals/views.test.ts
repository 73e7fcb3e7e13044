import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allowanceStore } from '../broker/allowance/store.ts'
import { igBroker } from '../broker/ig/broker.ts'
import { saveLedger } from '../broker/ledger-store.ts'
import { refreshLeases } from '../broker/refresh-leases.ts'
import { startEmbeddedDynamoDb } from '../../infra/dev/testing/embedded-dynamodb.ts'
import { manualClock } from '../../infra/dev/testing/manual-clock.ts'
import { sessionStoreInMemory } from '../../infra/dev/testing/session-store-in-memory.ts'
import { type StandInIg, startStandInIg } from '../../infra/dev/testing/stand-in-ig.ts'
import { emptyLedger } from '../trading/ledger/ledger.ts'
import type { BrokerLogin } from '../trading/ports/broker.ts'
import { dealStore } from './deal-store.ts'
import { closePosition, deleteOrder, type DealStore } from './deals.ts'
import { ageOf, viewAccount, viewOrders, viewPositions, viewStats } from './lists.ts'
import type { ViewWorld } from './shared-reading.ts'

let ig: StandInIg
let stop: () => Promise<void>
beforeAll(async () => {
  ig = await startStandInIg()
  process.env.IG_DEMO_URL = ig.url
  stop = (await startEmbeddedDynamoDb()).stop
})
afterAll(async () => {
  await ig.stop()
  await stop()
})

let users = 0
let login: BrokerLogin
let clock: ReturnType<typeof manualClock>
let world: ViewWorld & { readonly store: DealStore }
beforeEach(() => {
  ig.reset()
  ig.when('GET /positions', { body: { positions: [] } })
  ig.when('GET /workingorders', { body: { workingOrders: [] } })
  ig.when('GET /history/activity', { body: { activities: [], metadata: {} } })
  users += 1
  login = { userId: `u${users}`, mode: 'DEMO', accountId: `A${users}`, credentialsVersion: 1 }
  ig.when('POST /session', {
    headers: { CST: 'cst', 'X-SECURITY-TOKEN': 'xst' },
    body: { currentAccountId: login.accountId, currencyIsoCode: 'GBP' },
  })
  clock = manualClock()
  let ids = 0
  const random = { unit: () => 0.5, id: () => `holder-${(ids += 1)}` }
  world = {
    broker: igBroker({
      credentials: () =>
        Promise.resolve({ apiKey: `key-${users}`, username: 'u', password: 'p', accountId: login.accountId }),
      clock,
      random,
      purpose: 'dashboard',
      sessions: sessionStoreInMemory(),
      sessionKeys: () => Promise.resolve({ inUse: Buffer.alloc(32), accepted: [Buffer.alloc(32)] }),
      allowance: allowanceStore,
    }),
    clock,
    random,
    leases: refreshLeases,
    store: dealStore,
  }
})

const noNames = () => Promise.resolve(new Map<string, string>())
const position = (dealId: string, over: Record<string, unknown> = {}) => ({
  position: {
    dealId,
    direction: 'BUY',
    size: 1,
    level: 100,
    contractSize: 1,
    currency: 'GBP',
    createdDateUTC: '2026-01-05T15:04:05',
    ...over,
  },
  market: { epic: 'IX.D.FTSE.DAILY.IP', expiry: 'DFB', bid: 110, offer: 111 },
})
const aDeal = {
  alertId: 'a',
  dealReference: 'SP-a',
  dealId: 'D1',
  epic: 'IX.D.FTSE.DAILY.IP',
  order: { type: 'MARKET', direction: 'BUY' },
  at: 0,
} as const
const seePositions = async () => (await viewPositions(world, login, noNames)).rows
const seeOrders = async () => (await viewOrders(world, login, noNames)).rows
const countOf = (call: string) => ig.asked().filter((asked) => asked === call).length

describe('dashboards', () => {
  test('twenty dashboards read positions at most six times in any minute', async () => {
    const readAt: number[] = []
    ig.when('GET /positions', () => {
      readAt.push(clock.now())
      return { body: { positions: [position('D1')] } }
    })
    const start = clock.now()
    while (clock.now() - start < 5 * 60_000) {
      await Promise.all(Array.from({ length: 20 }, seePositions))
      clock.pass(1_700)
    }
    expect(readAt.length).toBeGreaterThan(20)
    for (const at of readAt)
      expect(readAt.filter((other) => other >= at && other < at + 60_000).length).toBeLessThanOrEqual(6)
  })

  test('positions are shared for ten seconds and then read again', async () => {
    await seePositions()
    clock.pass(9_900)
    await seePositions()
    expect(countOf('GET /positions')).toBe(1)
    clock.pass(200)
    await seePositions()
    expect(countOf('GET /positions')).toBe(2)
  })

  test('lists are read again after an alert’s order, but at most every three seconds', async () => {
    const readsOf = async () => {
      await seeOrders()
      await seePositions()
      return [countOf('GET /workingorders'), countOf('GET /positions')]
    }
    const place = (version: number) =>
      saveLedger(login, { ...emptyLedger, version, placed: [{ ...aDeal, knownAt: clock.now() }] })
    expect(await readsOf()).toEqual([1, 1])
    clock.pass(1_000)
    await place(1)
    expect(await readsOf()).toEqual([1, 1])
    clock.pass(2_100)
    expect(await readsOf()).toEqual([2, 2])
    clock.pass(4_000)
    expect(await readsOf()).toEqual([2, 2])
    await place(2)
    expect(await readsOf()).toEqual([3, 3])
  })

  test('the stats read positions and orders again after thirteen seconds, and the activity after thirty', async () => {
    ig.when('GET /positions', { body: { positions: [position('D1')] } })
    const activity = (date: string, status: string) => ({
      date,
      dealId: 'D1',
      epic: 'E',
      type: 'POSITION',
      status,
      description: 'words',
    })
    ig.when('GET /history/activity', {
      body: {
        activities: [
          activity('2026-01-05T14:00:00', 'ACCEPTED'),
          activity('2026-01-05T08:59:00', 'ACCEPTED'),
        ],
      },
    })
    const first = await viewStats(world, login, noNames)
    expect(first).toMatchObject({
      openPositionsCount: 1,
      openOrdersCount: 0,
      recentActivities: [{ status: 'confirmed', date: '2026-01-05T14:00:00.000Z', dealId: 'D1' }],
      statsTimestamp: '2026-01-05T15:00:00.000Z',
    })
    const reads = () => [
      countOf('GET /positions'),
      countOf('GET /workingorders'),
      countOf('GET /history/activity'),
    ]
    clock.pass(9_000)
    expect(await viewStats(world, login, noNames)).toEqual(first)
    expect(reads()).toEqual([1, 1, 1])
    clock.pass(4_000)
    await viewStats(world, login, noNames)
    expect(reads()).toEqual([2, 2, 1])
    clock.pass(20_000)
    await viewStats(world, login, noNames)
    expect(reads()).toEqual([3, 3, 2])
  })

  test('activity is shown with the names that the user gave the instruments', async () => {
    const names = () => Promise.resolve(new Map([['IX.D.FTSE.DAILY.IP', 'FTSE:UKX']]))
    ig.when('GET /history/activity', {
      body: {
        activities: [
          {
            date: '2026-01-05T14:00:00',
            epic: 'IX.D.FTSE.DAILY.IP',
            dealId: 'D1',
            type: 'POSITION',
            status: 'ACCEPTED',
          },
        ],
      },
    })
    expect((await viewStats(world, login, names)).recentActivities).toMatchObject([
      { marketAndSymbol: 'FTSE:UKX' },
    ])
  })

  test('the account’s money is read once a minute, and today’s profit starts at the reading nearest to midnight', async () => {
    let profitLoss = 5
    ig.when('GET /accounts', () => ({
      body: {
        accounts: [
          {
            accountId: login.accountId,
            accountName: 'Spread bet',
            accountType: 'SPREADBET',
            currency: 'GBP',
            balance: { balance: 1000, deposit: 200, profitLoss, available: 805 },
          },
        ],
      },
    }))
    const first = await viewAccount(world, login, 'Europe/London')
    expect(first).toEqual({
      accountId: login.accountId,
      name: 'Spread bet',
      type: 'SPREADBET',
      currency: 'GBP',
      balance: 1000,
      available: 805,
      margin: 200,
      profitLoss: 5,
      readAt: '2026-01-05T15:00:00.000Z',
      today: {
        since: '2026-01-05T15:00:00.000Z',
        equity: 1005,
        readings: [{ at: '2026-01-05T15:00:00.000Z', equity: 1005 }],
      },
    })
    profitLoss = 12
    clock.pass(59_000)
    expect(await viewAccount(world, login, 'Europe/London')).toEqual(first)
    clock.pass(2_000)
    expect(await viewAccount(world, login, 'Europe/London')).toMatchObject({
      profitLoss: 12,
      today: first.today,
    })
    profitLoss = 20
    clock.pass(8.5 * 3_600_000)
    await viewAccount(world, login, 'Europe/London')
    clock.pass(0.6 * 3_600_000)
    profitLoss = 25
    const next = { since: '2026-01-06T00:07:01.000Z', equity: 1025 }
    const readings = [{ at: next.since, equity: 1025 }]
    expect((await viewAccount(world, login, 'Europe/London')).today).toEqual({ ...next, readings })
    clock.pass(8 * 3_600_000)
    // The response contains the readings of the day so far, at most one per hour.
    expect((await viewAccount(world, login, 'Europe/London')).today).toEqual({
      ...next,
      readings: [...readings, { at: '2026-01-06T08:07:01.000Z', equity: 1025 }],
    })
    // New York's day started at 05:00 UTC.
    expect((await viewAccount(world, login, 'America/New_York')).today?.since).toBe(
      '2026-01-06T08:07:01.000Z',
    )
  })

  test('all dashboards share a failed read from IG for ten seconds', async () => {
    ig.when('GET /positions', { status: 200, body: '<html></html>' })
    const views = await Promise.allSettled(Array.from({ length: 20 }, seePositions))
    expect(views.every(({ status }) => status === 'rejected')).toBe(true)
    expect(countOf('GET /positions')).toBe(1)
    ig.when('GET /positions', { body: { positions: [] } })
    clock.pass(10_100)
    expect(await seePositions()).toEqual([])
  })

  test('the last reading is shown, however old, with the time of the next reading, if the request limit is used up', async () => {
    ig.when(
      'GET /positions',
      { body: { positions: [position('D1')] } },
      { status: 403, body: { errorCode: 'error.public-api.exceeded-account-allowance' } },
    )
    await seePositions()
    clock.pass(30_000)
    expect(await seePositions()).toHaveLength(1)
    expect(await seePositions()).toHaveLength(1)
    expect(countOf('GET /positions')).toBe(2)
    const began = clock.now() - 30_000
    clock.pass(1_800_000)
    const listed = await viewPositions(world, login, noNames)
    expect(listed).toMatchObject({ isOutdated: false, nextAt: clock.now() + 60_000 })
    expect(ageOf(listed)).toEqual({
      waiting: {
        readAt: new Date(began).toISOString(),
        nextAt: new Date(clock.now() + 60_000).toISOString(),
      },
    })
  })

  test('a reading is shown as outdated after our order if the request limit is used up', async () => {
    const exceeded = { status: 403, body: { errorCode: 'error.public-api.exceeded-account-allowance' } }
    for (const call of ['GET /positions', 'GET /workingorders'])
      ig.when(call, { body: { positions: [], workingOrders: [] } }, exceeded)
    expect(await viewOrders(world, login, noNames)).toMatchObject({ rows: [], isOutdated: false })
    expect(await viewStats(world, login, noNames)).not.toHaveProperty('outdated')
    clock.pass(13_000)
    expect(await viewOrders(world, login, noNames)).toMatchObject({ rows: [], isOutdated: false })
    await saveLedger(login, { ...emptyLedger, version: 1, placed: [{ ...aDeal, knownAt: clock.now() }] })
    expect(await viewOrders(world, login, noNames)).toMatchObject({ rows: [], isOutdated: true })
    expect(await viewStats(world, login, noNames)).toMatchObject({ outdated: true })
  })

  test('a reading is shown as outdated after an alert’s close if the request limit is used up', async () => {
    ig.when(
      'GET /positions',
      { body: { positions: [position('D1')] } },
      { status: 403, body: { errorCode: 'error.public-api.exceeded-account-allowance' } },
    )
    expect(await viewPositions(world, login, noNames)).toMatchObject({ isOutdated: false })
    clock.pass(13_000)
    await saveLedger(login, { ...emptyLedger, version: 1, closed: [{ dealId: 'D1', at: clock.now() }] })
    expect(await viewPositions(world, login, noNames)).toMatchObject({ isOutdated: true })
  })

  test('lists of the previous account are not shown for the current account', async () => {
    ig.when('GET /positions', { body: { positions: [position('D1')] } })
    await seePositions()
    login = { ...login, accountId: `${login.accountId}x`, credentialsVersion: 2 }
    ig.when('POST /session', {
      headers: { CST: 'cst2', 'X-SECURITY-TOKEN': 'xst2' },
      body: { currentAccountId: login.accountId, currencyIsoCode: 'GBP' },
    })
    ig.when('GET /positions', { body: { positions: [] } })
    clock.pass(1)
    expect(await seePositions()).toEqual([])
  })

  test('dollars are converted to pounds at the market’s rate, which is read once an hour', async () => {
    ig.when('GET /positions', { body: { positions: [position('D1', { currency: 'USD' })] } })
    ig.when('GET /markets/IX.D.FTSE.DAILY.IP', {
      body: {
        instrument: {
          epic: 'IX.D.FTSE.DAILY.IP',
          name: 'FTSE',
          expiry: 'DFB',
          currencies: [{ code: 'USD', baseExchangeRate: 1.25, isDefault: true }],
        },
        dealingRules: {
          minDealSize: { value: 1 },
          minNormalStopOrLimitDistance: { unit: 'POINTS', value: 1 },
          maxStopOrLimitDistance: { unit: 'POINTS', value: 1 },
        },
        snapshot: { marketStatus: 'TRADEABLE', decimalPlacesFactor: 1, scalingFactor: 1 },
      },
    })
    expect((await seePositions())[0]?.profitLoss).toBe(8)
    clock.pass(20_000)
    expect((await seePositions())[0]?.profitLoss).toBe(8)
    expect(countOf('GET /markets/IX.D.FTSE.DAILY.IP')).toBe(1)
  })
  test('a position is shown without a profit if its exchange rate cannot be read', async () => {
    ig.when('GET /positions', { body: { positions: [position('D1', { currency: 'USD' })] } })
    ig.when('GET /markets/IX.D.FTSE.DAILY.IP', {
      status: 404,
      body: { errorCode: 'error.public-api.epic-not-found' },
    })
    expect(await seePositions()).toMatchObject([{ dealId: 'D1', profitLoss: null }])
  })
})

describe('closing or deleting from the dashboard', () => {
  const confirm = (over: Record<string, unknown> = {}) => ({
    body: {
      dealReference: 'c1',
      dealStatus: 'ACCEPTED',
      dealId: 'D1',
      status: 'CLOSED',
      reason: 'SUCCESS',
      level: 110,
      size: 1,
      ...over,
    },
  })
  beforeEach(() => {
    ig.when('GET /positions', { body: { positions: [position('D1')] } })
    ig.when('DELETE /positions/otc', { body: { dealReference: 'c1' } })
  })

  const order = (dealId: string) => ({
    workingOrderData: {
      dealId,
      direction: 'BUY',
      epic: 'E.E.E',
      orderSize: 1,
      orderLevel: 5,
      createdDateUTC: '2026-01-05T15:04:05',
    },
  })

  test('returns IG’s confirmation, and removes the position even if IG’s list lags behind', async () => {
    ig.when('GET /confirms/c1', { status: 404 }, confirm())
    expect(await closePosition(world, login, 'D1')).toEqual({
      dealId: 'D1',
      status: 'CLOSED',
      message: 'Position closed at 110',
    })
    expect(await seePositions()).toEqual([])
    expect(countOf('DELETE /positions/otc')).toBe(1)
  })

  test('returns the closed size if IG closed only a part', async () => {
    ig.when('GET /confirms/c1', confirm({ status: 'PARTIALLY_CLOSED', size: 0.4 }))
    expect(await closePosition(world, login, 'D1')).toMatchObject({
      status: 'PARTIALLY_CLOSED',
      message: 'IG closed 0.4 of 1 at 110; the rest is still open',
    })
    expect(await seePositions()).toHaveLength(1)
  })

  test('returns IG’s reason if IG’s confirmation rejects the close', async () => {
    ig.when('GET /confirms/c1', confirm({ dealStatus: 'REJECTED', status: null, reason: 'MARKET_CLOSED' }))
    await expect(closePosition(world, login, 'D1')).rejects.toMatchObject({
      code: 'BROKER_REFUSED',
      message: 'IG refused: the market is closed (MARKET_CLOSED)',
      details: { reason: 'MARKET_CLOSED' },
    })
  })

  test('returns IG’s error code if IG responds to the close with an error', async () => {
    ig.when('DELETE /positions/otc', { status: 400, body: { errorCode: 'invalid.request.size' } })
    await expect(closePosition(world, login, 'D1')).rejects.toMatchObject({
      code: 'BROKER_REFUSED',
      message: 'IG refused: IG gave no reason but the code invalid.request.size',
    })
  })

  test('sends nothing again if IG did not answer, and reports CLOSED only if the position is gone', async () => {
    ig.when('DELETE /positions/otc', { hangUp: true })
    ig.when('GET /positions', { body: { positions: [position('D1')] } }, { body: { positions: [] } })
    expect(await closePosition(world, login, 'D1')).toMatchObject({ status: 'CLOSED' })
    ig.when('GET /positions', { body: { positions: [position('D2')] } })
    await expect(closePosition(world, login, 'D2')).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(countOf('DELETE /positions/otc')).toBe(2)
  })

  test('sends nothing for a position that IG does not list', async () => {
    await expect(closePosition(world, login, 'D9')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(countOf('DELETE /positions/otc')).toBe(0)
  })

  test('reports a deletion only once the history shows it, if IG’s confirmation still says that the order is open', async () => {
    ig.when('GET /workingorders', { body: { workingOrders: [order('O1')] } })
    ig.when('DELETE /workingorders/otc/O1', { body: { dealReference: 'c2' } })
    ig.when('GET /confirms/c2', confirm({ dealReference: 'c2', dealId: 'O1', status: 'OPEN' }))
    await expect(deleteOrder(world, login, 'O1')).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(await seeOrders()).toHaveLength(1)
    ig.when('GET /workingorders', { body: { workingOrders: [] } })
    // The list no longer shows the order, but the order may have been filled instead of deleted.
    await expect(deleteOrder(world, login, 'O1')).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    clock.pass(61_000)
    ig.when('GET /history/activity', {
      body: {
        activities: [
          {
            date: '2026-01-05T15:00:00',
            epic: 'E',
            dealId: 'O2',
            type: 'WORKING_ORDER',
            status: 'ACCEPTED',
            details: { actions: [{ actionType: 'LIMIT_ORDER_DELETED', affectedDealId: 'O1' }] },
          },
        ],
      },
    })
    expect(await deleteOrder(world, login, 'O1')).toMatchObject({ status: 'DELETED' })
  })

  test('returns IG’s confirmation of a deleted order at once', async () => {
    ig.when('GET /workingorders', {
      body: {
        workingOrders: [order('O1')],
      },
    })
    ig.when('DELETE /workingorders/otc/O1', { body: { dealReference: 'c2' } })
    ig.when('GET /confirms/c2', confirm({ dealReference: 'c2', dealId: 'O1', status: 'DELETED' }))
    expect(await seeOrders()).toHaveLength(1)
    expect(await deleteOrder(world, login, 'O1')).toEqual({
      dealId: 'O1',
      status: 'DELETED',
      message: 'Order deleted',
    })
    expect(await seeOrders()).toEqual([])
  })
})
