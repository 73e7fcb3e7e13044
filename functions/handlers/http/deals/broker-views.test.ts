import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultTradingRules } from '../../../../shared/settings/trading-settings.ts'
import type { ApiLambda } from '../../../http/endpoint.ts'
import { listLogs } from '../../../logs/log-store.ts'
import { saveSettings } from '../../../settings/settings-store.ts'
import { saveLedger } from '../../../broker/ledger-store.ts'
import { emptyLedger } from '../../../trading/ledger/ledger.ts'
import { callEndpoint, type EndpointCall } from '../../../../infra/dev/testing/call-endpoint.ts'
import { useEmbeddedDynamoDb } from '../../../../infra/dev/testing/use-embedded-dynamodb.ts'
import { replaceInstruments } from '../../../../infra/dev/testing/replace-instruments.ts'
import { ftseDetails, useStandInIg } from '../../../../infra/dev/testing/stand-in-ig.ts'
import { tryCredentials } from '../../../deals/for-caller.ts'
import { handler as closePosition } from './close-position.ts'
import { handler as deleteOrder } from './delete-order.ts'
import { handler as getStats } from './get-stats.ts'
import { handler as listOrders } from './list-orders.ts'
import { handler as listPositions } from './list-positions.ts'
import { handler as moveStop } from './move-stop.ts'

const caller = vi.hoisted(() => ({ userId: '', email: 'trader@example.com', role: 'USER' as const }))
vi.mock('../../../accounts/find-caller.ts', () => ({ findCaller: () => Promise.resolve(caller) }))
vi.mock(
  '../../../aws/root-secret.ts',
  async () => (await import('../../../../infra/dev/testing/zero-root-key.ts')).zeroRootKey,
)
vi.mock('../../../settings/user-secret-store.ts', () => ({
  readCredentials: () =>
    Promise.resolve({ apiKey: caller.userId, username: 'u', password: 'p', accountId: caller.userId }),
}))

const ig = useStandInIg()
useEmbeddedDynamoDb()
// The clock is stopped, so that readings stay recent on a slow machine.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
beforeAll(() => {
  process.env.IG_LIVE_URL = 'http://127.0.0.1:9/never'
  process.env.SITE_ORIGIN = 'https://signals.example.com'
})

let users = 0
const settle = (missing: string[]) =>
  saveSettings({
    userId: caller.userId,
    version: 1,
    mode: 'DEMO',
    rules: defaultTradingRules,
    credentials: {
      DEMO: { accountId: missing.length === 0 ? caller.userId : null, version: 1, missing },
      LIVE: { accountId: null, version: 0, missing: ['API key'] },
    },
    tradingPause: null,
  })

beforeEach(() => {
  users += 1
  caller.userId = `T${users}`
  ig.when('POST /session', {
    headers: { CST: 'cst', 'X-SECURITY-TOKEN': 'xst' },
    body: { currentAccountId: caller.userId, currencyIsoCode: 'GBP' },
  })
})

const call = async (handler: ApiLambda, request?: EndpointCall) => {
  const { status, json } = await callEndpoint(handler, request)
  return { status, body: json }
}
const atDeal = { path: { dealId: 'D1' } }
const views: [string, ApiLambda, EndpointCall?][] = [
  ['positions', listPositions],
  ['orders', listOrders],
  ['stats', getStats],
  ['close', closePosition, { ...atDeal, method: 'DELETE' }],
  ['delete', deleteOrder, { ...atDeal, method: 'DELETE' }],
  ['move stop', moveStop, { ...atDeal, method: 'POST', body: { stop_level: 8_700 } }],
]

test.each(views)(
  '%s sends no request to IG if the settings are incomplete',
  async (_name, handler, request) => {
    await settle(['API key', 'account ID'])
    expect(await call(handler, request)).toMatchObject({
      status: 409,
      body: {
        code: 'IG_SETTINGS_INCOMPLETE',
        message: expect.stringContaining('API key, account ID') as string,
        details: { mode: 'DEMO', missing: ['API key', 'account ID'] },
      },
    })
    expect(ig.calls).toEqual([])
  },
)

test.each(views)('%s reports IG’s reason if IG rejects the login', async (_name, handler, request) => {
  await settle([])
  ig.when('POST /session', { status: 401, body: { errorCode: 'error.security.invalid-details' } })
  expect(await call(handler, request)).toMatchObject({
    status: 424,
    body: {
      code: 'BROKER_UNAVAILABLE',
      message: expect.stringContaining('username or password') as string,
      details: { reason: 'sign-in', code: 'error.security.invalid-details' },
    },
  })
})

describe.each([
  ['orders', listOrders],
  ['positions', listPositions],
] as const)('a list of %s', (what, handler) => {
  const order = (number: number) => ({
    workingOrderData: {
      dealId: `D${number}`,
      direction: 'BUY',
      epic: 'IX.D.FTSE.DAILY.IP',
      orderSize: 1,
      orderLevel: 100,
      orderType: 'LIMIT',
      createdDateUTC: '2026-01-05T15:04:05',
    },
    marketData: { scalingFactor: 1 },
  })
  const position = (number: number) => ({
    position: {
      dealId: `D${number}`,
      direction: 'BUY',
      size: 1,
      level: 100,
      contractSize: 1,
      currency: 'GBP',
      createdDateUTC: '2026-01-05T15:04:05',
    },
    market: { epic: 'IX.D.FTSE.DAILY.IP', expiry: 'DFB', bid: 110, offer: 111 },
  })
  const page = (query: Record<string, string>) => call(handler, { query })

  test('each list has pages with offset, limit, next and previous, and an empty page past the end', async () => {
    await settle([])
    ig.when('GET /workingorders', { body: { workingOrders: [1, 2, 3, 4, 5].map(order) } })
    ig.when('GET /positions', { body: { positions: [1, 2, 3, 4, 5].map(position) } })
    const first = await page({ limit: '2' })
    expect(first.body).toMatchObject({
      count: 5,
      next: `/api/v1/${what}?offset=2&limit=2`,
      previous: null,
      results: [{ dealId: 'D1' }, { dealId: 'D2' }],
    })
    expect((await page({ offset: '4', limit: '2' })).body).toMatchObject({
      next: null,
      previous: `/api/v1/${what}?offset=2&limit=2`,
      results: [{ dealId: 'D5' }],
    })
    expect((await page({ offset: '99' })).body).toMatchObject({ count: 5, next: null, results: [] })
    // All pages come from one read of the list at IG.
    expect(ig.asked().filter((call) => !call.includes('/operations/'))).toHaveLength(1)
  })

  test.each<Record<string, string>>([
    { limit: '0' },
    { limit: '-1' },
    { limit: '1001' },
    { limit: 'ten' },
    { offset: '-1' },
    { offset: 'x' },
  ])('rejects %j', async (query) => {
    await settle([])
    expect(await page(query)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } })
    expect(ig.asked()).toEqual([])
  })
})

test('a position shows the user’s own name for its market, and a manual close is logged with that market', async () => {
  await settle([])
  await replaceInstruments(caller.userId, [
    {
      marketAndSymbol: 'TVC:UKX',
      igEpic: 'IX.D.FTSE.DAILY.IP',
      yahooSymbol: '',
      atrStopLossPeriod: 14,
      atrStopLossMultiplePercentage: '100',
      atrProfitTargetPeriod: 14,
      atrProfitMultiplePercentage: '100',
      maxPositionSize: '1000',
      openingPriceMultiplePercentage: '100',
      tradingViewPriceMultiplier: '1',
      nextDividendDate: null,
    },
  ])
  ig.when('GET /positions', {
    body: {
      positions: [
        {
          position: {
            dealId: 'D1',
            direction: 'SELL',
            size: 2,
            level: 8800,
            contractSize: 1,
            currency: 'GBP',
            createdDateUTC: '2026-01-05T15:04:05',
          },
          market: {
            epic: 'IX.D.FTSE.DAILY.IP',
            instrumentName: 'FTSE 100',
            expiry: 'DFB',
            bid: 8789,
            offer: 8790,
          },
        },
      ],
    },
  })
  ig.when('DELETE /positions/otc', { body: { dealReference: 'c1' } })
  ig.when('GET /confirms/c1', {
    body: { dealReference: 'c1', dealStatus: 'ACCEPTED', dealId: 'D1', status: 'CLOSED', level: 8790 },
  })
  expect((await call(listPositions)).body).toMatchObject({
    count: 1,
    results: [{ dealId: 'D1', marketAndSymbol: 'TVC:UKX', profitLoss: 20 }],
  })
  await saveLedger(
    { userId: caller.userId, mode: 'DEMO' },
    {
      ...emptyLedger,
      version: 1,
      owned: [
        {
          dealId: 'D1',
          dealReference: 'SP-1',
          accountId: caller.userId,
          at: Date.now(),
          strategy: 'orb',
          market: 'FOREXCOM:UK100',
          epic: 'IX.D.FTSE.DAILY.IP',
        },
      ],
    },
  )
  expect((await call(listPositions)).body).toMatchObject({
    results: [{ marketAndSymbol: 'FOREXCOM:UK100', strategy: 'orb' }],
  })
  // The list that is read after the close must have a later time than the list that was read before the close.
  vi.setSystemTime(Date.now() + 1)
  const closed = await call(closePosition, { ...atDeal, method: 'DELETE' })
  expect(closed).toMatchObject({ status: 200, body: { dealId: 'D1', status: 'CLOSED' } })
  expect((await call(listPositions)).body).toMatchObject({ count: 0 })
  const logged = await listLogs(caller.userId, { type: 'ALL' }, 0, 10)
  expect(JSON.stringify(logged)).toContain('FTSE 100: Position closed at 8,790 (by hand)')
})

describe('a close of BUY 23.14, partly closed within the last seconds', () => {
  const listed = (size: number) => ({
    body: {
      positions: [
        {
          position: {
            dealId: 'D1',
            direction: 'BUY',
            size,
            level: 100,
            contractSize: 1,
            currency: 'GBP',
            createdDateUTC: '2026-01-05T15:04:05',
          },
          market: { epic: 'IX.D.FTSE.DAILY.IP', expiry: 'DFB', bid: 110, offer: 111 },
        },
      ],
    },
  })
  const byReduce = async () => {
    const account = { userId: caller.userId, mode: 'DEMO' } as const
    const changed = [{ dealId: 'D1', at: Date.now(), left: '13.88' }]
    await saveLedger(account, { ...emptyLedger, version: 1, changed })
    vi.setSystemTime(Date.now() + 500)
  }
  const inTheApp = async () => void vi.setSystemTime(Date.now() + 4_000)

  test.each([
    ['by REDUCE', 'the dashboard', byReduce, () => ({ mode: 'DEMO', account_id: caller.userId })],
    ['in IG’s app', 'the dashboard', inTheApp, () => ({ mode: 'DEMO', account_id: caller.userId })],
    ['by REDUCE', 'the command line', byReduce, () => ({})],
    ['in IG’s app', 'the command line', inTheApp, () => ({})],
  ])('is for the remaining size: closed %s, requested by %s', async (_how, _who, closePart, query) => {
    await settle([])
    ig.when('GET /positions', listed(23.14), listed(13.88))
    // The caller reads the position before part of it is closed.
    expect((await call(listPositions)).body).toMatchObject({ results: [{ size: 23.14 }] })
    await closePart()
    ig.when('DELETE /positions/otc', { body: { dealReference: 'c1' } })
    ig.when('GET /confirms/c1', {
      body: { dealReference: 'c1', dealStatus: 'ACCEPTED', dealId: 'D1', status: 'CLOSED', level: 110 },
    })
    const closed = await call(closePosition, {
      ...atDeal,
      method: 'DELETE',
      query: query(),
    })
    expect(closed).toMatchObject({ status: 200, body: { status: 'CLOSED' } })
    expect(
      ig.calls.filter(({ method, path }) => method === 'DELETE' && path === '/positions/otc'),
    ).toMatchObject([{ body: { dealId: 'D1', direction: 'SELL', size: 13.88 } }])
  })
})

describe('a stop that a person moves', () => {
  const epic = 'IX.D.FTSE.DAILY.IP'
  const listed = (stopLevel: number) => ({
    body: {
      positions: [
        {
          position: { dealId: 'D1', direction: 'BUY', size: 1, level: 8_800, stopLevel, limitLevel: 9_000 },
          market: { epic, instrumentName: 'FTSE 100', expiry: 'DFB', bid: 8_800, offer: 8_801 },
        },
      ],
    },
  })
  const move = (body: Record<string, unknown>) => call(moveStop, { ...atDeal, method: 'POST', body })
  const logged = async () =>
    (await listLogs(caller.userId, { type: 'ALL' }, 0, 10)).results.map(({ type, message }) => [
      type,
      message,
    ])
  beforeEach(async () => {
    await settle([])
    ig.when(`GET /markets/${epic}`, { body: ftseDetails })
    ig.when('PUT /positions/otc/D1', { body: { dealReference: 'S1' } })
    ig.when('GET /confirms/S1', {
      body: { dealReference: 'S1', dealStatus: 'ACCEPTED', dealId: 'D1', status: 'AMENDED' },
    })
  })

  test('is shown in the list of positions at once, and is logged with its market', async () => {
    ig.when('GET /positions', listed(8_700), listed(8_700), listed(8_750))
    expect((await call(listPositions)).body).toMatchObject({ results: [{ stopLevel: 8_700 }] })
    // The list that is read after the move must have a later time than the list that was read before the move.
    vi.setSystemTime(Date.now() + 1)
    expect(await move({ stop_level: 8_750, mode: 'DEMO', account_id: caller.userId })).toMatchObject({
      status: 200,
      body: { dealId: 'D1', status: 'MOVED', message: 'Stop moved from 8,700 to 8,750' },
    })
    expect((await call(listPositions)).body).toMatchObject({ results: [{ stopLevel: 8_750 }] })
    expect(ig.asked().filter((asked) => asked.startsWith('PUT /positions'))).toHaveLength(1)
    expect(await logged()).toEqual([['TRADE', 'FTSE 100: Stop moved from 8,700 to 8,750 (by hand)']])
  })

  test('is logged with IG’s reason if IG refuses it', async () => {
    ig.when('GET /positions', listed(8_700))
    ig.when('GET /confirms/S1', {
      body: { dealReference: 'S1', dealStatus: 'REJECTED', dealId: 'D1', reason: 'MARKET_OFFLINE' },
    })
    expect(await move({ stop_level: 8_750 })).toMatchObject({ status: 409, body: { code: 'BROKER_REFUSED' } })
    expect(await logged()).toEqual([['ERROR', expect.stringMatching(/IG refused: .*MARKET_OFFLINE/)]])
  })

  test.each([{}, { stop_level: 0 }, { stop_level: -1 }, { stop_level: '8750' }, { stop_level: null }])(
    'to %j is a wrong request that names the field',
    async (body) => {
      expect(await move(body)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_REQUEST', details: { stop_level: expect.any(String) as string } },
      })
      expect(ig.calls).toEqual([])
    },
  )

  test('is refused as invalid if it is on the wrong side of the market, and is not logged', async () => {
    ig.when('GET /positions', listed(8_700))
    expect(await move({ stop_level: 8_900 })).toMatchObject({
      status: 400,
      body: {
        code: 'INVALID_REQUEST',
        details: { stop_level: expect.stringContaining('wrong side of the market (8,800)') as string },
      },
    })
    expect(await logged()).toEqual([])
  })
})

test('deleting an order that is no longer at IG returns 404', async () => {
  await settle([])
  ig.when('DELETE /workingorders/otc/O1', { body: { dealReference: 'c1' } })
  ig.when('GET /confirms/c1', {
    body: { dealReference: 'c1', dealStatus: 'REJECTED', dealId: 'O1', reason: 'ORDER_NOT_FOUND' },
  })
  expect(await call(deleteOrder, { method: 'DELETE', path: { dealId: 'O1' } })).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND', message: 'This order is no longer at IG' },
  })
})

test('an order that IG refuses to delete is reported with IG’s reason', async () => {
  await settle([])
  ig.when('DELETE /workingorders/otc/O1', { body: { dealReference: 'c1' } })
  ig.when('GET /confirms/c1', {
    body: { dealReference: 'c1', dealStatus: 'REJECTED', dealId: 'O1', reason: 'MARKET_OFFLINE' },
  })
  const { status, body } = await call(deleteOrder, { method: 'DELETE', path: { dealId: 'O1' } })
  expect([status, body.code]).toEqual([409, 'BROKER_REFUSED'])
  expect(body.message).toMatch(/^IG refused: .+ \(MARKET_OFFLINE\)$/)
})

describe.each<[string, (inSight: Record<string, string>) => ReturnType<typeof call>]>([
  ['closePosition', (query) => call(closePosition, { ...atDeal, method: 'DELETE', query })],
  ['deleteOrder', (query) => call(deleteOrder, { ...atDeal, method: 'DELETE', query })],
  [
    'moveStop',
    (inSight) => call(moveStop, { ...atDeal, method: 'POST', body: { ...inSight, stop_level: 8_700 } }),
  ],
])('%s decided on a list of another account', (_name, decide) => {
  test.each([
    [{ mode: 'LIVE', account_id: 'LIVE1' }, 'LIVE account LIVE1'],
    [{ mode: 'LIVE' }, 'LIVE account'],
    [{ mode: 'DEMO', account_id: 'OTHER' }, 'DEMO account OTHER'],
    [{ account_id: '' }, 'DEMO account '],
  ])('is refused for %j without a request to IG', async (inSight, named) => {
    await settle([])
    expect(await decide(inSight)).toMatchObject({
      status: 409,
      body: {
        code: 'CHANGED_MEANWHILE',
        message: expect.stringContaining(`This page shows your ${named}`) as string,
        details: { mode: 'DEMO', accountId: caller.userId },
      },
    })
    expect(ig.calls).toEqual([])
  })

  test('is refused even if settings of the current account are missing', async () => {
    await settle(['API key'])
    expect((await decide({ mode: 'LIVE' })).body).toMatchObject({ code: 'CHANGED_MEANWHILE' })
  })

  test.each([
    ['that names the current account', () => ({ mode: 'DEMO', account_id: caller.userId })],
    ['that names none', () => ({})],
  ])('sends a request to IG for a caller %s', async (_which, inSight) => {
    await settle([])
    expect((await decide(inSight())).body).not.toMatchObject({ code: 'CHANGED_MEANWHILE' })
    expect(ig.calls).not.toEqual([])
  })

  test('is refused as an invalid request if the mode is unknown', async () => {
    await settle([])
    expect(await decide({ mode: 'PAPER' })).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } })
  })
})

test('a test of saved credentials reports why IG refuses them', async () => {
  await settle([])
  ig.when('POST /session', { status: 403, body: { errorCode: 'error.security.api-key-invalid' } })
  expect(await tryCredentials(caller.userId, 'DEMO')).toBe('IG doesn’t recognise the API key')
  expect(await tryCredentials(caller.userId, 'LIVE')).toBeNull()
  ig.when('POST /session', {
    headers: { CST: 'cst', 'X-SECURITY-TOKEN': 'xst' },
    body: { currentAccountId: caller.userId, currencyIsoCode: 'GBP' },
  })
  expect(await tryCredentials(caller.userId, 'DEMO')).toBeNull()
})
