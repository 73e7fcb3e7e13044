import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makePerson, testPassword, useAccounts } from '../../../../infra/dev/testing/accounts.ts'
import { TestBrowser } from '../../../../infra/dev/testing/test-browser.ts'
import { listLogs } from '../../../logs/log-store.ts'
import { sessionLimits } from '../../../accounts/session-store.ts'
import { makeResetToken } from '../../../accounts/once-tokens.ts'
import { throttles } from '../../../aws/throttle.ts'
import { getUser } from '../../../accounts/user-store.ts'

const world = useAccounts()
afterEach(() => {
  vi.useRealTimers()
})
/** Stops the clock, so that no wait ends before the next attempt on a slow machine. */
const stopClock = () => vi.useFakeTimers({ toFake: ['Date'] })
beforeEach(() => {
  world.aws.mails.length = 0
  world.aws.invocations.length = 0
})

const newPassword = 'Other-Pass-2'
const linkIn = (text: string) =>
  /https:\/\/signals\.example\.com\/auth\/change-password#token=(\S+)/.exec(text)?.[1]

const mailedToken = async (email: string) => {
  await new TestBrowser().call(
    'requestPasswordReset',
    { email },
    { 'cloudfront-viewer-address': `${email}:1` },
  )
  await world.runMails()
  return linkIn(world.aws.mails.at(-1)?.text ?? '') ?? ''
}

describe('a reset request', () => {
  test('responds the same way for a known and an unknown address', async () => {
    const person = await makePerson()
    const browser = new TestBrowser()
    const known = await browser.call('requestPasswordReset', { email: person.email })
    const unknown = await browser.call('requestPasswordReset', { email: 'nobody@example.com' })
    expect(unknown).toEqual(known)
    expect(known.status).toBe(200)
    expect(world.aws.invocations.map(({ payload }) => payload)).toEqual([
      { order: 'reset-link', email: person.email },
      { order: 'reset-link', email: 'nobody@example.com' },
    ])
    await world.runMails()
    expect(world.aws.mails.map(({ to }) => to)).toEqual([[person.email]])
  })

  test('is counted per IPv6 network, whichever address of the network is used', async () => {
    stopClock()
    const ask = async (network: string, turn: number) => {
      const headers = { 'cloudfront-viewer-address': `${network}::${turn.toString(16)}:4433` }
      const request = { email: `${network}-${turn}@example.com`.replaceAll(':', '.') }
      return (await new TestBrowser().call('requestPasswordReset', request, headers)).status
    }
    for (let turn = 1; turn <= throttles.resetAddress.free; turn += 1)
      expect(await ask('2001:db8:1:2', turn)).toBe(200)
    expect(await ask('2001:db8:1:2', 999)).toBe(429)
    expect(await ask('2001:db8:1:3', 999)).toBe(200)
  })

  test('emails a link to our own origin as text and HTML, whatever the request’s Host header is', async () => {
    const person = await makePerson('<b>Ann & Bob</b>')
    await person.browser.call('requestPasswordReset', { email: person.email }, { host: 'evil.example' })
    await world.runMails()
    const [mail] = world.aws.mails
    expect(mail?.subject).toBe('Reset your Signalpost password')
    // The person who registered this address may not own it, and may have chosen a name that the owner would then read.
    expect(JSON.stringify(mail)).not.toMatch(/Ann|Bob/)
    expect(linkIn(mail?.text ?? '')).toBeTruthy()
    expect(mail?.html).toContain(`#token=${linkIn(mail?.text ?? '')}"`)
    expect(JSON.stringify(mail)).not.toContain('evil')
  })

  test('changes nothing in the account', async () => {
    const person = await makePerson()
    const before = await getUser(person.id)
    await mailedToken(person.email)
    expect(await getUser(person.id)).toEqual(before)
    expect((await person.browser.call('getMe')).status).toBe(200)
  })

  test('is slowed down after three requests within an hour, even for unknown addresses', async () => {
    for (const email of [(await makePerson()).email, 'unknown@example.com']) {
      const statuses: number[] = []
      for (let turn = 0; turn < 4; turn += 1)
        statuses.push(
          (await new TestBrowser(`198.51.100.${turn}`).call('requestPasswordReset', { email })).status,
        )
      expect(statuses).toEqual([200, 200, 200, 429])
    }
  })
})

describe('a password that is easy to guess', () => {
  const refusal = (field: string) => ({
    status: 400,
    body: {
      code: 'INVALID_REQUEST',
      details: { [field]: expect.stringContaining('too easy to guess') as unknown },
    },
  })

  test('is refused by a reset link, which stays valid', async () => {
    const { email } = await makePerson()
    const token = await mailedToken(email)
    const browser = new TestBrowser()
    for (const guessed of ['Password1', 'Signalpost-26'])
      expect(await browser.call('changePassword', { token, newPassword: guessed })).toMatchObject(
        refusal('new_password'),
      )
    expect((await browser.call('changePassword', { token, newPassword })).status).toBe(200)
  })

  test('is refused if a logged-in user chooses it, and the previous password stays valid', async () => {
    const person = await makePerson()
    const change = { currentPassword: testPassword, newPassword: 'Football-99' }
    expect(await person.browser.call('changeOwnPassword', change)).toMatchObject(refusal('new_password'))
    const login = { email: person.email, password: testPassword }
    expect((await new TestBrowser().call('login', login)).status).toBe(200)
  })

  test('is refused at registration, and no account is created', async () => {
    const profile = { firstName: 'Zebedee', lastName: 'Quist', email: 'zebedee@example.com' }
    const browser = new TestBrowser()
    for (const guessed of ['Qwerty123', 'Zebedee-1'])
      expect(await browser.call('register', { ...profile, password: guessed })).toMatchObject(
        refusal('password'),
      )
    expect((await browser.call('register', { ...profile, password: testPassword })).status).toBe(201)
  })
})

describe('a reset link', () => {
  test('changes the password once, ends every session and notifies the user by email', async () => {
    const person = await makePerson()
    const token = await mailedToken(person.email)
    const browser = new TestBrowser()
    expect(await browser.call('validatePasswordResetToken', { token })).toMatchObject({
      status: 200,
      body: { valid: true },
    })
    expect((await browser.call('changePassword', { token, newPassword })).status).toBe(200)
    expect((await person.browser.call('getMe')).status).toBe(401)
    expect((await person.browser.call('refreshSession')).status).toBe(401)

    const again = await browser.call('changePassword', { token, newPassword: 'Third-Pass-3' })
    expect(again).toMatchObject({ status: 400, body: { code: 'INVALID_RESET_TOKEN' } })
    expect(await browser.call('validatePasswordResetToken', { token })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_RESET_TOKEN', message: 'This password reset link is invalid or has expired.' },
    })
    const login = (password: string) => browser.call('login', { email: person.email, password })
    expect((await login(testPassword)).status).toBe(401)
    await world.runMails()
    expect((await login(newPassword)).status).toBe(200)

    await world.runMails()
    expect(world.aws.mails.at(-1)).toMatchObject({
      to: [person.email],
      subject: 'Your Signalpost password was changed',
    })
    const { results } = await listLogs(person.id, { type: 'AUTHENTICATION' }, 0, 20)
    expect(results.map(({ message }) => message)).toEqual([
      'Logged in',
      'Login failed: wrong password',
      'Password changed with a reset link; all sessions were logged out',
      'Password reset requested: link emailed',
    ])
  })

  test('makes the browser known, so that other people’s guesses do not lock this browser out', async () => {
    const person = await makePerson()
    const browser = new TestBrowser('10.6.0.1')
    const token = await mailedToken(person.email)
    await browser.call('changePassword', { token, newPassword })
    stopClock()
    for (let turn = 0; turn < 30; turn += 1)
      await new TestBrowser(`10.6.1.${turn}`).call('login', { email: person.email, password: 'wrong' })
    const login = (from: TestBrowser) => from.call('login', { email: person.email, password: newPassword })
    expect((await login(new TestBrowser('10.6.0.2'))).status).toBe(429)
    expect((await login(browser)).status).toBe(200)
  })

  test('is invalidated by a newer link', async () => {
    const person = await makePerson()
    const older = await mailedToken(person.email)
    const newer = await mailedToken(person.email)
    const browser = new TestBrowser()
    expect((await browser.call('validatePasswordResetToken', { token: older })).status).toBe(400)
    expect((await browser.call('validatePasswordResetToken', { token: newer })).status).toBe(200)
  })

  test('is valid for thirty minutes', async () => {
    const person = await makePerson()
    const validate = async (age: number) => {
      const token = await makeResetToken(person.id, Date.now() - age * 1000)
      return (await new TestBrowser().call('validatePasswordResetToken', { token })).status
    }
    expect(sessionLimits.reset).toBe(1800)
    expect(await validate(1790)).toBe(200)
    expect(await validate(1800)).toBe(400)
  })

  test('changes the password once if it is used fifty times at once', async () => {
    const person = await makePerson()
    const token = await makeResetToken(person.id, Date.now())
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const { status } = await new TestBrowser().call('changePassword', { token, newPassword })
        return status
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(49)
  })

  describe.each(['validatePasswordResetToken', 'changePassword'] as const)('the endpoint %s', (name) => {
    const answerTo = (token: unknown) => new TestBrowser().call(name, { token, newPassword })

    test('refuses an unknown reset token', async () => {
      expect(await answerTo(`${'x'.repeat(36)}.${'y'.repeat(43)}`)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_RESET_TOKEN' },
      })
    })
    test.each([
      ...['', ' ', '.', 'x', 'a.b', `.${'y'.repeat(43)}`, `a.${'y'.repeat(44)}`, `a.b.${'y'.repeat(43)}`],
      ...[`\ud800.${'y'.repeat(43)}`, `a.${'y'.repeat(43)}\n`, 'x'.repeat(201), '.'.repeat(10_000)],
    ])('refuses an impossible token without reading any data: %#', async (token) => {
      const table = process.env.TABLE_SESSIONS
      process.env.TABLE_SESSIONS = 'no-such-table'
      const { status, body } = await answerTo(token)
      process.env.TABLE_SESSIONS = table
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'INVALID_RESET_TOKEN' })
    })
    test.each([undefined, null, 7])('rejects the request as invalid if the token is %j', async (token) => {
      expect(await answerTo(token)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } })
    })
  })
})
