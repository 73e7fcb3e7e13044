import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApiClient } from '../local/api-client.ts'
import { demoUser } from '../local/seed.ts'
import { openBrowser } from '../testing/browser.ts'
import { CloudUnderTest, until } from '../testing/local-cloud.ts'
import { sendAlert } from './trading-day.ts'
import { Visitor } from './visitor.ts'

/**
 * Three strategies trade on a paper IG whose history is hard to book (shared references, late and missing activity, French types,
 * charges): the journal adds up to its balance, and page, list and exports agree.
 */

const browser = await openBrowser()
const markets = {
  'Golden Cross': { market: 'NASDAQ:AAPL', epic: 'UA.D.AAPL.DAILY.IP', price: '227.90' },
  'Mean reversion': { market: 'LSE:VOD', epic: 'KA.D.VOD.DAILY.IP', price: '71.50' },
  '': { market: 'LSE:BP.', epic: 'KA.D.BP.DAILY.IP', price: '402.10' },
} as const

let cloud: CloudUnderTest
let client: ApiClient
beforeAll(async () => {
  if (!browser) return
  cloud = await CloudUnderTest.start()
  client = new ApiClient(cloud.origin)
  await client.call('login', demoUser)
  await cloud.control(`${cloud.paperOrigin}/_paper/settings`, { weekendClose: false })
  await cloud.control(`${cloud.paperOrigin}/_paper/preset/hard-history`, {})
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await cloud?.stop()
})

const csvOf = async (form: 'trades' | 'statement') =>
  String(await client.call('exportJournal', { form, zone: 'UTC' }))

it.skipIf(!browser)('adds up to the balance, whatever the history lacks', { timeout: 420_000 }, async () => {
  if (!browser) return
  const held = (epic: string, points: number) =>
    cloud.control(`${cloud.paperOrigin}/_paper/market/${epic}`, {
      bid: Number((points * 0.9998).toFixed(2)),
      offer: Number((points * 1.0002).toFixed(2)),
      marketStatus: 'TRADEABLE',
    })
  const shares = [1.06, 0.9, 1.1]
  for (const [turn, [strategy, at]] of Object.entries(markets).entries()) {
    const points = Number(at.price) * (at.epic.startsWith('U') ? 100 : 1)
    const alert = { ...at, action: 'BUY', ...(strategy === '' ? {} : { strategy }) }
    expect(await sendAlert(cloud, client, alert)).toBe('PLACED')
    // Through its level, and then to its limit or its stop.
    await held(at.epic, points * 0.99)
    await until(async () => (await client.call('getStats', {})).openPositionsCount > 0)
    await held(at.epic, points * (shares[turn] ?? 1))
    await until(async () => (await client.call('getStats', {})).openPositionsCount === 0)
  }
  await client.call('readHistory', {})
  const journal = await until(async () => {
    const read = await client.call('getJournal', { zone: 'UTC' })
    // The balance is read once no row is close to the reading.
    return read.figures.count >= 3 && read.proof.balance !== null && read.proof.difference === 0 && read
  }, 240)
  const balance = (await client.call('getBrokerAccount', {})).balance
  const { proof } = journal
  expect(proof.balance).toBe(balance)
  const explained = proof.start + proof.transfers + proof.trades + proof.funding + proof.premium + proof.other
  expect(explained).toBeCloseTo(balance ?? 0, 2)

  const trades = await client.call('listTrades', { zone: 'UTC', offset: 0, limit: 100 })
  expect(trades.sum).toBeCloseTo(proof.trades, 2)
  for (const groups of Object.values(journal.breakdowns))
    expect(groups.reduce((sum, group) => sum + group.sum, 0)).toBeCloseTo(proof.trades, 2)
  expect(journal.days.reduce((sum, { net }) => sum + net, 0)).toBeCloseTo(journal.all.net, 2)
  expect(journal.breakdowns.strategy.map(({ key }) => key).toSorted()).toEqual([
    '',
    'Golden Cross',
    'Mean reversion',
  ])
  expect((await csvOf('trades')).trim().split('\r\n')).toHaveLength(
    1 + trades.results.flatMap(({ legs }) => legs).length,
  )
  expect((await csvOf('statement')).trim().split('\r\n').length).toBeGreaterThan(trades.count + 1)

  const visitor = await Visitor.arrive(browser, cloud.origin, { viewport: { width: 1280, height: 1000 } })
  await visitor.logIn(demoUser)
  await visitor.goTo('/dashboard/journal')
  await visitor.read('✓ It adds up')
  const { page } = visitor
  await page.getByRole('button', { name: /: .*, 3 trades$/ }).click()
  await page.waitForURL(/from=/)
  await visitor.read(/^3 listed, result/)
  await page.getByRole('button', { name: 'Golden Cross' }).click()
  await visitor.read(/^1 listed, result/)
  await page.getByRole('region', { name: 'Trades' }).getByRole('link').first().click()
  await page.getByLabel('Note').fill('By the plan')
  await page.getByLabel('Tags').fill('plan, opening')
  await visitor.press('Save note')
  await visitor.read('Note saved')
  expect((await client.call('listTrades', { zone: 'UTC', tag: 'plan', offset: 0, limit: 10 })).count).toBe(1)
})
