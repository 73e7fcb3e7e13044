import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { proofLimits, recoveryCodeCount } from '../../../../shared/accounts/second-factor.schema.ts'
import { defaultTradingRules } from '../../../../shared/settings/trading-settings.ts'
import { defaultStrategyRules } from '../../../../shared/strategies/strategy-rules.ts'
import {
  makePerson,
  type Person,
  signedIn,
  useAccounts,
  testPassword,
} from '../../../../infra/dev/testing/accounts.ts'
import { codeOf } from '../../../../infra/dev/testing/authenticator-app.ts'
import { SoftPasskey } from '../../../../infra/dev/testing/soft-passkey.ts'
import { type Answer, TestBrowser } from '../../../../infra/dev/testing/test-browser.ts'
import { confirmPendingTotp, hasFactor, putPendingTotp, readFactors } from '../../../accounts/factor-store.ts'
import { makeResetToken } from '../../../accounts/once-tokens.ts'
import { noteAllEnded } from '../../../accounts/session-store.ts'
import { updateAdminRegistry } from '../../../accounts/user-store.ts'
import { listLogs } from '../../../logs/log-store.ts'
import { pauseLink } from '../../../mails/pause-link.ts'
import { beginSaving, finishSaving } from '../../../settings/save-in-steps.ts'
import { leaveLive, pauseTrading } from '../../../settings/change-settings.ts'
import { getUserSettings, saveSettings } from '../../../settings/settings-store.ts'

const world = useAccounts()
let admin: Person
beforeAll(async () => {
  process.env.IG_DEMO_URL = process.env.IG_LIVE_URL = 'http://127.0.0.1:9/never'
  admin = await makePerson('Ada')
})
afterEach(() => {
  vi.useRealTimers()
  delete process.env.REQUIRE_SECOND_FACTOR
})

const many = 50
const atOnce = <T>(act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: many }, (_, index) => act(index)))
const succeeded = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200).length

/** Moves the clock forward, so that the app shows another code. */
const later = (seconds: number) => vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })

const setUpTotp = async ({ browser }: Person) => {
  const { secret } = (await browser.call('startTotp')).body as { secret: string }
  const confirmed = await browser.call('confirmTotp', { code: codeOf(secret) })
  expect(confirmed.status).toBe(200)
  return { secret, recoveryCodes: confirmed.body.recoveryCodes as string[] }
}

const withTotp = async (firstName?: string) => {
  const person = await makePerson(firstName)
  const { secret, recoveryCodes } = await setUpTotp(person)
  later(60)
  return { ...person, secret, recoveryCodes }
}

const withPasskey = async () => {
  const person = await makePerson()
  const passkey = new SoftPasskey()
  const { options } = (await person.browser.call('startPasskeySetup')).body as { options: string }
  const added = await person.browser.call('addPasskey', {
    name: 'My phone',
    passkey: passkey.create(options),
  })
  expect(added).toMatchObject({ status: 200 })
  return { ...person, passkey, recoveryCodes: added.body.recoveryCodes as string[] }
}

const passwordOf = (email: string, password = testPassword) => ({ email, password })
/** Logs in with the password, and returns the browser that waits for the second factor. */
const halfIn = async (email: string, browser = new TestBrowser()) => {
  expect((await browser.call('login', passwordOf(email))).body).toHaveProperty('secondFactor')
  return browser
}
const isIn = async (browser: TestBrowser) => (await browser.call('getMe')).status === 200
const challenge = async (browser = new TestBrowser()) =>
  (await browser.call('startPasskey')).body.options as string
const notificationsOf = (kind: string) =>
  world.aws.invocations.filter(({ payload }) => JSON.stringify(payload).includes(`"kind":"${kind}"`))

describe('an authenticator app', () => {
  test('is set up with a key, a link for a QR code and ten recovery codes', async () => {
    const { browser, email, id } = await makePerson()
    world.aws.invocations.length = 0
    const { secret, uri } = (await browser.call('startTotp')).body as { secret: string; uri: string }
    expect(Buffer.from(secret).length).toBe(32)
    expect(uri).toBe(
      `otpauth://totp/Signalpost:${encodeURIComponent(email)}?issuer=Signalpost&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(hasFactor(await readFactors(id))).toBe(false)
    const { body } = await browser.call('confirmTotp', { code: codeOf(secret) })
    const codes = body.recoveryCodes as string[]
    expect(new Set(codes).size).toBe(recoveryCodeCount)
    for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{6}-){4}[A-Z2-7]{6}$/)
    expect((await browser.call('getSecurity')).body).toMatchObject({
      totp: { since: expect.any(String) as string },
      recoveryCodes: 10,
    })
    expect(notificationsOf('factor-added')).toHaveLength(1)
  })

  test('is stored in a form that does not let a reader of the table create codes', async () => {
    const { id, secret, recoveryCodes } = await withTotp()
    const stored = JSON.stringify(await readFactors(id))
    expect(stored).not.toContain(secret)
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''))
  })

  test('verifies no code if its key cannot be decrypted, but a recovery code still works', async () => {
    const { id, email, recoveryCodes, secret } = await withTotp()
    const { totp } = await readFactors(id)
    await putPendingTotp(id, { key: `AAAA${totp?.key}`, until: 0 })
    await confirmPendingTotp(id, `AAAA${totp?.key}`, 0, Date.now())
    const browser = await halfIn(email)
    expect((await browser.call('verifySecondFactor', { code: codeOf(secret) })).status).toBe(400)
    expect((await browser.call('verifySecondFactor', { code: recoveryCodes[0] })).status).toBe(200)
  })

  test('cannot be set up with a wrong code, a replaced key or a key older than ten minutes', async () => {
    const { browser } = await makePerson()
    const first = (await browser.call('startTotp')).body.secret as string
    const second = (await browser.call('startTotp')).body.secret as string
    expect(await browser.call('confirmTotp', { code: codeOf(first) })).toMatchObject({ status: 400 })
    const { id } = await makePerson()
    const slow = await signedIn(id)
    const third = (await slow.call('startTotp')).body.secret as string
    later(proofLimits.setup + 1)
    const again = await signedIn(id)
    expect(await again.call('confirmTotp', { code: codeOf(third) })).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_MEANWHILE' },
    })
    vi.useRealTimers()
    expect(await browser.call('confirmTotp', { code: codeOf(second) })).toMatchObject({ status: 200 })
  })

  test('does not accept the code of its setup again', async () => {
    // The clock is stopped, so both codes are the same.
    later(0)
    const person = await makePerson()
    const { secret } = await setUpTotp(person)
    const browser = await halfIn(person.email)
    expect(await browser.call('verifySecondFactor', { code: codeOf(secret) })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_CODE' },
    })
  })
})

describe('logging in with a second factor', () => {
  test('requires the password and then a code', async () => {
    const { email, id, secret } = await withTotp()
    const browser = await halfIn(email)
    expect(await isIn(browser)).toBe(false)
    const answer = await browser.call('verifySecondFactor', { code: codeOf(secret) })
    expect(answer).toMatchObject({ status: 200, body: { id } })
    expect(await isIn(browser)).toBe(true)
    expect(browser.cookies.get('__Host-signalpost-ticket')).toBe('')
  })

  test('sets a cookie that scripts cannot read and that is valid for five minutes', async () => {
    const { email, secret } = await withTotp()
    const browser = new TestBrowser()
    const { cookies, body } = await browser.call('login', passwordOf(email))
    expect(body).toEqual({ secondFactor: { password: false, totp: true, passkey: false } })
    expect(cookies).toEqual([
      expect.stringMatching(
        /^__Host-signalpost-ticket=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=300; Secure$/,
      ),
    ])
    later(60 + proofLimits.ticket + 1)
    expect(await browser.call('verifySecondFactor', { code: codeOf(secret) })).toMatchObject({
      status: 401,
      body: { code: 'NOT_SIGNED_IN' },
    })
  })

  test('accepts each code once, and after it no code of an earlier step', async () => {
    const { email, secret } = await withTotp()
    const code = codeOf(secret)
    const before = codeOf(secret, -1)
    expect((await (await halfIn(email)).call('verifySecondFactor', { code })).status).toBe(200)
    for (const used of [code, before])
      expect(await (await halfIn(email)).call('verifySecondFactor', { code: used })).toMatchObject({
        status: 400,
      })
  })

  test('accepts the code of the previous step, but no older code and no future code', async () => {
    const { email, secret } = await withTotp()
    later(240)
    for (const steps of [-2, 1])
      expect(
        await (await halfIn(email)).call('verifySecondFactor', { code: codeOf(secret, steps) }),
      ).toMatchObject({ status: 400 })
    expect(
      await (await halfIn(email)).call('verifySecondFactor', { code: codeOf(secret, -1) }),
    ).toMatchObject({ status: 200 })
  })

  test('accepts a recovery code once, however it is typed, and notifies the owner', async () => {
    const { email, recoveryCodes, browser: own } = await withTotp()
    const [first = ''] = recoveryCodes
    world.aws.invocations.length = 0
    const browser = await halfIn(email)
    const typed = ` ${first.toLowerCase().replaceAll('-', ' ')} `
    expect(await browser.call('verifySecondFactor', { code: typed })).toMatchObject({ status: 200 })
    expect(notificationsOf('recovery-code-used')).toHaveLength(1)
    expect((await (await halfIn(email)).call('verifySecondFactor', { code: first })).status).toBe(400)
    expect((await own.call('getSecurity')).body.recoveryCodes).toBe(9)
  })

  test('notifies the owner if someone who knows the password enters a wrong code', async () => {
    const { email } = await withTotp()
    world.aws.invocations.length = 0
    const browser = await halfIn(email)
    await browser.call('verifySecondFactor', { code: '000000' })
    expect(notificationsOf('wrong-code')).toHaveLength(1)
  })

  test('allows five wrong codes in total, even if the password is reset between them', async () => {
    // The clock is stopped, so that no wait ends before the next attempt on a slow machine.
    later(0)
    const { id, email } = await withTotp()
    const statuses: number[] = []
    for (let link = 0; link < 3; link += 1) {
      const browser = new TestBrowser(`198.51.100.${link}`)
      const newPassword = `Another-Pass-${link}`
      await browser.call('changePassword', { token: await makeResetToken(id, Date.now()), newPassword })
      await browser.call('login', passwordOf(email, newPassword))
      for (let turn = 0; turn < 3; turn += 1)
        statuses.push((await browser.call('verifySecondFactor', { code: '000000' })).status)
    }
    expect(statuses.filter((status) => status !== 429)).toHaveLength(5)
  })

  test('slows down guesses without locking out a known browser', async () => {
    const { email, secret } = await withTotp()
    const owner = await halfIn(email)
    expect((await owner.call('verifySecondFactor', { code: codeOf(secret) })).status).toBe(200)
    later(60)
    const guesser = await halfIn(email)
    const answers: Answer[] = []
    for (let guess = 0; guess < 8; guess += 1)
      answers.push(await guesser.call('verifySecondFactor', { code: '000000' }))
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429, 429, 429])
    const again = await halfIn(email, owner)
    expect((await again.call('verifySecondFactor', { code: codeOf(secret) })).status).toBe(200)
  })

  test('is also required after a password reset by link', async () => {
    const { id, email, secret } = await withTotp()
    const token = await makeResetToken(id, Date.now())
    const newPassword = 'Quiet-Otter-9-Lamp'
    const visitor = new TestBrowser()
    expect((await visitor.call('changePassword', { token, newPassword })).status).toBe(200)
    expect(await isIn(visitor)).toBe(false)
    const { body } = await visitor.call('login', passwordOf(email, newPassword))
    expect(body).toHaveProperty('secondFactor')
    expect(await isIn(visitor)).toBe(false)
    expect((await visitor.call('verifySecondFactor', { code: codeOf(secret) })).status).toBe(200)
  })

  test('invalidates earlier tickets when the password changes', async () => {
    const { id, email, secret } = await withTotp()
    const browser = await halfIn(email)
    const token = await makeResetToken(id, Date.now())
    await new TestBrowser().call('changePassword', { token, newPassword: 'Quiet-Otter-9-Lamp' })
    expect((await browser.call('verifySecondFactor', { code: codeOf(secret) })).status).toBe(401)
  })

  test('responds to a wrong password as if the user had no second factor', async () => {
    const [plain, guarded] = [await makePerson(), await withTotp()]
    const answers = await Promise.all(
      [plain, guarded].map(({ email }) => new TestBrowser().call('login', passwordOf(email, 'Wrong-Pass-1'))),
    )
    expect(answers[0]).toEqual(answers[1])
  })
})

describe('fifty simultaneous calls', () => {
  test('log in only once with one code, even if each call has its own ticket', async () => {
    const { email, id, secret } = await withTotp()
    const browsers = await atOnce(async () => {
      const browser = new TestBrowser()
      const { issueTicket } = await import('../../../accounts/once-tokens.ts')
      browser.cookies.set('__Host-signalpost-ticket', await issueTicket(id, Date.now()))
      return browser
    })
    const code = codeOf(secret)
    // Each browser is known and has its own attempts, so that no call is slowed down.
    const { deviceCookie } = await import('../../../accounts/known-device.ts')
    for (const browser of browsers) {
      const [, value = ''] = /=([^;]+)/.exec(await deviceCookie(email, null)) ?? []
      browser.cookies.set('__Host-signalpost-device', value)
    }
    const answers = await Promise.all(browsers.map((browser) => browser.call('verifySecondFactor', { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(many - 1).fill(400)])
  })

  test('log in only once with one ticket, even if each call has its own recovery code', async () => {
    const { email, recoveryCodes } = await withTotp()
    const browser = await halfIn(email)
    const answers = await Promise.all(
      recoveryCodes.slice(0, 5).map(async (code) => {
        const copy = new TestBrowser()
        for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
        return copy.call('verifySecondFactor', { code })
      }),
    )
    expect(succeeded(answers)).toBe(1)
  })

  test('verify the user only once with one recovery code', async () => {
    const { id, recoveryCodes } = await withTotp()
    const browsers = await atOnce(() => signedIn(id))
    const [code = ''] = recoveryCodes
    const answers = await Promise.all(browsers.map((browser) => browser.call('stepUp', { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(many - 1).fill(400)])
  })

  test('log in only once with one passkey challenge', async () => {
    const { passkey } = await withPasskey()
    const signed = passkey.answer(await challenge())
    const answers = await atOnce(() => new TestBrowser().call('signInWithPasskey', { passkey: signed }))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(many - 1).fill(400)])
  })

  test('get only one set of recovery codes from one setup', async () => {
    const { id, browser } = await makePerson()
    const { secret } = (await browser.call('startTotp')).body as { secret: string }
    const browsers = await atOnce(() => signedIn(id))
    const code = codeOf(secret)
    const answers = await Promise.all(browsers.map((each) => each.call('confirmTotp', { code })))
    expect(succeeded(answers)).toBe(1)
    expect(answers.filter(({ body }) => Array.isArray(body.recoveryCodes))).toHaveLength(1)
  })

  test('pause trading only once with one link', async () => {
    const { id } = await makePerson()
    const token = tokenIn(await pauseLink(id, Date.now()))
    const answers = await atOnce((index) =>
      new TestBrowser(`198.51.100.${index}`).call('pauseByLink', { token }),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(many - 1).fill(400)])
  })
})

describe('a passkey', () => {
  test('logs a user in without a password, and is listed with its last use', async () => {
    const { id, passkey, recoveryCodes, browser: own } = await withPasskey()
    expect(recoveryCodes).toHaveLength(recoveryCodeCount)
    const browser = new TestBrowser()
    const answer = await browser.call('signInWithPasskey', { passkey: passkey.answer(await challenge()) })
    expect(answer).toMatchObject({ status: 200, body: { id } })
    expect(await isIn(browser)).toBe(true)
    expect((await own.call('getSecurity')).body.passkeys).toEqual([
      expect.objectContaining({
        id: passkey.id,
        name: 'My phone',
        lastUsedAt: expect.any(String) as string,
      }),
    ])
  })

  test('is refused for another site, user or challenge, and without user verification', async () => {
    const [{ passkey }, other] = [await withPasskey(), await withPasskey()]
    const attempts = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { userHandle: Buffer.from(other.id).toString('base64url') },
      { userHandle: Buffer.from('../../..').toString('base64url') },
    ]
    for (const flaws of attempts)
      expect(
        await new TestBrowser().call('signInWithPasskey', {
          passkey: passkey.answer(await challenge(), flaws),
        }),
      ).toMatchObject({ status: 400, body: { code: 'INVALID_CODE' } })
    const unknown = new SoftPasskey()
    expect(
      (
        await new TestBrowser().call('signInWithPasskey', {
          passkey: unknown.answer(await challenge(), {
            userHandle: Buffer.from(other.id).toString('base64url'),
          }),
        })
      ).status,
    ).toBe(400)
    const invented = JSON.stringify({ challenge: 'AAAA', rpId: 'signals.example.com' })
    expect(
      (await new TestBrowser().call('signInWithPasskey', { passkey: passkey.answer(invented) })).status,
    ).toBe(400)
  })

  test('must answer a challenge within five minutes, and cannot be added with a login’s challenge', async () => {
    const { passkey, id } = await withPasskey()
    const options = await challenge()
    const other = new SoftPasskey()
    const browser = await signedIn(id, Date.now(), 'passkey')
    const { options: forNew } = (await browser.call('startPasskeySetup')).body as { options: string }
    const mixed = {
      ...(JSON.parse(forNew) as object),
      challenge: (JSON.parse(await challenge()) as { challenge: string }).challenge,
    }
    expect(
      (await browser.call('addPasskey', { name: 'x', passkey: other.create(JSON.stringify(mixed)) })).status,
    ).toBe(400)
    later(proofLimits.challenge + 1)
    expect(
      (await new TestBrowser().call('signInWithPasskey', { passkey: passkey.answer(options) })).status,
    ).toBe(400)
  })

  test('is refused if its counter does not increase, because it may be a copy', async () => {
    const person = await makePerson()
    const passkey = new SoftPasskey()
    passkey.counter = 3
    const { options } = (await person.browser.call('startPasskeySetup')).body as { options: string }
    await person.browser.call('addPasskey', { name: 'Key', passkey: passkey.create(options) })
    const signInNow = async () =>
      (await new TestBrowser().call('signInWithPasskey', { passkey: passkey.answer(await challenge()) }))
        .status
    passkey.counter = 4
    expect(await signInNow()).toBe(200)
    expect(await signInNow()).toBe(400)
  })

  test('cannot be added with the ID of the authenticator app', async () => {
    const { browser } = await makePerson()
    const passkey = new SoftPasskey(Buffer.from('totp', 'base64url').toString('base64url'))
    const { options } = (await browser.call('startPasskeySetup')).body as { options: string }
    const answer = await browser.call('addPasskey', { name: 'Odd', passkey: passkey.create(options) })
    expect(answer.body.code).toBe('INVALID_CODE')
  })

  test('cannot be added if the user has ten, even if twelve are added at once', async () => {
    const { id } = await makePerson()
    const browsers = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const browser = await signedIn(id)
        const { options } = (await browser.call('startPasskeySetup')).body as { options: string }
        return { browser, passkey: new SoftPasskey().create(options) }
      }),
    )
    await Promise.all(
      browsers.map(({ browser, passkey }) => browser.call('addPasskey', { name: 'One of many', passkey })),
    )
    expect((await readFactors(id)).passkeys.length).toBeLessThanOrEqual(10)
  })

  test('is refused after its removal', async () => {
    const { passkey, browser } = await withPasskey()
    expect((await browser.call('removeFactor', { id: passkey.id })).status).toBe(200)
    expect(
      (await new TestBrowser().call('signInWithPasskey', { passkey: passkey.answer(await challenge()) }))
        .status,
    ).toBe(400)
  })
})

describe('a recent identity check', () => {
  const stale = (id: string, provedBy: 'password' | 'totp' = 'password') =>
    signedIn(id, Date.now() - (proofLimits.fresh + 1) * 1000, provedBy)
  const asked = async (browser: TestBrowser) =>
    (await browser.call('startTotp')).body.code === 'STEP_UP_REQUIRED'

  test('uses the password and lasts ten minutes if the user has no second factor', async () => {
    const { id } = await makePerson()
    const browser = await stale(id)
    expect(await asked(browser)).toBe(true)
    expect((await browser.call('stepUp', { password: 'Wrong-Pass-1' })).status).toBe(400)
    expect(await asked(browser)).toBe(true)
    expect((await browser.call('stepUp', { password: testPassword })).status).toBe(200)
    expect(await asked(browser)).toBe(false)
    later(proofLimits.fresh + 1)
    expect((await browser.call('refreshSession')).status).toBe(200)
    expect(await asked(browser)).toBe(true)
  })

  test('must use the second factor if the user has one', async () => {
    const { id, secret } = await withTotp()
    const browser = await signedIn(id, Date.now(), 'password')
    expect(await asked(browser)).toBe(true)
    expect((await browser.call('stepUp', { password: testPassword })).status).toBe(400)
    expect(await asked(browser)).toBe(true)
    expect((await browser.call('stepUp', { code: codeOf(secret) })).status).toBe(200)
    expect(await asked(browser)).toBe(false)
  })

  test('accepts a passkey only if it belongs to the same user', async () => {
    const [{ id, passkey }, other] = [await withPasskey(), await withPasskey()]
    const browser = await stale(id)
    const step = async (key: SoftPasskey) =>
      (await browser.call('stepUpWithPasskey', { passkey: key.answer(await challenge()) })).status
    expect(await step(other.passkey)).toBe(400)
    expect(await asked(browser)).toBe(true)
    expect(await step(passkey)).toBe(200)
    expect(await asked(browser)).toBe(false)
  })

  test('is not renewed by a refresh of the session', async () => {
    const { id } = await makePerson()
    const browser = await signedIn(id)
    later(proofLimits.fresh + 1)
    expect((await browser.call('refreshSession')).status).toBe(200)
    expect(await asked(browser)).toBe(true)
  })

  test('is not renewed by a change of the password', async () => {
    const { id } = await withTotp()
    const browser = await signedIn(id, Date.now() - 300_000, 'totp')
    const request = { currentPassword: testPassword, newPassword: 'Quiet-Otter-9-Lamp' }
    expect((await browser.call('changeOwnPassword', request)).status).toBe(200)
    expect(await asked(browser)).toBe(false)
    later(60 + 301)
    expect(await asked(browser)).toBe(true)
  })

  const settings = (own: object) => ({
    mode: 'DEMO',
    ...defaultTradingRules,
    ...Object.fromEntries(
      ['demo', 'live'].flatMap((mode) =>
        ['ApiKey', 'Username', 'Password', 'AccountId'].map((field) => [`${mode}${field}`, null]),
      ),
    ),
    ...own,
  })
  const ownSettings = async (browser: TestBrowser) => {
    const { body } = await browser.call('getSettings')
    return { demoWebhookSecret: body.demoWebhookSecret, liveWebhookSecret: body.liveWebhookSecret }
  }

  test('is required by every change of settings that loosens something, and by no other', async () => {
    const { id } = await makePerson()
    const browser = await stale(id)
    const secrets = await ownSettings(browser)
    const save = async (own: object) =>
      (await browser.call('updateSettings', settings({ ...secrets, ...own }))).body.code
    expect(await save({ cooldownHours: 12 })).toBeUndefined()
    expect(await save({ largestBurst: 5 })).toBeUndefined()
    for (const own of [
      { largestBurst: 6 },
      { mode: 'LIVE' },
      { demoPassword: 'something' },
      { demoWebhookSecret: 'q7Zk-2Vd9xT4-pW0-mN5s-Xy1' },
    ])
      expect(await save({ largestBurst: 5, ...own }), JSON.stringify(own)).toBe('STEP_UP_REQUIRED')
  })

  test('is required in LIVE by each change of the rules that allows more trades, and by no other change of the rules', async () => {
    const { id } = await makePerson()
    const browser = await stale(id)
    const stored = await getUserSettings(id)
    if (!stored) throw new Error('A person has settings')
    const strict = { ...defaultTradingRules, askFirst: true }
    await saveSettings({ ...stored, mode: 'LIVE', rules: strict, version: stored.version + 1 })
    const save = async (own: Record<string, unknown>) => (await browser.call('updateSettings', own)).body.code
    for (const own of [
      { askFirst: false },
      { allowHedging: true },
      { preventDuplicatePositionsForInstrument: false },
      { maximumOpenPositions: 100 },
      { enforceMaximumAlertAgeInSeconds: false },
      { orderType: 'MARKET' },
      { mode: 'DEMO', askFirst: false },
    ])
      expect(await save(own), JSON.stringify(own)).toBe('STEP_UP_REQUIRED')
    expect(await save({ maximumOpenPositions: 1, instrumentTradeCooldownPeriodInHours: 48 })).toBeUndefined()
    const orb = { strategy: 'orb', ...defaultStrategyRules, askFirst: true }
    const saveOrb = async (own: object) => (await browser.call('saveStrategy', { ...orb, ...own })).body.code
    expect(await saveOrb({})).toBeUndefined()
    expect(await saveOrb({ askFirst: false })).toBe('STEP_UP_REQUIRED')
  })

  test('is required to resume after the safety brake, even if the user has paused trading in the meantime', async () => {
    const { id } = await makePerson()
    const browser = await stale(id)
    await pauseTrading(id, { by: 'BRAKE', at: new Date().toISOString(), reason: 'braked' })
    const set = async (paused: boolean) => (await browser.call('setTradingPause', { paused })).body.code
    expect(await set(false)).toBe('STEP_UP_REQUIRED')
    expect(await set(true)).toBeUndefined()
    expect((await getUserSettings(id))?.tradingPause?.by).toBe('BRAKE')
    expect(await set(false)).toBe('STEP_UP_REQUIRED')
    await browser.call('stepUp', { password: testPassword })
    expect(await set(false)).toBeUndefined()
    expect((await getUserSettings(id))?.tradingPause).toBeNull()
    expect(await set(true)).toBeUndefined()
    later(proofLimits.fresh * 1.2)
    expect((await browser.call('refreshSession')).status).toBe(200)
    expect(await set(false)).toBeUndefined()
  })
})

describe('a second factor that the operator requires', () => {
  const require = () => {
    process.env.REQUIRE_SECOND_FACTOR = 'yes'
  }
  const goLive = async (browser: TestBrowser) => {
    const { body } = await browser.call('getSettings')
    return browser.call('updateSettings', {
      mode: 'LIVE',
      ...defaultTradingRules,
      ...Object.fromEntries(
        ['demo', 'live'].flatMap((mode) =>
          ['ApiKey', 'Username', 'Password', 'AccountId'].map((field) => [`${mode}${field}`, null]),
        ),
      ),
      demoWebhookSecret: body.demoWebhookSecret,
      liveWebhookSecret: body.liveWebhookSecret,
    })
  }

  test('is needed for LIVE, and the last factor cannot be removed in LIVE', async () => {
    require()
    const person = await makePerson()
    expect(await goLive(person.browser)).toMatchObject({
      status: 403,
      body: { code: 'SECOND_FACTOR_REQUIRED', message: expect.stringContaining('Account page') as string },
    })
    await setUpTotp(person)
    expect((await goLive(person.browser)).status).toBe(200)
    expect(await person.browser.call('removeFactor', { id: 'totp' })).toMatchObject({
      status: 403,
      body: { code: 'SECOND_FACTOR_REQUIRED' },
    })
    await leaveLive(person.id)
    expect((await person.browser.call('removeFactor', { id: 'totp' })).status).toBe(200)
    expect((await readFactors(person.id)).recovery).toEqual([])
  })

  test('makes a switch to LIVE that is in progress fail if the factor is removed', async () => {
    require()
    const person = await makePerson()
    await setUpTotp(person)
    const begun = await beginSaving(person.id, 'a switch', Date.now())
    expect((await person.browser.call('removeFactor', { id: 'totp' })).status).toBe(200)
    const { settings } = begun as NonNullable<typeof begun>
    expect(await finishSaving({ ...settings, mode: 'LIVE' }, 'a switch')).toBe(false)
    expect((await getUserSettings(person.id))?.mode).toBe('DEMO')
  })

  test('is needed in each session of an admin', async () => {
    require()
    const boss = await makePerson('Boss')
    await updateAdminRegistry((registry) => ({ ...registry, admins: [...registry.admins, boss.id] }))
    const list = async (browser: TestBrowser) => (await browser.call('listUsers')).body.code
    expect(await list(boss.browser)).toBe('SECOND_FACTOR_REQUIRED')
    const { secret } = await setUpTotp(boss)
    expect(await list(boss.browser)).toBeUndefined()
    const elsewhere = await signedIn(boss.id, Date.now(), 'password')
    expect(await list(elsewhere)).toBe('STEP_UP_REQUIRED')
    later(60)
    await elsewhere.call('stepUp', { code: codeOf(secret) })
    expect(await list(elsewhere)).toBeUndefined()
    expect((await boss.browser.call('removeFactor', { id: 'totp' })).body.code).toBe('SECOND_FACTOR_REQUIRED')
    await updateAdminRegistry((registry) => ({
      ...registry,
      admins: registry.admins.filter((id) => id !== boss.id),
    }))
  })

  test('can be removed by an admin, which sets the user’s mode to DEMO, ends their sessions and notifies them', async () => {
    const person = await makePerson()
    await setUpTotp(person)
    expect((await goLive(person.browser)).status).toBe(200)
    world.aws.invocations.length = 0
    const answer = await admin.browser.call('removeUserFactors', { id: person.id })
    expect(answer).toMatchObject({ status: 200 })
    expect(hasFactor(await readFactors(person.id))).toBe(false)
    expect((await getUserSettings(person.id))?.mode).toBe('DEMO')
    expect(await isIn(person.browser)).toBe(false)
    expect(notificationsOf('factors-removed')).toHaveLength(1)
    require()
    const browser = new TestBrowser('198.51.100.77')
    expect((await browser.call('login', passwordOf(person.email))).body).toMatchObject({ id: person.id })
    expect((await goLive(browser)).body.code).toBe('SECOND_FACTOR_REQUIRED')
    const logged = await listLogs(person.id, { type: 'AUTHENTICATION' }, 0, 20)
    expect(JSON.stringify(logged)).toContain('An admin removed your second factors')
  })

  test('cannot be removed from an admin’s own account by removeUserFactors', async () => {
    expect((await admin.browser.call('removeUserFactors', { id: admin.id })).body.code).toBe('FORBIDDEN')
  })
})

describe('sessions', () => {
  test('are listed with device, network and identity check, and can be ended one by one, or all except the current session', async () => {
    const { email, id, browser } = await makePerson()
    const other = new TestBrowser('198.51.100.7')
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
    await other.call('login', passwordOf(email), { 'user-agent': firefox })
    const third = await signedIn(id)
    const { sessions } = (await browser.call('getSecurity')).body as { sessions: Record<string, unknown>[] }
    expect(sessions).toHaveLength(3)
    expect(sessions.filter((session) => session.isThis)).toHaveLength(1)
    const theirs = sessions.find(({ device }) => device === 'Firefox on Windows')
    expect(theirs).toMatchObject({ network: '198.51.100.0/24', provedBy: 'password', isThis: false })
    expect((await browser.call('endSessions', { id: theirs?.id })).status).toBe(200)
    expect([await isIn(other), await isIn(third), await isIn(browser)]).toEqual([false, true, true])
    expect((await browser.call('endSessions', { id: 'others' })).body.message).toBe('1 session ended')
    expect([await isIn(third), await isIn(browser)]).toEqual([false, true])
  })

  test('can be ended by an admin, and both the user and the admin are notified', async () => {
    const { id, browser, email } = await makePerson()
    const other = await signedIn(id)
    expect((await admin.browser.call('endUserSessions', { id })).status).toBe(200)
    expect([await isIn(browser), await isIn(other)]).toEqual([false, false])
    const newest = async (userId: string) =>
      (await listLogs(userId, { type: 'AUTHENTICATION' }, 0, 1)).results[0]?.message
    expect(await newest(id)).toBe('An admin logged you out everywhere')
    expect(await newest(admin.id)).toBe(`You logged ${email} out everywhere`)
    expect((await admin.browser.call('endUserSessions', { id: 'nobody' })).status).toBe(404)
  })

  test('cannot be ended by another user', async () => {
    const [one, two] = [await makePerson(), await makePerson()]
    const [session] = (await two.browser.call('getSecurity')).body.sessions as { id: string }[]
    await one.browser.call('endSessions', { id: session?.id })
    await one.browser.call('endSessions', { id: 'others' })
    expect(await isIn(two.browser)).toBe(true)
  })
})

const tokenIn = (link: string) => new URL(link).hash.replace('#token=', '')

describe('the pause link in an email', () => {
  test('pauses trading once without a session, and causes a notification', async () => {
    const { id } = await makePerson()
    const link = await pauseLink(id, Date.now())
    expect(link).toMatch(/^https:\/\/signals\.example\.com\/auth\/pause#token=/)
    world.aws.invocations.length = 0
    const visitor = new TestBrowser('198.51.100.9')
    expect(await visitor.call('pauseByLink', { token: tokenIn(link) })).toMatchObject({ status: 200 })
    expect((await getUserSettings(id))?.tradingPause).toMatchObject({ by: 'USER' })
    expect(notificationsOf('paused-by-link')).toHaveLength(1)
    await pauseTrading(id, null)
    expect(await visitor.call('pauseByLink', { token: tokenIn(link) })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_LINK' },
    })
    expect((await getUserSettings(id))?.tradingPause).toBeNull()
    expect(await isIn(visitor)).toBe(false)
  })

  test('is refused if it is too old, was changed or belongs to another user', async () => {
    const [one, two] = [await makePerson(), await makePerson()]
    const old = tokenIn(await pauseLink(one.id, Date.now() - 8 * 86_400_000))
    const good = tokenIn(await pauseLink(one.id, Date.now()))
    for (const token of [old, good.replace(one.id, two.id), `${good.slice(0, -1)}_`, 'x'])
      expect((await new TestBrowser('198.51.100.9').call('pauseByLink', { token })).status).toBe(400)
    expect((await getUserSettings(two.id))?.tradingPause).toBeNull()
    expect((await getUserSettings(one.id))?.tradingPause).toBeNull()
  })

  test('makes an identity check necessary to resume, even if the user has paused trading in the meantime', async () => {
    const { id } = await makePerson()
    const token = tokenIn(await pauseLink(id, Date.now()))
    await new TestBrowser('198.51.100.9').call('pauseByLink', { token })
    const browser = await signedIn(id, Date.now() - (proofLimits.fresh + 1) * 1000)
    const set = async (paused: boolean) => (await browser.call('setTradingPause', { paused })).body.code
    expect(await set(false)).toBe('STEP_UP_REQUIRED')
    expect(await set(true)).toBeUndefined()
    expect(await set(false)).toBe('STEP_UP_REQUIRED')
    await browser.call('stepUp', { password: testPassword })
    expect(await set(false)).toBeUndefined()
    expect((await getUserSettings(id))?.tradingPause).toBeNull()
  })

  test('is invalid if all sessions were ended after it was created, even in the same second, but a later link is valid', async () => {
    const { id } = await makePerson()
    const second = Math.ceil(Date.now() / 1_000) * 1_000
    const [before, after] = [
      tokenIn(await pauseLink(id, second + 100)),
      tokenIn(await pauseLink(id, second + 300)),
    ]
    await noteAllEnded(id, second + 200)
    const statusOf = async (token: string) =>
      (await new TestBrowser('198.51.100.9').call('pauseByLink', { token })).status
    expect([await statusOf(before), await statusOf(after)]).toEqual([400, 200])
  })

  test('is invalidated by a new password and by logging out everywhere', async () => {
    const { id, browser } = await makePerson()
    const works = async (token: string) =>
      (await new TestBrowser('198.51.100.9').call('pauseByLink', { token })).status === 200
    const first = tokenIn(await pauseLink(id, Date.now()))
    const second = tokenIn(await pauseLink(id, Date.now() - 2_000))
    expect(await works(first)).toBe(true)
    await browser.call('endSessions', { id: 'others' })
    expect(await works(second)).toBe(false)
    later(5)
    const third = tokenIn(await pauseLink(id, Date.now()))
    later(5)
    await browser.call('changeOwnPassword', { currentPassword: testPassword, newPassword: 'Another-Pass-1' })
    expect(await works(third)).toBe(false)
    expect(await works(tokenIn(await pauseLink(id, Date.now())))).toBe(true)
  })

  test('is included in every account email', async () => {
    const { browser } = await makePerson()
    world.aws.invocations.length = 0
    world.aws.mails.length = 0
    await setUpTotp({ browser } as Person)
    await world.runMails()
    expect(JSON.stringify(world.aws.mails)).toContain('/auth/pause#token=')
  })
})
