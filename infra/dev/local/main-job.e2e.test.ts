import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EndedEntry, isEnded } from '../../../shared/logs/is-ended.ts'
import type { SettingsUpdate } from '../../../shared/settings/settings.schema.ts'
import { CloudUnderTest, startOfReference, until } from '../testing/local-cloud.ts'
import { ApiClient } from '../../api-client.ts'
import { demoUser, settingsOf } from './seed.ts'

/**
 * The tests in this file do the main job over HTTP: an alert in TradingView's format becomes an order at a broker that
 * speaks IG's protocol.
 */

let cloud: CloudUnderTest
let client: ApiClient
let secret: string

const signIn = async () => {
  client = new ApiClient(cloud.origin)
  await client.call('login', demoUser)
  secret = (await client.call('getSettings', {})).demoWebhookSecret
}

beforeAll(async () => {
  cloud = await CloudUnderTest.start()
  await signIn()
})
afterAll(() => cloud?.stop())

const post = async (body: string) => {
  const response = await fetch(`${cloud.origin}/api/v1/trading-view-webhook`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body,
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

/** Sets the bid and offer around a price, in IG's units, and keeps the quote from moving. */
const fixMarket = (epic: string, price: number, marketStatus = 'TRADEABLE') =>
  cloud.control(`${cloud.paperOrigin}/_paper/market/${epic}`, {
    bid: price - 1,
    offer: price + 1,
    marketStatus,
  })

const alertJson = (fields: Record<string, unknown>) =>
  JSON.stringify({ secret, time: new Date().toISOString(), atr: Array(14).fill('3'), ...fields })

const entryOf = (alertId: string | undefined, seconds?: number) =>
  until<EndedEntry>(async () => {
    const { results } = await client.call('listLogs', { offset: 0, limit: 100, type: 'ALL' })
    return results.filter(isEnded).find(({ extra }) => extra.alertId === alertId)
  }, seconds)

const orders = async () =>
  (await cloud.wire()).filter(({ method, path }) => method === 'POST' && path.endsWith('/otc'))

describe('an alert', () => {
  it('becomes a working order with a derived deal reference if it is JSON sent as text/plain', async () => {
    await fixMarket('UA.D.AAPL.DAILY.IP', 22_900)
    const { status, body } = await post(alertJson({ market: 'NASDAQ:AAPL', action: 'buy', price: '229.00' }))
    expect([status, body.status]).toEqual([202, 'queued'])
    const entry = await entryOf(body.alertId)
    expect(entry.extra).toMatchObject({
      outcome: 'PLACED',
      dealReference: expect.stringMatching(startOfReference(body.alertId)),
    })
    const sent = (await orders()).filter((request) =>
      startOfReference(body.alertId).test(String(request.body.dealReference)),
    )
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ status: 200, path: '/gateway/deal/workingorders/otc' })
    const working = await brokerGet('/workingorders')
    expect(working.workingOrders.map((order) => order.workingOrderData.dealId)).toContain(
      entry.extra.dealIds?.[0],
    )
  })

  it('is refused if it duplicates a working order, and its log entry names the rule', async () => {
    const { body } = await post(alertJson({ market: 'NASDAQ:AAPL', action: 'BUY', price: '229.00' }))
    const entry = await entryOf(body.alertId)
    expect(entry.extra.outcome).toBe('REFUSED')
    expect(entry.message).toMatch(/^Refused: duplicate — 1 working order already open on NASDAQ:AAPL/)
    expect(entry.extra.trace.at(-1)).toMatchObject({
      rule: 'duplicate',
      passed: false,
    })
  })

  it('opens a position at once if it is a plain line and the order type is MARKET', async () => {
    await saveRules({ orderType: 'MARKET' })
    await fixMarket('KB.D.SHEL.DAILY.IP', 2_788)
    const line = `${new Date().toISOString()} ${secret} LSE:SHEL SELL 2788 ${Array(14).fill('28').join(' ')}`
    const { status, body } = await post(line)
    expect(status).toBe(202)
    const entry = await entryOf(body.alertId)
    expect(entry.extra.outcome).toBe('PLACED')
    const { positions } = await brokerGet('/positions')
    expect(positions.map(({ position }) => position.dealReference)).toContainEqual(
      expect.stringMatching(startOfReference(body.alertId)),
    )
    await saveRules({ orderType: 'LIMIT' })
  })

  it('closes everything on its instrument if its action is CLOSE', async () => {
    const { body } = await post(alertJson({ market: 'LSE:SHEL', action: 'CLOSE' }))
    expect((await entryOf(body.alertId)).extra.outcome).toBe('PLACED')
    const { positions } = await brokerGet('/positions')
    expect(positions.filter(({ market }) => market.epic === 'KB.D.SHEL.DAILY.IP')).toEqual([])
  })

  it('leads to only one deal if it is sent several times, even at the same time', async () => {
    await fixMarket('KA.D.BP.DAILY.IP', 431.5)
    const text = alertJson({ market: 'LSE:BP.', action: 'BUY', price: '431.50' })
    const answers = await Promise.all([post(text), post(text), post(text)])
    const later = await post(text)
    expect(new Set([...answers, later].map(({ body }) => body.alertId)).size).toBe(1)
    expect(answers.map(({ body }) => body.status).sort()).toEqual(['duplicate', 'duplicate', 'queued'])
    expect(later).toMatchObject({ status: 202, body: { status: 'duplicate' } })
    await entryOf(later.body.alertId)
    const sent = (await orders()).filter((request) =>
      startOfReference(later.body.alertId).test(String(request.body.dealReference)),
    )
    expect(sent).toHaveLength(1)
  })

  it('gets status 401 if its secret is wrong, and nothing is logged for the user', async () => {
    const before = await client.call('listLogs', { offset: 0, limit: 100, type: 'ALL' })
    const answer = await post(
      alertJson({ secret: 'x'.repeat(32), market: 'NASDAQ:MSFT', action: 'BUY', price: '481' }),
    )
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNKNOWN_WEBHOOK_SECRET' } })
    const missing = await post(JSON.stringify({ market: 'NASDAQ:MSFT', action: 'CLOSE' }))
    expect(missing).toEqual(answer)
    const after = await client.call('listLogs', { offset: 0, limit: 100, type: 'ALL' })
    expect(after.count).toBe(before.count)
  })

  it('gets status 400 and the name of each wrong field if it is invalid', async () => {
    const { status, body } = await post(alertJson({ market: 'AAPL', action: 'UP', price: '2,401.5' }))
    expect([status, body.code]).toEqual([400, 'INVALID_ALERT'])
    expect(Object.keys(body.details as unknown as object).sort()).toEqual(['action', 'market', 'price'])
  })

  it('is executed after the restart if it was accepted just before a power cut', async () => {
    // The alert must not become too old during the restart.
    await saveRules({ maximumAlertAgeInSeconds: 3_600 })
    await fixMarket('UC.D.MSFT.DAILY.IP', 48_120)
    const { status, body } = await post(alertJson({ market: 'NASDAQ:MSFT', action: 'BUY', price: '481.20' }))
    await cloud.end('SIGKILL')
    expect(status).toBe(202)
    await cloud.start()
    await signIn()
    // If the executor was killed between claim and order, the outcome follows after the quarantine.
    const entry = await entryOf(body.alertId, 200)
    expect(['PLACED', 'NOT_PLACED']).toContain(entry.extra.outcome)
    const { workingOrders } = await brokerGet('/workingorders')
    const atBroker = workingOrders.filter((order) => order.workingOrderData.epic === 'UC.D.MSFT.DAILY.IP')
    expect(atBroker).toHaveLength(entry.extra.outcome === 'PLACED' ? 1 : 0)
  })
})

describe('the whole local cloud', () => {
  it('uses less than 1.5 GB of memory after one call of every endpoint', async () => {
    const { routes } = (await cloud.control(`${cloud.origin}/_local`)) as { routes: string[] }
    for (const route of routes) {
      const [method, path] = route.split(' ') as [string, string]
      const response = await fetch(`${cloud.origin}${path.replace(/\{\w+\}/g, 'unknown')}`, { method })
      if (path.endsWith('/health')) expect(response.status).toBe(200)
      else expect(response.status, route).toBeGreaterThanOrEqual(400)
    }
    const { memoryMegabytes } = (await cloud.control(`${cloud.origin}/_local`)) as { memoryMegabytes: number }
    expect(memoryMegabytes).toBeLessThan(1_500)
  })
})

const saveRules = async (change: Partial<SettingsUpdate>) => {
  await client.call('updateSettings', { ...(await settingsOf(client)), ...change })
}

type BrokerLists = {
  positions: { position: { dealReference: string }; market: { epic: string } }[]
  workingOrders: { workingOrderData: { dealId: string; epic: string } }[]
}

/** Reads a list from paper IG after logging in to it, as its user would. */
const brokerGet = async (path: string): Promise<BrokerLists> => {
  const headers = { 'x-ig-api-key': 'paper-key-test', 'content-type': 'application/json', version: '2' }
  const login = await fetch(`${cloud.paperOrigin}/gateway/deal/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ identifier: 'paper-demo', password: 'paper' }),
  })
  const answer = await fetch(`${cloud.paperOrigin}/gateway/deal${path}`, {
    headers: {
      ...headers,
      cst: login.headers.get('cst') ?? '',
      'x-security-token': login.headers.get('x-security-token') ?? '',
    },
  })
  return (await answer.json()) as BrokerLists
}
