import sparticuz from '@sparticuz/chromium'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { apiBasePath } from '../../shared/contract.ts'
import { demoUser } from '../local/seed.ts'
import { CloudUnderTest } from '../testing/local-cloud.ts'
import type { Measured } from './figure.ts'

const pages = [
  'overview',
  'positions',
  'orders',
  'instruments',
  'logs',
  'settings',
  'help',
  'admin/users',
  'admin/app-settings',
] as const

/** Most calls of the API a minute that a page may make while it is looked at: the log each 5 s, the gate each 30 s. */
const perMinute = { target: 16, ceiling: 20 } as const

/** What a real browser asks for: each page's first view, and a minute of it, visible and hidden. */
export const countRequests = async (report: (measured: Measured) => void) => {
  const cloud = await CloudUnderTest.start({ ASSETS: 'built' })
  const browser = await chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: sparticuz.args,
    headless: true,
  })
  try {
    const context = await browser.newContext()
    const login = await context.request.post(`${cloud.origin}${apiBasePath}/auth/login`, {
      data: demoUser,
      headers: { 'x-requested-with': 'signalpost' },
    })
    if (!login.ok()) throw new Error(`Signing in answered ${login.status()}`)
    for (const name of pages) {
      const page = await context.newPage()
      const counted = await countPage(page, `${cloud.origin}/dashboard/${name}`)
      report({
        name: `requests for the first view of ${name}, site`,
        value: counted.firstFiles,
        unit: 'requests',
        target: 35,
        ceiling: 60,
      })
      report({
        name: `requests for the first view of ${name}, API`,
        value: counted.firstCalls,
        unit: 'requests',
        target: 5,
        ceiling: 8,
        floor: 1,
      })
      report({
        name: `requests in a minute of ${name}, visible`,
        value: counted.visible,
        unit: 'requests',
        ...perMinute,
      })
      report({
        name: `requests in a minute of ${name}, hidden`,
        value: counted.hidden,
        unit: 'requests',
        target: 0,
        ceiling: 0,
        floor: 0,
      })
      await page.close()
    }
  } finally {
    await browser.close()
    await cloud.stop()
  }
}

const countPage = async (page: Page, address: string) => {
  let calls = 0
  let files = 0
  let open = 0
  page.on('request', (request) => {
    open += 1
    if (new URL(request.url()).pathname.startsWith(apiBasePath)) calls += 1
    else files += 1
  })
  page.on('requestfinished', () => (open -= 1))
  page.on('requestfailed', () => (open -= 1))
  /** All that was asked for is answered, and nothing follows from it. */
  const settle = async () => {
    for (let quiet = 0; quiet < 3; quiet = open === 0 ? quiet + 1 : 0) await wait(60)
  }
  await page.clock.install()
  await page.goto(address)
  await settle()
  const [firstFiles, firstCalls] = [files, calls]

  const minute = async () => {
    calls = 0
    for (let second = 0; second < 60; second += 5) {
      await page.clock.runFor(5_000)
      await settle()
    }
    return calls
  }
  const visible = await minute()
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true })
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    window.dispatchEvent(new Event('visibilitychange'))
  })
  return { firstFiles, firstCalls, visible, hidden: await minute() }
}
