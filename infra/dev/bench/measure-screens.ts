import { openBrowser } from '../testing/browser.ts'
import { haveBusyDay } from '../e2e/busy-day.ts'
import { serveSite } from '../e2e/site.ts'
import { Stage } from '../e2e/stage.ts'
import type { Measurement } from './measured.ts'

const visits = 3
/** The size of a phone's screen. Pages are highest on a phone. */
const viewport = { width: 390, height: 844 } as const

/** Path, heading, and maximum height in pixels of each screen, with one entry in every list. */
const screens = {
  login: ['/auth/login', 'Log in', 900],
  overview: ['/dashboard/overview', 'Overview', 1_700],
  positions: ['/dashboard/positions', 'Positions', 900],
  logs: ['/dashboard/logs', 'Logs', 900],
  instruments: ['/dashboard/instruments', 'Instruments', 1_100],
  settings: ['/dashboard/settings', 'Settings', 5_300],
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

/** Window size and maximum height in pixels for the overview of a busy day, on a phone and on a desktop. */
const busy = [
  [{ width: 390, height: 844 }, 1_700],
  [{ width: 1440, height: 900 }, 1_000],
] as const

type Seen = { readonly shift: number; readonly height: number }

type Visit = {
  readonly path: string
  readonly heading: string
  readonly size?: { readonly width: number; readonly height: number }
  /** Sets up responses in addition to those for a logged-in user. */
  readonly prepare?: (stage: Stage) => void
  /** Text that is visible after everything has loaded. */
  readonly last?: string
}

const visit = async (
  stage: Stage,
  { path, heading, size = viewport, prepare, last }: Visit,
): Promise<Seen> => {
  stage.signedIn()
  prepare?.(stage)
  await stage.page.setViewportSize(size)
  await stage.page.addInitScript(observe)
  await stage.goTo(path)
  await stage.page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
  if (last) await stage.page.getByText(last).first().waitFor()
  await stage.page.waitForLoadState('networkidle')
  return stage.page.evaluate(() => ({
    shift: (globalThis as unknown as { seen: { shift: number } }).seen.shift,
    height: document.documentElement.scrollHeight,
  }))
}

/**
 * Measures in a real browser how much each screen shifts while it loads, and how high it is. The API responds
 * immediately, and IG after 3 s.
 */
export const measureScreens = async (report: (measured: Measurement) => void) => {
  const browser = await openBrowser()
  if (!browser) throw new Error('The bench needs a Chromium')
  const site = await serveSite()
  const measure = async (name: string, highest: number, what: Visit) => {
    const seen: Seen[] = []
    for (let each = 0; each < visits; each += 1) {
      const stage = await Stage.open(browser, site.origin)
      try {
        seen.push(await visit(stage, what))
      } finally {
        await stage.close()
      }
    }
    const { width, height } = what.size ?? viewport
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
      name: `height of ${name}, ${width} wide`,
      value: Math.max(...seen.map((one) => one.height)),
      unit: 'px',
      target: highest,
      ceiling: highest,
      floor: height,
    })
  }
  try {
    for (const [name, [path, heading, highest]] of Object.entries(screens))
      await measure(name, highest, { path, heading })
    for (const [size, highest] of busy)
      await measure(`a full day's overview, IG slow, ${size.width} wide`, highest, {
        path: '/dashboard/overview',
        heading: 'Overview',
        size,
        prepare: (stage) => haveBusyDay(stage, Date.now(), { newer: 500, isSlow: true }),
        last: '£608.35 of £740.68',
      })
  } finally {
    await browser.close()
    await site.stop()
  }
}
