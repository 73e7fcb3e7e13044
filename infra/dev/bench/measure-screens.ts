import { openBrowser } from '../testing/browser.ts'
import { serveSite } from '../e2e/site.ts'
import { Stage } from '../e2e/stage.ts'
import type { Measurement } from './measured.ts'

const visits = 3
/** The sizes of a phone, on which a screen is highest. */
const viewport = { width: 390, height: 844 } as const

/** Path, heading, and the height in pixels that a screen may have with one entry in every list. */
const screens = {
  login: ['/auth/login', 'Log in', 900],
  overview: ['/dashboard/overview', 'Overview', 2_600],
  positions: ['/dashboard/positions', 'Positions', 900],
  logs: ['/dashboard/logs', 'Logs', 900],
  instruments: ['/dashboard/instruments', 'Instruments', 1_100],
  settings: ['/dashboard/settings', 'Settings', 4_800],
} as const

const observe = () => {
  const seen = { shift: 0 }
  ;(globalThis as unknown as { seen: typeof seen }).seen = seen
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** How much a screen shifts while it loads and how high it is, in a real browser. What the API answers comes at once. */
export const measureScreens = async (report: (measured: Measurement) => void) => {
  const browser = await openBrowser()
  if (!browser) throw new Error('The bench needs a Chromium')
  const site = await serveSite()
  const visit = async (path: string, heading: string) => {
    const stage = await Stage.open(browser, site.origin)
    try {
      stage.signedIn()
      await stage.page.setViewportSize(viewport)
      await stage.page.addInitScript(observe)
      await stage.goTo(path)
      await stage.page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
      await stage.page.waitForLoadState('networkidle')
      return await stage.page.evaluate(() => ({
        shift: (globalThis as unknown as { seen: { shift: number } }).seen.shift,
        height: document.documentElement.scrollHeight,
      }))
    } finally {
      await stage.close()
    }
  }
  try {
    for (const [name, [path, heading, highest]] of Object.entries(screens)) {
      const seen: { readonly shift: number; readonly height: number }[] = []
      for (let each = 0; each < visits; each += 1) seen.push(await visit(path, heading))
      report({
        name: `layout shift of ${name}`,
        value: Math.round(Math.max(...seen.map(({ shift }) => shift)) * 1000) / 1000,
        unit: '',
        target: 0,
        ceiling: 0.01,
        floor: 0,
        note: `most of ${visits} first visits`,
      })
      report({
        name: `height of ${name}, ${viewport.width} wide`,
        value: Math.max(...seen.map(({ height }) => height)),
        unit: 'px',
        target: highest,
        ceiling: highest,
        floor: viewport.height,
      })
    }
  } finally {
    await browser.close()
    await site.stop()
  }
}
