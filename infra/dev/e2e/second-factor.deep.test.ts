import type { CDPSession, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoUser } from '../local/seed.ts'
import { codeOf } from '../testing/authenticator-app.ts'
import { openBrowser } from '../testing/browser.ts'
import { CloudUnderTest } from '../testing/local-cloud.ts'
import { Visitor } from './visitor.ts'

/**
 * These tests use second factors in the browser with Chromium's virtual authenticator. They use only the keyboard, and
 * axe checks each step.
 */

const browser = await openBrowser()
let cloud: CloudUnderTest

beforeAll(async () => {
  if (!browser) return
  cloud = await CloudUnderTest.start({ REQUIRE_SECOND_FACTOR: 'yes' })
})
afterAll(async () => {
  await browser?.close()
  await cloud?.stop()
})

/** A user with a separate browser. The device stores passkeys and always verifies the user. */
class Person {
  readonly visitor: Visitor
  readonly page: Page
  private readonly cdp: CDPSession
  private readonly authenticatorId: string

  private constructor(visitor: Visitor, cdp: CDPSession, authenticatorId: string) {
    this.visitor = visitor
    this.page = visitor.page
    this.cdp = cdp
    this.authenticatorId = authenticatorId
  }

  static async arrive() {
    const visitor = await Visitor.arrive(browser!, cloud.origin, { viewport: { width: 1280, height: 900 } })
    const cdp = await visitor.page.context().newCDPSession(visitor.page)
    await cdp.send('WebAuthn.enable')
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return new Person(visitor, cdp, authenticatorId)
  }

  /** Copies passkeys from another browser, as a password manager does. */
  async takePasskeysOf(other: Person) {
    const { credentials } = await other.cdp.send('WebAuthn.getCredentials', {
      authenticatorId: other.authenticatorId,
    })
    for (const credential of credentials)
      await this.cdp.send('WebAuthn.addCredential', { authenticatorId: this.authenticatorId, credential })
  }

  /** Moves the focus to an element with the Tab key only. */
  async reach(target: Locator) {
    await target.waitFor()
    for (let presses = 0; presses < 120; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error(`Not reached by Tab: ${await target.innerText()}`)
  }

  async pressKey(name: string | RegExp) {
    await this.reach(this.page.getByRole('button', { name, exact: typeof name === 'string' }).first())
    await this.page.keyboard.press('Enter')
  }

  async type(label: string, text: string) {
    await this.reach(this.page.getByLabel(label, { exact: true }))
    await this.page.keyboard.press('ControlOrMeta+A')
    await this.page.keyboard.type(text)
  }

  async enter(label: string, text: string) {
    await this.type(label, text)
    await this.page.keyboard.press('Enter')
  }

  /** Checks that axe finds no problem on the page. */
  async holdsUp() {
    await this.page.evaluate(() =>
      Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))),
    )
    expect(await this.visitor.objections()).toEqual([])
  }

  async goTo(path: string, heading: string) {
    await this.visitor.goTo(path)
    await this.page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
  }

  account() {
    return this.goTo('/dashboard/account', 'Account')
  }

  async givePassword({ email, password }: Account) {
    await this.goTo('/auth/login', 'Log in')
    await this.type('Email', email)
    await this.enter('Password', password)
  }

  isIn() {
    return this.page.waitForURL('**/dashboard/**')
  }

  /** Returns the recovery codes on the page, and confirms that they have been saved. */
  async keepCodes(): Promise<string[]> {
    const shown = this.page.getByRole('region', { name: 'Recovery codes' })
    await shown.waitFor()
    const codes = await shown.getByRole('listitem').allInnerTexts()
    await this.holdsUp()
    await this.pressKey('I’ve saved them')
    return codes
  }

  async readTotpKey(): Promise<string> {
    const key = this.page.getByText(/^Key:/).locator('code')
    await key.waitFor()
    await this.page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    return (await key.innerText()).replaceAll(' ', '')
  }

  call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    return this.page.evaluate(
      async ([verb, address, content]) => {
        const answer = await fetch(`/api/v1${address}`, {
          method: verb as string,
          headers: { 'x-requested-with': 'signalpost', 'content-type': 'application/json' },
          ...(content === undefined ? {} : { body: JSON.stringify(content) }),
        })
        return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
      },
      [method, path, body] as const,
    )
  }

  async setMode(mode: 'DEMO' | 'LIVE') {
    const { body } = await this.call('GET', '/users/me/settings')
    const snake = Object.fromEntries(
      Object.entries(body).map(([key, value]) => [
        key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        value,
      ]),
    )
    const { trading_pause: _, is_paper: __, ...settings } = snake
    return this.call('PATCH', '/users/me/settings', { ...settings, mode })
  }
}

type Account = { readonly email: string; readonly password: string }

const register = async (person: Person, { email, password }: Account) => {
  await person.goTo('/auth/register', 'Create account')
  await person.type('First name', 'Petra')
  await person.type('Last name', 'Trader')
  await person.type('Email', email)
  await person.type('Password', password)
  await person.enter('Confirm password', password)
  await person.page.waitForURL('**/auth/login')
}

/** Sets up a second factor for the admin, who cannot use the admin pages without one. */
const setUpAdmin = async () => {
  const admin = await Person.arrive()
  await admin.givePassword(demoUser)
  await admin.isIn()
  await admin.visitor.goTo('/dashboard/admin/users')
  await admin.visitor.read('Admins need a second factor')
  await admin.account()
  await admin.visitor.read('You need a second factor to trade in LIVE')
  await admin.holdsUp()
  await admin.pressKey('Set up an authenticator app')
  const secret = await admin.readTotpKey()
  await admin.holdsUp()
  await admin.enter('Code', codeOf(secret))
  await admin.keepCodes()
  await admin.goTo('/dashboard/admin/users', 'Users')
  return admin
}

let admin: Promise<Person> | undefined

describe.skipIf(!browser).each(['DEMO', 'LIVE'] as const)('second factors in %s mode', (mode) => {
  it('a user can set up, use and replace second factors using only the keyboard', async () => {
    const account = { email: `petra-${mode}@signalpost.test`.toLowerCase(), password: 'Quiet-Otter-9-Lamp' }
    admin ??= setUpAdmin()
    const boss = await admin

    // The user logs in twice before they have a second factor.
    const own = await Person.arrive()
    await register(own, account)
    await own.givePassword(account)
    await own.isIn()
    const earlier = await Person.arrive()
    await earlier.givePassword(account)
    await earlier.isIn()
    expect(await own.setMode('LIVE')).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_REQUIRED' } })

    // The user registers a passkey, and the page offers to end the other session.
    await own.account()
    await own.pressKey('Add a passkey')
    await own.enter('Passkey name', 'Petra’s laptop')
    const codes = await own.keepCodes()
    expect(codes).toHaveLength(10)
    await own.visitor.read('Passkey: Petra’s laptop')
    await own.visitor.read('If you don’t recognise a session, end all other sessions.')
    expect(await own.setMode(mode)).toMatchObject({ status: 200 })

    // The user can log in with only the passkey.
    await own.page.context().clearCookies()
    await own.goTo('/auth/login', 'Log in')
    await own.holdsUp()
    await own.pressKey('Log in with a passkey')
    await own.isIn()

    // In the earlier session, the user confirms their identity with the passkey, and then continues on the same page.
    await earlier.takePasskeysOf(own)
    await earlier.account()
    await earlier.pressKey('Set up an authenticator app')
    await earlier.page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor()
    await earlier.holdsUp()
    await earlier.pressKey('Use a passkey')
    const secret = await earlier.readTotpKey()
    await earlier.enter('Code', codeOf(secret))
    await earlier.visitor.read('Authenticator app set up')
    await earlier.page.getByRole('button', { name: /^Remove the authenticator app/ }).waitFor()

    // In a browser without the passkey, the user logs in with the password and a recovery code.
    const elsewhere = await Person.arrive()
    await elsewhere.givePassword(account)
    await elsewhere.page.getByRole('heading', { name: 'Verify it’s you' }).waitFor()
    await elsewhere.holdsUp()
    await elsewhere.enter('Code', '000000')
    await elsewhere.visitor.read('This code is wrong or was already used')
    await elsewhere.enter('Code', codes[0] ?? '')
    await elsewhere.isIn()
    await elsewhere.account()
    await elsewhere.visitor.read('9 left. Use one to log in if you lose your second factor')
    await elsewhere.pressKey(/^Remove the passkey/)
    const sure = elsewhere.page.getByRole('alertdialog').or(elsewhere.page.getByRole('dialog'))
    await sure.waitFor()
    await elsewhere.holdsUp()
    await elsewhere.reach(sure.getByRole('button', { name: 'Remove second factor', exact: true }))
    await elsewhere.page.keyboard.press('Enter')
    await elsewhere.visitor.read('Second factor removed')
    await own.page.context().clearCookies()
    await own.goTo('/auth/login', 'Log in')
    await own.pressKey('Log in with a passkey')
    await own.visitor.read('This passkey was not accepted')

    // After the user has lost all factors, an admin removes them, and LIVE is turned off.
    const row = boss.page.getByRole('row').filter({ hasText: account.email })
    await boss.goTo('/dashboard/admin/users', 'Users')
    await boss.reach(row.getByRole('button', { name: /^Actions for/ }))
    await boss.page.keyboard.press('Enter')
    const item = boss.page.getByRole('menuitem', { name: 'Remove second factors' })
    await item.waitFor()
    for (let presses = 0; presses < 8; presses += 1) {
      if (await item.evaluate((element) => element === document.activeElement)) break
      await boss.page.keyboard.press('ArrowDown')
      // The page moves the focus in a timer. A timer that starts later also fires later.
      await boss.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    }
    await boss.page.keyboard.press('Enter')
    await boss.visitor.read('LIVE will be off until they set up a new second factor')
    await boss.holdsUp()
    const dialog = boss.page.getByRole('alertdialog').or(boss.page.getByRole('dialog'))
    await boss.reach(dialog.getByRole('button', { name: 'Remove second factors' }))
    await boss.page.keyboard.press('Enter')
    await boss.visitor.read('Second factors removed successfully')

    await elsewhere.page.reload()
    await elsewhere.page.waitForURL('**/auth/login')
    await elsewhere.givePassword(account)
    await elsewhere.isIn()
    const { body } = await elsewhere.call('GET', '/users/me/settings')
    expect(body.mode).toBe('DEMO')
    expect(await elsewhere.setMode('LIVE')).toMatchObject({
      status: 403,
      body: { code: 'SECOND_FACTOR_REQUIRED' },
    })
    for (const person of [own, earlier, elsewhere]) {
      expect(person.visitor.strays).toEqual([])
      await person.visitor.leave()
    }
  })
})
