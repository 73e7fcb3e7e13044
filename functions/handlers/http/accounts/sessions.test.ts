import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as operatorLines from '../../../../shared/platform/operator-lines.ts'
import { hashPassword } from '../../../accounts/passwords.ts'
import { listLogs } from '../../../logs/log-store.ts'
import { sessionOf, endAllSessions, listSessions, sessionLimits } from '../../../accounts/session-store.ts'
import { rotateSession } from '../../../accounts/session-tokens.ts'
import { dynamo, tableName } from '../../../aws/table.ts'
import { throttles } from '../../../aws/throttle.ts'
import { putPasswordHash, readPasswordHash } from '../../../accounts/password-store.ts'
import { deleteUserProfile } from '../../../accounts/user-store.ts'
import {
  makePerson,
  type Person,
  signedIn,
  useAccounts,
  testPassword,
} from '../../../../infra/dev/testing/accounts.ts'
import { TestBrowser } from '../../../../infra/dev/testing/test-browser.ts'

/**
 * `costs`: the requested cost of each hash. `during`: runs while a hash is computed. To save time, hashes are computed
 * with a lower cost.
 */
const hashing = vi.hoisted(() => ({
  costs: [] as number[],
  during: (): Promise<void> => Promise.resolve(),
}))
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>()
  const scrypt = (...args: Parameters<typeof crypto.scrypt>) => {
    const [password, salt, length, options, done] = args
    hashing.costs.push(options.N as number)
    void hashing.during().then(() => crypto.scrypt(password, salt, length, { ...options, N: 1024 }, done))
  }
  return { ...crypto, scrypt }
})

const world = useAccounts()
afterEach(() => vi.useRealTimers())
beforeEach(() => {
  hashing.costs.length = 0
  hashing.during = () => Promise.resolve()
})

const access = '__Host-signalpost-access'
const refresh = '__Host-signalpost-refresh'
const login = (browser: TestBrowser, email: string, password = testPassword) =>
  browser.call('login', { email, password })

const familiesOf = async (userId: string) => {
  const { Items } = await dynamo().send(
    new QueryCommand({
      TableName: tableName('sessions'),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `user#${userId}` },
      ConsistentRead: true,
    }),
  )
  return Items ?? []
}

describe('logging in', () => {
  test('sets cookies that scripts, other sites and unencrypted connections cannot read', async () => {
    const person = await makePerson()
    const browser = new TestBrowser()
    const { status, body, cookies, headers } = await login(browser, ` ${person.email.toUpperCase()} `)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: person.id, role: expect.any(String) as string })
    expect(body).not.toHaveProperty('passwordHash')
    expect(headers['cache-control']).toBe('no-store')
    const names = cookies.map((cookie) => cookie.split('=')[0])
    expect(names).toEqual([access, refresh, '__Host-signalpost-device'])
    for (const cookie of cookies)
      expect(cookie).toMatch(
        /^__Host-signalpost-\w+=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/,
      )
    expect((await browser.call('getMe')).body).toMatchObject({
      id: person.id,
      lastLogin: expect.any(String) as string,
    })
  })

  test('ends this browser’s earlier session, even if it is another user’s', async () => {
    const [person, other] = [await makePerson(), await makePerson()]
    const { browser } = person
    const before = browser.cookies.get(access)
    expect((await login(browser, other.email)).status).toBe(200)
    expect(await sessionOf(before, Date.now())).toBeNull()
    expect(await familiesOf(person.id)).toEqual([])
    expect((await browser.call('getMe')).body).toMatchObject({ id: other.id })
  })

  test('stores only hashes of the tokens', async () => {
    const { id, browser } = await makePerson()
    const stored = JSON.stringify(await familiesOf(id))
    for (const token of browser.cookies.values()) {
      expect(stored).not.toContain(token)
      expect(stored).not.toContain(token.split('.')[2])
    }
  })

  test('replaces hashes that have an older cost, and accepts the password before and after', async () => {
    const person = await makePerson()
    expect(await readPasswordHash(person.id)).toMatch(/^scrypt\$1024\$/)
    expect((await login(new TestBrowser(), person.email)).status).toBe(200)
    expect(await readPasswordHash(person.id)).toMatch(/^scrypt\$131072\$8\$1\$[\w+/]{22}==\$[\w+/]{43}=$/)
    hashing.costs.length = 0
    expect((await login(new TestBrowser(), person.email)).status).toBe(200)
    expect(hashing.costs).toEqual([131_072])
  })

  test('does the same work for an unknown address as for a wrong password', async () => {
    const person = await makePerson()
    await putPasswordHash(person.id, await hashPassword('Some-Pass-1'))
    const asked = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
    const attempt = async (email: string) => {
      hashing.costs.length = 0
      asked.mockClear()
      world.aws.invocations.length = 0
      const answer = await login(new TestBrowser(), email, 'Wrong-Pass-1')
      return {
        answer,
        costs: [...hashing.costs],
        asked: asked.mock.calls.map(([command]) => command.constructor.name),
        started: world.aws.invocations.map(({ name }) => name),
      }
    }
    const wrong = await attempt(person.email)
    const unknown = await attempt('stranger@example.com')
    asked.mockRestore()
    expect(unknown).toEqual(wrong)
    expect(wrong.asked.length).toBeGreaterThan(3)
    expect(wrong.answer).toMatchObject({
      status: 401,
      body: { code: 'INVALID_CREDENTIALS', message: 'Invalid email address or password' },
    })
    expect(wrong.costs).toEqual([131_072])
  })

  test.each(['password', 'account'])(
    'fails and leaves no session if the %s is removed meanwhile',
    async (what) => {
      const person = await makePerson()
      await endAllSessions(person.id, Date.now())
      hashing.during = async () => {
        hashing.during = () => Promise.resolve()
        if (what === 'password') await putPasswordHash(person.id, 'scrypt$1024$8$1$AAAA$AAAA')
        else await deleteUserProfile(person.id)
        await endAllSessions(person.id, Date.now())
      }
      expect((await login(new TestBrowser(), person.email)).status).toBe(401)
      expect(await listSessions(person.id, Date.now())).toEqual([])
    },
  )

  test('is logged for the user, even if it fails', async () => {
    const person = await makePerson()
    await login(new TestBrowser('198.51.100.7'), person.email, 'wrong')
    await world.runMails()
    await login(new TestBrowser('198.51.100.7'), person.email)
    const { results } = await listLogs(person.id, { type: 'AUTHENTICATION' }, 0, 5)
    expect(results.map(({ message, extra }) => [message, extra])).toEqual([
      ['Logged in', { kind: 'session', address: '198.51.100.7', how: 'by password' }],
      ['Login failed: wrong password', { kind: 'note', facts: { address: '198.51.100.7' } }],
    ])
  })
})

/** Stops the clock, so that the next call comes before a wait or the grace period ends. */
const stopClock = () => vi.useFakeTimers({ toFake: ['Date'] })

/** Returns the operator's log lines with this message that an action writes. */
const linesOf = async (message: string, act: () => Promise<unknown>) => {
  const written: string[] = []
  const stdout = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => written.push(String(text)) > 0)
  try {
    await act()
  } finally {
    stdout.mockRestore()
  }
  return written.filter((line) => line.includes(`"${message}"`)).map((line) => JSON.parse(line) as unknown)
}

describe('the operator’s log', () => {
  test('shows a failed login with the client’s address, but nothing that the user typed', async () => {
    const lines = await linesOf(operatorLines.userSignInFailed, async () => {
      await login(new TestBrowser('198.51.100.8'), 'somebody@example.com', 'wrong')
      await login(new TestBrowser('198.51.100.9'), (await makePerson()).email)
    })
    expect(lines).toEqual([
      { level: 'warn', message: operatorLines.userSignInFailed, address: '198.51.100.8' },
    ])
  })

  test('shows calls that were refused because of the user’s role, another site or too many attempts', async () => {
    stopClock()
    const lines = await linesOf(operatorLines.accessRefused, async () => {
      const { browser } = await makePerson()
      await browser.call('listUsers')
      await browser.call('logout', {}, { 'sec-fetch-site': 'cross-site' })
      for (let turn = 0; turn < throttles.account.free + 5; turn += 1)
        await login(new TestBrowser(`10.7.0.${turn}`), 'guessed@example.com', 'wrong')
    })
    const codes = lines.map((line) => (line as { endpoint: string; code: string }).code)
    expect(new Set(codes)).toEqual(new Set(['FORBIDDEN', 'CROSS_SITE_REQUEST', 'TOO_MANY_ATTEMPTS']))
    expect(lines.at(-1)).toMatchObject({ endpoint: 'login', address: expect.stringMatching(/^10\.7\.0\./) })
  })

  test('shows that a session token was reused', async () => {
    const person = await makePerson()
    const thief = new TestBrowser()
    thief.cookies.set(refresh, person.browser.cookies.get(refresh) ?? '')
    await person.browser.call('refreshSession')
    await person.browser.call('refreshSession')
    const lines = await linesOf(operatorLines.sessionTokenReused, () => thief.call('refreshSession'))
    expect(lines).toMatchObject([{ level: 'warn', userId: person.id }])
  })
})

describe('guessing a password', () => {
  test('a thousand times computes only a few hashes', async () => {
    const person = await makePerson()
    const statuses: number[] = []
    for (let turn = 0; turn < 1_000; turn += 1)
      statuses.push(
        (await login(new TestBrowser(`10.0.${turn >> 8}.${turn & 255}`), person.email, 'wrong')).status,
      )
    expect(hashing.costs.length).toBeLessThanOrEqual(20)
    expect(hashing.costs).toHaveLength(statuses.filter((status) => status === 401).length)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1_000 - hashing.costs.length)
  })

  test('a hundred times at once computes no more hashes than a hundred times in sequence', async () => {
    stopClock()
    const person = await makePerson()
    await Promise.all(
      Array.from({ length: 100 }, (_, turn) =>
        login(new TestBrowser(`10.1.0.${turn}`), person.email, 'wrong'),
      ),
    )
    expect(hashing.costs.length).toBeLessThanOrEqual(throttles.account.free + 3)
  })

  test('is counted from zero again once the user enters the right password', async () => {
    const person = await makePerson()
    const browser = new TestBrowser('10.3.0.1')
    for (let turn = 0; turn < 4; turn += 1) await login(browser, person.email, 'wrong')
    expect((await login(browser, person.email)).status).toBe(200)
    for (let turn = 0; turn < 4; turn += 1)
      expect((await login(browser, person.email, 'wrong')).status).toBe(401)
  })
})

describe('a browser that logged in before', () => {
  beforeEach(() => void stopClock())

  const attack = async (email: string) => {
    for (let turn = 0; turn < 30; turn += 1) await login(new TestBrowser(`10.4.0.${turn}`), email, 'wrong')
  }

  test('can log in while others guess the password, but an unknown browser must wait', async () => {
    const person = await makePerson()
    const own = new TestBrowser('10.5.0.1')
    await login(own, person.email)
    await own.call('logout')
    await attack(person.email)
    expect((await login(new TestBrowser('10.5.0.2'), person.email)).status).toBe(429)
    expect((await login(own, person.email)).status).toBe(200)
  })

  test('can log in while others guess from the same address', async () => {
    const person = await makePerson()
    const own = new TestBrowser('10.5.0.9')
    await login(own, person.email)
    await own.call('logout')
    for (let turn = 0; turn < throttles.address.free + 3; turn += 1)
      await login(new TestBrowser('10.5.0.9'), `nobody-${turn}@example.com`, 'wrong')
    expect((await login(new TestBrowser('10.5.0.9'), person.email)).status).toBe(429)
    expect((await login(own, person.email)).status).toBe(200)
  })

  test('has as many attempts as any other browser, and its attempts are counted separately', async () => {
    const person = await makePerson()
    const own = new TestBrowser('10.5.0.3')
    await login(own, person.email)
    hashing.costs.length = 0
    await Promise.all(Array.from({ length: 30 }, () => login(own, person.email, 'wrong')))
    expect(hashing.costs.length).toBeLessThanOrEqual(throttles.account.free + 3)
    expect((await login(new TestBrowser('10.5.0.4'), person.email)).status).toBe(200)
  })

  test('is known only for its own account, and not because of a forged cookie', async () => {
    const [person, other] = [await makePerson(), await makePerson()]
    const own = new TestBrowser('10.5.0.5')
    await login(own, other.email)
    await attack(person.email)
    expect((await login(own, person.email)).status).toBe(429)
    own.cookies.set('__Host-signalpost-device', 'made.up')
    expect((await login(own, person.email)).status).toBe(429)
  })
})

describe('refreshing a session', () => {
  test('issues new tokens and invalidates the previous access token', async () => {
    const { browser } = await makePerson()
    const before = new Map(browser.cookies)
    expect((await browser.call('refreshSession')).status).toBe(200)
    expect(browser.cookies.get(access)).not.toBe(before.get(access))
    expect(browser.cookies.get(refresh)).not.toBe(before.get(refresh))
    expect((await browser.call('getMe')).status).toBe(200)
    expect(await sessionOf(before.get(access), Date.now())).toBeNull()
  })

  test('twenty times at once gives every tab the same new tokens', async () => {
    stopClock()
    const { id, browser } = await makePerson()
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const tab = new TestBrowser()
        for (const [name, value] of browser.cookies) tab.cookies.set(name, value)
        return { status: (await tab.call('refreshSession')).status, tab }
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(({ tab }) => JSON.stringify([...tab.cookies]))).size).toBe(1)
    expect(await familiesOf(id)).toHaveLength(1)
    expect((await answers[7]?.tab.call('getMe'))?.status).toBe(200)
  })

  test('ends only this session if a token older than the previous one is used', async () => {
    stopClock()
    const person = await makePerson()
    const other = await signedIn(person.id)
    const used = person.browser.cookies.get(refresh)
    const now = Date.now()
    expect(await rotateSession(used, now)).toHaveProperty('tokens')
    expect(await rotateSession(used, now + sessionLimits.grace * 1000)).toHaveProperty('tokens')
    const thief = new TestBrowser()
    thief.cookies.set(refresh, used ?? '')
    await person.browser.call('refreshSession')
    await person.browser.call('refreshSession')
    expect((await thief.call('refreshSession')).status).toBe(401)
    expect((await person.browser.call('getMe')).status).toBe(401)
    expect((await other.call('getMe')).status).toBe(200)
    const { results } = await listLogs(person.id, { type: 'AUTHENTICATION' }, 0, 1)
    expect(results[0]?.message).toBe('A session token was used twice, so the session was ended')
    expect(world.aws.invocations.at(-1)?.payload).toMatchObject({ notice: { kind: 'session-copied' } })
  })

  test('treats the previous token as reused after the grace period', async () => {
    const { id, browser } = await makePerson()
    const used = browser.cookies.get(refresh)
    const now = Date.now()
    await rotateSession(used, now)
    expect(await rotateSession(used, now + (sessionLimits.grace + 2) * 1000)).toEqual({
      refused: 'reused',
      userId: id,
    })
    expect(await familiesOf(id)).toEqual([])
  })

  test('fails after thirty days without use', async () => {
    const person = await makePerson()
    const token = person.browser.cookies.get(refresh)
    const late = Date.now() + (sessionLimits.refresh + 1) * 1000
    expect(await rotateSession(token, late)).toEqual({ refused: 'unknown', userId: null })
  })

  test('creates tokens of 256 random bits', async () => {
    const person = await makePerson()
    const secrets = new Set<string>()
    for (let turn = 0; turn < 20; turn += 1) {
      const browser = await signedIn(person.id)
      const [, , secret = ''] = browser.cookies.get(refresh)?.split('.') ?? []
      expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
      secrets.add(secret)
    }
    expect(secrets.size).toBe(20)
  })

  test('fails ninety days after the login, however often the session was refreshed', async () => {
    const { id } = await makePerson()
    const began = Date.now()
    let token = (await signedIn(id, began)).cookies.get(refresh)
    for (let day = 20; day < 90; day += 20) {
      const rotated = await rotateSession(token, began + day * 86_400_000)
      token = 'tokens' in rotated ? rotated.tokens.refresh : undefined
    }
    expect(token).toBeDefined()
    expect(await rotateSession(token, began + sessionLimits.absolute * 1000)).toMatchObject({
      refused: 'unknown',
    })
  })

  test.each([
    ['access', sessionLimits.access],
    ['refresh', sessionLimits.refresh],
  ] as const)('the %s token is valid for its lifetime', async (kind, seconds) => {
    const now = Date.now()
    const person = await makePerson()
    const holds = async (age: number) => {
      const browser = await signedIn(person.id, now - age * 1000)
      return kind === 'access'
        ? (await sessionOf(browser.cookies.get(access), now))?.userId === person.id
        : 'tokens' in (await rotateSession(browser.cookies.get(refresh), now))
    }
    expect([await holds(seconds - 1), await holds(seconds)]).toEqual([true, false])
  })

  test.each(['', 'x', 'a.b.c', 'a.b', `x.${'y'.repeat(2_000)}.${'z'.repeat(43)}`])(
    '%j is not a token',
    async (token) => {
      const browser = new TestBrowser()
      browser.cookies.set(refresh, token)
      browser.cookies.set(access, token)
      expect((await browser.call('refreshSession')).status).toBe(401)
      expect((await browser.call('getMe')).status).toBe(401)
    },
  )

  test('one user’s token does not open another user’s session', async () => {
    const [one, two] = [await makePerson(), await makePerson()]
    const mine = one.browser.cookies.get(access)?.split('.') ?? []
    const theirs = two.browser.cookies.get(access)?.split('.') ?? []
    expect(await sessionOf([theirs[0], theirs[1], mine[2]].join('.'), Date.now())).toBeNull()
  })
})

describe('logging out', () => {
  const signOut = async (person: Person) => person.browser.call('logout')

  test('ends this session at once, even on the server, and clears the cookies', async () => {
    const person = await makePerson()
    const other = await signedIn(person.id)
    const copies = new TestBrowser()
    for (const [name, value] of person.browser.cookies) copies.cookies.set(name, value)
    const { status, cookies } = await signOut(person)
    expect(status).toBe(200)
    expect(cookies.every((cookie) => cookie.includes('=; ') && cookie.includes('Max-Age=0'))).toBe(true)
    expect((await copies.call('getMe')).status).toBe(401)
    expect((await copies.call('refreshSession')).status).toBe(401)
    expect((await other.call('getMe')).status).toBe(200)
  })

  test('succeeds without a session', async () => {
    expect((await new TestBrowser().call('logout')).status).toBe(200)
  })
})
