import { expect, test, vi } from 'vitest'
import { makePerson, testPassword, useAccounts } from '../../../../infra/dev/testing/accounts.ts'
import { TestBrowser } from '../../../../infra/dev/testing/test-browser.ts'
import { getUser } from '../../../accounts/user-store.ts'
import { emailLink } from '../../../mails/email-link.ts'

const world = useAccounts()

const subjectsTo = (address: string) =>
  world.aws.mails.filter(({ to }) => to.includes(address)).map(({ subject }) => subject)
const tokenIn = (text = '') => /verify-email#token=(\S+)/.exec(text)?.[1] ?? ''

const register = async (email: string) => {
  const profile = { firstName: 'Vic', lastName: 'Tim', email, password: testPassword }
  const { body } = await new TestBrowser().call('register', profile)
  const login = async () => {
    const browser = new TestBrowser()
    await browser.call('login', { email, password: testPassword })
    return browser
  }
  await world.runMails()
  return { id: body.id as string, login }
}

test('an unconfirmed address gets only one email, whatever happens in its account', async () => {
  const email = 'stranger@example.com'
  const { login } = await register(email)
  for (let turn = 0; turn < 40; turn += 1) await login()
  await world.runMails()
  expect(subjectsTo(email)).toEqual(['Confirm your email address for Signalpost'])
})

test('a confirmed address gets the emails about its account', async () => {
  const email = 'owner@example.com'
  const { id, login } = await register(email)
  const own = await login()
  expect((await own.call('getMe')).body).toMatchObject({ emailUnverified: true })
  const token = tokenIn(world.aws.mails.at(-1)?.text)
  const answer = await new TestBrowser().call('verifyEmail', { token })
  expect(answer).toMatchObject({ status: 200, body: { message: 'Your email address is confirmed' } })
  expect((await new TestBrowser().call('verifyEmail', { token })).status).toBe(200)
  expect((await own.call('getMe')).body).not.toHaveProperty('emailUnverified')
  await login()
  await world.runMails()
  expect(subjectsTo(email)).toContain('New login to your Signalpost account')
  expect((await getUser(id))?.emailUnverified).toBeUndefined()
})

test('a link is refused if it was changed, is more than a week old, or was made for another address', async () => {
  const { id } = await register('links@example.com')
  const now = Date.now()
  const links = {
    changed: `${tokenIn(await emailLink(id, 'links@example.com', now))}x`,
    old: tokenIn(await emailLink(id, 'links@example.com', now - 8 * 86_400_000)),
    other: tokenIn(await emailLink(id, 'another@example.com', now)),
  }
  for (const token of Object.values(links))
    expect((await new TestBrowser().call('verifyEmail', { token })).body.code).toBe('INVALID_LINK')
  expect((await getUser(id))?.emailUnverified).toBe(true)
})

test('an unconfirmed address gets three reset links a day, and using one of them confirms the address', async () => {
  // The clock is stopped, so that all attempts are on one day even around midnight.
  vi.useFakeTimers({ toFake: ['Date'] })
  const email = 'forgetful@example.com'
  const { id } = await register(email)
  for (let turn = 0; turn < 4; turn += 1) {
    await new TestBrowser().call('requestPasswordReset', { email })
    await world.runMails()
  }
  const resets = world.aws.mails.filter(
    ({ to, subject }) => to.includes(email) && subject.startsWith('Reset'),
  )
  expect(resets.map(({ text }) => text.includes('the last link we’ll send today'))).toEqual([
    false,
    false,
    true,
  ])
  const [, token] = /change-password#token=(\S+)/.exec(resets[2]?.text ?? '') ?? []
  await new TestBrowser().call('changePassword', { token, newPassword: 'Another-Pass-1' })
  expect((await getUser(id))?.emailUnverified).toBeUndefined()
  vi.useRealTimers()
})

test('a user can request another confirmation link, but only twice', async () => {
  const email = 'impatient@example.com'
  const { login } = await register(email)
  const browser = await login()
  const statuses: number[] = []
  for (let turn = 0; turn < 4; turn += 1) statuses.push((await browser.call('sendVerificationEmail')).status)
  await world.runMails()
  expect(statuses).toEqual([200, 200, 429, 429])
  expect(subjectsTo(email)).toHaveLength(3)
  const confirmed = await makePerson()
  expect((await confirmed.browser.call('sendVerificationEmail')).body).toEqual({
    message: 'Your email address is already confirmed',
  })
})
