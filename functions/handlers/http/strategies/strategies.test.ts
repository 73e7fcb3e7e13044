import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { requestedWith } from '../../../../shared/platform/env.ts'
import { defaultStrategyRules, mostStrategies } from '../../../../shared/strategies/strategy-rules.ts'
import { defaultTradingRules } from '../../../../shared/settings/trading-settings.ts'
import type { ApiLambda } from '../../../http/endpoint.ts'
import { emptyLedger } from '../../../trading/ledger/ledger.ts'
import { saveLedger } from '../../../broker/ledger-store.ts'
import { getUserSettings, saveSettings } from '../../../settings/settings-store.ts'
import { listTimedUsers } from '../../../settings/timed-users.ts'
import { startEmbeddedDynamoDb } from '../../../../infra/dev/testing/embedded-dynamodb.ts'
import { instrument } from '../../../../infra/dev/testing/instruments.ts'
import { replaceInstruments } from '../../../../infra/dev/testing/replace-instruments.ts'
import { type StandInIg, startStandInIg } from '../../../../infra/dev/testing/stand-in-ig.ts'
import { handler as listStrategies } from './list-strategies.ts'
import { handler as saveStrategy } from './save-strategy.ts'

const caller = vi.hoisted(() => ({ userId: '', email: 'trader@example.com', role: 'USER' as const }))
vi.mock('../../../accounts/find-caller.ts', () => ({ findCaller: () => Promise.resolve(caller) }))
vi.mock(
  '../../../aws/root-secret.ts',
  async () => (await import('../../../../infra/dev/testing/zero-root-key.ts')).zeroRootKey,
)
vi.mock('../../../settings/user-secret-store.ts', () => ({
  readCredentials: () =>
    Promise.resolve({ apiKey: 'k', username: 'u', password: 'p', accountId: caller.userId }),
}))

let ig: StandInIg
let stop: () => Promise<void>
beforeAll(async () => {
  ig = await startStandInIg()
  process.env.IG_DEMO_URL = ig.url
  process.env.SITE_ORIGIN = 'https://signals.example.com'
  stop = (await startEmbeddedDynamoDb()).stop
})
afterAll(async () => {
  await ig.stop()
  await stop()
})

let users = 0
beforeEach(async () => {
  ig.reset()
  users += 1
  caller.userId = `S${users}`
  ig.when('POST /session', {
    headers: { CST: 'cst', 'X-SECURITY-TOKEN': 'xst' },
    body: { currentAccountId: caller.userId, currencyIsoCode: 'GBP' },
  })
  const account = { accountId: caller.userId, version: 1, missing: [] }
  await saveSettings({
    userId: caller.userId,
    version: 1,
    mode: 'DEMO',
    rules: defaultTradingRules,
    credentials: { DEMO: account, LIVE: { accountId: null, version: 0, missing: ['API key'] } },
    tradingPause: null,
  })
})

const call = async (handler: ApiLambda, method: 'GET' | 'PUT', strategy?: string, body?: object) => {
  const answer = await handler({
    headers: { [requestedWith.name]: requestedWith.value, 'content-type': 'application/json' },
    requestContext: { http: { method, sourceIp: '127.0.0.1' } },
    ...(body ? { body: JSON.stringify({ strategy, ...body }) } : {}),
  } as unknown as APIGatewayProxyEventV2)
  return { status: answer.statusCode, body: JSON.parse(answer.body ?? 'null') as Record<string, unknown> }
}

const wireRules = {
  paused: false,
  askFirst: true,
  maximumPositions: 2,
  sizePercent: 50,
  cooldownHours: null,
  outOfStep: 'FOLLOW',
  flatAt: { time: '16:25', zone: 'Europe/London', days: 'WEEKDAYS' },
  breakEvenAfter: 1.5,
  breakEvenOffset: 2,
  trail: { distance: 30, step: 5 },
  silentAfterHours: null,
  expiresOn: null,
}

test('the rules of a strategy are saved with the settings, and invalid rules are refused', async () => {
  expect((await call(saveStrategy, 'PUT', 'orb', wireRules)).status).toBe(200)
  const { strategies } = (await getUserSettings(caller.userId)) ?? {}
  expect(strategies).toEqual({
    orb: {
      paused: false,
      askFirst: true,
      maximumPositions: 2,
      sizePercent: 50,
      cooldownHours: null,
      outOfStep: 'FOLLOW',
      flatAt: { time: '16:25', zone: 'Europe/London', days: 'WEEKDAYS' },
      breakEvenAfter: 1.5,
      breakEvenOffset: 2,
      trail: { distance: 30, step: 5 },
      silentAfterHours: null,
      expiresOn: null,
      // The request omits these limits.
      lossToday: null,
      losingTrades: null,
      tradesToday: null,
      riskPercent: null,
      riskAmount: null,
    },
  })
  expect(await listTimedUsers()).toContain(caller.userId)
  const untimed = { ...wireRules, flatAt: null, breakEvenAfter: null }
  await call(saveStrategy, 'PUT', 'orb', untimed)
  expect(await listTimedUsers()).not.toContain(caller.userId)
  expect((await call(saveStrategy, 'PUT', 'orb', { ...wireRules, sizePercent: 101 })).status).toBe(400)
  expect((await call(saveStrategy, 'PUT', 'orb', { ...wireRules, riskPercent: 100.5 })).status).toBe(400)
  expect((await call(saveStrategy, 'PUT', 'orb', { ...wireRules, riskPercent: 0.5 })).status).toBe(200)
  expect((await call(saveStrategy, 'PUT', 'two\nlines', wireRules)).status).toBe(400)
  expect((await call(saveStrategy, 'PUT', 'Golden Cross 9/21 (v2)', wireRules)).status).toBe(200)
})

test('the number of strategies with their own rules is limited', async () => {
  for (let index = 0; index < mostStrategies; index += 1)
    await call(saveStrategy, 'PUT', `s${index}`, wireRules)
  expect(await call(saveStrategy, 'PUT', 'one-more', wireRules)).toMatchObject({
    status: 409,
    body: { code: 'TOO_MANY_STRATEGIES' },
  })
  expect((await call(saveStrategy, 'PUT', 's0', wireRules)).status).toBe(200)
})

const withStrategyState = async () => {
  await replaceInstruments(caller.userId, [{ ...instrument('LSE:VOD'), igEpic: 'KA.D.VOD.CASH.IP' }])
  const at = Date.UTC(2026, 10, 21, 9)
  await saveLedger(
    { userId: caller.userId, mode: 'DEMO' },
    {
      ...emptyLedger,
      version: 1,
      owned: [
        {
          dealId: 'D1',
          dealReference: 'R1',
          accountId: caller.userId,
          strategy: 'orb',
          market: 'LSE:VOD',
          epic: 'KA.D.VOD.DAILY.IP',
          at,
        },
      ],
      standings: {
        orb: {
          lastAlertAt: at,
          markets: {
            'LSE:VOD': {
              said: { position: 'long', size: '2', at, firedAt: at, alertId: 'A1' },
              followed: { position: 'long', size: '1', at: at - 60_000, firedAt: at },
            },
          },
        },
      },
    },
  )
}

const position = (dealId: string, direction: string, size: number) => ({
  position: { dealId, dealReference: `${dealId}-ref`, direction, size, level: 88 },
  market: { epic: 'KA.D.VOD.CASH.IP', expiry: '-', bid: 88, offer: 88.1 },
})

test('each strategy is listed with its positions at TradingView and at IG', async () => {
  await withStrategyState()
  ig.when('GET /positions', { body: { positions: [position('D1', 'BUY', 3), position('D2', 'SELL', 5)] } })
  ig.when('GET /workingorders', { body: { workingOrders: [] } })
  expect(await call(listStrategies, 'GET')).toEqual({
    status: 200,
    body: {
      mode: 'DEMO',
      results: [
        {
          strategy: 'orb',
          rules: expect.objectContaining({ paused: false, outOfStep: 'WARN' }) as object,
          lastAlertAt: '2026-11-21T09:00:00.000Z',
          lastGapHours: null,
          markets: [
            {
              marketAndSymbol: 'LSE:VOD',
              said: { position: 'long', size: '2', at: '2026-11-21T09:00:00.000Z', alertId: 'A1' },
              followedAt: '2026-11-21T08:59:00.000Z',
              held: { side: 'long', size: '3', orders: 0 },
            },
          ],
        },
      ],
    },
  })
})

test('strategies are listed with an error if IG cannot be read', async () => {
  await withStrategyState()
  ig.when('POST /session', { status: 401, body: { errorCode: 'error.security.invalid-details' } })
  const { status, body } = await call(listStrategies, 'GET')
  expect(status).toBe(200)
  expect(body).toMatchObject({ unreadable: expect.stringContaining('username or password') as string })
  expect(body.results).toMatchObject([{ markets: [{ held: null }] }])
})

test('listing strategies sends no request to IG if there are none', async () => {
  expect((await call(listStrategies, 'GET')).body).toEqual({ mode: 'DEMO', results: [] })
  expect(defaultStrategyRules.outOfStep).toBe('WARN')
  expect(ig.calls).toEqual([])
})
