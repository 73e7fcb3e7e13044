import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openingOf } from '../testing/bodies.ts'
import { ftse } from '../testing/book-under-test.ts'
import { PaperUnderTest } from '../testing/paper-under-test.ts'
import { iso, slashedWithMillis } from './dates.ts'

let paper: PaperUnderTest
beforeAll(async () => {
  paper = await PaperUnderTest.start()
})
afterAll(() => paper.stop())
beforeEach(async () => {
  await paper.control('reset', {})
  await paper.signIn()
  await paper.control(`market/${ftse}`, { bid: 8801.5, offer: 8802.5 })
})

const get = (path: string, version = 1) => paper.call(path, { version })

describe('a session', () => {
  it('gets its tokens in headers and the preferred account in the body if the login has version 2', async () => {
    const reply = await paper.signIn()
    expect(reply.headers.get('cst')).toMatch(/^cst-/)
    expect(reply.headers.get('x-security-token')).toMatch(/^xst-/)
    expect(reply.body).toMatchObject({
      accountType: 'SPREADBET',
      accountInfo: { balance: 10_000, deposit: 0, profitLoss: 0, available: 10_000 },
      currencyIsoCode: 'GBP',
      currentAccountId: 'PAPER-DEMO-SB',
      accounts: [
        { accountId: 'PAPER-DEMO-SB', preferred: true, accountType: 'SPREADBET' },
        { accountId: 'PAPER-DEMO-CFD', preferred: false, accountType: 'CFD' },
      ],
      dealingEnabled: true,
    })
  })

  it('gets OAuth tokens if the login has version 3, and each request names its account', async () => {
    const { body, headers } = await paper.call('/session', {
      method: 'POST',
      version: 3,
      body: { identifier: 'paper-demo', password: 'paper' },
    })
    expect(headers.get('cst')).toBeNull()
    expect(body.oauthToken).toMatchObject({ token_type: 'Bearer', expires_in: '60' })
    const authorization = `Bearer ${body.oauthToken.access_token}`
    const accountOf = async (accountId: string) => {
      const headers = { cst: undefined, authorization, 'ig-account-id': accountId }
      return (await paper.call('/session', { headers })).body.accountId
    }
    expect(await accountOf('PAPER-DEMO-CFD')).toBe('PAPER-DEMO-CFD')
    const refreshed = await paper.call('/session/refresh-token', {
      method: 'POST',
      body: { refresh_token: body.oauthToken.refresh_token },
    })
    expect(refreshed.body).toMatchObject({ expires_in: '60' })
    expect(await accountOf('PAPER-DEMO-SB')).toBeUndefined()
  })

  it.each([
    [400, 'error.security.api-key-missing', undefined, {}],
    [403, 'error.security.api-key-invalid', 'an-invalid-key', {}],
    [403, 'error.security.api-key-revoked', 'revoked-key', {}],
    [401, 'error.security.invalid-details', 'k', { identifier: 'somebody' }],
    [400, 'validation.pattern.invalid.authenticationRequest.identifier', 'k', { identifier: 'paper.demo' }],
    [400, 'validation.null-not-allowed.authenticationRequest.password', 'k', { password: null }],
  ])('is refused with %d %s', async (status, errorCode, key, fields) => {
    await paper.control('settings', { refusedKeys: { 'revoked-key': 'revoked' } })
    const body = { identifier: 'paper-demo', password: 'paper', ...fields }
    expect(
      await paper.call('/session', { method: 'POST', version: 2, headers: { 'x-ig-api-key': key }, body }),
    ).toMatchObject({ status, errorCode })
  })

  it('is refused if the default account is an ISA', async () => {
    await paper.control('settings', { isaDefault: true })
    const body = { identifier: 'paper-demo', password: 'paper' }
    expect(await paper.call('/session', { method: 'POST', version: 2, body })).toMatchObject({
      status: 403,
      errorCode: 'error.public-api.failure.stockbroking-not-supported',
    })
  })

  it('lists an ISA if `isaListed` is set, and reports disabled dealing if `dealingEnabled` is false', async () => {
    await paper.control('settings', { isaListed: true, dealingEnabled: false, confirmDelayMs: 0 })
    expect((await paper.signIn('paper-demo')).body).toMatchObject({ dealingEnabled: false })
    const { body } = await paper.call('/accounts', { version: 1 })
    expect(body.accounts).toMatchObject([
      { accountType: 'SPREADBET', status: 'SUSPENDED_FROM_DEALING' },
      { accountType: 'CFD', status: 'SUSPENDED_FROM_DEALING' },
      { accountType: 'PHYSICAL', preferred: false, status: 'ENABLED' },
    ])
    const { body: sent } = await paper.open()
    expect((await paper.call(`/confirms/${sent.dealReference}`, { version: 1 })).body).toMatchObject({
      dealStatus: 'REJECTED',
      reason: 'ACCOUNT_NOT_ENABLED_TO_TRADING',
    })
  })

  it('can be ended with DELETE, or with POST and `_method`', async () => {
    expect((await paper.call('/session', { method: 'DELETE' })).status).toBe(204)
    expect(await get('/accounts')).toMatchObject({
      status: 401,
      errorCode: 'error.security.client-token-invalid',
    })
    await paper.signIn()
    const emulated = await paper.call('/session', { method: 'POST', headers: { _method: 'DELETE' } })
    expect(emulated.status).toBe(204)
  })

  it('can switch to another account, and gets status 412 if it switches to its current account', async () => {
    const switchTo = (accountId: string) => paper.call('/session', { method: 'PUT', body: { accountId } })
    const { headers, status } = await switchTo('PAPER-DEMO-CFD')
    expect(status).toBe(200)
    expect(await get('/accounts')).toMatchObject({ errorCode: 'error.security.account-token-invalid' })
    paper.tokens = { ...paper.tokens, 'x-security-token': headers.get('x-security-token') as string }
    expect((await get('/session')).body.accountId).toBe('PAPER-DEMO-CFD')
    expect(await switchTo('PAPER-DEMO-CFD')).toMatchObject({
      status: 412,
      errorCode: 'error.switch.accountId-must-be-different',
    })
  })
})

describe('versions', () => {
  it.each([
    ['/positions', 2],
    ['/workingorders', 2],
    [`/markets/${ftse}`, 3],
    [`/prices/${ftse}`, 3],
    ['/history/transactions', 2],
  ])('exist for %s as %d and 1, but not as 4', async (path, version) => {
    for (const headers of [{ version: String(version) }, { version: '1' }, { version: undefined }])
      expect((await paper.call(path, { headers })).status).toBe(200)
    expect(await paper.call(path, { headers: { version: '4' } })).toMatchObject({
      status: 404,
      errorCode: 'invalid.url',
    })
  })

  it('have different field names, and a position in version 1 has no deal reference', async () => {
    await paper.open()
    const { position } = (await get('/positions', 1)).body.positions[0]
    expect(position).toMatchObject({ dealSize: 0.5, openLevel: 8802.5 })
    expect(position).not.toHaveProperty('dealReference')
  })

  it('default to 1 if the header is missing', async () => {
    expect((await paper.call('/accounts', { version: null })).status).toBe(200)
  })
})

describe('a path', () => {
  it('may end with a slash', async () => {
    for (const path of ['/positions/', '/accounts/', '/history/activity/?from=2026-01-05T00:00:00.000Z'])
      expect((await get(path, path.includes('history') ? 3 : 1)).status).toBe(200)
  })

  it('gets status 404 if it is unknown', async () => {
    for (const path of ['/nowhere', '/markets/%', '/'])
      expect(await get(path, 2)).toMatchObject({ status: 404, errorCode: 'invalid.url' })
  })
})

describe('markets', () => {
  it('can be searched by name, but only those of the account’s kind', async () => {
    const { body } = await get('/markets?searchTerm=vodafone')
    expect(body.markets).toMatchObject([
      { epic: 'KA.D.VOD.DAILY.IP', expiry: 'DFB', marketStatus: 'TRADEABLE' },
    ])
  })

  it('have dealing rules and a quote', async () => {
    expect((await get(`/markets/${ftse}`, 3)).body).toMatchObject({
      instrument: {
        epic: ftse,
        expiry: 'DFB',
        name: 'FTSE 100',
        currencies: [
          { code: 'GBP', baseExchangeRate: 1, isDefault: true },
          { code: 'USD', isDefault: false },
        ],
        marginFactor: 5,
        marginFactorUnit: 'PERCENTAGE',
      },
      dealingRules: {
        minDealSize: { unit: 'POINTS', value: 0.1 },
        minNormalStopOrLimitDistance: { unit: 'POINTS', value: 4 },
        maxStopOrLimitDistance: { unit: 'PERCENTAGE', value: 75 },
      },
      snapshot: {
        marketStatus: 'TRADEABLE',
        bid: 8801.5,
        offer: 8802.5,
        decimalPlacesFactor: 1,
        scalingFactor: 1,
        updateTime: '15:00:00',
      },
    })
    expect(await get('/markets/IX.D.NOTHING.IP', 3)).toMatchObject({
      status: 404,
      errorCode: 'error.service.marketdata.instrument.epic.unavailable',
    })
    expect(await get('/markets/%20', 3)).toMatchObject({
      status: 400,
      errorCode: 'validation.pattern.invalid.epic',
    })
  })

  it('can be read in a batch, which fails if one epic is unknown', async () => {
    const { body } = await get(`/markets?epics=${ftse},KA.D.BP.DAILY.IP&filter=SNAPSHOT_ONLY`, 2)
    expect(body.marketDetails).toMatchObject([
      { instrument: { epic: ftse }, dealingRules: null, snapshot: { bid: 8801.5 } },
      { instrument: { epic: 'KA.D.BP.DAILY.IP' } },
    ])
    expect((await get(`/markets?epics=${ftse},IX.D.NOTHING.IP`, 2)).status).toBe(404)
    expect(await get(`/markets?epics=${Array(51).fill(ftse).join(',')}`, 2)).toMatchObject({
      status: 400,
      errorCode: 'error.public-api.too-many-epics',
    })
  })
})

describe('prices', () => {
  const starts = (body: { prices: { snapshotTimeUTC: string }[] }) =>
    body.prices.map(({ snapshotTimeUTC }) => snapshotTimeUTC)

  it('cover the last ten minutes by default', async () => {
    const { body } = await get(`/prices/${ftse}`, 3)
    expect(starts(body)).toHaveLength(10)
    expect(starts(body).at(-1)).toBe('2026-01-05T15:00:00')
    expect(body.prices[0]).toMatchObject({
      snapshotTime: '2026/01/05 14:51:00',
      closePrice: { bid: expect.any(Number) as number, ask: expect.any(Number) as number, lastTraded: null },
    })
    expect(body.metadata).toMatchObject({
      size: 10,
      allowance: { remainingAllowance: 9_990, totalAllowance: 10_000, allowanceExpiry: 604_800 },
      pageData: { pageNumber: 1, pageSize: 20, totalPages: 1 },
    })
  })

  it('come in pages of twenty by default, and only the requested page uses up the allowance', async () => {
    const days = `/prices/${ftse}?resolution=DAY&max=45`
    const first = await get(days, 3)
    expect(first.body.metadata.pageData).toEqual({ pageNumber: 1, pageSize: 20, totalPages: 3 })
    const last = await get(`${days}&pageNumber=3`, 3)
    expect([starts(first.body).length, starts(last.body).length]).toEqual([20, 5])
    expect(last.body.metadata.allowance.remainingAllowance).toBe(10_000 - 25)
    expect(starts((await get(`${days}&pageSize=0`, 3)).body)).toHaveLength(45)
  })

  it('can be limited to a range of time', async () => {
    const range = 'from=2026-01-02T00:00:00&to=2026-01-04T00:00:00'
    const days = ['2026-01-02T00:00:00', '2026-01-03T00:00:00', '2026-01-04T00:00:00']
    expect(starts((await get(`/prices/${ftse}?resolution=DAY&${range}`, 3)).body)).toEqual(days)
    const inPath = encodeURI(`/prices/${ftse}/DAY/2026-01-02 00:00:00/2026-01-04 00:00:00`)
    const { body } = await get(inPath, 2)
    expect(body.prices.map((price: { snapshotTime: string }) => price.snapshotTime)).toEqual(
      days.map((day) => day.replaceAll('-', '/').replace('T', ' ')),
    )
    expect(body.prices[0]).not.toHaveProperty('snapshotTimeUTC')
    expect(body).toMatchObject({ instrumentType: 'INDICES', allowance: { totalAllowance: 10_000 } })
  })

  it.each([
    [400, 'invalid.input', '?resolution=DAYS'],
    [400, 'Unable to convert value=0', '?max=0'],
    [400, 'Unable to parse datetime=2026-01-02', '?from=2026-01-02'],
    [400, 'error.invalid.daterange', '?from=2026-01-04T00:00:00&to=2026-01-02T00:00:00'],
    [403, 'error.public-api.exceeded-account-historical-data-allowance', '?max=10001&pageSize=0'],
    [
      403,
      'error.public-api.exceeded-account-historical-data-allowance',
      '?from=2020-01-01T00:00:00&pageSize=0',
    ],
  ])('are refused with %d %s: %s', async (status, errorCode, query) => {
    expect(await get(`/prices/${ftse}${query}`, 3)).toMatchObject({ status, errorCode })
  })

  it('can be limited to a range of time in version 1', async () => {
    const range = 'startdate=2026:01:02-00:00:00&enddate=2026:01:04-00:00:00'
    const { body } = await get(`/prices/${ftse}/DAY?${range}`, 1)
    expect(body.prices.map((price: { snapshotTime: string }) => price.snapshotTime)).toEqual([
      '2026:01:02-00:00:00',
      '2026:01:03-00:00:00',
      '2026:01:04-00:00:00',
    ])
    expect(await get(`/prices/${ftse}/DAY?startdate=2026-01-02`, 1)).toMatchObject({
      status: 400,
      errorCode: 'error.malformed.date',
    })
  })

  it('are the latest prices if the path contains the number of prices', async () => {
    const { body } = await get(`/prices/${ftse}/HOUR/2`, 2)
    expect(body.prices.map((price: { snapshotTime: string }) => price.snapshotTime)).toEqual([
      '2026/01/05 14:00:00',
      '2026/01/05 15:00:00',
    ])
  })
})

describe('a deal', () => {
  const confirmOf = async (reference: string) => {
    paper.clock.pass(100)
    return (await get(`/confirms/${reference}`)).body
  }

  it('is accepted at once, confirmed a little later, and then listed', async () => {
    const { body } = await paper.open({ stopDistance: 50, limitDistance: 100, dealReference: 'tv-1' })
    expect(body).toEqual({ dealReference: 'tv-1' })
    expect(await get('/confirms/tv-1')).toMatchObject({
      status: 404,
      errorCode: 'error.confirms.deal-not-found',
    })
    const confirm = await confirmOf('tv-1')
    expect(confirm).toEqual({
      date: '2026-01-05T15:00:00.000',
      status: 'OPEN',
      reason: 'SUCCESS',
      dealStatus: 'ACCEPTED',
      epic: ftse,
      expiry: 'DFB',
      dealReference: 'tv-1',
      dealId: expect.stringMatching(/^DIAAAA/) as string,
      affectedDeals: [{ dealId: confirm.dealId as string, status: 'OPENED' }],
      level: 8802.5,
      size: 0.5,
      direction: 'BUY',
      stopLevel: 8752.5,
      limitLevel: 8902.5,
      stopDistance: null,
      limitDistance: null,
      guaranteedStop: false,
      trailingStop: false,
      profit: null,
      profitCurrency: null,
    })
    const { body: one } = await get(`/positions/${confirm.dealId}`, 2)
    expect(one).toMatchObject({
      position: {
        contractSize: 1,
        createdDate: '2026/01/05 15:00:00:000',
        createdDateUTC: '2026-01-05T15:00:00',
        dealReference: 'tv-1',
        size: 0.5,
        direction: 'BUY',
        level: 8802.5,
        currency: 'GBP',
        controlledRisk: false,
        stopLevel: 8752.5,
        limitLevel: 8902.5,
      },
      market: { epic: ftse, bid: 8801.5, offer: 8802.5, marketStatus: 'TRADEABLE', lotSize: 1 },
    })
    expect(await paper.positions()).toEqual([one])
  })

  it('gets status 200 even if it is rejected, and the confirm contains the rejection', async () => {
    const { status, body } = await paper.open({ size: 0.01 })
    expect(status).toBe(200)
    expect(await confirmOf(body.dealReference as string)).toMatchObject({
      dealStatus: 'REJECTED',
      reason: 'MINIMUM_ORDER_SIZE_ERROR',
      status: null,
      level: null,
      dealId: expect.any(String) as string,
    })
  })

  it('is refused by the gateway if its market is unknown or its body is not a JSON object', async () => {
    expect(await paper.open({ epic: 'IX.D.NOTHING.IP' })).toMatchObject({
      status: 400,
      errorCode: 'error.service.create.otc.position.instrument.invalid',
    })
    expect(await paper.call('/positions/otc', { method: 'POST', version: 2, body: [] })).toMatchObject({
      status: 400,
      errorCode: 'invalid.input',
    })
  })

  it('is closed by POST with `_method`, because IG ignores the body of a real DELETE', async () => {
    await paper.open()
    const dealId = await paper.firstDealId()
    const body = { dealId, direction: 'SELL', size: 0.5, orderType: 'MARKET' }
    expect(await paper.call('/positions/otc', { method: 'DELETE', body })).toMatchObject({
      status: 400,
      errorCode: 'validation.null-not-allowed.request',
    })
    const closed = await paper.call('/positions/otc', {
      method: 'POST',
      headers: { _method: 'DELETE' },
      body,
    })
    expect(await confirmOf(closed.body.dealReference as string)).toMatchObject({
      status: 'CLOSED',
      dealId,
      profit: -0.5,
      profitCurrency: 'GBP',
    })
    expect(await get(`/positions/${dealId}`, 2)).toMatchObject({
      status: 404,
      errorCode: 'error.position.notfound',
    })
  })

  it('loses its stop if an amendment leaves out the stop', async () => {
    await paper.open({ stopDistance: 50, limitDistance: 100 })
    const dealId = await paper.firstDealId()
    await paper.call(`/positions/otc/${dealId}`, {
      method: 'PUT',
      version: 2,
      body: { limitLevel: 9000 },
    })
    expect(await paper.positions()).toMatchObject([{ position: { stopLevel: null, limitLevel: 9000 } }])
  })

  it('can have a trailing stop if the account allows it', async () => {
    const trailing = { trailingStop: true, stopDistance: 50, trailingStopIncrement: 5 }
    const preferences = { trailingStopsEnabled: 'true' }
    expect((await paper.call('/accounts/preferences', { method: 'PUT', body: preferences })).body).toEqual({
      status: 'SUCCESS',
    })
    expect((await get('/accounts/preferences')).body).toEqual({ trailingStopsEnabled: true })
    await paper.open(trailing)
    expect(await paper.positions()).toMatchObject([
      { position: { trailingStopDistance: 50, trailingStep: 5, stopLevel: 8752.5 } },
    ])
  })
})

describe('a working order', () => {
  const orders = async () => (await get('/workingorders', 2)).body.workingOrders

  it('is listed with other field names than in its request, and without its deal reference', async () => {
    await paper.place({
      timeInForce: 'GOOD_TILL_DATE',
      goodTillDate: '2026/01/09 21:00:00',
      stopDistance: 50,
      limitDistance: 100,
    })
    const [order] = await orders()
    expect(order.workingOrderData).toEqual({
      dealId: expect.stringMatching(/^DIAAAA/) as string,
      direction: 'BUY',
      epic: ftse,
      orderSize: 0.5,
      orderLevel: 8700,
      timeInForce: 'GOOD_TILL_DATE',
      goodTillDate: '2026/01/09 21:00',
      goodTillDateISO: '2026-01-09T21:00',
      createdDate: slashedWithMillis(paper.clock.now()),
      createdDateUTC: iso(paper.clock.now()),
      guaranteedStop: false,
      orderType: 'LIMIT',
      stopDistance: 50,
      limitDistance: 100,
      currencyCode: 'GBP',
      dma: false,
      limitedRiskPremium: null,
    })
    expect(order.marketData).toMatchObject({ epic: ftse, scalingFactor: 1 })
  })

  it('is no longer listed after its expiry date', async () => {
    await paper.place({ timeInForce: 'GOOD_TILL_DATE', goodTillDate: paper.clock.now() + 1_000 })
    expect(await orders()).toHaveLength(1)
    paper.clock.pass(1_000)
    expect(await orders()).toEqual([])
  })

  it('can be amended, and can be cancelled without a body', async () => {
    await paper.place()
    const [{ workingOrderData }] = await orders()
    const path = `/workingorders/otc/${workingOrderData.dealId}`
    const terms = { level: 8600, type: 'LIMIT', timeInForce: 'GOOD_TILL_CANCELLED' }
    await paper.call(path, { method: 'PUT', version: 2, body: terms })
    expect(await orders()).toMatchObject([{ workingOrderData: { orderLevel: 8600 } }])
    expect((await paper.call(path, { method: 'DELETE', version: 2 })).status).toBe(200)
    expect(await orders()).toEqual([])
  })
})

describe('the history', () => {
  const activity = async (query = '') =>
    (await get(`/history/activity?from=2026-01-05T00:00:00&${query}`, 3)).body
  const references = (body: { activities: { details: { dealReference: string } }[] }) =>
    body.activities.map(({ details }) => details.dealReference)

  beforeEach(async () => {
    for (const number of [1, 2, 3]) {
      await paper.open({ size: number, dealReference: `deal-${number}` })
      paper.clock.pass(10_000)
    }
    await paper.place({ size: 0.01, dealReference: 'refused' })
  })

  it('lists the newest activity first, with details on request', async () => {
    const detailed = await activity('detailed=true')
    expect(references(detailed)).toEqual(['refused', 'deal-3', 'deal-2', 'deal-1'])
    expect(detailed.activities[1]).toMatchObject({
      epic: ftse,
      period: 'DFB',
      channel: 'PUBLIC_WEB_API',
      type: 'POSITION',
      status: 'ACCEPTED',
      details: {
        actions: [{ actionType: 'POSITION_OPENED' }],
        marketName: 'FTSE 100',
        size: 3,
        level: 8802.5,
      },
    })
    expect((await activity()).activities[0].details).toBeNull()
  })

  it.each([
    ['filter=type==POSITION', 3],
    ['filter=type==POSITION;status==REJECTED', 0],
    ['filter=type==POSITION,status==REJECTED', 4],
    ['filter=status!=ACCEPTED', 1],
  ])('filters activities: %s', async (query, count) => {
    expect((await activity(query)).activities).toHaveLength(count)
  })

  it('can be limited to a range of time or a deal', async () => {
    const at = (secondsAgo: number) =>
      new Date(paper.clock.now() - secondsAgo * 1_000).toISOString().slice(0, 19)
    const between = await get(`/history/activity?from=${at(20)}&to=${at(20)}&detailed=true`, 3)
    expect(references(between.body)).toEqual(['deal-2'])
    const [{ dealId }] = between.body.activities
    expect(references(await activity(`dealId=${dealId}&detailed=true`))).toEqual(['deal-2'])
  })

  it('has numbered pages of activities in version 2, which cover the last ten minutes by default', async () => {
    const old = async (query = '') => (await get(`/history/activity/?${query}`, 2)).body
    const all = await old()
    expect(all.activities).toHaveLength(4)
    expect(all.metadata).toEqual({ size: 4, pageData: { pageNumber: 1, pageSize: 20, totalPages: 1 } })
    const second = await old('pageSize=3&pageNumber=2')
    expect(second.activities).toHaveLength(1)
    expect(second.metadata.pageData).toEqual({ pageNumber: 2, pageSize: 3, totalPages: 2 })
    expect((await old('maxSpanSeconds=5')).activities).toHaveLength(1)
    expect((await old('pageSize=0&from=2026-01-05T00:00:00')).activities).toHaveLength(4)
    paper.clock.pass(700_000)
    expect((await old()).activities).toEqual([])
  })

  it('has pages of activities, and each page contains the path of the next page', async () => {
    for (let number = 4; number <= 12; number += 1) {
      await paper.place({ size: 0.01, dealReference: `deal-${number}` })
      paper.clock.pass(1_000)
    }
    const first = await activity('pageSize=10&detailed=true')
    expect(first.metadata.paging.size).toBe(10)
    const second = await get(first.metadata.paging.next as string, 3)
    expect(second.body.metadata.paging.next).toBeNull()
    expect(new Set([...references(first), ...references(second.body)]).size).toBe(13)
  })

  it('lacks the newest activities while it lags', async () => {
    await paper.control('settings', { historyLagMs: 15_000 })
    await paper.open({ dealReference: 'lagging' })
    expect(references(await activity('detailed=true'))).not.toContain('lagging')
    paper.clock.pass(15_000)
    expect(references(await activity('detailed=true'))).toContain('lagging')
  })

  it('shows transactions with the same lag as activities', async () => {
    await paper.control('settings', { historyLagMs: 15_000 })
    const body = { dealId: await paper.firstDealId(), direction: 'SELL', size: 1, orderType: 'MARKET' }
    await paper.call('/positions/otc', { method: 'POST', headers: { _method: 'DELETE' }, body })
    const trades = async () => (await get('/history/transactions?type=ALL_DEAL', 2)).body.transactions
    expect(await trades()).toEqual([])
    paper.clock.pass(15_000)
    expect(await trades()).toHaveLength(1)
  })

  it.each([
    ['error.malformed.date', '/history/activity'],
    ['Unable to parse datetime=yesterday', '/history/activity?from=yesterday'],
    ['error.request.invalid.date-range', '/history/activity?from=2026-01-05T00:00:00&to=2026-01-04T00:00:00'],
    ['error.request.invalid.page-size', '/history/activity?from=2026-01-05T00:00:00&pageSize=5'],
    ['invalid.input', '/history/activity?from=2026-01-05T00:00:00&filter=type'],
  ])('refuses activities with %s: %s', async (errorCode, path) => {
    expect(await get(path, 3)).toMatchObject({ status: 400, errorCode })
  })

  it('lists results and deposits as transactions, with most fields as text', async () => {
    const dealId = await paper.firstDealId()
    await paper.control(`market/${ftse}`, { bid: 8852.5, offer: 8853.5 })
    await paper.call('/positions/otc', {
      method: 'POST',
      headers: { _method: 'DELETE' },
      body: { dealId, direction: 'SELL', size: 1, orderType: 'MARKET' },
    })
    const { body } = await get('/history/transactions', 2)
    expect(body.transactions).toMatchObject([
      {
        cashTransaction: false,
        transactionType: 'DEAL',
        instrumentName: 'FTSE 100',
        openLevel: '8802.5',
        closeLevel: '8852.5',
        size: '+1',
        profitAndLoss: '£50.00',
        period: 'DFB',
      },
      { cashTransaction: true, transactionType: 'DEPO', profitAndLoss: '£10000.00' },
    ])
    expect(body.metadata).toEqual({ size: 2, pageData: { pageNumber: 1, pageSize: 20, totalPages: 1 } })
    const types = async (query: string) =>
      (await get(`/history/transactions?${query}`, 2)).body.transactions.map(
        ({ transactionType }: { transactionType: string }) => transactionType,
      )
    expect(await types('type=DEPOSIT')).toEqual(['DEPO'])
    expect(await types('type=ALL_DEAL')).toEqual(['DEAL'])
    expect(await types('maxSpanSeconds=5')).toEqual(['DEAL'])
    expect(await types('pageSize=1&pageNumber=2')).toEqual(['DEPO'])
  })
})

describe('allowances', () => {
  it('cause status 403 with their own error code if they are used up', async () => {
    await paper.control('settings', { allowances: { account: 3, trading: 1 } })
    expect((await get('/operations/application')).body).toMatchObject([
      { allowanceAccountOverall: 3, allowanceAccountTrading: 1, allowanceApplicationOverall: 60 },
    ])
    expect((await paper.open()).status).toBe(200)
    expect(await paper.open({ size: 1 })).toMatchObject({
      status: 403,
      errorCode: 'error.public-api.exceeded-account-trading-allowance',
    })
    await get('/accounts')
    await get('/accounts')
    expect(await get('/accounts')).toMatchObject({
      status: 403,
      errorCode: 'error.public-api.exceeded-account-allowance',
    })
    paper.clock.pass(60_000)
    expect((await get('/accounts')).body.accounts).toMatchObject([
      { accountId: 'PAPER-DEMO-SB', status: 'ENABLED', balance: { balance: 10_000, profitLoss: -0.5 } },
      { accountId: 'PAPER-DEMO-CFD' },
    ])
  })

  it('are shared by all users of an API key', async () => {
    await paper.control('settings', { allowances: { key: 2 } })
    await paper.signIn('paper-one')
    await paper.signIn('paper-two')
    expect(await paper.signIn('paper-three')).toMatchObject({
      status: 403,
      errorCode: 'error.public-api.exceeded-api-key-allowance',
    })
  })
})

describe('a switch of the account', () => {
  it('makes further deals use the new account', async () => {
    const { headers } = await paper.call('/session', { method: 'PUT', body: { accountId: 'PAPER-DEMO-CFD' } })
    paper.tokens = { ...paper.tokens, 'x-security-token': headers.get('x-security-token') as string }
    const deal = openingOf({ epic: 'KA.D.VOD.CASH.IP', expiry: '-', size: 100 })
    await paper.call('/positions/otc', { method: 'POST', version: 2, body: deal })
    expect(await paper.positions()).toMatchObject([{ position: { contractSize: 0.01, size: 100 } }])
  })
})
