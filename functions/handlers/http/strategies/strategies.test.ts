import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { defaultStrategyRules, mostStrategies } from '../../../../shared/strategies/strategy-rules.ts'
import { defaultTradingRules } from '../../../../shared/settings/trading-settings.ts'
import { emptyLedger } from '../../../trading/ledger/ledger.ts'
import { saveLedger } from '../../../broker/ledger-store.ts'
import { getUserSettings, saveSettings } from '../../../settings/settings-store.ts'
import { listTimedUsers } from '../../../settings/timed-users.ts'
import { callEndpoint } from '../../../../infra/dev/testing/call-endpoint.ts'
import { useEmbeddedDynamoDb } from '../../../../infra/dev/testing/use-embedded-dynamodb.ts'
import { instrument } from '../../../../infra/dev/testing/instruments.ts'
import { replaceInstruments } from '../../../../infra/dev/testing/replace-instruments.ts'
import { useStandInIg } from '../../../../infra/dev/testing/stand-in-ig.ts'
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

const ig = useStandInIg()
useEmbeddedDynamoDb()
beforeAll(() => {
  process.env.SITE_ORIGIN = 'https://signals.example.com'
})

let users = 0
beforeEach(async () => {
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

const save = (strategy: string, rules: object) =>
  callEndpoint(saveStrategy, { method: 'PUT', body: { strategy, ...rules } })

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
  expect((await save('orb', wireRules)).status).toBe(200)
  const { strategies } = (await getUserSettings(caller.userId)) ?? {}
  expect(strategies).toEqual({
    orb: {
      ...wireRules,
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
  await save('orb', untimed)
  expect(await listTimedUsers()).not.toContain(caller.userId)
  expect((await save('orb', { ...wireRules, sizePercent: 101 })).status).toBe(400)
  expect((await save('orb', { ...wireRules, riskPercent: 100.5 })).status).toBe(400)
  expect((await save('orb', { ...wireRules, riskPercent: 0.5 })).status).toBe(200)
  expect((await save('two\nlines', wireRules)).status).toBe(400)
  expect((await save('Golden Cross 9/21 (v2)', wireRules)).status).toBe(200)
})

test('the number of strategies with their own rules is limited', async () => {
  for (let index = 0; index < mostStrategies; index += 1) await save(`s${index}`, wireRules)
  expect(await save('one-more', wireRules)).toMatchObject({
    status: 409,
    json: { code: 'TOO_MANY_STRATEGIES' },
  })
  expect((await save('s0', wireRules)).status).toBe(200)
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
  const { status, json } = await callEndpoint(listStrategies)
  expect(status).toBe(200)
  expect(json).toEqual({
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
  })
})

test('strategies are listed with an error if IG cannot be read', async () => {
  await withStrategyState()
  ig.when('POST /session', { status: 401, body: { errorCode: 'error.security.invalid-details' } })
  const { status, json } = await callEndpoint(listStrategies)
  expect(status).toBe(200)
  expect(json).toMatchObject({ unreadable: expect.stringContaining('username or password') as string })
  expect(json.results).toMatchObject([{ markets: [{ held: null }] }])
})

test('listing strategies sends no request to IG if there are none', async () => {
  expect((await callEndpoint(listStrategies)).json).toEqual({ mode: 'DEMO', results: [] })
  expect(defaultStrategyRules.outOfStep).toBe('WARN')
  expect(ig.calls).toEqual([])
})
