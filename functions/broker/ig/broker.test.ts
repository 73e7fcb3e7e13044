import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenPosition, OrderToPlace } from '../../../shared/trading/model/snapshot.ts'
import { aWorkingOrder } from '../../../infra/dev/testing/trading-values.ts'
import { allowanceStoreInMemory } from '../../../infra/dev/testing/allowance-store-in-memory.ts'
import { manualClock } from '../../../infra/dev/testing/manual-clock.ts'
import { sessionStoreInMemory } from '../../../infra/dev/testing/session-store-in-memory.ts'
import { type Canned, type StandInIg, startStandInIg } from '../../../infra/dev/testing/stand-in-ig.ts'
import type { BrokerLogin } from '../../trading/ports/broker.ts'
import { igBroker } from './broker.ts'

let ig: StandInIg
beforeAll(async () => {
  ig = await startStandInIg()
})
afterAll(() => ig.stop())
beforeEach(() => {
  ig.reset()
  process.env.IG_DEMO_URL = ig.url
})

const login: BrokerLogin = { userId: 'u1', mode: 'DEMO', accountId: 'ZZ1AB', credentialsVersion: 3 }
const credentials = { apiKey: 'key-1', username: 'demo_user_7', password: 'secret-word', accountId: 'ZZ1AB' }

const world = (purpose: 'orders' | 'dashboard' = 'orders') => {
  const clock = manualClock()
  let ids = 0
  const [sessions, allowance] = [sessionStoreInMemory(), allowanceStoreInMemory()]
  /** Returns a broker as another process would create it. */
  const another = (what: typeof purpose) =>
    igBroker({
      credentials: () => Promise.resolve(credentials),
      clock,
      random: { unit: () => 0.5, id: () => `id-${(ids += 1)}` },
      purpose: what,
      sessions,
      allowance,
      sessionKeys: () => Promise.resolve({ inUse: Buffer.alloc(32, 7), accepted: [Buffer.alloc(32, 7)] }),
    })
  return { broker: another(purpose), clock, another }
}
const ftse = {
  instrument: {
    epic: 'IX.D.FTSE.DAILY.IP',
    name: 'FTSE 100',
    expiry: 'DFB',
    lotSize: 1,
    marginFactor: 5,
    marginFactorUnit: 'PERCENTAGE',
    marginDepositBands: [
      { min: 0, max: 20, margin: 5, currency: 'GBP' },
      { min: 20, max: null, margin: 15, currency: 'GBP' },
      { min: 0, max: null, margin: 7, currency: 'USD' },
    ],
    contractSize: '1',
    currencies: [
      { code: 'USD', isDefault: false, baseExchangeRate: 1.25 },
      { code: 'GBP', isDefault: true, baseExchangeRate: 1 },
    ],
    openingHours: null,
  },
  dealingRules: {
    minDealSize: { unit: 'POINTS', value: 0.5 },
    minNormalStopOrLimitDistance: { unit: 'POINTS', value: 8 },
    maxStopOrLimitDistance: { unit: 'PERCENTAGE', value: 75 },
  },
  snapshot: {
    marketStatus: 'TRADEABLE',
    bid: 8801.5,
    offer: 8802.5,
    decimalPlacesFactor: 1,
    scalingFactor: 1,
  },
}

const error = (status: number, errorCode: string): Canned => ({ status, body: { errorCode } })

const order: OrderToPlace = {
  type: 'LIMIT',
  epic: 'IX.D.FTSE.DAILY.IP',
  expiry: 'DFB',
  currencyCode: 'GBP',
  direction: 'BUY',
  size: '0.5',
  level: '8700.5',
  stopDistance: '50',
  limitDistance: '100.1',
  goodTill: Date.UTC(2026, 0, 9, 21, 0, 5),
}
const market: OrderToPlace = { ...order, type: 'MARKET', level: null, goodTill: null }
const position: OpenPosition = {
  dealId: 'DIAAAAABCD12345',
  dealReference: null,
  epic: 'IX.D.FTSE.DAILY.IP',
  direction: 'BUY',
  size: '0.5',
  level: '8802.5',
  expiry: 'DFB',
  createdAt: 0,
}
const never = { notAfter: Number.POSITIVE_INFINITY }

describe('the limit of a key', () => {
  const applications = (allowanceAccountOverall: number): Canned => ({
    body: ['another key', 'key-1'].map((apiKey) => ({
      apiKey,
      allowanceAccountOverall: apiKey === 'key-1' ? allowanceAccountOverall : 1_000,
      allowanceApplicationOverall: 60,
      allowanceAccountTrading: 100,
    })),
  })
  const asks = () => ig.calls.filter(({ path }) => path === '/operations/application').length
  const readsUntilRefused = async (broker: ReturnType<typeof world>['broker']) => {
    for (let reads = 0; ; reads += 1)
      try {
        await broker.readPositions(login)
      } catch {
        return reads
      }
  }

  test('is requested by a dashboard once a day, and is also respected by alerts', async () => {
    ig.when('GET /positions', { body: { positions: [] } })
    ig.when('GET /operations/application', applications(16))
    const { broker, clock, another } = world('dashboard')
    // Of 16 requests, four are reserved for exits, six for an entry, and one was the request for the limit.
    expect(await readsUntilRefused(broker)).toBe(5)
    expect(asks()).toBe(1)
    clock.pass(61_000)
    await broker.readPositions(login)
    expect(asks()).toBe(1)
    clock.pass(24 * 3_600_000)
    await broker.readPositions(login)
    expect(asks()).toBe(2)
    clock.pass(120_000)
    // Of 16 requests, four are reserved for exits.
    expect(await readsUntilRefused(another('orders'))).toBe(12)
  })

  test('is requested at each login, and again for alerts only after a refusal', async () => {
    ig.when('GET /positions', { body: { positions: [] } })
    ig.when('GET /operations/application', applications(16))
    const { broker, clock } = world()
    await broker.readPositions(login)
    expect(asks()).toBe(1)
    ig.when('GET /positions', error(403, 'error.public-api.exceeded-api-key-allowance'), {
      body: { positions: [] },
    })
    await expect(broker.readPositions(login)).rejects.toMatchObject({ kind: 'allowance' })
    clock.pass(61_000)
    await broker.readPositions(login)
    expect(asks()).toBe(2)
  })

  test('may be missing from IG’s answer without causing a failure', async () => {
    ig.when('GET /positions', { body: { positions: [] } })
    ig.when('GET /operations/application', error(500, 'system.error'))
    const { broker } = world('dashboard')
    expect((await broker.readPositions(login)).rows).toEqual([])
    const asked = asks()
    await broker.readPositions(login)
    expect(asks()).toBe(asked)
  })
})

test('a position without a level is returned like other positions, because exits must be able to close it', async () => {
  const market = { epic: 'IX.D.FTSE.DAILY.IP', expiry: 'DFB' }
  const position = { direction: 'BUY', size: 1, createdDateUTC: '2026-01-05T15:04:05' }
  ig.when('GET /positions', {
    body: {
      positions: [
        { position: { ...position, dealId: 'DIAAAA1' }, market },
        { position: { ...position, dealId: 'DIAAAA2', level: 8802.5 }, market },
      ],
    },
  })
  const { rows } = await world().broker.readPositions(login)
  expect(rows.map(({ dealId, level }) => [dealId, level])).toEqual([
    ['DIAAAA1', null],
    ['DIAAAA2', '8802.5'],
  ])
})

describe('the check of the account before each order', () => {
  const actsOn = (...accounts: string[]) =>
    ig.when('GET /session', ...accounts.map((accountId) => ({ body: { accountId } })))

  test('lets an order be sent only if IG confirms that the session acts on the account', async () => {
    const { broker, clock } = world()
    actsOn('ZZ1AB')
    ig.when('POST /workingorders/otc', { body: { dealReference: 'ref-1' } })
    expect(await broker.place(login, order, 'ref-1', never)).toMatchObject({ kind: 'received' })
    clock.pass(3_001)
    await broker.place(login, order, 'ref-2', never)
    expect(ig.calls.filter(({ method, path }) => method === 'GET' && path === '/session')).toHaveLength(2)
  })

  test('logs in again before the order is sent if the session was switched to another account', async () => {
    const { broker } = world()
    actsOn('ZZ9XX', 'ZZ1AB')
    ig.when('POST /workingorders/otc', { body: { dealReference: 'ref-1' } })
    expect(await broker.place(login, order, 'ref-1', never)).toMatchObject({ kind: 'received' })
    const logins = ig.calls.filter(({ method, path }) => method === 'POST' && path === '/session')
    expect(ig.calls.at(-1)?.headers.cst).not.toBe(ig.calls[1]?.headers.cst)
    expect(logins).toHaveLength(2)
  })

  test('sends no trading request if the session still acts on another account after a login', async () => {
    const { broker } = world()
    actsOn('ZZ9XX')
    const nothingSent = { kind: 'sign-in', message: expect.stringContaining('IG is using account ZZ9XX') }
    await expect(broker.place(login, order, 'ref-1', never)).rejects.toMatchObject(nothingSent)
    await expect(broker.closePosition(login, position)).rejects.toMatchObject({ kind: 'sign-in' })
    await expect(broker.deleteOrder(login, 'D1')).rejects.toMatchObject({ kind: 'sign-in' })
    expect(ig.asked()).toEqual([])
  })
})

describe('a trading request', () => {
  test('creates a working order with an expiry at IG if it is for a limit order', async () => {
    const { broker } = world()
    ig.when('POST /workingorders/otc', { body: { dealReference: 'ref-1' } })
    expect(await broker.place(login, order, 'ref-1', never)).toEqual({
      kind: 'received',
      dealReference: 'ref-1',
    })
    const sent = ig.calls.at(-1)
    expect(sent?.version).toBe('2')
    expect(sent?.headers['x-ig-api-key']).toBe('key-1')
    expect(sent?.headers.cst).toMatch(/^cst-/)
    expect(sent?.body).toEqual({
      epic: 'IX.D.FTSE.DAILY.IP',
      expiry: 'DFB',
      direction: 'BUY',
      size: 0.5,
      level: 8700.5,
      type: 'LIMIT',
      currencyCode: 'GBP',
      forceOpen: true,
      guaranteedStop: false,
      stopDistance: 50,
      limitDistance: 100.1,
      timeInForce: 'GOOD_TILL_DATE',
      goodTillDate: '2026/01/09 21:00:05',
      dealReference: 'ref-1',
    })
  })

  test('opens a position completely or not at all if it is for a market order', async () => {
    const { broker } = world()
    ig.when('POST /positions/otc', { body: { dealReference: 'ref-1' } })
    await broker.place(login, market, 'ref-1', never)
    expect(ig.calls.at(-1)?.body).toMatchObject({ orderType: 'MARKET', timeInForce: 'FILL_OR_KILL' })
    expect(ig.calls.at(-1)?.body).not.toHaveProperty('level')
  })

  test('closes the whole size in the opposite direction and deletes an order, each by a POST with _method', async () => {
    const { broker } = world()
    ig.when('DELETE /positions/otc', { body: { dealReference: 'c1' } })
    ig.when('DELETE /workingorders/otc/D1', { body: { dealReference: 'c2' } })
    expect(await broker.closePosition(login, position)).toEqual({ kind: 'received', dealReference: 'c1' })
    expect(ig.calls.at(-1)?.body).toEqual({
      dealId: 'DIAAAAABCD12345',
      direction: 'SELL',
      size: 0.5,
      orderType: 'MARKET',
    })
    expect(await broker.deleteOrder(login, 'D1')).toEqual({ kind: 'received', dealReference: 'c2' })
    expect(ig.calls.at(-1)?.body).toEqual({})
  })

  test('closes with an immediate limit order if the market accepts no market orders', async () => {
    const { broker } = world()
    const bodies: unknown[] = []
    ig.when('DELETE /positions/otc', ({ body }) => {
      bodies.push(body)
      return bodies.length === 1
        ? error(400, 'error.trading.otc.market-orders.not-supported-for-epic')
        : { body: { dealReference: 'c1' } }
    })
    ig.when(`GET /markets/${position.epic}`, {
      body: { ...ftse, instrument: { ...ftse.instrument, epic: position.epic } },
    })
    expect(await broker.closePosition(login, position)).toEqual({ kind: 'received', dealReference: 'c1' })
    expect(bodies[1]).toEqual({
      dealId: 'DIAAAAABCD12345',
      direction: 'SELL',
      size: 0.5,
      orderType: 'LIMIT',
      level: ftse.snapshot.bid,
      timeInForce: 'EXECUTE_AND_ELIMINATE',
    })
  })

  test('contains no fields of an opening if it closes a position, and may be repeated if IG rejects it for lack of one', async () => {
    const { broker } = world()
    ig.when('DELETE /positions/otc', error(400, 'validation.null-not-allowed.request.currencyCode'))
    expect(await broker.closePosition(login, position)).toMatchObject({ kind: 'refused', mayPassLater: true })
    expect(ig.calls.at(-1)?.body).not.toHaveProperty('currencyCode')
  })

  test('is not reported as a rejected login if IG answers a close with a new kind of failure', async () => {
    const code = 'error.public-api.failure.of-a-new-kind'
    ig.when('DELETE /positions/otc', error(403, code))
    expect(await world().broker.closePosition(login, position)).toEqual({
      kind: 'unknown',
      message: `IG’s response was inconclusive (HTTP 403, ${code})`,
    })
  })

  test.each<[string, Canned, string]>([
    ['400 that names a wrong field', error(400, 'validation.null-not-allowed.request.epic'), 'refused'],
    ['403 allowance', error(403, 'error.public-api.exceeded-account-trading-allowance'), 'refused'],
    ['403 key', error(403, 'error.security.api-key-disabled'), 'refused'],
    ['404 instrument', error(404, 'error.trading.otc.instrument-not-found'), 'refused'],
    ['401 of the login group', error(401, 'error.security.client-suspended'), 'refused'],
    ['400 with an unknown code', error(400, 'something.new'), 'unknown'],
    ['403 with an unknown code', error(403, 'something.new'), 'unknown'],
    ['401 without a code', { status: 401 }, 'unknown'],
    ['409', { status: 409, body: '' }, 'unknown'],
    ['500 with a known code', error(500, 'validation.null-not-allowed.request'), 'unknown'],
    ['502 with HTML', { status: 502, body: '<html>bad gateway</html>' }, 'unknown'],
    ['200 without a reference', { body: {} }, 'unknown'],
    ['200 with HTML', { body: '<html></html>' }, 'unknown'],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'unknown'],
    ['a dropped connection', { hangUp: true }, 'unknown'],
  ])('is refused or has an unknown outcome after %s (%#)', async (_name, canned, kind) => {
    const { broker } = world()
    ig.when('POST /workingorders/otc', canned)
    const sent = await broker.place(login, order, 'ref-1', never)
    expect(sent.kind).toBe(kind)
    expect(ig.asked()).toEqual(['POST /workingorders/otc'])
  })

  test.each([
    'error.security.client-token-invalid',
    'error.security.account-token-invalid',
    'error.security.oauth-token-expired',
  ])('is sent once after %s, with one login and a look-up of its reference', async (code) => {
    const { broker } = world()
    ig.when('POST /workingorders/otc', error(401, code))
    ig.when('GET /confirms/ref-1', { status: 404 })
    expect(await broker.place(login, order, 'ref-1', never)).toMatchObject({
      kind: 'refused',
      code,
      mayPassLater: true,
      hadNoSession: true,
    })
    expect(ig.logins()).toBe(2)
    expect(ig.asked()).toEqual(['POST /workingorders/otc', 'GET /confirms/ref-1'])
    expect(ig.calls.at(-1)?.headers.cst).not.toBe(ig.calls.at(1)?.headers.cst)
  })

  test.each<[string, Canned]>([
    ['has it', { body: { dealReference: 'ref-1', dealStatus: 'ACCEPTED', dealId: 'D1', status: 'OPEN' } }],
    ['does not say', { status: 500 }],
  ])('is not reported as refused after dead tokens if IG %s', async (_name, canned) => {
    const { broker } = world()
    ig.when('POST /workingorders/otc', error(401, 'error.security.oauth-token-expired'))
    ig.when('GET /confirms/ref-1', canned)
    expect((await broker.place(login, order, 'ref-1', never)).kind).toBe('unknown')
    expect(ig.asked().filter((each) => each === 'POST /workingorders/otc')).toHaveLength(1)
  })

  test('is refused without a third login if IG rejects the tokens again within a minute', async () => {
    const { broker, clock } = world()
    ig.when('POST /workingorders/otc', error(401, 'error.security.account-token-invalid'))
    ig.when('GET /confirms/ref-1', { status: 404 })
    await broker.place(login, order, 'ref-1', never)
    const sent = await broker.place(login, order, 'ref-2', never)
    expect(sent).toEqual({
      kind: 'refused',
      code: 'error.security.account-token-invalid',
      message: 'IG ended the session twice within a minute. Signalpost will log in again in a minute',
    })
    expect(ig.logins()).toBe(2)
    clock.pass(61_000)
    await broker.place(login, order, 'ref-3', never)
    expect(ig.logins()).toBe(3)
  })

  test('is not sent after its deadline', async () => {
    const { broker, clock } = world()
    const refused = { kind: 'refused', code: 'TOO_LATE' }
    expect(await broker.place(login, order, 'ref-1', { notAfter: clock.now() - 1 })).toMatchObject(refused)
    expect(ig.asked()).toEqual([])
  })

  test('throws an error if it certainly did not reach IG', async () => {
    const { broker } = world()
    ig.when('GET /positions', { body: { positions: [] } })
    await broker.readPositions(login)
    const gone = await startStandInIg()
    await gone.stop()
    process.env.IG_DEMO_URL = gone.url
    const sent = broker.place(login, order, 'ref-1', never)
    await expect(sent).rejects.toMatchObject({ kind: 'unreachable' })
  })
})

describe('a read', () => {
  test('returns positions and orders with exact decimals and UTC times', async () => {
    const { broker, clock } = world()
    const before = clock.now()
    ig.when('GET /positions', {
      body: {
        positions: [
          {
            position: {
              contractSize: 1.0,
              createdDate: '2026/01/05 16:04:05:000',
              createdDateUTC: '2026-01-05T15:04:05',
              dealId: 'D1',
              dealReference: 'ref-1',
              size: 0.30000000000000004,
              direction: 'BUY',
              limitLevel: null,
              level: 8802.5,
              currency: 'GBP',
              controlledRisk: false,
              stopLevel: 8750,
              brandNewField: {},
            },
            market: { epic: 'IX.D.FTSE.DAILY.IP', expiry: 'DFB', bid: 8801.5, offer: null },
          },
        ],
      },
    })
    ig.when('GET /workingorders', {
      body: {
        workingOrders: [
          {
            workingOrderData: {
              dealId: 'D2',
              direction: 'SELL',
              epic: 'CS.D.EURUSD.CFD.IP',
              orderSize: '2',
              orderLevel: 1.1,
              orderType: 'LIMIT',
              createdDateUTC: '2026-01-05T15:10:00',
              stopDistance: 50,
              limitDistance: null,
            },
            marketData: { scalingFactor: 10_000 },
          },
        ],
      },
    })
    const state = await broker.readAccount(login)
    expect(state.readAt).toBe(before)
    expect(state).toMatchObject({ accountId: 'ZZ1AB', currency: 'GBP', inFlightOrders: [] })
    expect(state.positions).toEqual([
      {
        dealId: 'D1',
        dealReference: 'ref-1',
        epic: 'IX.D.FTSE.DAILY.IP',
        direction: 'BUY',
        size: '0.3',
        level: '8802.5',
        expiry: 'DFB',
        createdAt: Date.UTC(2026, 0, 5, 15, 4, 5),
        bid: '8801.5',
        offer: null,
        contractSize: '1',
        currency: 'GBP',
        stopLevel: '8750',
        limitLevel: null,
        controlledRisk: false,
        trail: null,
      },
    ])
    expect(state.workingOrders[0]).toMatchObject({
      size: '2',
      level: '1.1',
      stopLevel: '1.105',
      limitLevel: null,
    })
    expect(ig.logins()).toBe(1)
  })

  test.each<[string, unknown]>([
    ['a list that is missing', {}],
    [
      'an unknown direction',
      {
        positions: [
          {
            position: { dealId: 'D', direction: 'HOLD', size: 1, level: 1 },
            market: { epic: 'E', expiry: '-' },
          },
        ],
      },
    ],
    ['an empty body', ''],
    ['a page of HTML', '<html></html>'],
  ])('never treats %s as an empty account', async (_name, body) => {
    const { broker } = world()
    ig.when('GET /positions', { body })
    ig.when('GET /workingorders', { body: { workingOrders: [] } })
    await expect(broker.readAccount(login)).rejects.toMatchObject({ kind: 'unusable' })
  })

  const workingOrder = (dealId: string) => ({
    workingOrderData: {
      dealId,
      direction: 'BUY',
      epic: 'IX.D.FTSE.DAILY.IP',
      orderSize: 1,
      orderLevel: 8700,
      createdDateUTC: '2026-01-05T15:10:00',
    },
    marketData: { scalingFactor: 1 },
  })
  const openPosition = (dealId: string) => ({
    position: { dealId, direction: 'BUY', size: 1, level: 8700, createdDateUTC: '2026-01-05T15:10:00' },
    market: { epic: 'IX.D.FTSE.DAILY.IP', expiry: 'DFB' },
  })

  test('shows an order that is filled between the two requests in at least one of the lists', async () => {
    const { broker, clock } = world()
    let answered = 0
    // The order is filled right after the first answer, whichever list was requested first.
    const lists = (place: 'order' | 'position') => {
      clock.pass(100)
      answered += 1
      const isOrder = answered === 1
      return {
        body: {
          positions: place === 'position' && !isOrder ? [openPosition('D2')] : [],
          workingOrders: place === 'order' && isOrder ? [workingOrder('D2')] : [],
        },
      }
    }
    ig.when('GET /workingorders', () => lists('order'))
    ig.when('GET /positions', () => lists('position'))
    const before = clock.now()
    const { positions, workingOrders, readAt } = await broker.readAccount(login)
    expect([...workingOrders, ...positions].map(({ dealId }) => dealId)).toEqual(['D2', 'D2'])
    expect(readAt).toBe(before)
  })

  test('gives the request for positions only the time that is left after the request for orders', async () => {
    const { broker, clock } = world()
    ig.when('GET /workingorders', () => {
      clock.pass(8_900)
      return { body: { workingOrders: [] } }
    })
    ig.when('GET /positions', error(500, 'error.system'))
    await expect(broker.readAccount(login)).rejects.toMatchObject({ kind: 'unreachable' })
    expect(ig.asked()).toEqual(['GET /workingorders', 'GET /positions'])
  })

  const known = {
    accountId: 'ZZ1AB',
    positions: [],
    workingOrders: [aWorkingOrder({ dealId: 'D2' })],
    inFlightOrders: [],
    readAt: 1_000,
    positionsReadAt: 2_000,
  }

  test('requests only the orders if positions are recent and every known order is still listed', async () => {
    const { broker, clock } = world()
    ig.when('GET /workingorders', { body: { workingOrders: [workingOrder('D2'), workingOrder('D3')] } })
    const state = await broker.readAccount(login, known)
    expect(state).toMatchObject({
      positions: [],
      readAt: 1_000,
      positionsReadAt: 2_000,
      ordersReadAt: clock.now(),
      ordersAnsweredAt: clock.now(),
    })
    expect(state.workingOrders.map(({ dealId }) => dealId)).toEqual(['D2', 'D3'])
    expect(ig.asked()).not.toContain('GET /positions')
  })

  test('requests the positions after the orders if a known order is no longer listed and may be a position now', async () => {
    const { broker } = world()
    ig.when('GET /workingorders', { body: { workingOrders: [workingOrder('D3')] } })
    ig.when('GET /positions', { body: { positions: [] } })
    const state = await broker.readAccount(login, known)
    expect(state.ordersReadAt).toBeUndefined()
    expect(state.readAt).toBeGreaterThan(2_000)
    expect(state.positionsReadAt).toBeGreaterThanOrEqual(state.readAt)
    expect(ig.asked().slice(-2)).toEqual(['GET /workingorders', 'GET /positions'])
  })

  test('requests both lists if the known orders are newer than the positions, because a comparison would miss a fill', async () => {
    const { broker } = world()
    ig.when('GET /workingorders', { body: { workingOrders: [workingOrder('D2')] } })
    ig.when('GET /positions', { body: { positions: [] } })
    await broker.readAccount(login, { ...known, ordersReadAt: 3_000 })
    expect(ig.asked()).toEqual(['GET /workingorders', 'GET /positions'])
  })

  test('returns the times at which each list was requested and at which the orders were answered', async () => {
    const { broker, clock } = world()
    ig.when('GET /workingorders', () => {
      clock.pass(300)
      return { body: { workingOrders: [] } }
    })
    ig.when('GET /positions', { body: { positions: [] } })
    const before = clock.now()
    expect(await broker.readAccount(login)).toMatchObject({ readAt: before, positionsReadAt: before + 300 })
    expect(await broker.readOrders(login)).toMatchObject({ readAt: before + 300, answeredAt: before + 600 })
  })

  test('returns a market with its default currency and its dealing rules', async () => {
    const { broker, clock } = world()
    ig.when('GET /markets/IX.D.FTSE.DAILY.IP', { body: ftse })
    expect(await broker.readMarket(login, 'IX.D.FTSE.DAILY.IP')).toEqual({
      epic: 'IX.D.FTSE.DAILY.IP',
      name: 'FTSE 100',
      expiry: 'DFB',
      isDated: false,
      currencyCode: 'GBP',
      status: 'TRADEABLE',
      bid: '8801.5',
      offer: '8802.5',
      decimalPlaces: 1,
      scalingFactor: '1',
      worth: { kind: 'known', unitValue: '1', exchangeRate: '1', accountCurrency: 'GBP' },
      marginPercent: '5',
      marginBands: [
        { from: '0', to: '20', percent: '5' },
        { from: '20', to: null, percent: '15' },
      ],
      minDealSize: '0.5',
      sizeStep: null,
      takesStopsAndLimits: true,
      takesMarketOrders: true,
      minStopOrLimitDistance: { unit: 'POINTS', value: '8' },
      maxStopOrLimitDistance: { unit: 'PERCENTAGE', value: '75' },
      quotedAt: clock.now(),
      rates: { USD: '1.25', GBP: '1' },
    })
    expect(ig.calls.at(-1)?.version).toBe('3')
  })
  test('returns UNKNOWN for an unknown market status, and an error if IG answers with another market', async () => {
    const { broker } = world()
    ig.when(
      'GET /markets/IX.D.FTSE.DAILY.IP',
      { body: { ...ftse, snapshot: { ...ftse.snapshot, marketStatus: 'HALTED', bid: null } } },
      { body: { ...ftse, instrument: { ...ftse.instrument, epic: 'IX.D.DAX.DAILY.IP' } } },
    )
    expect(await broker.readMarket(login, 'IX.D.FTSE.DAILY.IP')).toMatchObject({
      status: 'UNKNOWN',
      bid: null,
    })
    await expect(broker.readMarket(login, 'IX.D.FTSE.DAILY.IP')).rejects.toMatchObject({ kind: 'unusable' })
  })

  describe('several markets', () => {
    /**
     * Simulates IG, which rejects a whole request if one epic is unknown.
     * @returns the epics of each request
     */
    const know = (known: readonly string[]) => {
      const asked: string[][] = []
      ig.when('GET /markets', ({ path, version }) => {
        const query = new URL(path, 'http://ig').searchParams
        const epics = query.get('epics')?.split(',') ?? []
        asked.push(epics)
        if (version !== '2' || query.get('filter') !== 'ALL') return { status: 400 }
        if (!epics.every((epic) => known.includes(epic)))
          return { status: 404, body: { errorCode: 'error.public-api.epic-not-found' } }
        const marketDetails = epics
          .toReversed()
          .map((epic) => ({ ...ftse, instrument: { ...ftse.instrument, epic } }))
        return { body: { marketDetails } }
      })
      return asked
    }
    const named = (count: number) => Array.from({ length: count }, (_, number) => `IX.D.NO${number}.DAILY.IP`)
    const found = async (epics: readonly string[]) =>
      (await world().broker.readMarkets(login, epics)).map(({ epic }) => epic).toSorted()

    test('are read in one request, and IG may return them in any order', async () => {
      const asked = know(named(50))
      expect(await found(named(50))).toEqual(named(50).toSorted())
      expect(asked).toHaveLength(1)
    })

    test('are found by halving the request if one epic is unknown', async () => {
      const asked = know(named(7))
      expect(await found(named(8))).toEqual(named(7))
      expect(asked.map(({ length }) => length)).toEqual([8, 4, 2, 1])
    })

    test('are read in one request again once two unknown epics are found', async () => {
      const asked = know(named(20))
      const { broker, clock } = world()
      const unknown = ['IX.D.NOT1.DAILY.IP', 'IX.D.NOT2.DAILY.IP']
      const all = [...named(10), unknown[0] as string, ...named(20).slice(10), unknown[1] as string]
      for (let turn = 0; turn < 6; turn += 1) {
        await broker.readMarkets(login, all)
        clock.pass(61_000)
      }
      asked.length = 0
      expect(await broker.readMarkets(login, all)).toHaveLength(20)
      expect(asked).toHaveLength(1)
    })

    test('are found by halving the request even if IG rejects the unknown epic with 400', async () => {
      ig.when('GET /markets', ({ path }) => {
        const epics = decodeURIComponent(/epics=([^&]*)/.exec(path)?.[1] ?? '').split(',')
        return epics.includes('IX.D.NOT.DAILY.IP')
          ? { status: 400, body: { errorCode: 'error.service.marketdata.instrument.epic.unavailable' } }
          : {
              body: {
                marketDetails: epics.map((epic) => ({ ...ftse, instrument: { ...ftse.instrument, epic } })),
              },
            }
      })
      expect(await found([...named(2), 'IX.D.NOT.DAILY.IP'])).toEqual(named(2))
    })

    test('are searched for with at most eight requests, even if IG knows none of them', async () => {
      const asked = know([])
      expect(await found(named(50))).toEqual([])
      expect(asked).toHaveLength(8)
    })

    test('are returned without markets that cannot be traded or were not requested', async () => {
      ig.when('GET /markets', {
        body: {
          marketDetails: [
            { ...ftse, snapshot: null },
            { ...ftse, instrument: { ...ftse.instrument, epic: 'A', currencies: [] } },
            { ...ftse, instrument: { ...ftse.instrument, epic: 'B' } },
            { ...ftse, instrument: { ...ftse.instrument, epic: 'C' } },
          ],
        },
      })
      expect(await found([ftse.instrument.epic, 'A', 'B'])).toEqual(['B'])
    })
  })

  test('repeats a failed request a few times, and throws an error if every attempt fails', async () => {
    const { broker } = world()
    ig.when('GET /positions', { status: 500 }, { hangUp: true }, { body: { positions: [] } })
    expect((await broker.readPositions(login)).rows).toEqual([])
    ig.when('GET /positions', { status: 503, body: '<html></html>' })
    await expect(broker.readPositions(login)).rejects.toMatchObject({ kind: 'unreachable' })
    expect(ig.asked()).toHaveLength(6)
  })

  test.each<[string, Canned]>([
    ['nothing', { status: 401, body: '' }],
    ['HTML', { status: 401, body: '<html></html>' }],
    ['an unknown code', error(401, 'something.new')],
    ['a token’s code', error(401, 'error.security.client-token-invalid')],
  ])('is repeated after one login if IG answers 401 with %s', async (_name, canned) => {
    const { broker, clock } = world()
    ig.when('GET /positions', { body: { positions: [] } })
    await broker.readPositions(login)
    clock.pass(86_400_000)
    const dead = ig.calls.at(-1)?.headers.cst
    ig.when('GET /positions', ({ headers }) => (headers.cst === dead ? canned : { body: { positions: [] } }))
    for (let time = 0; time < 2; time += 1) expect((await broker.readPositions(login)).rows).toEqual([])
    expect(ig.logins()).toBe(2)
    expect(ig.asked()).toHaveLength(4)
  })
  test('is repeated after one login if its session has ended, even if the session that another process saved has also ended', async () => {
    const { broker, another, clock } = world()
    const dead = new Set<unknown>()
    ig.when('GET /positions', ({ headers }) =>
      dead.has(headers.cst) ? error(401, 'error.security.client-token-invalid') : { body: { positions: [] } },
    )
    for (const process of [broker, another('orders')]) {
      await process.readPositions(login)
      dead.add(ig.calls.at(-1)?.headers.cst)
      clock.pass(86_400_000)
    }
    expect((await broker.readPositions(login)).rows).toEqual([])
    expect(ig.logins()).toBe(3)
  })
  test('causes at most one login a minute if IG keeps answering 401 without a code', async () => {
    const { broker, clock } = world()
    ig.when('GET /positions', { status: 401, body: '' })
    await expect(broker.readPositions(login)).rejects.toMatchObject({ kind: 'unusable' })
    await expect(broker.readPositions(login)).rejects.toMatchObject({ kind: 'sign-in' })
    expect(ig.logins()).toBe(2)
    clock.pass(61_000)
    await expect(broker.readPositions(login)).rejects.toMatchObject({ kind: 'unusable' })
    expect(ig.logins()).toBe(3)
  })
  test('does not log in again if IG answers with a 401 that rejects the login', async () => {
    const { broker } = world()
    ig.when('GET /positions', error(401, 'error.security.client-suspended'))
    await expect(broker.readPositions(login)).rejects.toMatchObject({ kind: 'sign-in' })
    expect(ig.logins()).toBe(1)
    expect(ig.asked()).toHaveLength(1)
  })

  test('is refused, like an entry, for a minute after the request limit is used up, but an exit is sent', async () => {
    const { broker, clock } = world()
    ig.when('GET /positions', error(403, 'error.public-api.exceeded-account-allowance'))
    ig.when('POST /workingorders/otc', { body: { dealReference: 'ref-1' } })
    await expect(broker.readPositions(login)).rejects.toMatchObject({ kind: 'allowance' })
    clock.pass(50_000)
    await expect(broker.readPositions(login)).rejects.toMatchObject({ kind: 'allowance' })
    expect(ig.asked()).toHaveLength(1)
    await expect(broker.place(login, order, 'ref-1', never)).rejects.toMatchObject({ kind: 'allowance' })
    ig.when('DELETE /positions/otc', { body: { dealReference: 'c1' } })
    expect((await broker.closePosition(login, position)).kind).toBe('received')
    clock.pass(11_000)
    await expect(broker.readPositions(login)).rejects.toMatchObject({ kind: 'allowance' })
    expect(ig.asked()).toHaveLength(3)
  })

  test('requests two related lists only if there is room for both', async () => {
    ig.when('GET /positions', { body: { positions: [] } })
    ig.when('GET /workingorders', { body: { workingOrders: [] } })
    const key = {
      apiKey: 'key-1',
      allowanceAccountOverall: 10,
      allowanceApplicationOverall: 20,
      allowanceAccountTrading: 33,
    }
    ig.when('GET /operations/application', { body: [key] })
    const { broker } = world()
    // With the login, five of ten requests are used. Two are reserved for exits, and an entry needs two more after it
    // has read the lists.
    for (let read = 0; read < 3; read += 1) await broker.readPositions(login)
    const failed = broker.readAccount(login)
    await expect(failed).rejects.toMatchObject({ kind: 'allowance', roomAt: expect.any(Number) as number })
    expect(ig.calls.filter(({ path }) => path === '/workingorders')).toHaveLength(0)
    // An exit uses the reserved requests.
    await broker.readAccount({ ...login, isExit: true })
  })

  test('returns daily candles oldest first, without the unfinished candle', async () => {
    const { broker } = world()
    const candle = (day: number, bid: number | null) => ({
      snapshotTimeUTC: `2026-01-0${day}T00:00:00`,
      highPrice: { bid, ask: 12 },
      lowPrice: { bid: 8, ask: 8.2 },
      closePrice: { bid: 9, ask: null },
    })
    ig.when('GET /prices/IX.D.FTSE.DAILY.IP', {
      body: { prices: [candle(2, 11), candle(3, null), candle(4, 9)] },
    })
    expect(await broker.readDailyCandles(login, 'IX.D.FTSE.DAILY.IP', 2)).toEqual([
      { at: Date.UTC(2026, 0, 2), high: '11.5', low: '8.1', close: '9' },
      { at: Date.UTC(2026, 0, 3), high: '12', low: '8.1', close: '9' },
    ])
    expect(ig.calls.at(-1)?.path).toContain('max=3')
  })

  describe.each([
    ['UTC', 0],
    ['the account’s local time', 1],
  ])('a range of prices that IG reads in %s', (_zone, isLocal) => {
    test.each([8, 11, -5, 0])(
      'is complete for an account at %i h from UTC in summer and winter',
      async (offset) => {
        const { broker } = world()
        const shift = offset * 3_600_000
        ig.when('POST /session', {
          headers: { CST: 'cst', 'X-SECURITY-TOKEN': 'xst' },
          body: { currentAccountId: 'ZZ1AB', currencyIsoCode: 'GBP', timezoneOffset: offset },
        })
        const side = { bid: 1, ask: 2 }
        const iso = (at: number) => new Date(at).toISOString().slice(0, 19)
        ig.when('GET /prices/IX.D.FTSE.DAILY.IP', ({ path }) => {
          const asked = new URL(path, 'http://ig').searchParams
          const [from = 0, to = 0] = ['from', 'to'].map(
            (name) => Date.parse(`${asked.get(name)}Z`) - isLocal * shift,
          )
          const bars = Array.from({ length: (to - from) / 900_000 }, (_, index) => from + index * 900_000)
          const prices = bars.map((at) => ({
            // IG rarely sends this field. `snapshotTime` is in local time.
            ...(at % 3_600_000 === 0 ? { snapshotTimeUTC: iso(at) } : {}),
            snapshotTime: iso(at + shift)
              .replaceAll('-', '/')
              .replace('T', ' '),
            highPrice: side,
            lowPrice: side,
            closePrice: side,
          }))
          return { body: { prices } }
        })
        for (const month of [0, 6]) {
          const [from, to] = [Date.UTC(2026, month, 5, 14), Date.UTC(2026, month, 5, 16)]
          const bars = await broker.readBars(login, 'IX.D.FTSE.DAILY.IP', { length: 'MINUTE_15', from, to })
          const sided = await broker.readSidedBars(login, 'IX.D.FTSE.DAILY.IP', {
            length: 'MINUTE_15',
            from,
            to,
          })
          expect([bars.length, bars[0]?.at, bars.at(-1)?.at]).toEqual([8, from, to - 900_000])
          expect(sided.map(({ at }) => at)).toEqual(bars.map(({ at }) => at))
        }
        // The test reads four ranges. Only the first may need a second request, because IG’s first answer shows if the
        // zone was guessed wrongly.
        expect(ig.asked().length).toBeLessThanOrEqual(5)
      },
    )
  })

  test('throws an error if the activity has more than twenty pages', async () => {
    const { broker, clock } = world()
    const next = '/history/activity?version=3&to=2026-01-05T10:00:00'
    let pages = 0
    ig.when('GET /history/activity', () => {
      pages += 1
      return { body: { activities: [], metadata: { paging: { next: pages < 20 ? next : null } } } }
    })
    expect(await broker.readActivity(login, 0)).toEqual([])
    expect(pages).toBe(20)
    pages = -1_000
    clock.pass(61_000)
    await expect(broker.readActivity(login, 0)).rejects.toMatchObject({ kind: 'unusable' })
  })

  test('returns the activity from all pages', async () => {
    const { broker } = world()
    const activity = (dealId: string) => ({
      date: '2026-01-05T15:04:05',
      epic: 'IX.D.FTSE.DAILY.IP',
      dealId,
      type: 'WORKING_ORDER',
      status: 'ACCEPTED',
      description: 'words',
      details: {
        dealReference: 'ref-1',
        actions: [{ actionType: 'LIMIT_ORDER_OPENED', affectedDealId: 'D9' }],
      },
    })
    const next = 'https://elsewhere.invalid/history/activity?version=3&to=2026-01-05T10:00:00'
    ig.when(
      'GET /history/activity',
      { body: { activities: [activity('D1')], metadata: { paging: { next } } } },
      { body: { activities: [{ ...activity('D2'), details: null, status: 'ODD' }], metadata: null } },
    )
    const found = await broker.readActivity(login, Date.UTC(2026, 0, 5, 15))
    expect(found.map(({ dealId, status }) => [dealId, status])).toEqual([
      ['D1', 'ACCEPTED'],
      ['D2', 'UNKNOWN'],
    ])
    expect(found[0]).toMatchObject({
      dealReference: 'ref-1',
      actions: [{ kind: 'order opened', dealId: 'D9' }],
    })
    expect(ig.calls.at(-1)?.path).toBe('/history/activity?version=3&to=2026-01-05T10:00:00')
  })
})

describe('a confirmation', () => {
  const confirm = (answer: Canned) => {
    ig.when('GET /confirms/ref-1', answer)
    return world().broker.confirm(login, 'ref-1')
  }
  const accepted = {
    dealReference: 'ref-1',
    dealStatus: 'ACCEPTED',
    dealId: 'D1',
    status: 'OPEN',
    reason: 'SUCCESS',
    level: 8802.5,
    size: 0.5,
    affectedDeals: [{ dealId: 'D1', status: 'OPENED' }],
  }
  test('contains the level and the size of an accepted deal', async () => {
    expect(await confirm({ body: accepted })).toEqual({
      kind: 'accepted',
      dealId: 'D1',
      level: '8802.5',
      size: '0.5',
      effect: 'opened',
      hasStop: null,
      affectedDealIds: ['D1'],
    })
  })
  test('shows whether the position has a stop', async () => {
    const read = (fields: Record<string, unknown>) => confirm({ body: { ...accepted, ...fields } })
    expect(await read({ stopLevel: 8752.5, stopDistance: null })).toMatchObject({ hasStop: true })
    expect(await read({ stopLevel: null, stopDistance: null })).toMatchObject({ hasStop: false })
  })
  test('contains a readable reason if the deal is rejected, even if it has a deal ID', async () => {
    const body = {
      ...accepted,
      dealStatus: 'REJECTED',
      status: null,
      reason: 'INSUFFICIENT_FUNDS',
      level: null,
    }
    expect(await confirm({ body })).toEqual({
      kind: 'rejected',
      reason: 'INSUFFICIENT_FUNDS',
      message: 'there are not enough funds on the account (INSUFFICIENT_FUNDS)',
    })
    expect(await confirm({ body: { ...body, reason: 'NEW_REASON' } })).toMatchObject({
      message: 'NEW_REASON',
    })
    // A close that is larger than the position does not open a position in the opposite direction.
    const reason = 'POSITION_ALREADY_EXISTS_IN_OPPOSITE_DIRECTION'
    expect(await confirm({ body: { ...body, reason } })).toMatchObject({
      isBeyondOpen: true,
      message: `it is for more than is open, or a position in the opposite direction is open (${reason})`,
    })
  })
  test.each<[string, Canned]>([
    ['404', error(404, 'error.confirms.deal-not-found')],
    ['405 with an empty body', { status: 405, body: '' }],
  ])('is missing if IG answers %s', async (_name, canned) => {
    expect(await confirm(canned)).toBeNull()
  })
  test.each<[string, Canned]>([
    ['an unknown status', { body: { ...accepted, dealStatus: 'PENDING' } }],
    ['another deal’s confirm', { body: { ...accepted, dealReference: 'ref-2' } }],
    ['HTML', { body: '<html></html>' }],
  ])('is unusable if it contains %s', async (_name, canned) => {
    await expect(confirm(canned)).rejects.toMatchObject({ kind: 'unusable' })
  })
})

test('an error of the broker contains no secret', async () => {
  const { broker } = world()
  ig.when('POST /session', error(401, 'error.security.invalid-details'))
  const failed: unknown = await broker.readPositions(login).catch((thrown: unknown) => thrown)
  const shown = JSON.stringify(failed, Object.getOwnPropertyNames(failed))
  for (const secret of ['secret-word', 'key-1', 'demo_user_7']) expect(shown).not.toContain(secret)
})

describe('the history', () => {
  const entry = { dealId: 'DIAAAAABCD00009', epic: 'KA.D.VOD.DAILY.IP', type: 'POSITION', period: '-' }
  const description = 'Rejected: Failed to retrieve price information for this currency'
  const rejected = { ...entry, date: '2026-05-01T11:00:00', status: 'REJECTED', description }

  const confirm = {
    ...entry,
    dealReference: 'ref-1',
    dealStatus: 'REJECTED',
    reason: 'UNKNOWN',
    date: '2026-05-01T11:00:00.350',
  }
  const told = async (over: Record<string, unknown> = {}) => {
    ig.when('GET /confirms/ref-1', { body: { ...confirm, ...over } })
    return world().broker.confirm(login, 'ref-1')
  }

  test('gives IG’s words for a rejection if the confirmation contains no reason', async () => {
    ig.when('GET /history/activity', { body: { activities: [rejected] } })
    expect(await told()).toMatchObject({
      reason: 'UNKNOWN',
      message:
        'IG gave no reason (UNKNOWN). Its history says: Failed to retrieve price information for this currency',
    })
  })

  test.each<[string, Canned, Record<string, unknown>?]>([
    ['cannot be read', { status: 500 }],
    [
      'has only an earlier refusal of the same deal',
      {
        body: { activities: [{ ...rejected, date: '2026-05-01T10:58:00' }] },
      },
    ],
    [
      'has only a refusal of another deal with the same reference',
      {
        body: {
          activities: [{ ...rejected, dealId: 'DIAAAAABCD00008', details: { dealReference: 'ref-1' } }],
        },
      },
    ],
    ['is not known to be of the same moment', { body: { activities: [rejected] } }, { date: undefined }],
  ])('does not explain a rejection without a reason if it %s', async (_when, history, over) => {
    ig.when('GET /history/activity', history)
    expect(await told(over)).toMatchObject({
      kind: 'rejected',
      message: expect.stringMatching(/^IG gave no reason \(usual causes: .*\) \(UNKNOWN\)$/) as string,
    })
  })

  test.each([
    ['Rejected: MARKET_CLOSED', 'the market is closed (MARKET_CLOSED)'],
    ['Rejected: Failed to retrieve price information', 'Failed to retrieve price information'],
    ['Insufficient funds', 'Insufficient funds'],
    ['Rejected: ', undefined],
  ])('gives the reason of %j without repeating that it was rejected', async (description, reason) => {
    ig.when('GET /history/activity', { body: { activities: [{ ...rejected, description }] } })
    const [activity] = await world().broker.readActivity(login, 0)
    expect(activity?.rejection).toBe(reason)
  })

  test('has dates in the account’s local time, which are converted to UTC', async () => {
    ig.when('POST /session', {
      headers: { CST: 'cst', 'X-SECURITY-TOKEN': 'xst' },
      body: { currentAccountId: 'ZZ1AB', currencyIsoCode: 'GBP', timezoneOffset: 2 },
    })
    ig.when('GET /history/activity', { body: { activities: [rejected] } })
    const [activity] = await world().broker.readActivity(login, 0)
    expect(activity?.date).toBe(Date.UTC(2026, 4, 1, 9))
  })
})
