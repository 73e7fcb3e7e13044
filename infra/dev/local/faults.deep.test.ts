import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EndedEntry, isEnded } from '../../../shared/logs/is-ended.ts'
import { CloudUnderTest, startOfReference, until } from '../testing/local-cloud.ts'
import { PastClock } from '../testing/past-clock.ts'
import { sendBpAlert } from '../testing/webhook.ts'
import { ApiClient } from '../../api-client.ts'
import { demoUser, settingsOf } from './seed.ts'

/** The tests in this file make paper IG fail while it handles an order, and check the outcome of the alert. */

const clock = new PastClock(Date.now() - 7 * 86_400_000)
let cloud: CloudUnderTest
let client: ApiClient
let secret: string
let number = 0

beforeAll(async () => {
  cloud = await CloudUnderTest.start(clock.environment)
  await logIn()
  secret = (await client.call('getSettings', {})).demoWebhookSecret
})
afterAll(async () => {
  await cloud?.stop()
  clock.remove()
})

const logIn = async () => {
  client = new ApiClient(cloud.origin)
  await client.call('login', demoUser)
}

/** Starts each test without faults and cooldown, and with wide limits. */
beforeEach(async () => {
  await cloud.control(`${cloud.paperOrigin}/_paper/reset`, {})
  await cloud.control(`${cloud.paperOrigin}/_paper/settings`, {
    allowances: { key: 6_000, account: 6_000, trading: 6_000 },
  })
  await saveSettings({
    maximumOpenPositions: 100,
    maximumOpenPositionsAndPendingOrders: 100,
    maximumAlertAgeInSeconds: 3_600,
    preventDuplicatePositionsForInstrument: false,
  })
  await cloud.control(`${cloud.paperOrigin}/_paper/market/KA.D.BP.DAILY.IP`, {
    bid: 431,
    offer: 432,
    marketStatus: 'TRADEABLE',
  })
})

const saveSettings = async (change: Partial<Parameters<typeof client.call<'updateSettings'>>[1]>) => {
  await client.call('updateSettings', {
    ...(await settingsOf(client)),
    mode: 'DEMO',
    orderType: 'LIMIT',
    ...change,
  })
}

const post = async (fields: Record<string, unknown> = {}) => {
  number += 1
  return sendBpAlert(cloud.origin, {
    secret,
    // IG refuses an order that equals one from the last second, so each alert has a different price.
    price: String(418 + (number % 26) * 0.5),
    time: new Date(clock.now()).toISOString(),
    id: `fault-${number}-${Date.now()}`,
    ...fields,
  })
}

const findEntry = async (alertId: string) =>
  (await client.call('listLogs', { offset: 0, limit: 200, type: 'ALL' })).results
    .filter(isEnded)
    .find(({ extra }) => extra.alertId === alertId)
const entryOf = (alertId: string, seconds = 200) => until<EndedEntry>(() => findEntry(alertId), seconds)

/** Lets minutes pass until the alert has an outcome. */
const entryAfterMinutes = (alertId: string) =>
  until<EndedEntry>(async () => {
    const entry = await entryOf(alertId, 4).catch(() => null)
    if (entry) return entry
    await clock.passMinute(cloud)
    await logIn()
    return null
  }, 200)

const fault = (body: Record<string, unknown>) => cloud.control(`${cloud.paperOrigin}/_paper/faults`, body)
/** Waits until fewer than this number of faults remain unused. */
const isMet = (faults: number) =>
  until(async () => {
    const left = (await cloud.control(`${cloud.paperOrigin}/_paper/faults`)) as { times: number }[]
    return left.reduce((sum, { times }) => sum + times, 0) < faults
  })
const orderPosts = async () =>
  (await cloud.wire()).filter(
    ({ method, path }) => method === 'POST' && path.startsWith('/gateway/deal/workingorders/otc'),
  )

describe('an order whose reply is lost', () => {
  it('is PLACED with the alert’s deal reference if IG accepted it, and is sent only once', async () => {
    await fault({ method: 'POST', path: '/workingorders/otc', times: 1, apply: true, respond: 'drop' })
    const alertId = await post()
    const entry = await entryAfterMinutes(alertId)
    expect(entry.extra).toMatchObject({
      outcome: 'PLACED',
      dealReference: expect.stringMatching(startOfReference(alertId)),
    })
    expect(await orderPosts()).toHaveLength(1)
  })

  it('is NOT_PLACED after the quarantine if IG never received it, and is sent only once', async () => {
    await fault({ method: 'POST', path: '/workingorders/otc', times: 1, apply: false, respond: 'drop' })
    const alertId = await post()
    const entry = await entryAfterMinutes(alertId)
    expect(entry.extra.outcome).toBe('NOT_PLACED')
    expect(await orderPosts()).toHaveLength(1)
  })
})

describe('an order', () => {
  it('is PLACED if IG accepts it but answers with status 500', async () => {
    await fault({
      method: 'POST',
      path: '/workingorders/otc',
      times: 1,
      apply: true,
      respond: { status: 500, body: '<html>' },
    })
    expect((await entryAfterMinutes(await post())).extra).toMatchObject({ outcome: 'PLACED' })
    expect(await orderPosts()).toHaveLength(1)
  })

  it('is sent again after a new login if IG answers with status 401, and is then PLACED', async () => {
    await fault({
      method: 'POST',
      path: '/workingorders/otc',
      times: 1,
      apply: false,
      respond: { status: 401, body: { errorCode: 'error.security.client-token-invalid' } },
    })
    expect((await entryOf(await post())).extra).toMatchObject({ outcome: 'PLACED' })
    expect((await orderPosts()).map(({ status }) => status)).toEqual([401, 200])
  })

  it('is REJECTED with IG’s reason if its confirm contains a rejection', async () => {
    await cloud.control(`${cloud.paperOrigin}/_paper/market/KA.D.BP.DAILY.IP`, { marketStatus: 'OFFLINE' })
    expect((await entryOf(await post())).extra).toMatchObject({
      outcome: 'REJECTED',
      brokerReason: 'MARKET_OFFLINE',
    })
  })
})

describe('an order whose confirm cannot be read', () => {
  it('is PLACED once IG’s lists show it', async () => {
    const confirms = { method: 'GET', path: '/confirms', apply: false }
    await fault({ ...confirms, times: 2, respond: { status: 404, body: '' } })
    await fault({ ...confirms, times: 50, respond: { status: 405, body: '' } })
    expect((await entryAfterMinutes(await post())).extra).toMatchObject({ outcome: 'PLACED' })
    const asked = (await cloud.wire()).filter(({ path }) => path.includes('/confirms/'))
    expect(asked.map(({ status }) => status)).toEqual(expect.arrayContaining([404, 405]))
    expect(await orderPosts()).toHaveLength(1)
  })
})

describe('an unresponsive IG', () => {
  it('leads to a refusal before the executor times out, and does not delay the next alert', async () => {
    await fault({ method: 'GET', path: '/markets/', times: 3, apply: true, respond: { delayMs: 30_000 } })
    const first = await post({ market: 'LSE:VOD' })
    // If the alerts were decided together, one call would read both markets.
    await isMet(3)
    const next = await post()
    const entry = await entryOf(first)
    expect(entry).toMatchObject({ type: 'ERROR', extra: { outcome: 'REFUSED' } })
    expect(entry.message).toMatch(/^Refused: couldn’t read the market from IG/)
    // If the executor had timed out, the next alert would be executed only after its redelivery.
    expect((await until(() => findEntry(next))).extra).toMatchObject({ outcome: 'PLACED' })
  })
})

describe('many alerts at once', () => {
  it('all get an outcome, and open no more positions than the limit allows', async () => {
    await saveSettings({
      orderType: 'MARKET',
      maximumOpenPositions: 3,
      maximumOpenPositionsAndPendingOrders: 100,
      preventDuplicatePositionsForInstrument: false,
    })
    const alerts = await Promise.all(Array.from({ length: 40 }, () => post()))
    const outcomes = await until(async () => {
      const { results } = await client.call('listLogs', { offset: 0, limit: 200, type: 'ALL' })
      const found = results.filter(isEnded).filter(({ extra }) => alerts.includes(extra.alertId))
      return found.length === 40 ? found.map(({ extra }) => extra.outcome) : null
    }, 200)
    const accounts = (await cloud.control(`${cloud.paperOrigin}/_paper/accounts`)) as Record<
      string,
      { positions: unknown[] }
    >
    const open = Object.values(accounts).flatMap(({ positions }) => positions)
    expect(open.length).toBeLessThanOrEqual(3)
    expect(outcomes.filter((outcome) => outcome === 'PLACED')).toHaveLength(open.length)
    expect(outcomes).toHaveLength(40)
  })
})

const liveWire = async () =>
  (await cloud.control(
    `http://localhost:${Number(new URL(cloud.paperOrigin).port) + 1}/_paper/requests`,
  )) as unknown[]

describe('an alert that waits while the user switches the mode', () => {
  it('is blocked, and the other environment is not called', async () => {
    const before = (await liveWire()).length
    const slowOrder = { method: 'POST', path: '/workingorders/otc', times: 1, respond: { delayMs: 9_000 } }
    await fault(slowOrder)
    const first = await post()
    await isMet(1)
    const waiting = await post()
    await saveSettings({ mode: 'LIVE' })
    expect((await entryOf(waiting)).extra.outcome).toBe('BLOCKED')
    await entryOf(first)
    expect(await liveWire()).toHaveLength(before)
  })
})

describe('a pause of trading', () => {
  it('refuses alerts with the user’s reason until the user resumes trading', async () => {
    await client.call('setTradingPause', { paused: true })
    expect((await entryOf(await post())).message).toMatch(/^Refused: trading not paused — you paused trading/)
    await client.call('setTradingPause', { paused: false })
    expect((await entryOf(await post())).extra).toMatchObject({ outcome: 'PLACED' })
  })
})

describe('a working order that IG fills later', () => {
  it('is logged as a TRADE with the ID of its alert', async () => {
    const alertId = await post()
    expect((await entryOf(alertId)).type).toBe('ORDER')
    await cloud.control(`${cloud.paperOrigin}/_paper/market/KA.D.BP.DAILY.IP`, { bid: 410, offer: 411 })
    const trade = await until(async () => {
      // Each run calls IG. Several runs within a minute would use up IG's allowance.
      await clock.passMinute(cloud)
      await logIn()
      const { results } = await client.call('listLogs', { offset: 0, limit: 50, type: 'TRADE' })
      return results.find(({ extra }) => extra?.kind === 'alert' && extra.alertId === alertId)
    }, 120)
    expect(trade.message).toMatch(/^Order for \S+ filled/)
  })
})

describe('an alert', () => {
  it('sends one order and at most two other requests to IG if everything else is cached', async () => {
    const callsOfAlert = async () => {
      await client.call('listPositions', { offset: 0, limit: 20 })
      const before = (await cloud.wire()).length
      await entryOf(await post())
      return (await cloud.wire()).slice(before).filter(({ path }) => !path.includes('/session'))
    }
    await entryOf(await post())
    const each = [await callsOfAlert(), await callsOfAlert(), await callsOfAlert()]
    // The jobs of each minute also call IG, possibly during one of the three alerts.
    expect(Math.min(...each.map(({ length }) => length))).toBeLessThanOrEqual(3)
    for (const calls of each) expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })
})

// These tests come last, because Signalpost sends IG no order for a minute after them.
describe('an order that exceeds IG’s allowance', () => {
  it('is sent again unless its alert is too old by then, because a 403 proves that IG did not accept it', async () => {
    const errorCode = 'error.public-api.exceeded-account-trading-allowance'
    await fault({
      method: 'POST',
      path: '/workingorders/otc',
      times: 1,
      apply: false,
      respond: { status: 403, body: { errorCode } },
    })
    const { extra } = await entryAfterMinutes(await post())
    // Signalpost sends IG no order for a minute. By then the alert may be too old.
    expect(['PLACED', 'EXPIRED']).toContain(extra.outcome)
    expect((await orderPosts()).length).toBe(extra.outcome === 'PLACED' ? 2 : 1)
  })
})
