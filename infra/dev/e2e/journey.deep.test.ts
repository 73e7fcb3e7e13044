import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiBasePath } from '../../../shared/contract/index.ts'
import { ApiClient } from '../../api-client.ts'
import type { Mail } from '../local/mails.ts'
import { demoInstrumentsCsv, demoUser, settingsOf } from '../local/seed.ts'
import { openBrowser } from '../testing/browser.ts'
import { CloudUnderTest, until } from '../testing/local-cloud.ts'
import { apple, sendAlert, shell } from './trading-day.ts'
import { Visitor } from './visitor.ts'

/** In these tests, the user Ada and then an admin use the whole product in a real browser against the local cloud. */

const browser = await openBrowser()
const ada = { email: 'ada@example.test', password: 'Right-Pass-1' }
const newPassword = 'Better-Pass-2'

let cloud: CloudUnderTest
let visitor: Visitor
let client: ApiClient

beforeAll(async () => {
  if (!browser) return
  cloud = await CloudUnderTest.start()
  visitor = await Visitor.arrive(browser, cloud.origin, { viewport: { width: 1440, height: 1000 } })
})
afterAll(async () => {
  await browser?.close()
  await cloud?.stop()
})

const pageOf = () => visitor.page
/** Waits for an email to Ada that contains a matching link. Returns the link. */
const emailedLink = (pattern: RegExp) =>
  until(async () => {
    const mails = (await cloud.control(`${cloud.origin}/_local/mails`)) as Mail[]
    const [link] = mails.flatMap(({ to, text }) =>
      to.includes(ada.email) ? (pattern.exec(text)?.[0] ?? []) : [],
    )
    return link
  })
const save = (file: { saveAs: (path: string) => Promise<void>; path: () => Promise<string> }) =>
  file.path().then((path) => readFileSync(path, 'utf8'))

describe.skipIf(!browser)('a trader', () => {
  it('registers and logs in', async () => {
    await visitor.register(ada)
    await visitor.read('Account created successfully!')
    await visitor.logIn(ada)
    await visitor.read('IG settings incomplete')
  })

  it('confirms the email address with the link in an email', async () => {
    await visitor.goTo('/dashboard/account')
    await pageOf().getByText(`We’ve sent a link to ${ada.email}.`).waitFor()
    await visitor.goTo(await emailedLink(/\/auth\/verify-email#token=[^\s"<]+/))
    await visitor.press('Confirm email address')
    await visitor.read('Email address confirmed')
    await visitor.goTo('/dashboard/account')
    await visitor.read('Change password')
    expect(await pageOf().getByText('Confirm your email address.').count()).toBe(0)
    await visitor.openScreen('Overview')
  })

  it('resets a forgotten password with the link in an email', async () => {
    await visitor.press('Log out')
    await pageOf().getByRole('link', { name: 'Forgot password?' }).click()
    // The login page also has a field “Email”, so the test waits for the reset page.
    await visitor.read('Reset your password')
    await visitor.fill('Email', ada.email)
    await visitor.press('Send reset email')
    await visitor.read('Check your email')
    const link = await emailedLink(/\/auth\/change-password#token=[^\s"<]+/)
    await visitor.goTo(link)
    await visitor.fill('New password', newPassword)
    await visitor.fill('Confirm new password', newPassword)
    await visitor.press('Change password')
    await visitor.press('Continue to login')
    await visitor.goTo(link)
    await visitor.read('This password reset link is invalid or has expired.')
    await visitor.logIn({ ...ada, password: newPassword })
    client = new ApiClient(cloud.origin)
    await client.call('login', { ...ada, password: newPassword })
  })

  it('saves settings with a new webhook secret, and must then log in again', async () => {
    await visitor.openScreen('Settings')
    await visitor.fill('Demo username', 'paper-demo')
    await visitor.fill('Demo password', 'paper')
    await visitor.fill('Demo API key', 'paper-key-journey')
    await visitor.fill('Demo account ID', 'PAPER-DEMO-SB')
    await visitor.fill('Instrument trade cooldown (hours)', '0')
    const secret = pageOf().getByLabel('Demo webhook secret', { exact: true })
    const before = await secret.inputValue()
    await visitor.press('Rotate Demo webhook secret')
    await visitor.read('Webhook secret rotated successfully!')
    const after = await secret.inputValue()
    expect(after).not.toBe(before)
    await visitor.press('Update settings')
    await visitor.pressInDialog('Yes, I understand')
    await visitor.read('Settings updated successfully!')
    await pageOf().waitForURL('**/auth/login')
    expect(await client.call('getSettings', {})).toMatchObject({
      demoWebhookSecret: after,
      instrumentTradeCooldownPeriodInHours: 0,
    })
    await visitor.logIn({ ...ada, password: newPassword })
  })

  it('uploads, searches, edits and exports instruments, and fetches dividend dates', async () => {
    await visitor.openScreen('Instruments')
    await visitor.read('No results.')
    await pageOf()
      .locator('input[type=file]')
      .setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(demoInstrumentsCsv()) })
    await visitor.press('Upload CSV')
    await visitor.read(/^This file adds \d+ instruments?, changes 0 and removes 0\.$/)
    await visitor.pressInDialog('Replace list')
    await visitor.read('NASDAQ:AAPL')
    await pageOf().getByRole('searchbox').fill('shel')
    await pageOf().waitForURL('**/instruments?q=shel')
    await visitor.press(`Edit ${shell.market}`)
    await visitor.fill('Max position size', '5000')
    await visitor.pressInDialog('Save changes')
    await pageOf().getByRole('cell', { name: '5,000', exact: true }).waitFor()
    await expect
      .poll(() =>
        pageOf()
          .getByRole('button', { name: /^Edit / })
          .count(),
      )
      .toBe(1)
    const [download] = await Promise.all([pageOf().waitForEvent('download'), visitor.press('Export CSV')])
    expect(await save(download)).toMatch(/LSE:SHEL.*5000/)
    await visitor.press('Fetch dividend dates')
    await visitor.read('Dividend dates are being fetched in the background.')
  })

  it('sees that an alert became a working order, and deletes the order', async () => {
    expect(await sendAlert(cloud, client, { ...apple, action: 'BUY' })).toBe('PLACED')
    await visitor.openScreen('Orders')
    const row = pageOf().getByRole('row', { name: new RegExp(apple.market) })
    await row.getByRole('button', { name: /^Delete/ }).click()
    await visitor.pressInDialog('Delete order')
    await visitor.read('Order deleted successfully')
    await row.waitFor({ state: 'detached' })
  })

  it('sees that an alert became a position, reads the reasons in the log, and closes the position', async () => {
    // The test must also pass on a dividend date.
    await client.call('updateSettings', {
      ...(await settingsOf(client)),
      orderType: 'MARKET',
      avoidDividendDates: false,
    })
    expect(await sendAlert(cloud, client, { ...shell, action: 'SELL' })).toBe('PLACED')

    await visitor.openScreen('Logs')
    const entry = pageOf()
      .getByRole('article')
      .filter({ hasText: 'PLACED' })
      .filter({ hasText: shell.market })
      .first()
    await entry.getByRole('button', { name: /Additional Data/ }).click()
    const trace = entry.getByRole('list', { name: 'Decision trace' })
    await trace.getByRole('listitem').nth(3).waitFor()
    expect(await trace.textContent()).toMatch(/mode.*passed.*instrument.*passed/is)

    await visitor.openScreen('Positions')
    const row = pageOf().getByRole('row', { name: new RegExp(shell.market) })
    await row.getByRole('button', { name: /^Close/ }).click()
    await visitor.read('PAPER-DEMO-SB')
    await visitor.pressInDialog('Close position')
    await visitor.read('Position closed successfully')
    await row.waitFor({ state: 'detached' })
    await visitor.openScreen('Overview')
    await visitor.read('Actions in the last 6 hours')
  })

  it('filters, downloads and deletes the log', async () => {
    // The test waits for the dividend dates, because they would otherwise add a log entry after the deletion.
    await until(async () => {
      const { results } = await client.call('listLogs', { offset: 0, limit: 100, type: 'ALL' })
      return results.some(({ message }) => message.startsWith('Dividend dates fetched'))
    })
    await visitor.openScreen('Logs')
    await pageOf().getByRole('article').filter({ hasText: 'PLACED' }).first().waitFor()
    await pageOf().getByLabel('Type', { exact: true }).selectOption('AUTHENTICATION')
    await pageOf().waitForURL('**/logs?type=AUTHENTICATION')
    await pageOf().getByRole('article').filter({ hasText: 'PLACED' }).first().waitFor({ state: 'detached' })
    await visitor.fill('Last (hours)', '1')
    await pageOf().waitForURL(/from=/)
    await visitor.press('Reset filters')
    await pageOf().waitForURL('**/logs')
    const [download] = await Promise.all([pageOf().waitForEvent('download'), visitor.press('Download')])
    expect(await save(download)).toContain(shell.market)
    await visitor.press('Delete all')
    await visitor.pressInDialog('Delete all')
    await visitor.read('No logs found for the selected criteria.')
  })

  it('tests an alert without placing an order', async () => {
    await visitor.openScreen('Help')
    expect(await pageOf().getByLabel('Webhook URL', { exact: true }).inputValue()).toBe(
      `${cloud.origin}${apiBasePath}/trading-view-webhook`,
    )
    await visitor.fill('Market', apple.market)
    await visitor.fill('Price', apple.price)
    await visitor.press('Try alert')
    await visitor.read('No order was placed.')
    await pageOf()
      .getByRole('region', { name: 'Result' })
      .or(pageOf().getByLabel('Result'))
      .getByRole('listitem')
      .first()
      .waitFor()
    const { count } = await client.call('listPositions', { offset: 0, limit: 20 })
    expect(count).toBe(0)
  })

  it('pauses trading, has the next alert refused, and resumes trading', async () => {
    await visitor.press('Pause trading')
    await visitor.read('Trading paused')
    await visitor.openScreen('Orders')
    await visitor.read(/You paused trading/)
    expect(await sendAlert(cloud, client, { ...apple, action: 'SELL' })).toBe('REFUSED')
    await visitor.press('Resume trading')
    await visitor.read('Trading on')
    expect((await client.call('getSettings', {})).tradingPause).toBeNull()
  })

  it('cannot see the admin pages', async () => {
    await visitor.goTo('/dashboard/admin/users')
    await pageOf().waitForURL('**/dashboard/overview')
    await visitor.press('Log out')
    await pageOf().waitForURL('**/auth/login')
  })
})

describe.skipIf(!browser)('an admin', () => {
  const act = async (item: string) => {
    await visitor.press('Actions for Augusta Byron')
    await pageOf().getByRole('menuitem', { name: item, exact: true }).click()
  }

  it('edits a user', async () => {
    await visitor.logIn(demoUser)
    await visitor.openScreen('Users')
    await pageOf().getByRole('searchbox').fill('ada@')
    await pageOf().waitForURL(/q=ada/)
    await visitor.press('Actions for Ada Byron')
    await pageOf().getByRole('menuitem', { name: 'Edit', exact: true }).click()
    await visitor.fill('First name', 'Augusta')
    await visitor.pressInDialog('Save')
    await visitor.read('User updated successfully')
    await pageOf().getByRole('cell', { name: 'Augusta', exact: true }).waitFor()
  })

  it('downloads and clears a user’s log', async () => {
    const [download] = await Promise.all([pageOf().waitForEvent('download'), act('Download logs')])
    await visitor.read('User logs downloaded successfully')
    expect(await save(download)).toContain('Trading')
    await act('Clear logs')
    await visitor.pressInDialog('Delete user logs')
    await visitor.read('User logs deleted successfully')
  })

  it('deletes a user, and the user can no longer log in', async () => {
    await act('Delete')
    await visitor.pressInDialog('Delete user')
    await visitor.read('User deleted successfully')
    await visitor.read('No results.')
    await expect(client.call('login', { ...ada, password: newPassword })).rejects.toThrow('401')
  })

  it('turns off user registration', async () => {
    await visitor.openScreen('App settings')
    await pageOf().getByRole('switch', { name: 'Allow user registration' }).click()
    await visitor.press('Update settings')
    await visitor.read('App settings updated successfully!')
    await pageOf().waitForURL('**/auth/login')
    await visitor.register({ ...ada, email: 'eve@example.test' })
    await visitor.read('User registration is disabled')
  })
})
