import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { secretMask } from '../../../../shared/settings/settings.schema.ts'
import { forgetTries, throttles } from '../../../aws/throttle.ts'
import { readTallies } from '../../../broker/allowance/store.ts'
import { makePerson, type Person, useAccounts } from '../../../../infra/dev/testing/accounts.ts'
import { useStandInIg } from '../../../../infra/dev/testing/stand-in-ig.ts'

useAccounts()
const ig = useStandInIg()
let person: Person
beforeEach(async () => {
  person = await makePerson()
  for (const login of ['DEMO trader', 'LIVE trader']) await forgetTries(throttles.brokerLogin, login)
})

let keys = 0
let typed = { mode: 'DEMO', username: 'trader', password: ' word ', apiKey: '' }
// Each test has its own API key, because requests are counted per key.
beforeEach(() => {
  keys += 1
  typed = { ...typed, apiKey: `key-of-trader-${keys}` }
})
const tested = (change: Record<string, unknown> = {}) =>
  person.browser.call('testConnection', { ...typed, ...change })

const refuses = (status: number, errorCode: string) =>
  ig.when('POST /session', { status, body: { errorCode } })

const account = (own: Record<string, unknown>) => ({
  accountId: 'ZZ1AB',
  accountName: 'Spread bet',
  accountType: 'SPREADBET',
  status: 'ENABLED',
  preferred: true,
  currency: 'GBP',
  ...own,
})
const lists = (...accounts: Record<string, unknown>[]) =>
  ig.when('GET /accounts', { body: { accounts: accounts.map(account) } })

describe('testing a connection', () => {
  // The clock is stopped, so that each test is within one clock minute. Requests are counted per minute.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  test('shows which accounts can trade and the key’s request limits, and counts its own requests', async () => {
    lists(
      { accountId: 'ISA11', accountName: 'ISA', accountType: 'PHYSICAL', preferred: false },
      { accountId: 'CFD11', accountType: 'CFD', status: 'SUSPENDED_FROM_DEALING', preferred: false },
      {},
    )
    ig.when('GET /operations/application', {
      body: [
        {
          apiKey: typed.apiKey,
          allowanceAccountOverall: 8,
          allowanceApplicationOverall: 60,
          allowanceAccountTrading: 100,
        },
      ],
    })
    const { status, body } = await tested()
    expect(status).toBe(200)
    expect(body).toEqual({
      outcome: 'CONNECTED',
      says: 'IG accepted these demo credentials',
      remedy: null,
      code: null,
      accounts: [
        {
          accountId: 'ZZ1AB',
          name: 'Spread bet',
          type: 'spread bet',
          currency: 'GBP',
          isDefault: true,
          problem: null,
        },
        expect.objectContaining({
          accountId: 'ISA11',
          type: 'share dealing, ISA or SIPP',
          problem: 'The API trades on spread-bet and CFD accounts only',
        }),
        expect.objectContaining({ accountId: 'CFD11', problem: 'IG status: suspended from dealing' }),
      ],
      allowances: { perAccount: 8, perKey: 60, orders: 100 },
    })
    expect(ig.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /session',
      'GET /accounts',
      'GET /operations/application',
    ])
    expect(ig.calls[0]?.body).toMatchObject({ identifier: 'trader', password: 'word' })
    const [tally] = await readTallies([{ mode: 'DEMO', accountId: 'ZZ1AB' }], Date.now())
    // The login itself counts only for the API key, not for the account.
    expect(tally?.lastMinute).toBe(2)
  })

  test.each([
    [
      401,
      'error.security.invalid-details',
      /^IG rejected the username/,
      /^Check that these are your demo details/,
    ],
    [403, 'error.security.api-key-invalid', /^IG doesn’t recognise the API key$/, /^Copy the key again/],
    [
      403,
      'endpoint.unavailable.for.api-key',
      /^IG doesn’t allow this request with this API key$/,
      /^The key may belong to IG’s live site/,
    ],
    [
      403,
      'error.public-api.failure.stockbroking-not-supported',
      /^The default account of this IG login is an ISA/,
      /^On IG’s website \(My IG > Settings\), make/,
    ],
    [403, 'error.security.too-many-failed-attempts', /^IG has locked the login/, /^Log in on IG’s website/],
    [
      403,
      'error.public-api.exceeded-api-key-allowance',
      /^IG’s request limit for this API key/,
      /^Wait a minute/,
    ],
    [403, 'error.security.client-suspended', /^The login is suspended at IG$/, /support/],
    [
      401,
      'service.security.authentication.failure-invalid-client-security-token',
      /^IG accepts no logins for a few minutes/,
      /^Wait three minutes/,
    ],
    [
      400,
      'validation.pattern.invalid.authenticationRequest.identifier',
      /^IG’s API takes your username, not your email address$/,
      /^Enter the username that IG’s website shows/,
    ],
    [
      401,
      'error.public-api.failure.missing.credentials',
      /^IG wants a second factor for this login/,
      /IG Singapore requires it, so its accounts can’t be used here/,
    ],
    [
      401,
      'error.public-api.failure.encryption.required',
      /^IG requires password encryption for this login/,
      /IG Singapore requires it, so its accounts can’t be used here/,
    ],
    [
      401,
      'error.public-api.failure.kyc.required',
      /^IG wants to know more about you/,
      /^Log in on IG’s website and answer the questions/,
    ],
    [
      401,
      'error.public-api.failure.pending.agreements.required',
      /^IG wants you to accept agreements/,
      /^Log in on IG’s website and accept the agreements/,
    ],
    [
      401,
      'error.public-api.failure.preferred.account.not.set',
      /^This IG login has no default account$/,
      /^Choose a default account on IG’s website/,
    ],
    [
      401,
      'error.public-api.failure.preferred.account.disabled',
      /^The default account of this IG login is disabled$/,
      /^Choose another default account on IG’s website/,
    ],
    [
      401,
      'error.security.account-migrated',
      /^IG has moved the account to another system$/,
      /^Ask IG’s web API support which login the account has now/,
    ],
    [
      401,
      'error.security.account-not-yet-activated',
      /^The account isn’t active at IG yet$/,
      /^Finish opening the account on IG’s/,
    ],
    [
      401,
      'error.security.all-accounts-pending',
      /^No account of this login is active at IG yet$/,
      /^Finish opening/,
    ],
    [
      401,
      'error.security.all-accounts-suspended',
      /^All accounts of this login are suspended at IG$/,
      /^Ask IG’s support/,
    ],
    [
      401,
      'error.security.account-access-denied',
      /^IG denies this login access to the account$/,
      /^Try these details on/,
    ],
    [
      401,
      'authentication.failure.not-a-client-account',
      /^IG has no client account for this login$/,
      /^Try these details on/,
    ],
  ])('explains IG’s response %s %s and what to do', async (status, code, says, remedy) => {
    refuses(status, code)
    const { body } = await tested()
    expect(body).toMatchObject({ outcome: 'REFUSED', code, accounts: [], allowances: null })
    expect(body.says).toMatch(says)
    expect(body.says).not.toContain(code)
    expect(body.remedy).toMatch(remedy)
  })

  test('names the server’s AWS region, which IG may refuse, and suggests a login test on the user’s own machine', async () => {
    vi.stubEnv('AWS_REGION', 'eu-central-1')
    refuses(403, 'error.security.api-key-invalid')
    const { body } = await tested()
    expect(body.remedy).toContain('IG may refuse the address of this server (AWS region eu-central-1)')
    expect(body.remedy).toContain('Run npx signalpost test-login on your own machine')
    vi.unstubAllEnvs()
  })

  test('reports IG as unreachable if IG has an outage or does not respond', async () => {
    refuses(500, 'system.error')
    expect((await tested()).body).toMatchObject({ outcome: 'UNREACHABLE' })
    ig.when('POST /session', { hangUp: true })
    expect((await tested({ mode: 'LIVE' })).body).toMatchObject({
      outcome: 'UNREACHABLE',
      says: 'IG didn’t respond',
    })
  })

  test('reports IG as unreachable if IG responds with a maintenance page', async () => {
    ig.when('POST /session', { status: 403, body: '<html>maintenance</html>' })
    expect((await tested()).body).toMatchObject({ outcome: 'UNREACHABLE', code: null })
  })

  test('reports that dealing is disabled, even if the key’s request limits cannot be read', async () => {
    ig.when('POST /session', {
      headers: { CST: 'cst', 'X-SECURITY-TOKEN': 'xst' },
      body: { currentAccountId: 'ZZ1AB', currencyIsoCode: 'GBP', dealingEnabled: false },
    })
    lists({})
    ig.when('GET /operations/application', { status: 500 })
    const { body } = await tested()
    expect(body).toMatchObject({
      outcome: 'CONNECTED',
      accounts: [{ problem: 'Dealing is switched off for this account at IG' }],
      allowances: null,
    })
    expect(body.remedy).toMatch(/^This login has no account that can tr/)
  })

  test('is possible once a minute per mode, and a refused test does not call IG', async () => {
    lists({})
    await tested()
    const again = await tested()
    expect(again.status).toBe(429)
    expect(again.body).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    expect(ig.calls.filter(({ path }) => path === '/session')).toHaveLength(1)
  })

  test('uses the saved credentials for masked fields, and names missing fields', async () => {
    const settings = (await person.browser.call('getSettings')).body as Record<string, unknown>
    const { tradingPause: _, ...own } = settings
    await person.browser.call('updateSettings', {
      ...own,
      liveUsername: 'trader',
      livePassword: 'live-word',
      liveApiKey: 'live-key',
    })
    lists({})
    await tested({ mode: 'LIVE', password: secretMask, apiKey: secretMask })
    expect(ig.calls[0]).toMatchObject({
      headers: { 'x-ig-api-key': 'live-key' },
      body: { identifier: 'trader', password: 'live-word' },
    })
    const { status, body } = await tested({ apiKey: null })
    expect(status).toBe(400)
    expect(body).toMatchObject({ message: 'Enter the API key first', details: { apiKey: 'Required' } })
  })
})
