import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { NewToken } from '../../../../shared/tokens/api-token.schema.ts'
import { tokenLimits } from '../../../../shared/tokens/token-limits.ts'
import { proofLimits } from '../../../../shared/accounts/second-factor.schema.ts'
import {
  makePerson,
  type Person,
  signedIn,
  useAccounts,
  testPassword,
} from '../../../../infra/dev/testing/accounts.ts'
import { TestBrowser } from '../../../../infra/dev/testing/test-browser.ts'
import { dynamo, tableName } from '../../../aws/table.ts'
import { listLogs } from '../../../logs/log-store.ts'
import { getUserSettings } from '../../../settings/settings-store.ts'

const world = useAccounts()
let ada: Person
beforeAll(async () => {
  ada = await makePerson('Ada')
})
afterAll(() => {
  vi.useRealTimers()
})

const made = async ({ browser }: Person, more: Partial<NewToken> = {}) => {
  const { status, body } = await browser.call('makeToken', {
    name: 'laptop',
    scopes: ['read'],
    days: 30,
    ...more,
  })
  expect(status).toBe(200)
  return body as { id: string; token: string }
}

const newPassword = { currentPassword: testPassword, newPassword: 'Quite-Another-Pass-2' }

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const withToken = (token: string, address = '203.0.113.1') => ({
  call: (name: Parameters<TestBrowser['call']>[0], request = {}) =>
    new TestBrowser(address).call(name, request, bearer(token)),
})
const linesOf = async ({ id }: Person) => (await listLogs(id, { type: 'ALL' }, 0, 1_000)).results

describe('a token', () => {
  test('gives access only to the endpoints of its scope, and only as its user', async () => {
    const person = await makePerson('Tess')
    const { token } = await made(person)
    expect(token).toMatch(/^sp_/)
    expect((await withToken(token).call('getMe')).body).toMatchObject({ email: person.email })
    expect((await withToken(token).call('pauseTrading')).body).toMatchObject({
      code: 'SCOPE_REQUIRED',
      message: 'This token doesn’t have the scope “safe”',
      details: { required: 'safe', scopes: ['read'] },
    })
    expect((await withToken(token).call('getSettings')).body).toMatchObject({
      message: 'No token can do this. Log in to the dashboard',
    })
  })

  test('can be created only after a step-up, and its user gets an email about it', async () => {
    const person = await makePerson()
    const stale = await signedIn(person.id, Date.now() - (proofLimits.fresh + 1) * 1000)
    const request = { name: 'laptop', scopes: ['read'], days: 30 }
    expect((await stale.call('makeToken', request)).body).toMatchObject({ code: 'STEP_UP_REQUIRED' })
    world.aws.invocations.splice(0)
    await made(person, { scopes: ['read', 'propose'] })
    expect(JSON.stringify(world.aws.invocations)).toContain('token-made')
  })

  test('makes the dashboard poll for approvals until the token expires, if the token may propose trades', async () => {
    const person = await makePerson()
    const mayAsk = async () => (await person.browser.call('getSettings')).body.mayAsk
    await made(person)
    expect(await mayAsk()).toBeUndefined()
    await made(person, { scopes: ['propose'], days: 2 })
    await made(person, { scopes: ['propose'], days: 1 })
    expect(await mayAsk()).toBe(true)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 2 * 86_400_000)
    person.browser.cookies.clear()
    const later = await signedIn(person.id)
    expect((await later.call('getSettings')).body.mayAsk).toBeUndefined()
    vi.useRealTimers()
  })

  test('is stored as a hash and listed with its last use, but never shown again', async () => {
    const person = await makePerson()
    const { id, token } = await made(person, { name: 'phone', addresses: ['203.0.113.0/24'] })
    const { Items } = await dynamo().send(new ScanCommand({ TableName: tableName('sessions') }))
    expect(JSON.stringify(Items)).not.toContain(token.slice(-49))
    const listed = async () => (await person.browser.call('listTokens')).body.tokens
    const unused = {
      id,
      name: 'phone',
      scopes: ['read'],
      addresses: ['203.0.113.0/24'],
      lastUsedAt: null,
      calls: 0,
    }
    expect(await listed()).toMatchObject([unused])
    await withToken(token).call('getMe')
    await withToken(token).call('getStatus')
    expect(await listed()).toMatchObject([{ id, calls: 2, lastUsedAt: expect.any(String) }])
    expect(JSON.stringify(await listed())).not.toContain(token)
  })

  test('can be revoked only by its user, and then stops working at once', async () => {
    const [person, other] = [await makePerson(), await makePerson()]
    const { id, token } = await made(person)
    await other.browser.call('endToken', { id })
    expect((await withToken(token).call('getMe')).status).toBe(200)
    expect((await person.browser.call('endToken', { id })).body).toEqual({
      message: 'Token “laptop” revoked',
    })
    expect((await withToken(token).call('getMe')).body).toMatchObject({
      code: 'NOT_SIGNED_IN',
      message: 'This token is unknown, was revoked or has expired',
    })
    expect((await person.browser.call('listTokens')).body).toEqual({ tokens: [] })
  })

  test('is revoked when all sessions of its user are ended', async () => {
    const admin = await makePerson('Ada')
    const person = await makePerson()
    const { token } = await made(person)
    const { endAllSessions } = await import('../../../accounts/session-store.ts')
    await endAllSessions(person.id, Date.now())
    expect((await withToken(token).call('getMe')).status).toBe(401)
    expect((await admin.browser.call('getMe')).status).toBe(200)
  })

  test.each([
    ['a new password', (person: Person) => person.browser.call('changeOwnPassword', newPassword)],
    ['logging out everywhere else', ({ browser }: Person) => browser.call('endSessions', { id: 'others' })],
    ['an admin', (person: Person) => ada.browser.call('endUserSessions', { id: person.id })],
  ])('does not survive if it is created while all sessions are ended by %s', async (_, end) => {
    for (let round = 0; round < 10; round += 1) {
      const person = await makePerson()
      const browser = await signedIn(person.id)
      const request = { name: 'thief', scopes: ['read'], days: 30 }
      const [answer] = await Promise.all([browser.call('makeToken', request), end(person)])
      if (answer.status === 200)
        expect((await withToken(answer.body.token as string).call('getMe')).status).toBe(401)
    }
  })

  test('is refused and not listed if it is still stored after all sessions of its user were ended', async () => {
    const person = await makePerson()
    const { token } = await made(person)
    const { noteAllEnded } = await import('../../../accounts/session-store.ts')
    await noteAllEnded(person.id, Date.now() + 1)
    expect((await withToken(token).call('getMe')).status).toBe(401)
    expect((await person.browser.call('listTokens')).body).toEqual({ tokens: [] })
    const later = await made(person)
    expect((await withToken(later.token).call('getMe')).status).toBe(200)
  })

  test('stays valid when its user logs out of a browser', async () => {
    const person = await makePerson()
    const { token } = await made(person)
    await person.browser.call('logout')
    expect((await withToken(token).call('getMe')).status).toBe(200)
  })

  test('is revoked by *log out everywhere else*, which shows how many tokens it revoked', async () => {
    const person = await makePerson()
    const { token } = await made(person)
    await made(person)
    await signedIn(person.id)
    const end = async () => (await person.browser.call('endSessions', { id: 'others' })).body.message
    expect(await end()).toBe('1 session ended, 2 API tokens revoked')
    expect(await end()).toBe('Nothing else was logged in')
    expect((await withToken(token).call('getMe')).status).toBe(401)
    expect(JSON.stringify(await linesOf(person))).toContain('1 session ended, 2 API tokens revoked')
  })

  test('cannot be created beyond the limit of 20, even if 40 are created at once', async () => {
    const person = await makePerson()
    for (let count = 0; count < tokenLimits.perUser - 2; count += 1) await made(person)
    const request = { name: 'one of many', scopes: ['read'], days: 1 }
    await Promise.all(Array.from({ length: 40 }, () => person.browser.call('makeToken', request)))
    const { tokens } = (await person.browser.call('listTokens')).body as { tokens: unknown[] }
    expect(tokens.length).toBeLessThanOrEqual(tokenLimits.perUser)
    expect(tokens.length).toBeGreaterThan(tokenLimits.perUser - 2)
  })

  test('cannot be created if its user has just created thirty others', async () => {
    const person = await makePerson()
    for (let count = 0; count < 30; count += 1) {
      const { id } = await made(person)
      await person.browser.call('endToken', { id })
    }
    const request = { name: 'one more', scopes: ['read'], days: 1 }
    expect(await person.browser.call('makeToken', request)).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_ATTEMPTS' },
    })
  })

  test('stops working when it expires', async () => {
    const person = await makePerson()
    const { token } = await made(person, { days: 1 })
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 86_400_000)
    expect((await withToken(token).call('getMe')).status).toBe(401)
    vi.useRealTimers()
    expect((await withToken(token).call('getMe')).status).toBe(200)
  })

  test('works only from the addresses that it is limited to', async () => {
    const person = await makePerson()
    const { token } = await made(person, { addresses: ['198.51.100.7', '2001:db8::/48'] })
    for (const address of ['198.51.100.7', '2001:db8::1'])
      expect((await withToken(token, address).call('getMe')).status).toBe(200)
    for (const address of ['198.51.100.8', '2001:db9::1'])
      expect((await withToken(token, address).call('getMe')).body).toMatchObject({ code: 'FORBIDDEN' })
    expect(JSON.stringify(await linesOf(person))).toContain('Token “laptop” was refused GET /auth/me')
  })

  test.each([
    ['lives longer than a year', { days: tokenLimits.longestLife + 1 }, 'days'],
    ['has no scope', { scopes: [] }, 'scopes'],
    ['has a scope that there is not', { scopes: ['trade'] }, 'scopes.0'],
    ['names no address', { addresses: ['everywhere'] }, 'addresses.0'],
  ])('is not created if it %s', async (_, more, field) => {
    const { browser } = await makePerson()
    const request = { name: 'laptop', scopes: ['read'], days: 30, ...more }
    const { status, body } = await browser.call('makeToken', request)
    expect(status).toBe(400)
    expect(Object.keys(body.details as object)).toEqual([field])
  })

  test(`may make at most ${tokenLimits.callsPerMinute} calls a minute, even if more arrive at once`, async () => {
    const person = await makePerson()
    const [first, second] = [await made(person), await made(person, { name: 'phone' })]
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Math.ceil(Date.now() / 60_000) * 60_000)
    const calls = Array.from({ length: tokenLimits.callsPerMinute + 5 }, () =>
      withToken(first.token).call('getMe'),
    )
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(tokenLimits.callsPerMinute)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    expect((await withToken(second.token).call('getMe')).status).toBe(200)
    vi.setSystemTime(Date.now() + 60_000)
    expect((await withToken(first.token).call('getMe')).status).toBe(200)
    vi.useRealTimers()
  })

  test(`cannot be created if its user already has ${tokenLimits.perUser}`, async () => {
    const person = await makePerson()
    for (let count = 0; count < tokenLimits.perUser; count += 1) await made(person)
    const request = { name: 'one more', scopes: ['read'], days: 1 }
    expect((await person.browser.call('makeToken', request)).body).toMatchObject({ code: 'TOO_MANY_TOKENS' })
  })
})

describe('the log of a token’s user', () => {
  test('contains every change and refusal, and each kind of read once an hour with a count', async () => {
    // The clock is stopped, so that all calls are within one clock hour.
    vi.useFakeTimers({ toFake: ['Date'] })
    const person = await makePerson()
    const { token } = await made(person, { scopes: ['read', 'safe'] })
    for (let turn = 0; turn < 3; turn += 1) await withToken(token).call('getMe')
    await withToken(token).call('pauseTrading')
    await withToken(token).call('pauseTrading')
    await withToken(token).call('getSettings')
    const lines = (await linesOf(person)).flatMap(({ message, extra }) =>
      extra?.kind === 'token' && extra.token === 'laptop' ? [[message, extra.status, extra.call]] : [],
    )
    expect(lines).toEqual([
      ['Token “laptop” was refused GET /users/me/settings', 403, 6],
      ['Token “laptop” called POST /users/me/trading-pause', 200, 5],
      ['Token “laptop” called POST /users/me/trading-pause', 200, 4],
      ['Token “laptop” called GET /auth/me', 200, 1],
    ])
    expect((await getUserSettings(person.id))?.tradingPause).toMatchObject({
      by: 'USER',
      reason: 'Paused by token “laptop”',
    })
    vi.useRealTimers()
  })
})

describe('an attacker', () => {
  test('adds only one refusal a minute to the log with a stolen token', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Math.ceil(Date.now() / 60_000) * 60_000)
    const person = await makePerson()
    const { token } = await made(person, { addresses: ['198.51.100.7'] })
    const before = (await linesOf(person)).length
    const steal = async (address?: string) => {
      for (let turn = 0; turn < 20; turn += 1) {
        await withToken(token, address).call('getAlert', { alertId: `A${turn}`.padEnd(64, 'x') })
        await withToken(token, address).call('confirmAlert', { alertId: `A${turn}` })
        await withToken(token, address).call('getSettings')
      }
    }
    await steal()
    expect((await linesOf(person)).slice(0, -before).map(({ message }) => message)).toEqual([
      'Token “laptop” was refused GET /alerts/{alertId}',
    ])
    await steal('198.51.100.7')
    expect((await linesOf(person)).length).toBe(before + 1)
    vi.setSystemTime(Date.now() + 60_000)
    await steal()
    expect((await linesOf(person)).length).toBe(before + 2)
    vi.useRealTimers()
  })

  test('adds only the beginning of a long path to the log', async () => {
    const person = await makePerson()
    const { token } = await made(person, { scopes: ['safe'] })
    await withToken(token).call('endToken', { id: 'x'.repeat(64) })
    await withToken(token).call('closePosition', { dealId: 'D'.repeat(5_000) })
    expect(JSON.stringify(await linesOf(person)).length).toBeLessThan(3_000)
  })

  test('gets no access with a token in a query string', async () => {
    const { token } = await made(await makePerson())
    for (const name of ['token', 'access_token', 'authorization'])
      expect((await new TestBrowser().call('listLogs', { [name]: token })).status).toBe(401)
  })

  test('never acts as the user of a session if the request also has another user’s token', async () => {
    const [person, other] = [await makePerson(), await makePerson()]
    const { token } = await made(person)
    const { body } = await other.browser.call('getMe', {}, bearer(token))
    expect(body).toMatchObject({ email: person.email })
    expect((await other.browser.call('getMe', {}, bearer(`${token}x`))).status).toBe(401)
    expect((await other.browser.call('getSettings', {}, bearer(token))).body).toMatchObject({
      code: 'SCOPE_REQUIRED',
    })
    expect((await other.browser.call('makeToken', {}, bearer(token))).status).toBe(403)
  })

  test('cannot use a user’s cookie from another site by adding a token header', async () => {
    const person = await makePerson()
    const headers = { ...bearer('sp_none'), 'x-requested-with': undefined, 'sec-fetch-site': 'cross-site' }
    expect((await person.browser.call('pauseTrading', {}, headers)).status).toBe(401)
    expect((await getUserSettings(person.id))?.tradingPause).toBeNull()
    expect((await person.browser.call('logout', {}, headers)).body).toMatchObject({
      code: 'CROSS_SITE_REQUEST',
    })
  })

  test.each(['callTools', 'getStream', 'getMe', 'pauseTrading'] as const)(
    'is refused at %s from a page of another site that has a token',
    async (name) => {
      const { token } = await made(await makePerson(), { scopes: ['read', 'safe'] })
      for (const origin of ['https://evil.example', 'null', 'http://signals.example.com']) {
        const answer = await new TestBrowser().call(name, name === 'callTools' ? { body: '{}' } : {}, {
          ...bearer(token),
          origin,
        })
        expect(answer).toMatchObject({ status: 403, body: { code: 'CROSS_SITE_REQUEST' } })
      }
    },
  )

  test('gets no access with a truncated or altered token', async () => {
    const [person, other] = [await makePerson(), await makePerson()]
    const { token } = await made(person)
    const theirs = (await made(other)).token
    const altered = [...token].map(
      (letter, at) => token.slice(0, at) + (letter === 'A' ? 'B' : 'A') + token.slice(at + 1),
    )
    const cut = Array.from({ length: token.length }, (_, length) => token.slice(0, length))
    // The name of one token, the secret of another, and a valid checksum.
    const [name = ''] = /^sp_[^.]+\.[^.]+\./.exec(token) ?? []
    const mixed = `${name}${theirs.split('.')[2]}`
    for (const value of [...altered, ...cut, mixed, token.toUpperCase(), `${token} ${token}`])
      expect((await withToken(value).call('getMe')).status, value).toBe(401)
    expect((await withToken(token).call('getMe')).status).toBe(200)
  })

  test('finds nothing in 1,000 guesses at an existing token, and does not lock out the token’s owner', async () => {
    const { createHash, randomBytes } = await import('node:crypto')
    const person = await makePerson()
    const { token } = await made(person)
    const [name = ''] = /^sp_[^.]+\.[^.]+\./.exec(token) ?? []
    const guess = () => {
      const text = `${name}${randomBytes(32).toString('base64url')}`
      return text + createHash('sha256').update(text).digest('base64url').slice(0, 6)
    }
    const statuses = new Set<number>()
    for (let turn = 0; turn < 1_000; turn += 1) statuses.add((await withToken(guess()).call('getMe')).status)
    expect([...statuses]).toEqual([401])
    expect((await withToken(token).call('getMe')).status).toBe(200)
    expect((await linesOf(person)).length).toBeLessThan(10)
  })
})
