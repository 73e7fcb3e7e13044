import type { Page } from 'playwright-core'
import { manyDecisions } from '../testing/example-decisions.ts'
import { anInstrument, aLogEntry, pageOf } from '../testing/examples.ts'
import { openBrowser } from '../testing/browser.ts'
import { serveSite } from '../e2e/site.ts'
import { Stage } from '../e2e/stage.ts'
import { type Measurement, median } from './measured.ts'

/** What a slow laptop makes of the screens: this many times slower than the machine that measures. */
const slowdown = 4
const rows = 1_000
const visits = 5
const replayed = 10_000

type ScreenTimings = { lcp: number; shift: number; keys: number[]; frame: number }

const observe = () => {
  const seen: ScreenTimings = { lcp: 0, shift: 0, keys: [], frame: 0 }
  ;(globalThis as unknown as { seen: ScreenTimings }).seen = seen
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  // From the key until the frame after it is painted, as Interaction to Next Paint counts it.
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === 'keydown') seen.keys.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

const seenOn = (page: Page) => page.evaluate(() => (globalThis as unknown as { seen: ScreenTimings }).seen)

const slow = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** First paint, typing and layout shifts in a real browser that is slowed down; what the API answers comes at once. */
export const timeScreens = async (report: (measured: Measurement) => void) => {
  const browser = await openBrowser()
  if (!browser) throw new Error('The bench needs a Chromium')
  const site = await serveSite()
  const decisions = manyDecisions(replayed, Date.now())
  const visit = async (path: string, heading: string, work?: (page: Page) => Promise<void>) => {
    const stage = await Stage.open(browser, site.origin)
    try {
      stage.signedIn()
      const instruments = Array.from({ length: rows }, (_, index) =>
        anInstrument({ marketAndSymbol: `LSE:S${index}` }),
      )
      stage.api.answer('listInstruments', pageOf(instruments))
      stage.api.answer('listDecisions', decisions)
      stage.api.answer('searchInstruments', pageOf(instruments))
      stage.api.answer(
        'listLogs',
        pageOf(
          Array.from({ length: rows }, (_, index) =>
            aLogEntry({ id: `entry-${index}`, message: `Refused: LSE:S${index} is not in your list` }),
          ),
        ),
      )
      await stage.page.addInitScript(observe)
      await slow(stage.page)
      await stage.goTo(path)
      await stage.page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
      await stage.page.waitForLoadState('networkidle')
      await work?.(stage.page)
      return await seenOn(stage.page)
    } finally {
      await stage.close()
    }
  }
  try {
    for (const [name, path, heading] of [
      ['login', '/auth/login', 'Log in'],
      ['overview', '/dashboard/overview', 'Overview'],
      ['positions', '/dashboard/positions', 'Positions'],
      ['logs', '/dashboard/logs', 'Logs'],
      ['instruments', '/dashboard/instruments', 'Instruments'],
      ['settings', '/dashboard/settings', 'Settings'],
    ] as const) {
      const seen: ScreenTimings[] = []
      for (let each = 0; each < visits; each += 1) seen.push(await visit(path, heading))
      report({
        name: `largest paint of ${name}, processor ${slowdown} × slower`,
        value: median(seen.map(({ lcp }) => lcp)) / 1000,
        unit: 's',
        target: 1,
        floor: 0.2,
        note: `median of ${visits} first visits`,
      })
      report({
        name: `layout shift of ${name}`,
        value: Math.round(Math.max(...seen.map(({ shift }) => shift)) * 1000) / 1000,
        unit: '',
        target: 0,
        ceiling: 0.01,
        floor: 0,
        note: `most of ${visits} first visits`,
      })
    }
    for (const [name, path, heading, label] of [
      ['the log', '/dashboard/logs?size=1000', 'Logs', 'Search logs'],
      ['the instruments', '/dashboard/instruments?size=1000', 'Instruments', 'Search instruments'],
    ] as const) {
      const { keys } = await visit(path, heading, async (page) => {
        await page.getByLabel(label, { exact: true }).focus()
        for (const key of 'LSE:S1') {
          await page.keyboard.press(key)
          await page.waitForTimeout(120)
        }
      })
      report({
        name: `typing in the search of ${name}, ${rows} rows, processor ${slowdown} × slower`,
        value: Math.max(16, ...keys),
        unit: 'ms',
        target: 50,
        floor: 16,
        note: 'slowest key, until the next frame is painted; 16 ms is the least that a browser tells',
      })
    }
    await timeReplay(visit, report)
  } finally {
    await browser.close()
    await site.stop()
  }
}

type Visit = (path: string, heading: string, work?: (page: Page) => Promise<void>) => Promise<ScreenTimings>

/** From the click on “Try these rules” until its result is shown, and the longest that no frame was painted meanwhile. */
const timeReplay = async (visit: Visit, report: (measured: Measurement) => void) => {
  const seconds: number[] = []
  const frames: number[] = []
  for (let each = 0; each < visits; each += 1) {
    const { frame } = await visit('/dashboard/what-if', 'What if', async (page) => {
      await page.getByLabel('Instrument trade cooldown (hours)').fill('4')
      await page.evaluate(() => {
        const { seen } = globalThis as unknown as { seen: ScreenTimings }
        let last = performance.now()
        const note = (now: number) => {
          seen.frame = Math.max(seen.frame, now - last)
          last = now
          requestAnimationFrame(note)
        }
        requestAnimationFrame(note)
      })
      const began = performance.now()
      await page.getByRole('button', { name: 'Try these rules' }).click()
      await page.getByRole('heading', { name: 'What would have been different' }).waitFor()
      seconds.push((performance.now() - began) / 1000)
    })
    frames.push(frame)
  }
  const many = `${replayed.toLocaleString('en-GB')} alerts`
  report({
    name: `replay of ${many} with another rule, processor ${slowdown} × slower`,
    value: median(seconds),
    unit: 's',
    target: 2,
    floor: 0.2,
    note: `from the click until its result is shown, median of ${visits}; the browser slows the page down, and not the worker that replays`,
  })
  report({
    name: `longest frame while ${many} are replayed, processor ${slowdown} × slower`,
    value: Math.round(median(frames)),
    unit: 'ms',
    target: 100,
    floor: 16,
    note: `median of ${visits}`,
  })
}
