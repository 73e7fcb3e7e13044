import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { apiBasePath } from '../../../shared/contract/index.ts'
import { requestedWith } from '../../../shared/platform/env.ts'
import { demoUser } from '../local/seed.ts'
import { openBrowser } from '../testing/browser.ts'

/** Runs work in a real browser that is logged in as the demo user. */
export const withBrowser = async (origin: string, work: (context: BrowserContext) => Promise<void>) => {
  const browser = await openBrowser()
  if (!browser) throw new Error('The bench needs a Chromium')
  try {
    const context = await browser.newContext()
    const login = await context.request.post(`${origin}${apiBasePath}/auth/login`, {
      data: demoUser,
      headers: { [requestedWith.name]: requestedWith.value },
    })
    if (!login.ok()) throw new Error(`Signing in answered ${login.status()}`)
    await work(context)
  } finally {
    await browser.close()
  }
}

/**
 * Counts a page's requests. `settle` waits until all requests are answered. The page's clock is stopped, and the
 * caller must move it.
 */
export const watchPage = async (page: Page) => {
  const counts = { calls: 0, files: 0 }
  let open = 0
  page.on('request', (request) => {
    open += 1
    if (new URL(request.url()).pathname.startsWith(apiBasePath)) counts.calls += 1
    else counts.files += 1
  })
  page.on('requestfinished', () => (open -= 1))
  page.on('requestfailed', () => (open -= 1))
  await page.clock.install()
  return {
    counts,
    settle: async () => {
      for (let quiet = 0; quiet < 3; quiet = open === 0 ? quiet + 1 : 0) await wait(60)
    },
  }
}
