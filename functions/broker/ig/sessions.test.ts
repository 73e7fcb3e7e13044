import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { sessionStore } from './session-store.ts'
import { dynamo, tableName } from '../../aws/table.ts'
import { systemClock, systemRandom } from '../../aws/system.ts'
import { startEmbeddedDynamoDb } from '../../../infra/dev/testing/embedded-dynamodb.ts'
import { manualClock } from '../../../infra/dev/testing/manual-clock.ts'
import { type StandInIg, startStandInIg } from '../../../infra/dev/testing/stand-in-ig.ts'
import type { BrokerLogin } from '../../trading/ports/broker.ts'
import type { Clock } from '../../trading/ports/ports.ts'
import { igSessions } from './sessions.ts'
import { keepTestedSession } from './tested-session.ts'
import { sendToIg } from './transport.ts'

let ig: StandInIg
let stop: () => Promise<void>
beforeAll(async () => {
  ig = await startStandInIg()
  process.env.IG_DEMO_URL = ig.url
  stop = (await startEmbeddedDynamoDb()).stop
})
afterAll(async () => {
  await ig.stop()
  await stop()
})
beforeEach(() => ig.reset())

/** The number of users so far. Each test has its own user. */
let users = 0
let login: BrokerLogin
beforeEach(() => {
  users += 1
  login = { userId: `u${users}`, mode: 'DEMO', accountId: 'ZZ1AB', credentialsVersion: 1 }
})
afterEach(() => ig.reset())

const key = Buffer.alloc(32, 9)

/** Simulates one process with its own memory and the shared table. */
const process_ = (clock: Clock = systemClock, accountId = 'ZZ1AB') =>
  igSessions({
    credentials: () =>
      Promise.resolve({ apiKey: 'key-1', username: 'demo_user_7', password: 'secret-word', accountId }),
    keys: () => Promise.resolve({ inUse: key, accepted: [key] }),
    store: sessionStore,
    clock,
    random: systemRandom,
    send: ({ mode }, request, tokens) => sendToIg(fetch, mode, request, tokens),
  })

test('twenty callers in four processes share one login', async () => {
  const processes = [process_(), process_(), process_(), process_()]
  const sessions = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => processes[index % 4]?.current(login)),
  )
  expect(ig.logins()).toBe(1)
  expect(new Set(sessions.map((session) => session?.clientToken)).size).toBe(1)
})

test('no token, key or password is stored unencrypted', async () => {
  const session = await process_().current(login)
  const { Items } = await dynamo().send(new ScanCommand({ TableName: tableName('brokerCache') }))
  const stored = JSON.stringify(Items)
  for (const secret of [session.clientToken, session.accountToken, 'key-1', 'secret-word'])
    expect(stored).not.toContain(secret)
})

test('dead tokens are renewed only once, even if several processes renew them at the same time', async () => {
  const [one, other] = [process_(), process_()]
  const dead = await one.current(login)
  await other.current(login)
  const renewed = await Promise.all([
    one.renew(login, dead),
    one.renew(login, dead),
    other.renew(login, dead),
  ])
  expect(ig.logins()).toBe(2)
  expect(new Set(renewed.map(({ clientToken }) => clientToken)).size).toBe(1)
  expect(renewed[0].clientToken).not.toBe(dead.clientToken)
})

test('renewed tokens that die within a minute are renewed again only after this minute', async () => {
  const clock = manualClock()
  const sessions = process_(clock)
  const first = await sessions.current(login)
  const second = await sessions.renew(login, first)
  await expect(sessions.renew(login, second)).rejects.toMatchObject({ kind: 'sign-in' })
  expect(ig.logins()).toBe(2)
  clock.pass(61_000)
  await sessions.renew(login, second)
  expect(ig.logins()).toBe(3)
})

const loggedIn = {
  headers: { CST: 'cst-9', 'X-SECURITY-TOKEN': 'xst-9' },
  body: { currentAccountId: 'ZZ1AA', currencyIsoCode: 'GBP' },
}

test('a session for an account that is not the default is switched to the account before it is used', async () => {
  ig.when('POST /session', loggedIn)
  ig.when('PUT /session', { headers: { 'X-SECURITY-TOKEN': 'xst-10' }, body: { dealingEnabled: true } })
  ig.when('GET /accounts', { body: { accounts: [{ accountId: 'ZZ1AB', currency: 'EUR' }] } })
  expect(await process_().current(login)).toMatchObject({
    accountId: 'ZZ1AB',
    clientToken: 'cst-9',
    accountToken: 'xst-10',
    currency: 'EUR',
  })
  const put = ig.calls.find(({ method }) => method === 'PUT')
  expect(put).toMatchObject({ version: '1', body: { accountId: 'ZZ1AB', defaultAccount: false } })
  expect(ig.calls.at(-1)?.headers['x-security-token']).toBe('xst-10')
})

test('a switch of the account that returns no new token gives no session, because the old token acts on the other account', async () => {
  const clock = manualClock()
  ig.when('POST /session', loggedIn)
  ig.when('PUT /session', { body: { dealingEnabled: true } })
  ig.when('GET /accounts', { status: 500 })
  for (let tried = 0; tried < 4; tried += 1) {
    await expect(process_(clock).current(login)).rejects.toMatchObject({ kind: 'unusable' })
    clock.pass(3_000)
  }
  expect(await sessionStore.read(login)).toMatchObject({ sealed: null, refusals: 0 })
  ig.when('PUT /session', { headers: { 'X-SECURITY-TOKEN': 'xst-10' }, body: { dealingEnabled: true } })
  expect(await process_(clock).current(login)).toMatchObject({ accountToken: 'xst-10' })
})

test.each([400, 412])('a switch to the already active account succeeds after HTTP %i', async (status) => {
  ig.when('POST /session', loggedIn)
  ig.when('PUT /session', { status, body: { errorCode: 'error.switch.accountId-must-be-different' } })
  ig.when('GET /accounts', { status: 500 })
  expect(await process_().current(login)).toMatchObject({
    accountId: 'ZZ1AB',
    accountToken: 'xst-9',
    currency: null,
  })
})

test('an account that does not belong to the login gets no session', async () => {
  ig.when('POST /session', loggedIn)
  ig.when('PUT /session', { status: 400, body: { errorCode: 'error.switch.invalid-accountId' } })
  await expect(process_().current(login)).rejects.toMatchObject({
    kind: 'sign-in',
    code: 'error.switch.invalid-accountId',
  })
})

test('logins stop after three refusals at least a minute apart, until the credentials change', async () => {
  const clock = manualClock()
  ig.when('POST /session', { status: 401, body: { errorCode: 'error.security.invalid-details' } })
  for (let day = 0; day < 10; day += 1) {
    await expect(process_(clock).current(login)).rejects.toMatchObject({ kind: 'sign-in' })
    await expect(process_(clock).current(login)).rejects.toMatchObject({
      kind: 'sign-in',
      code: 'error.security.invalid-details',
    })
    clock.pass(86_400_000)
  }
  expect(ig.logins()).toBe(3)
  await expect(process_(clock).current({ ...login, credentialsVersion: 2 })).rejects.toMatchObject({
    kind: 'sign-in',
  })
  expect(ig.logins()).toBe(4)
  ig.reset()
  await process_(clock).current({ ...login, credentialsVersion: 3 })
})

test('a user’s confirmation allows one more login after refusals, and a session only if IG accepts this login', async () => {
  const clock = manualClock()
  const sessions = process_(clock)
  const dead = await sessions.current(login)
  clock.pass(86_400_000)
  const errorCode = 'error.public-api.failure.pending.agreements.required'
  const refused = { kind: 'sign-in', code: errorCode }
  ig.reset()
  ig.when('POST /session', { status: 401, body: { errorCode } })
  for (let tried = 0; tried < 4; tried += 1) {
    await expect(process_(clock).renew(login, dead)).rejects.toMatchObject(refused)
    clock.pass(61_000)
  }
  expect(ig.logins()).toBe(3)
  for (const logins of [4, 5]) {
    // This process still has the dead session in memory.
    await expect(sessions.open(login)).rejects.toMatchObject(refused)
    clock.pass(61_000)
    await expect(process_(clock).renew(login, dead)).rejects.toMatchObject(refused)
    expect(ig.logins()).toBe(logins)
  }
  ig.when('POST /session', {
    headers: { CST: 'cst-fixed', 'X-SECURITY-TOKEN': 'xst-fixed' },
    body: { currentAccountId: login.accountId },
  })
  expect(await sessions.open(login)).toMatchObject({ clientToken: 'cst-fixed' })
  expect(await process_(clock).renew(login, dead)).toMatchObject({ clientToken: 'cst-fixed' })
  expect(ig.logins()).toBe(6)
  expect(await sessionStore.read(login)).toMatchObject({ refusals: 0, refusedCode: null })
})

test.each([
  [503, '<html></html>', 'unreachable'],
  [403, { errorCode: 'error.public-api.exceeded-api-key-allowance' }, 'allowance'],
  [200, {}, 'unusable'],
])('an answer of HTTP %i to a login is not a refusal', async (status, body, kind) => {
  const clock = manualClock()
  ig.when('POST /session', { status, body })
  for (let tried = 0; tried < 5; tried += 1) {
    await expect(process_(clock).current(login)).rejects.toMatchObject({ kind })
    clock.pass(61_000)
  }
  expect(ig.logins()).toBe(5)
  ig.reset()
  await process_(clock).current(login)
})

test.each<[string, number, unknown]>([
  ['in HTML', 403, '<html>Maintenance</html>'],
  ['in HTML', 429, '<html>Too many requests</html>'],
  ['with nothing', 401, ''],
  ['with JSON of another kind', 400, { message: 'Forbidden' }],
  ['with a code that says nothing of the credentials', 404, { errorCode: 'invalid.url' }],
  ['with an unknown code', 403, { errorCode: 'something.new' }],
])('repeated answers %s (HTTP %i) from IG’s edge do not lock a user out', async (_how, status, body) => {
  const clock = manualClock()
  const dead = await process_(clock).current(login)
  clock.pass(3 * 86_400_000)
  ig.when('POST /session', { status, body })
  for (let tried = 0; tried < 5; tried += 1) {
    const renewal = process_(clock).renew(login, dead)
    await expect(renewal).rejects.toMatchObject({ kind: 'unreachable' })
    clock.pass(3_000)
  }
  expect(await sessionStore.read(login)).toMatchObject({ refusals: 0 })
  ig.reset()
  expect((await process_(clock).renew(login, dead)).clientToken).not.toBe(dead.clientToken)
})

test.each<[number, string]>([
  [401, 'error.security.invalid-details'],
  [401, 'error.security.password-of-a-new-kind'],
  [403, 'error.security.api-key-disabled'],
  [400, 'error.public-api.failure.encryption.required'],
  [403, 'error.public-api.failure.of-a-new-kind'],
  [400, 'validation.pattern.invalid.authenticationRequest.identifier'],
  [400, 'invalid.input'],
])('HTTP %i %s judges the credentials, so logins stop after three', async (status, errorCode) => {
  const clock = manualClock()
  ig.when('POST /session', { status, body: { errorCode } })
  for (let tried = 0; tried < 6; tried += 1) {
    await expect(process_(clock).current(login)).rejects.toMatchObject({ kind: 'sign-in', code: errorCode })
    clock.pass(61_000)
  }
  expect(ig.logins()).toBe(3)
})

test('tokens that are dead right after a login do not count as a refusal, and the next login waits a minute', async () => {
  const clock = manualClock()
  const errorCode = 'error.security.account-token-invalid'
  ig.when('POST /session', loggedIn)
  ig.when('PUT /session', { status: 401, body: { errorCode } })
  for (let tried = 1; tried <= 4; tried += 1) {
    await expect(process_(clock).current(login)).rejects.toMatchObject({ code: errorCode })
    await expect(process_(clock).current(login)).rejects.toMatchObject({ code: errorCode })
    expect(ig.logins()).toBe(tried)
    clock.pass(61_000)
  }
  ig.reset()
  await process_(clock).current(login)
})

test('a process that dies during a login delays the others only until its lease ends', async () => {
  const clock = manualClock()
  await sessionStore.lease(login, 'dead process', clock.now(), 30_000)
  await expect(process_(clock).current(login)).rejects.toMatchObject({ kind: 'unreachable' })
  expect(ig.logins()).toBe(0)
  clock.pass(30_000)
  await process_(clock).current(login)
  expect(ig.logins()).toBe(1)
})

test('a login is refused without a request to IG if the account in the settings has changed', async () => {
  await expect(process_(systemClock, 'ZZ1AA').current(login)).rejects.toMatchObject({ kind: 'sign-in' })
  expect(ig.calls).toEqual([])
})

const throttled = {
  status: 401,
  body: { errorCode: 'service.security.authentication.failure-invalid-client-security-token' },
}

test('logins that IG refuses for coming too quickly do not count as refusals, and each doubles the pause before the next login', async () => {
  const clock = manualClock()
  ig.when('POST /session', throttled)
  const words = expect.stringMatching(/^IG accepts no logins for a few minutes/) as string
  for (const pause of [60_000, 120_000, 240_000]) {
    const before = ig.logins()
    await expect(process_(clock).current(login)).rejects.toMatchObject({ kind: 'allowance', message: words })
    expect(ig.logins()).toBe(before + 1)
    clock.pass(pause - 1_000)
    await expect(process_(clock).current(login)).rejects.toMatchObject({ kind: 'allowance', message: words })
    expect(ig.logins()).toBe(before + 1)
    clock.pass(2_000)
  }
  ig.when('POST /session')
  expect(await process_(clock).current(login)).toMatchObject({ accountId: 'ZZ1AB' })
  expect((await sessionStore.read(login)).throttles).toBe(0)
})

test('the session of a connection test is used once by the next login with the same credentials', async () => {
  const clock = manualClock()
  const given = { apiKey: 'key-1', username: 'demo_user_7', password: 'secret-word' }
  const begun = {
    apiKey: 'key-1',
    clientToken: 'cst-t',
    accountToken: 'xst-t',
    accountId: 'ZZ1AB',
    currency: 'GBP',
  }
  const ports = { keys: () => Promise.resolve({ inUse: key, accepted: [key] }), store: sessionStore, clock }
  await keepTestedSession(ports, login, given, begun)
  expect(await process_(clock).current(login)).toMatchObject({ clientToken: 'cst-t', currency: 'GBP' })
  expect(ig.logins()).toBe(0)
  await process_(clock).current({ ...login, credentialsVersion: 2 })
  expect(ig.logins()).toBe(1)
  // A session is not used if another password was tested, or if the test is ten minutes old.
  await keepTestedSession(ports, login, { ...given, password: 'another' }, begun)
  await process_(clock).current({ ...login, credentialsVersion: 3 })
  await keepTestedSession(ports, login, given, begun)
  clock.pass(10 * 60_000)
  await process_(clock).current({ ...login, credentialsVersion: 4 })
  expect(ig.logins()).toBe(3)
})

describe('a login whose default account the API cannot use', () => {
  const tokens = (turn: number) => ({
    access_token: `access-${turn}`,
    refresh_token: `refresh-${turn}`,
    expires_in: '60',
  })
  beforeEach(() => {
    ig.when('POST /session', ({ version }) =>
      version === '3'
        ? { body: { accountId: 'ISA1', oauthToken: tokens(1) } }
        : { status: 403, body: { errorCode: 'error.public-api.failure.stockbroking-not-supported' } },
    )
    ig.when('GET /accounts', { body: { accounts: [{ accountId: 'ZZ1AB', currency: 'EUR' }] } })
  })

  test('uses version 3, and its requests name the account', async () => {
    const session = await process_().current(login)
    expect(session).toMatchObject({ isBearer: true, accountToken: 'access-1', currency: 'EUR' })
    await sendToIg(fetch, 'DEMO', { method: 'GET', path: '/positions', version: 2, timeout: 1_000 }, session)
    expect(ig.calls.at(-1)?.headers).toMatchObject({
      authorization: 'Bearer access-1',
      'ig-account-id': 'ZZ1AB',
    })
    expect(ig.calls.at(-1)?.headers.cst).toBeUndefined()
  })

  test('renews its token before it expires, and logs in with version 3 if IG rejects the renewal', async () => {
    const clock = manualClock()
    ig.when('POST /session/refresh-token', { body: tokens(2) }, { status: 401 })
    const sessions = process_(clock)
    await sessions.current(login)
    clock.pass(49_000)
    expect((await sessions.current(login)).accountToken).toBe('access-1')
    clock.pass(2_000)
    expect((await sessions.current(login)).accountToken).toBe('access-2')
    expect(ig.calls.find(({ path }) => path === '/session/refresh-token')?.body).toEqual({
      refresh_token: 'refresh-1',
    })
    expect(ig.logins()).toBe(2)
    clock.pass(51_000)
    expect((await sessions.current(login)).accountToken).toBe('access-1')
    expect(ig.calls.filter(({ path, version }) => path === '/session' && version === '2')).toHaveLength(1)
  })
})
