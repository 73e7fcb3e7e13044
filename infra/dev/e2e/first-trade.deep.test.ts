import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Matching } from '../../../shared/instruments/matching.schema.ts'
import { ApiClient } from '../../api-client.ts'
import { paperMarkets } from '../paper-ig/markets.ts'
import { openBrowser } from '../testing/browser.ts'
import { CloudUnderTest } from '../testing/local-cloud.ts'
import { sendAlert } from './trading-day.ts'
import { Visitor } from './visitor.ts'

/**
 * This test goes from an empty system to a user's first trade. The user tests credentials, a hundred symbols of a
 * watchlist are matched, and an alert becomes an order. IG takes 300 ms for each response. The requests to IG are
 * counted, because IG's limit per minute determines how long a user must wait.
 */

const browser = await openBrowser()
const ada = { email: 'ada@example.test', password: 'Right-Pass-1' }
const google = { market: 'NASDAQ:GOOG', epic: 'UE.D.GOOG.DAILY.IP', price: '289.20' } as const

const bets = paperMarkets.filter(({ accountType }) => accountType === 'SPREADBET')
const shares = bets.filter(({ type }) => type === 'SHARES').map(({ tradingView }) => tradingView)
const symbols = ['FX:EURUSD', 'TVC:UKX', ...[...new Set(shares)].slice(-98)]
const ofSymbol = (symbol: string) => bets.filter(({ tradingView }) => tradingView === symbol)
/** A watchlist with sections, in the format that TradingView exports. */
const watchlist = `###LONDON,${symbols.filter((each) => each.startsWith('LSE:')).join(',')},###REST,${symbols
  .filter((each) => !each.startsWith('LSE:'))
  .join(',')}`

let cloud: CloudUnderTest
let visitor: Visitor

beforeAll(async () => {
  if (!browser) return
  cloud = await CloudUnderTest.start({ SIGNALPOST_SEED: 'none' })
  visitor = await Visitor.arrive(browser, cloud.origin, { viewport: { width: 1440, height: 1000 } })
  await cloud.control(`${cloud.paperOrigin}/_paper/settings`, { weekendClose: false })
  await cloud.control(`${cloud.paperOrigin}/_paper/faults`, { times: 10_000, respond: { delayMs: 300 } })
})
afterAll(async () => {
  await browser?.close()
  await cloud?.stop()
})

it.skipIf(!browser)('a new user trades, and matching 100 symbols takes few requests to IG', async () => {
  const { page } = visitor
  await visitor.register(ada)
  await visitor.read('Account created successfully!')
  await visitor.logIn(ada)
  const steps = page.getByRole('list', { name: 'First steps' })
  await steps.waitFor()

  // If IG refuses the credentials, the page shows an error. If they are correct, the page lists the accounts.
  await visitor.openScreen('Settings')
  const fillMode = async (mode: 'Demo' | 'Live') => {
    await visitor.fill(`${mode} username`, `paper-${mode.toLowerCase()}`)
    await visitor.fill(`${mode} password`, 'paper')
    await visitor.fill(`${mode} API key`, `key-${mode.toLowerCase()}`)
  }
  const refusedLive = { path: '/session', apply: false, respond: refusal('error.security.invalid-details') }
  await cloud.control(`${cloud.paperLiveOrigin}/_paper/faults`, refusedLive)
  await fillMode('Live')
  await visitor.press('Test connection, live')
  await visitor.read(/^Check that these are your live details\./)
  const liveTestedAt = Date.now()
  for (const name of ['username', 'password', 'API key']) await visitor.fill(`Live ${name}`, '')
  await fillMode('Demo')
  await visitor.press('Test connection, demo')
  await page.getByRole('list', { name: 'Accounts for the demo login' }).waitFor()
  await visitor.press('Use account PAPER-DEMO-SB')
  await visitor.fill('Instrument trade cooldown (hours)', '0')
  await page.getByRole('radio', { name: 'MARKET' }).check({ force: true })
  await visitor.press('Update settings')
  await page.waitForURL('**/auth/login')
  await visitor.logIn(ada)

  // A hundred symbols are uploaded as a file. The progress is still shown after a reload.
  await visitor.openScreen('Instruments')
  await page.getByRole('link', { name: 'Add in bulk' }).click()
  await page.getByLabel('Symbols to match').waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'mine.txt', mimeType: 'text/plain', buffer: Buffer.from(watchlist) })
  await visitor.press('Match symbols')
  await visitor.read(/^Searching \d+ of 100$/)
  await page.reload()

  const client = new ApiClient(cloud.origin)
  await client.call('login', ada)
  await page.getByText('Searched 100 of 100').waitFor({ timeout: 600_000 })
  const { matching } = await client.call('getMatching', {})
  expectRightMatches(matching)

  // The user chooses one of two markets with the same codes, and adds all chosen markets after a preview.
  await page.getByLabel('Market for NYSE:KO').selectOption({ index: 1 })
  // The rows show the choice later than the button, so the test waits before it counts the selected rows.
  await page.getByRole('checkbox', { name: 'Add NYSE:KO', checked: true }).waitFor()
  const chosen = await page.getByRole('checkbox', { checked: true }).count()
  await visitor.press(`Add ${chosen} instruments`)
  await visitor.read(`This adds ${chosen} instruments. Your other instruments don’t change.`)
  await visitor.pressInDialog('Add to list')
  await visitor.read(`${chosen} instruments added to your list`)

  // The first alert appears on the page when it arrives, and becomes an order.
  await visitor.openScreen('Help')
  await visitor.press('Listen for alerts')
  await visitor.read('Listening... No alerts yet.')
  expect(await sendAlert(cloud, client, { ...google, action: 'BUY' })).toBe('PLACED')
  await page.getByRole('list', { name: 'Received alerts' }).getByText(google.market).first().waitFor()
  await visitor.openScreen('Positions')
  await page.getByRole('row', { name: new RegExp(google.market) }).waitFor()

  // A login whose default account is an ISA also works. It needs version 3 of IG's login.
  await visitor.openScreen('Settings')
  await fillMode('Live')
  // IG credentials may be tested only once a minute.
  await wait(Math.max(0, liveTestedAt + 60_000 - Date.now()))
  await cloud.control(`${cloud.paperLiveOrigin}/_paper/settings`, { isaDefault: true })
  await visitor.press('Test connection, live')
  await page.getByRole('list', { name: 'Accounts for the live login' }).waitFor()

  const requests = await cloud.wire()
  expect(requests.filter(({ status }) => status === 403 || status === 429)).toEqual([])
  // Most symbols are found in the user's watchlists at IG. Only the others need a search.
  const ofMatching = requests.filter(({ path }) => /\/(watchlists|markets\?)/.test(path))
  expect(ofMatching.length).toBeLessThanOrEqual(20)
})

const refusal = (errorCode: string) => ({ status: 401, body: { errorCode } })

/**
 * Checks the matches. A share with its own unique codes has an exact match. For other symbols, the correct market is
 * offered.
 */
const expectRightMatches = (matching: Matching | null) => {
  expect(matching?.rows).toHaveLength(100)
  for (const { symbol, verdict, markets } of matching?.rows ?? []) {
    const [own, twin] = ofSymbol(symbol)
    const epics = markets.map(({ epic }) => epic)
    expect(epics, symbol).toContain(own?.epic)
    const isCertain = own?.type === 'SHARES' && !own.hasNoCodes && !twin
    expect([symbol, verdict]).toEqual([symbol, isCertain ? 'EXACT' : 'CHOOSE'])
    const found = markets.find(({ epic }) => epic === own?.epic)
    if (found?.multiplier) expect([symbol, found.multiplier]).toEqual([symbol, String(own?.multiplier)])
    if (isCertain) expect([symbol, found?.multiplier]).not.toEqual([symbol, null])
  }
}
