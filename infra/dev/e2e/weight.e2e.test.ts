import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { dashboardScreens, publicScreens, type Screen } from './screens.ts'
import { useStages } from './use-stages.ts'

/** Kilobytes of 1,000 bytes, gzip, of the JavaScript that a browser with nothing in its cache asks for. */
const budget = { login: 118, furtherRoute: 75 } as const

const { browser, openStage } = await useStages()
let login: ReadonlyMap<string, number>

/** Every script that a cold visit to a screen loads until nothing more comes, with its weight. */
const scriptsOf = async ({ path, heading }: Screen) => {
  const stage = await openStage()
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
  if (browser) login = await scriptsOf(publicScreens[0]!)
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
