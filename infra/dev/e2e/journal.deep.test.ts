import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { notAttributed } from '../../../shared/journal/names.ts'
import { ApiClient } from '../local/api-client.ts'
import { demoInstrumentsCsv, demoUser } from '../local/seed.ts'
import { openBrowser } from '../testing/browser.ts'
import { CloudUnderTest, until } from '../testing/local-cloud.ts'
import { Visitor } from './visitor.ts'

/**
 * Three strategies trade for a month on a paper IG whose history is hard to book (shared references, late and missing activity,
 * French types, charges): the journal adds up to its balance, and page, list and exports agree.
 */

const browser = await openBrowser()
const markets = [
  { strategy: 'Golden Cross', market: 'NASDAQ:AAPL', epic: 'UA.D.AAPL.DAILY.IP', points: 22_790 },
  { strategy: 'Golden Cross', market: 'LSE:SHEL', epic: 'KB.D.SHEL.DAILY.IP', points: 2_788 },
  { strategy: 'Mean reversion', market: 'LSE:VOD', epic: 'KA.D.VOD.DAILY.IP', points: 71.5 },
  { strategy: 'Mean reversion', market: 'LSE:BP.', epic: 'KA.D.BP.DAILY.IP', points: 402.1 },
  { strategy: '', market: 'LSE:TSCO', epic: 'KA.D.TSCO.DAILY.IP', points: 448 },
  // Held overnight, so that funding is booked.
  { strategy: '', market: 'LSE:BARC', epic: 'KA.D.BARC.DAILY.IP', points: 402 },
] as const
type Market = (typeof markets)[number]

const days = 28
const dayMs = 24 * 3_600_000
const folder = mkdtempSync(join(tmpdir(), 'signalpost-clock-'))
const clockFile = join(folder, 'offset')
let offset = 0
const setClock = (at: number) => {
  offset = at - Date.now()
  // In one step: a reader of a half-written file would see today.
  writeFileSync(`${clockFile}.new`, String(Math.min(0, offset)))
  renameSync(`${clockFile}.new`, clockFile)
}
/** The cloud’s clock. */
const now = () => Date.now() + Math.min(0, offset)

let cloud: CloudUnderTest
let client: ApiClient
const firstDay = new Date(Date.now() - (days + 1) * dayMs).setUTCHours(10, 0, 0, 0)
beforeAll(async () => {
  if (!browser) return
  setClock(firstDay)
  const preload = new URL('../testing/shifted-clock.ts', import.meta.url).href
  cloud = await CloudUnderTest.start({ CLOCK_FILE: clockFile, NODE_OPTIONS: `--import=${preload}` })
  await goTo(firstDay)
  const { tradingPause: _, warnings: __, ...settings } = await client.call('getSettings', {})
  await client.call('updateSettings', {
    ...settings,
    ...{ orderType: 'MARKET', avoidDividendDates: false, maximumOpenPositions: 10 },
    // A whole bar's alerts may wait for a new minute of IG's allowance.
    ...{ maximumAlertAgeInSeconds: 300 },
  })
  // Six at once, of a balance of 10,000.
  await client.call('uploadInstruments', { file: demoInstrumentsCsv().replaceAll('10000', '3000') })
  await cloud.control(`${cloud.paperOrigin}/_paper/settings`, { weekendClose: false })
  await cloud.control(`${cloud.paperOrigin}/_paper/preset/hard-history`, {})
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await cloud?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A session ends meanwhile. */
const goTo = async (at: number) => {
  setClock(at)
  client = new ApiClient(cloud.origin)
  await client.call('login', demoUser)
}

const hold = (market: Market, share: number) =>
  cloud.control(`${cloud.paperOrigin}/_paper/market/${market.epic}`, {
    bid: Number((market.points * share * 0.9998).toFixed(2)),
    offer: Number((market.points * share * 1.0002).toFixed(2)),
    marketStatus: 'TRADEABLE',
  })

const send = async ({ strategy, market, epic, points }: Market, action: 'BUY' | 'SELL' | 'CLOSE') => {
  const { demoWebhookSecret: secret } = await client.call('getSettings', {})
  const price = points / (epic.startsWith('U') ? 100 : 1)
  const answer = await fetch(`${cloud.origin}/api/v1/trading-view-webhook`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: JSON.stringify({
      ...{ secret, market, action, price: String(price), time: new Date(now()).toISOString() },
      atr: Array<string>(14).fill(String(price / 100)),
      ...(strategy === '' ? {} : { strategy }),
    }),
  })
  return ((await answer.json()) as { alertId: string }).alertId
}

/** Sends alerts at once, as at a bar's close. @throws Error unless each is placed */
const placeAll = async (alerts: readonly (readonly [Market, 'BUY' | 'SELL' | 'CLOSE'])[]) => {
  const ids = new Set(await Promise.all(alerts.map(([market, action]) => send(market, action))))
  const ended = await until(async () => {
    const { results } = await client.call('listLogs', { offset: 0, limit: 100, type: 'ALL' })
    const found = results.filter(
      ({ extra }) => ids.has(String(extra?.alertId)) && extra?.outcome !== undefined,
    )
    return found.length >= ids.size && found
  }, 100)
  expect(ended.map(({ extra, message }) => [extra?.outcome, message])).toEqual(
    ended.map(({ message }) => ['PLACED', message]),
  )
}

/** By paper IG’s own book: asking Signalpost would use up IG’s allowance of the minute. */
const areOpen = (count: number) =>
  until(async () => {
    const accounts = (await cloud.control(`${cloud.paperOrigin}/_paper/accounts`)) as Record<
      string,
      { readonly positions: readonly unknown[] }
    >
    const open = Object.values(accounts).reduce((sum, { positions }) => sum + positions.length, 0)
    return open === count
  })

const csvOf = async (form: 'trades' | 'statement') =>
  String(await client.call('exportJournal', { form, zone: 'UTC' }))
    .trim()
    .split('\r\n')

/** @returns trades that were closed, by strategy */
const playMonth = async (): Promise<Readonly<Record<string, number>>> => {
  const closed: Record<string, number> = {}
  const isClosed = ({ strategy }: Market) => (closed[strategy] = (closed[strategy] ?? 0) + 1)
  const overnight = markets[5]
  for (let day = 0; day < days; day += 1) {
    await goTo(firstDay + day * dayMs)
    for (const market of markets) await hold(market, 1)
    const daily = markets.slice(0, 5)
    const side = day % 3 === 0 ? ('SELL' as const) : ('BUY' as const)
    if (day % 2 === 1) {
      await placeAll([[overnight, 'CLOSE']])
      isClosed(overnight)
    }
    await placeAll([...daily, ...(day % 2 === 0 ? [overnight] : [])].map((market) => [market, side]))
    const stays = day % 2 === 0 ? 1 : 0
    await areOpen(5 + stays)
    // Half an hour later: some reach their limit, some their stop, and one is closed by its strategy.
    await goTo(now() + 1_800_000)
    const [byAlert, ...others] = daily
    for (const [place, market] of others.entries()) {
      const wins = (day + place) % 3 !== 0
      await hold(market, wins === (side === 'BUY') ? 1.07 : 0.94)
    }
    await areOpen(1 + stays)
    if (byAlert) {
      await hold(byAlert, 1.003)
      await placeAll([[byAlert, 'CLOSE']])
    }
    await areOpen(stays)
    daily.forEach(isClosed)
  }
  return closed
}

it.skipIf(!browser)('adds up to the balance, whatever the history lacks', { timeout: 900_000 }, async () => {
  if (!browser) return
  const closed = await playMonth()
  const count = Object.values(closed).reduce((sum, each) => sum + each, 0)
  expect(count).toBeGreaterThanOrEqual(150)
  // The day after the last one: nights have passed, and what came late is there.
  await goTo(Date.now())
  await client.call('readHistory', {})
  const journal = await until(async () => {
    const read = await client.call('getJournal', { zone: 'UTC' })
    const isRead = read.readAt !== null && Date.parse(read.readAt) > now() - 200_000
    // The balance is read once no row is close to the reading.
    return isRead && read.figures.count >= count && read.proof.balance !== null && read
  }, 240)
  const balance = (await client.call('getBrokerAccount', {})).balance
  const { proof } = journal
  expect(proof.difference).toBe(0)
  expect(proof.balance).toBe(balance)
  expect(proof.funding).not.toBe(0)
  const explained = proof.start + proof.transfers + proof.trades + proof.funding + proof.premium + proof.other
  expect(explained).toBeCloseTo(balance ?? 0, 2)

  const pages = []
  for (const from of [0, 100])
    pages.push(await client.call('listTrades', { zone: 'UTC', offset: from, limit: 100 }))
  const trades = pages.flatMap(({ results }) => results)
  expect(pages[0]?.count).toBe(count)
  expect(pages[0]?.sum).toBeCloseTo(proof.trades, 2)
  for (const breakdown of Object.values(journal.breakdowns))
    expect(breakdown.reduce((sum, group) => sum + group.sum, 0)).toBeCloseTo(proof.trades, 2)
  // Of closes that share a reference, one whose activity never comes is attributed to no strategy, and to no wrong one.
  const groups = Object.fromEntries(journal.breakdowns.strategy.map((group) => [group.key, group.count]))
  const { [notAttributed]: unknown = 0, ...named } = groups
  expect(Object.keys(named).toSorted()).toEqual(Object.keys(closed).toSorted())
  for (const [strategy, known] of Object.entries(named))
    expect(known).toBeLessThanOrEqual(closed[strategy] ?? 0)
  expect(unknown).toBeLessThan(count / 7)
  expect(Object.values(groups).reduce((sum, each) => sum + each, 0)).toBe(count)
  expect(journal.days.reduce((sum, { net }) => sum + net, 0)).toBeCloseTo(journal.all.net, 2)
  expect(journal.days.reduce((sum, each) => sum + each.trades, 0)).toBe(count)
  const [, ...closes] = await csvOf('trades')
  expect(closes).toHaveLength(trades.flatMap(({ legs }) => legs).length)
  expect((await csvOf('statement')).length).toBeGreaterThan(closes.length + 1)

  const visitor = await Visitor.arrive(browser, cloud.origin, { viewport: { width: 1280, height: 1000 } })
  await visitor.logIn(demoUser)
  await visitor.goTo('/dashboard/journal')
  await visitor.read('✓ It adds up')
  const { page } = visitor
  if (
    !(await page
      .getByRole('button', { name: /: .*, 5 trades$/ })
      .first()
      .isVisible())
  )
    await page.getByRole('button', { name: 'Month before' }).click()
  await page
    .getByRole('button', { name: /: .*, 5 trades$/ })
    .first()
    .click()
  await page.waitForURL(/from=/)
  await visitor.read(/^5 listed, result/)
  const list = page.getByRole('region', { name: 'Trades' })
  await expect
    .poll(() => list.evaluate((element) => element.getBoundingClientRect().top < innerHeight))
    .toBe(true)
  await list.getByRole('link').first().click()
  await visitor.read('What it cost')
  await page.locator('canvas').first().waitFor()
  await page.getByLabel('Note').fill('By the plan')
  await page.getByLabel('Tags').fill('plan, opening')
  await visitor.press('Save note')
  await visitor.read('Note saved')
  expect((await client.call('listTrades', { zone: 'UTC', tag: 'plan', offset: 0, limit: 10 })).count).toBe(1)
})
