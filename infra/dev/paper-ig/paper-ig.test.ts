import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ftse } from './testing/book-under-test.ts'
import { PaperUnderTest } from './testing/paper-under-test.ts'

let paper: PaperUnderTest
beforeAll(async () => {
  paper = await PaperUnderTest.start()
})
afterAll(() => paper.stop())
beforeEach(async () => {
  await paper.control('reset', {})
  await paper.signIn()
})

const wire = async (): Promise<Record<string, unknown>[]> => (await paper.control('requests')).body

describe('a fault', () => {
  it('can drop the response to an order that was executed', async () => {
    await paper.control('faults', { method: 'POST', path: '/positions/otc', respond: 'drop' })
    await expect(paper.open()).rejects.toThrow('fetch failed')
    expect(await paper.positions()).toHaveLength(1)
    expect((await wire()).map(({ status }) => status)).toEqual([200, 'dropped', 200])
  })

  it.each([
    ['dropped', 'drop'],
    ['let hang', { delayMs: 20 }],
    ['answered 500', { status: 500, body: '<html>no</html>' }],
  ])('has no effect on the account if `apply` is false and the call is %s', async (_, respond) => {
    await paper.control('faults', { method: 'POST', path: '/positions/otc', apply: false, respond })
    const status = await paper.open().then(
      (reply) => reply.status,
      () => 'dropped',
    )
    expect(status).toBe(typeof respond === 'object' && 'status' in respond ? 500 : 'dropped')
    expect(await paper.positions()).toEqual([])
  })

  it('can delay the response to an executed order', async () => {
    await paper.control('faults', { method: 'POST', path: '/positions/otc', respond: { delayMs: 20 } })
    expect(await paper.open()).toMatchObject({ status: 200 })
    expect(await paper.positions()).toHaveLength(1)
  })

  it('can replace the response to an executed order', async () => {
    const respond = { status: 500, body: '<html>no</html>', delayMs: 1 }
    await paper.control('faults', { method: 'POST', path: '/positions/otc', respond })
    const reply = await paper.open()
    expect(reply).toMatchObject({ status: 500, body: undefined })
    expect(reply.headers.get('content-type')).toBe('text/html')
    expect(await paper.positions()).toHaveLength(1)
  })

  it.each([404, 405])('can make a confirm unreadable (%i) although the deal was opened', async (status) => {
    const fault = { method: 'GET', path: '/confirms', times: 2, apply: false, respond: { status, body: '' } }
    await paper.control('faults', fault)
    const { body } = await paper.open()
    paper.clock.pass(100)
    const read = async () => (await paper.call(`/confirms/${body.dealReference}`)).status
    expect([await read(), await read(), await read()]).toEqual([status, status, 200])
    expect(await paper.positions()).toHaveLength(1)
  })

  it('can make one request of a session fail with status 401', async () => {
    const body = { errorCode: 'error.security.client-token-invalid' }
    await paper.control('faults', { path: '/positions', apply: false, respond: { status: 401, body } })
    expect(await paper.open()).toMatchObject({ status: 401, ...body })
    expect((await paper.open()).status).toBe(200)
    expect(await paper.positions()).toHaveLength(1)
  })

  it('can be listed and removed before it applies', async () => {
    await paper.control('faults', { path: '/positions', respond: 'drop' })
    expect((await paper.control('faults')).body).toMatchObject([
      { path: '/positions', times: 1, apply: true },
    ])
    await paper.control('faults', {}, 'DELETE')
    expect(await paper.positions()).toEqual([])
  })
})

describe('the controls', () => {
  it('list themselves, and refuse an unknown path', async () => {
    const { body } = await paper.control('')
    expect(body).toContainEqual({ control: 'POST /_paper/reset', does: expect.any(String) as string })
    expect(await paper.control('nothing')).toMatchObject({
      status: 404,
      body: { error: 'There is no GET /_paper/nothing' },
    })
  })

  it('reset deals, faults and settings, but not sessions', async () => {
    await paper.open()
    await paper.control('settings', { confirmDelayMs: 5_000, allowances: { key: 1 } })
    await paper.control('faults', { respond: 'drop' })
    await paper.control('clock', { byMs: 1_000 })
    await paper.control('reset', {})
    expect(await wire()).toEqual([])
    expect(await paper.positions()).toEqual([])
    expect((await paper.control('settings')).body).toMatchObject({
      confirmDelayMs: 30,
      allowances: { key: 60 },
    })
    expect((await paper.control('clock')).body.now).toBe(new Date(paper.clock.now()).toISOString())
  })

  it('change only the given settings, and refuse unknown ones', async () => {
    const { body } = await paper.control('settings', { slippage: 2, allowances: { trading: 5 } })
    expect(body).toMatchObject({
      slippage: 2,
      confirmDelayMs: 30,
      allowances: { key: 60, account: 30, trading: 5, history: 10_000 },
    })
    for (const wrong of [{ slipage: 1 }, { partialFill: 0 }, { allowances: { key: -1 } }, []])
      expect((await paper.control('settings', wrong)).status).toBe(400)
  })

  it('freeze the quote of a market and release it', async () => {
    expect((await paper.control(`market/${ftse}`, { bid: 9000 })).body).toEqual({
      bid: 9000,
      offer: 9001,
      status: 'TRADEABLE',
    })
    const { body } = await paper.control(`market/${ftse}`, { marketStatus: 'CLOSED' })
    expect(body).toMatchObject({ bid: 9000, status: 'CLOSED' })
    expect((await paper.control(`market/${ftse}`, { marketStatus: 'SHUT' })).status).toBe(400)
    expect((await paper.control('market/IX.D.NOTHING.IP', { bid: 1 })).status).toBe(404)
    const free = await paper.control(`market/${ftse}`, {}, 'DELETE')
    expect(free.body.status).toBe('TRADEABLE')
    expect(free.body.bid).not.toBe(9000)
  })

  it('move money at once, and show it in the history later', async () => {
    const account = 'PAPER-DEMO-SB'
    const withdrawal = { amount: -250, rowAfterMs: 120_000 }
    expect((await paper.control(`money/${account}`, withdrawal)).body).toMatchObject({ balance: 9_750 })
    const { accounts } = (await paper.call('/accounts')).body
    expect(accounts[0]).toMatchObject({ accountId: account, balance: { balance: 9_750 } })
    const rows = async () => [
      ...(await paper.call('/history/transactions?from=2026-01-01T00:00:00', { version: 2 })).body
        .transactions,
      ...(await paper.call('/history/transactions/ALL/3600000')).body.transactions,
    ]
    const withdrawn = async () => (await rows()).filter(({ transactionType }) => transactionType === 'WITH')
    paper.clock.pass(119_000)
    expect(await withdrawn()).toEqual([])
    paper.clock.pass(1_000)
    const row = { cashTransaction: true, profitAndLoss: '£-250.00' }
    expect(await withdrawn()).toMatchObject([row, row])
  })

  it('refuse to move money of an unknown account, and refuse an amount of 0', async () => {
    expect(await paper.control('money/UNKNOWN-SB', { amount: 5 })).toMatchObject({ status: 404 })
    expect(await paper.control('money/PAPER-DEMO-SB', { amount: 0 })).toMatchObject({ status: 400 })
  })

  it('end all sessions', async () => {
    await paper.control('expire-sessions', {})
    expect(await paper.open()).toMatchObject({
      status: 401,
      errorCode: 'error.security.client-token-invalid',
    })
  })

  it('advance the clock, so that an order reaches its expiry date', async () => {
    await paper.place({
      timeInForce: 'GOOD_TILL_DATE',
      goodTillDate: paper.clock.now() + 60_000,
      level: 8_000,
    })
    expect((await paper.control('clock', { byMs: 60_000 })).status).toBe(200)
    expect((await paper.call('/workingorders', { version: 2 })).body).toEqual({ workingOrders: [] })
    expect((await paper.control('clock', { byMs: -1 })).status).toBe(400)
  })

  it('show the actual state, even if the lists lag', async () => {
    await paper.control('settings', { positionsLagMs: 60_000 })
    await paper.open()
    expect(await paper.positions()).toEqual([])
    const { body } = await paper.control('accounts')
    expect(body['PAPER-DEMO-SB'].positions).toHaveLength(1)
  })
})

describe('the wire log', () => {
  it('contains each request with its account and version, but no password', async () => {
    await paper.open({ dealReference: 'mine' })
    const entries = await wire()
    expect(entries).toMatchObject([
      { method: 'POST', path: '/gateway/deal/session', status: 200, body: { password: '•••' } },
      {
        method: 'POST',
        path: '/gateway/deal/positions/otc',
        version: '2',
        accountId: 'PAPER-DEMO-SB',
        body: { dealReference: 'mine' },
      },
    ])
    expect(entries[0]?.accountId).toBe(null)
  })
})

describe('demo and live', () => {
  it('are independent of each other', async () => {
    await paper.open()
    const reply = await fetch(`${paper.ig.url('LIVE')}/positions`, {
      headers: { 'x-ig-api-key': paper.apiKey, version: '2', ...paper.tokens },
    })
    expect(reply.status).toBe(401)
    const live = new URL('/_paper/requests', paper.ig.url('LIVE'))
    expect(await (await fetch(live)).json()).toHaveLength(1)
  })
})

describe('the data file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'paper-ig-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('keeps deals, sessions and the clock across a restart, except orders that expired while paper IG was stopped', async () => {
    const dataFile = join(folder, 'kept.json')
    const before = await PaperUnderTest.start({ dataFile })
    await before.signIn()
    await before.control('clock', { byMs: 3_600_000 })
    await before.control(`market/${ftse}`, { bid: 8801.5, offer: 8802.5 })
    await before.open({ dealReference: 'kept', stopDistance: 50 })
    const goodTillDate = before.clock.now() + 2 * 3_600_000
    await before.place({ timeInForce: 'GOOD_TILL_DATE', goodTillDate })
    const positions = await before.positions()
    await before.stop()

    before.clock.pass(3_600_000)
    const after = await PaperUnderTest.start({ dataFile }, before.clock)
    after.tokens = before.tokens
    expect(await after.positions()).toMatchObject(positions.map(({ position }) => ({ position })))
    expect((await after.call('/workingorders', { version: 2 })).body.workingOrders).toEqual([])
    await after.stop()
  })

  it('contains each deal before its response is sent', async () => {
    const dataFile = join(folder, 'killed.json')
    const before = await PaperUnderTest.start({ dataFile })
    await before.signIn()
    await before.open({ dealReference: 'answered' })
    expect(readFileSync(dataFile, 'utf8')).toContain('"dealReference":"answered"')
    await before.stop()
  })

  it('is not written by requests that only read', async () => {
    const dataFile = join(folder, 'read.json')
    const once = await PaperUnderTest.start({ dataFile })
    await once.signIn()
    rmSync(dataFile)
    await once.positions()
    expect(existsSync(dataFile)).toBe(false)
    await once.open()
    expect(existsSync(dataFile)).toBe(true)
    await once.stop()
  })

  it('is ignored if another version wrote it', async () => {
    const dataFile = join(folder, 'old.json')
    writeFileSync(dataFile, '{"version":1,"demo":{"accounts":{}},"live":{}}')
    const after = await PaperUnderTest.start({ dataFile })
    expect((await after.signIn()).status).toBe(200)
    await after.stop()
  })
})
