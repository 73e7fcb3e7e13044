import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Request } from 'playwright-core'
import { demoUser } from '../local/seed.ts'
import { openBrowser } from '../testing/browser.ts'
import { PastCloud, playedMarkets } from './past-cloud.ts'
import { Visitor } from './visitor.ts'

/** This test compares a month of alerts on paper IG with TradingView’s log of that month. */

const browser = await openBrowser()
const dayMs = 24 * 3_600_000
const firstDay = new Date(Date.now() - 29 * dayMs).setUTCHours(10, 0, 0, 0)
const strangeSecret = 'Somebody-elses_0123456789'

let past: PastCloud
beforeAll(async () => {
  if (browser) past = await PastCloud.start(firstDay)
})
afterAll(async () => {
  await browser?.close()
  await past?.stop()
})

type Row = { readonly at: number; readonly text: string; readonly status: string }

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
const logOf = (rows: readonly Row[]) =>
  [
    'Alert ID,Ticker,Name,Description,Time,Webhook status',
    ...rows.map(({ at, text, status }) => {
      // TradingView's log has times in whole seconds.
      const time = `${new Date(at).toISOString().slice(0, 19)}Z`
      return ['77001', 'LSE:VOD, 15m', 'Mean reversion', text, time, status].map(cell).join(',')
    }),
  ].join('\n')

/**
 * Sends 20 alerts on 10 days.
 * @returns their texts and times
 */
const playMonth = async () => {
  const [, , vod] = playedMarkets
  for (let day = 0; day < 10; day += 1) {
    await past.goOn(firstDay + day * 2.8 * dayMs)
    await past.hold(vod, 1)
    await past.outcomesOf([[vod, 'BUY']])
    await past.goOn(past.now() + 3_600_000)
    await past.outcomesOf([[vod, 'CLOSE']])
  }
  return [...past.sent]
}

it.skipIf(!browser)(
  'the comparison with TradingView’s log shows which messages of a month arrived, and no secret',
  async () => {
    if (!browser) return
    const alerts = await playMonth()
    const { demoWebhookSecret: secret } = await past.client.call('getSettings', {})
    const textAt = (at: number, own: Readonly<Record<string, string>> = {}) => {
      const fields = { secret, market: 'LSE:VOD', action: 'BUY', price: '72', strategy: 'Mean reversion' }
      return JSON.stringify({ ...fields, time: new Date(at).toISOString(), ...own }, null, 2)
    }
    // On the last day of the month, each of the two alerts is sent again five seconds after it failed.
    await past.goOn(past.now() + 3_600_000)
    const again: Row[] = []
    for (let turn = 0; turn < 2; turn += 1) {
      await past.goOn(past.now() + 60_000)
      const text = textAt(past.now())
      for (const status of ['Failed', 'Webhook successfully delivered']) {
        again.push({ at: past.now(), text, status })
        expect((await past.sendText(text)).status).toBe(202)
        if (status === 'Failed') await past.goOn(past.now() + 5_000)
      }
    }
    await past.goOn(past.now() + 60_000)
    const smart = textAt(past.now()).replaceAll('"', '“')
    expect((await past.sendText(smart)).status).toBe(400)
    const unreadable = { at: past.now(), text: smart, status: 'Failed' }

    const another = alerts[9]
    const known = alerts.filter((alert) => alert !== another)
    const lostAt = (place: number) => firstDay + (place + 1) * dayMs
    const rows: readonly Row[] = [
      ...known.map((alert) => ({ ...alert, status: 'Webhook successfully delivered' })),
      ...again,
      unreadable,
      { at: lostAt(0), text: textAt(lostAt(0)), status: 'Request timed out' },
      { at: lostAt(1), text: textAt(lostAt(1)), status: 'Failed' },
      { at: lostAt(3), text: textAt(lostAt(3), { secret: strangeSecret }), status: 'Failed' },
    ].toSorted((one, other) => other.at - one.at)
    await past.goOn(Date.now() - 60_000)

    const visitor = await Visitor.arrive(browser, past.cloud.origin, {
      viewport: { width: 1440, height: 1000 },
    })
    const { page } = visitor
    const requests: Request[] = []
    page.on('request', (request) => requests.push(request))
    await visitor.logIn(demoUser)
    await visitor.openScreen('Logs')
    await page.getByRole('link', { name: 'Compare with TradingView' }).click()
    const csv = logOf(rows)
    expect(csv).toContain(secret)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'alerts.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await visitor.read(
      /^25 messages in the file, .*: 21 arrived, 3 never arrived and 1 arrived unreadable\. 2 were resent and count once\. 1 arrived that is not in the file\.$/,
    )

    const shown: string[] = []
    const itemsOf = async (label: string) => {
      await page.getByRole('radio', { name: new RegExp(`^${label} \\d`) }).check({ force: true })
      const list = page.getByRole('list', { name: label })
      await list.waitFor()
      shown.push(await page.content())
      return list.getByRole('listitem').allInnerTexts()
    }
    expect((await itemsOf('Never arrived')).map((text) => /line \d+/.test(text) && text)).toEqual([
      expect.stringContaining('its secret is not your current DEMO secret'),
      expect.stringContaining('TradingView couldn’t deliver it'),
      expect.stringContaining('TradingView gave up after 3 seconds'),
    ])
    expect(await itemsOf('Arrived unreadable')).toEqual([expect.stringContaining('Open log entry')])
    expect(await itemsOf('Not in the file')).toHaveLength(1)
    const stranger = page.getByRole('list', { name: 'Not in the file' }).getByRole('link')
    const { results } = await past.client.call('listAlerts', { limit: 100 })
    const isOther = ({ acceptedAt }: (typeof results)[number]) =>
      Math.abs(Date.parse(acceptedAt) - (another?.at ?? 0)) < 5_000
    expect(await stranger.getAttribute('href')).toBe(`/dashboard/alerts/${results.find(isOther)?.alertId}`)
    const arrived = await itemsOf('Arrived')
    expect(arrived).toHaveLength(21)
    expect(arrived.filter((text) => text.includes('Sent 2 times, taken once'))).toHaveLength(2)

    const stored = await page.evaluate(async () => [
      JSON.stringify({ ...localStorage, ...sessionStorage, state: history.state }),
      document.cookie,
      JSON.stringify(await indexedDB.databases()),
      JSON.stringify(await caches.keys()),
    ])
    expect(stored.slice(2)).toEqual(['[]', '[]'])
    const asked = await Promise.all(
      requests.map(async (request) => [
        request.url(),
        request.postData() ?? '',
        JSON.stringify(await request.allHeaders()),
      ]),
    )
    const kept = [...shown, page.url(), ...stored, ...asked.flat()].join('\n')
    for (const each of [secret, strangeSecret])
      for (const form of [each, encodeURIComponent(each), each.slice(0, 10), each.slice(-10)])
        expect(kept).not.toContain(form)

    expect(await visitor.objections()).toEqual([])
    await page
      .getByRole('list', { name: 'Arrived' })
      .getByRole('link', { name: 'Open alert' })
      .first()
      .click()
    await page.waitForURL('**/dashboard/alerts/*')
    await page.goBack()
    await visitor.read(/^25 messages in the file/)
    expect(visitor.strays).toEqual([])
  },
)
