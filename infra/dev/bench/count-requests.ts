import type { Page } from 'playwright-core'
import { CloudUnderTest } from '../testing/local-cloud.ts'
import { watchPage, withBrowser } from './browser.ts'
import type { Measurement } from './measured.ts'

const pages = [
  'overview',
  'positions',
  'orders',
  'journal',
  'instruments',
  'logs',
  'settings',
  'help',
  'admin/users',
  'admin/app-settings',
  'admin/system',
] as const

/**
 * Limits for the API calls of a visible page per minute. The log makes a call every 5 s, and the check for changes
 * every 30 s.
 */
const perMinute = { target: 16, ceiling: 20, floor: 0 } as const

/**
 * Counts the requests of a real browser: for the first view of each page, and within a minute while the page is visible
 * and while it is hidden.
 */
export const countRequests = async (report: (measured: Measurement) => void) => {
  const cloud = await CloudUnderTest.start()
  try {
    await withBrowser(cloud.origin, async (context) => {
      for (const name of pages) {
        const page = await context.newPage()
        const counted = await countPage(page, `${cloud.origin}/dashboard/${name}`)
        const requests = (
          words: string,
          value: number,
          bounds: Pick<Measurement, 'target' | 'ceiling' | 'floor'>,
        ) => report({ name: `requests ${words}`, value, unit: 'requests', ...bounds })
        requests(`for the first view of ${name}, site`, counted.firstFiles, {
          target: 20,
          ceiling: 25,
          floor: 3,
        })
        requests(`for the first view of ${name}, API`, counted.firstCalls, {
          target: 5,
          ceiling: 10,
          floor: 1,
        })
        requests(`in a minute of ${name}, visible`, counted.visible, perMinute)
        requests(`in a minute of ${name}, hidden`, counted.hidden, { target: 0, ceiling: 0, floor: 0 })
        await page.close()
      }
    })
  } finally {
    await cloud.stop()
  }
}

const countPage = async (page: Page, address: string) => {
  const { counts, settle } = await watchPage(page)
  await page.goto(address)
  await settle()
  const { files: firstFiles, calls: firstCalls } = counts
  if (firstCalls === 0) throw new Error(`${address} asked for nothing`)

  const minute = async () => {
    const before = counts.calls
    for (let second = 0; second < 60; second += 5) {
      await page.clock.runFor(5_000)
      await settle()
    }
    return counts.calls - before
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
