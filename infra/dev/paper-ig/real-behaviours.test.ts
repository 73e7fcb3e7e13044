import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PaperUnderTest } from './testing/paper-under-test.ts'

/**
 * The tests in this file check behaviours of IG that real clients have met. For each behaviour, the README names its
 * source, such as a recorded answer.
 */

let paper: PaperUnderTest
beforeAll(async () => {
  paper = await PaperUnderTest.start()
})
afterAll(() => paper.stop())
beforeEach(async () => {
  await paper.control('reset', {})
  await paper.signIn()
})

const set = (settings: Readonly<Record<string, unknown>>) => paper.control('settings', settings)
const activities = async () =>
  (await paper.call('/history/activity?from=2020-01-01T00:00:00&detailed=true', { version: 3 })).body
    .activities
const throttled = 'service.security.authentication.failure-invalid-client-security-token'

describe('logging in', () => {
  it('is refused for some minutes after two attempts within seconds', async () => {
    await set({ loginThrottleMs: 150_000 })
    expect((await paper.signIn('paper-quick')).status).toBe(200)
    paper.clock.pass(2_000)
    expect(await paper.signIn('paper-quick')).toMatchObject({ status: 401, errorCode: throttled })
    paper.clock.pass(140_000)
    expect((await paper.signIn('paper-quick')).errorCode).toBe(throttled)
    paper.clock.pass(160_000)
    expect((await paper.signIn('paper-quick')).status).toBe(200)
  })

  it('is only possible in version 3 if the default account is an ISA', async () => {
    await paper.control('preset/isa', {})
    const body = { identifier: 'paper-isa', password: 'paper' }
    const logIn = (version: number) => paper.call('/session', { method: 'POST', version, body })
    expect(await logIn(2)).toMatchObject({
      status: 403,
      errorCode: 'error.public-api.failure.stockbroking-not-supported',
    })
    expect(await logIn(3)).toMatchObject({ status: 200, body: { oauthToken: { expires_in: '60' } } })
  })
})

describe('the presets', () => {
  it('can set the allowances of recorded demo keys, or those that IG publishes', async () => {
    const allowed = async () => (await paper.call('/operations/application')).body[0]
    await paper.control('preset/demo-low', {})
    expect(await allowed()).toMatchObject({
      allowanceAccountOverall: 10,
      allowanceApplicationOverall: 20,
      allowanceAccountTrading: 33,
    })
    await paper.control('preset/published', {})
    expect(await allowed()).toMatchObject({ allowanceAccountOverall: 30 })
  })

  it('can switch on all difficulties that clients have met, and refuse an unknown name', async () => {
    expect((await paper.control('preset/strict', {})).body).toMatchObject({
      loginThrottleMs: 150_000,
      emptyPositionsEach: 50,
    })
    expect((await paper.control('preset/other', {})).status).toBe(404)
  })
})

describe('the history', () => {
  it('records a client’s close under the deal reference of the opening', async () => {
    const opened = await paper.open({ dealReference: 'of-the-opening' })
    const dealId = await paper.firstDealId()
    await paper.call('/positions/otc', {
      method: 'POST',
      headers: { _method: 'DELETE' },
      body: { dealId, direction: 'SELL', size: 0.5, orderType: 'MARKET' },
    })
    const [closed] = await activities()
    expect(closed.details).toMatchObject({
      dealReference: opened.body.dealReference,
      actions: [{ actionType: 'POSITION_CLOSED', affectedDealId: dealId }],
    })
  })

  it('contains dates in the account’s local time', async () => {
    await set({ timezoneOffset: 2 })
    await paper.open()
    const [opened] = await activities()
    expect(Date.parse(`${opened.date}Z`) - paper.clock.now()).toBeGreaterThan(2 * 3_600_000 - 5_000)
  })

  it('gives the reason for a rejection if the confirm only says UNKNOWN', async () => {
    await set({ rejectWith: 'UNKNOWN' })
    await paper.open()
    const [rejected] = await activities()
    expect(rejected).toMatchObject({
      status: 'REJECTED',
      description: 'Rejected: Failed to retrieve price information for this currency',
    })
  })
})

describe('a roll', () => {
  it('is recorded as two entries within one second without a deal reference, and creates a new deal', async () => {
    await paper
      .call('/session', { method: 'PUT', body: { accountId: 'PAPER-DEMO-CFD' } })
      .then(({ headers }) => {
        paper.tokens = { ...paper.tokens, 'x-security-token': headers.get('x-security-token') ?? '' }
      })
    await paper.open({ epic: 'EN.D.LCO.Month5.IP', expiry: 'MAR-27', size: 1 })
    const before = await paper.firstDealId()
    await paper.control('roll/EN.D.LCO.Month5.IP', {})
    const [{ position, market }] = await paper.positions()
    expect(market).toMatchObject({ epic: 'EN.D.LCO.Month6.IP', expiry: 'APR-27' })
    expect(position.dealId).not.toBe(before)
    const [rolled, closed] = await activities()
    expect(rolled.date).toBe(closed.date)
    expect([rolled, closed]).toMatchObject([
      {
        channel: 'SYSTEM',
        details: {
          dealReference: null,
          actions: [{ actionType: 'POSITION_ROLLED', affectedDealId: position.dealId }],
        },
      },
      {
        channel: 'SYSTEM',
        details: {
          dealReference: null,
          actions: [{ actionType: 'POSITION_CLOSED', affectedDealId: before }],
        },
      },
    ])
  })
})

describe('the list of positions', () => {
  it('is empty in every n-th response if emptyPositionsEach is n', async () => {
    await paper.open()
    await set({ emptyPositionsEach: 3 })
    const counts: number[] = []
    for (let turn = 0; turn < 6; turn += 1) counts.push((await paper.positions()).length)
    expect(counts.filter((count) => count === 0)).toHaveLength(2)
  })
})

describe('a request to /markets?epics', () => {
  it('returns markets in a different order from the request, and is refused without an epic', async () => {
    const epics = ['KA.D.VOD.DAILY.IP', 'IX.D.FTSE.DAILY.IP']
    const { body } = await paper.call(`/markets?epics=${epics.join(',')}`, { version: 2 })
    const found = body.marketDetails.map((each: { instrument: { epic: string } }) => each.instrument.epic)
    expect(found).toEqual(epics.toReversed())
    expect(await paper.call('/markets?epics=', { version: 2 })).toMatchObject({
      status: 400,
      errorCode: 'validation.null-not-allowed.epics',
    })
  })
})
