import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { anUnderstoodAlert } from '../testing/examples.ts'
import { tradeDetails } from '../testing/example-journal.ts'
import { dashboardScreens, publicScreens, type Screen } from './screens.ts'
import { useStages } from './use-stages.ts'

/** Maximum JavaScript that a browser with an empty cache may load, in kilobytes (1,000 bytes) after gzip. */
const budget = { login: 110, overview: 150, furtherRoute: 100 } as const
/** Screens that a list leads to. */
const furtherScreens: readonly Screen[] = [
  { name: 'alert', path: '/dashboard/alerts/ALERT1', heading: 'LSE:VOD BUY at 72.4' },
  { name: 'trade', path: '/dashboard/journal/DIAAAATRADE1', heading: 'Apple Inc (All Sessions)' },
]
/** Maximum number of requests on the overview: files and API calls together. */
const maxRequests = 25

const { browser, openStage } = await useStages()
let login: ReadonlyMap<string, number>
let overview: Awaited<ReturnType<typeof coldVisit>>

const weights = new Map<string, Promise<number>>()
/** The gzipped size of a script in kB. Fetches the script again, because a closed page has no response bodies. */
const weightOf = (url: string) => {
  const known =
    weights.get(url) ??
    fetch(url).then(async (response) => gzipSync(await response.arrayBuffer()).length / 1_000)
  weights.set(url, known)
  return known
}

/** Opens a screen with an empty cache. Returns the size of each script that it loads, and the number of requests. */
const coldVisit = async ({ path, heading }: Screen) => {
  const stage = await openStage()
  stage.signedIn({ role: 'ADMIN' })
  stage.api.refuse('validatePasswordResetToken', 'INVALID_RESET_TOKEN', 'No')
  stage.api.answer('getAlert', {
    alertId: 'ALERT1',
    mode: 'DEMO',
    state: 'ended',
    acceptedAt: '2026-11-20T15:00:00.000Z',
    notifications: [],
    ended: { outcome: 'REFUSED', at: '2026-11-20T15:00:01.000Z', message: 'Refused', trace: [] },
    extra: { alert: anUnderstoodAlert({ market: 'LSE:VOD' }) },
  })
  stage.api.answer('getTrade', tradeDetails())
  stage.api.answer('getTradePrices', { source: null, length: 'HOUR', bars: [], reason: 'none yet' })
  const scripts = new Set<string>()
  let requests = 0
  stage.page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    // Only some versions of Chromium report the request for the tab's icon.
    if (pathname === '/signalpost.svg' && response.request().resourceType() === 'other') return
    requests += 1
    if (pathname.endsWith('.js')) scripts.add(response.url())
  })
  await stage.goTo(path)
  await stage.page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
  await stage.page.waitForLoadState('networkidle')
  await stage.close()
  const weighed = new Map<string, number>()
  for (const url of scripts) weighed.set(url, await weightOf(url))
  return { scripts: weighed, requests }
}

const sum = (weights: Iterable<number>) => [...weights].reduce((all, one) => all + one, 0)

beforeAll(async () => {
  if (!browser) return
  login = (await coldVisit(publicScreens[0]!)).scripts
  overview = await coldVisit(dashboardScreens[0]!)
})

describe.skipIf(!browser)('a first visit with an empty cache', () => {
  it(`loads at most ${budget.login} kB of JavaScript on the login page`, () => {
    expect(sum(login.values())).toBeGreaterThan(50)
    expect(sum(login.values())).toBeLessThanOrEqual(budget.login)
  })

  it(`loads at most ${budget.overview} kB of JavaScript on the overview, in at most ${maxRequests} requests`, () => {
    expect(sum(overview.scripts.values())).toBeGreaterThan(sum(login.values()))
    expect(sum(overview.scripts.values())).toBeLessThanOrEqual(budget.overview)
    expect(overview.requests).toBeLessThanOrEqual(maxRequests)
  })

  it.each([...publicScreens, ...dashboardScreens, ...furtherScreens])(
    `loads at most ${budget.furtherRoute} kB more than the login page: $name`,
    async (screen) => {
      const { scripts } = await coldVisit(screen)
      const further = [...scripts].filter(([name]) => !login.has(name))
      expect(sum(further.map(([, weight]) => weight))).toBeLessThanOrEqual(budget.furtherRoute)
    },
  )
})
