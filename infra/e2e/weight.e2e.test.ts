import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../testing/browser.ts'
import { dashboardScreens, publicScreens, type Screen } from './screens.ts'
import { serveSite } from './site.ts'
import { Stage } from './stage.ts'

/** Kilobytes of 1,000 bytes, gzip, of the JavaScript that a browser with nothing in its cache asks for. */
const budget = { login: 130, furtherRoute: 60 } as const

const browser = await openBrowser()
let site: Awaited<ReturnType<typeof serveSite>>
let login: ReadonlyMap<string, number>

/** Every script that a cold visit to a screen loads until nothing more comes, with its weight. */
const scriptsOf = async ({ path, heading }: Screen) => {
  const stage = await Stage.open(browser!, site.origin)
  stage.signedIn({ role: 'ADMIN' })
  stage.api.refuse('validatePasswordResetToken', 'INVALID_RESET_TOKEN', 'No')
  const scripts = new Map<string, Promise<number>>()
  stage.page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js'))
      scripts.set(
        pathname,
        response.body().then((body) => gzipSync(body).length / 1_000),
      )
  })
  await stage.goTo(path)
  await stage.page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
  await stage.page.waitForLoadState('networkidle')
  const weighed = new Map<string, number>()
  for (const [name, weight] of scripts) weighed.set(name, await weight)
  await stage.close()
  return weighed
}

const sum = (weights: Iterable<number>) => [...weights].reduce((all, one) => all + one, 0)

beforeAll(async () => {
  if (!browser) return
  site = await serveSite()
  login = await scriptsOf(publicScreens[0]!)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

describe.skipIf(!browser)('what a cold visit loads', () => {
  it(`is at most ${budget.login} kB of JavaScript on the login page`, () => {
    expect(sum(login.values())).toBeGreaterThan(50)
    expect(sum(login.values())).toBeLessThanOrEqual(budget.login)
  })

  it.each([...publicScreens, ...dashboardScreens])(
    `is at most ${budget.furtherRoute} kB more than the login page: $name`,
    async (screen) => {
      const scripts = await scriptsOf(screen)
      const further = [...scripts].filter(([name]) => !login.has(name))
      expect(sum(further.map(([, weight]) => weight))).toBeLessThanOrEqual(budget.furtherRoute)
    },
  )
})
