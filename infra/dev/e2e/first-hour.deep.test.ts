import { afterAll, beforeAll, expect, it } from 'vitest'
import { instrumentHeaders } from '../../../shared/instruments/instrument.schema.ts'
import { formatNumber } from '../../../shared/platform/figures.ts'
import { ApiClient } from '../../api-client.ts'
import { demoUser } from '../local/seed.ts'
import { openBrowser } from '../testing/browser.ts'
import { CloudUnderTest } from '../testing/local-cloud.ts'
import { apple, sendAlert } from './trading-day.ts'
import { Visitor } from './visitor.ts'

/**
 * This test runs a trader’s first hour as described in the README: a refused alert, its fix, an order, and a restored
 * list.
 */

const browser = await openBrowser()
let cloud: CloudUnderTest
let visitor: Visitor

beforeAll(async () => {
  if (!browser) return
  cloud = await CloudUnderTest.start()
  // The page uses a time zone in which it is noon, so that all alerts are on the same day.
  const fromNoon = new Date().getUTCHours() - 12
  visitor = await Visitor.arrive(browser, cloud.origin, {
    viewport: { width: 1440, height: 1000 },
    timezoneId: `Etc/GMT${fromNoon < 0 ? '' : '+'}${fromNoon}`,
  })
})
afterAll(async () => {
  await browser?.close()
  await cloud?.stop()
})

const oneRow = [
  Object.values(instrumentHeaders).join(','),
  [apple.market, apple.epic, 'AAPL', 14, 200, 14, 400, 10_000, 100.2, 100, ''].join(','),
].join('\n')

it.skipIf(!browser)('a trader’s first hour with the demo user succeeds in the browser', async () => {
  const { page } = visitor
  const client = new ApiClient(cloud.origin)
  await client.call('login', demoUser)

  await visitor.logIn(demoUser)
  await visitor.read('No alerts yet today. Each alert appears here with its outcome and the reason.')
  expect(await sendAlert(cloud, client, { ...apple, action: 'BUY' })).toBe('PLACED')
  expect(await sendAlert(cloud, client, { ...apple, action: 'BUY' })).toBe('REFUSED')

  // The trader opens the refused alert, and from there the setting of the rule that refused it.
  const today = page.getByRole('list', { name: 'Today’s alerts' })
  await today.getByRole('listitem').filter({ hasText: 'REFUSED' }).getByRole('link').first().click()
  await page.getByRole('link', { name: 'Change this rule' }).click()
  const rule = page.getByRole('switch', { name: 'Prevent duplicate positions' })
  await rule.and(page.locator(':focus')).waitFor()
  await rule.click()
  await page.getByRole('radio', { name: 'MARKET' }).check({ force: true })
  await visitor.press('Update settings')
  await page.waitForURL('**/auth/login')
  await client.call('login', demoUser)
  expect(await sendAlert(cloud, client, { ...apple, action: 'BUY' })).toBe('PLACED')

  await visitor.logIn(demoUser)
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await visitor.openScreen('Positions')
  const row = page.getByRole('row', { name: new RegExp(apple.market) })

  // The position opens beside the list, or over the list on a phone. The test then moves its stop on a phone, and the
  // page shows the new stop.
  await row.locator('a[href*="deal="]').click()
  await visitor.press(/^Move stop of /)
  const field = page.getByLabel('New stop level', { exact: true })
  const stop = Number(await field.inputValue())
  const nearer = Number((stop + 10).toFixed(2))
  await page.setViewportSize({ width: 390, height: 844 })
  await field.fill(String(nearer))
  await page.getByText(new RegExp(`^At ${formatNumber(nearer)}: −£[\\d.,]+\\.$`)).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog', { name: 'Move stop' }).waitFor()
  expect(await visitor.objections()).toEqual([])
  await visitor.pressInDialog('Move stop')
  await visitor.read(`Stop moved from ${formatNumber(stop)} to ${formatNumber(nearer)}`)
  const details = page.getByRole('dialog')
  await details.getByText(`Stop ${formatNumber(nearer)}`, { exact: true }).waitFor()
  expect(await visitor.objections()).toEqual([])
  expect((await client.call('listPositions', { offset: 0, limit: 20 })).results).toMatchObject([
    { stopLevel: nearer },
  ])
  await page.setViewportSize({ width: 1440, height: 1000 })
  await visitor.press('Close details')

  await row.getByRole('button', { name: /^Close/ }).click()
  await visitor.pressInDialog('Close position')
  await visitor.read(/^Position closed at [\d.,]+, a (profit|loss) of £[\d.,]+$/)
  await row.waitFor({ state: 'detached' })

  await visitor.openScreen('Instruments')
  const count = async () => Number(/^([\d,]+) total$/.exec(await page.getByText(/ total$/).innerText())?.[1])
  await page.getByRole('row', { name: new RegExp(apple.market) }).waitFor()
  const before = await count()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'one.csv', mimeType: 'text/csv', buffer: Buffer.from(oneRow) })
  await visitor.press('Upload CSV')
  await visitor.read(new RegExp(`^This file adds 0 instruments, changes [01] and removes ${before - 1}\\.$`))
  await visitor.pressInDialog('Replace list')
  await visitor.read('1 total')
  await visitor.press(/^Restore the list of /)
  await visitor.pressInDialog('Restore list')
  await visitor.read(`${before} total`)

  await visitor.openScreen('Logs')
  await page.getByRole('searchbox', { name: 'Search logs' }).fill('instruments')
  for (const words of [/^Instruments uploaded: 0 added/, /^Instruments restored: \d+ added/])
    await visitor.read(words)
})
