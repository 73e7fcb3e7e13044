import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoUser } from '../local/seed.ts'
import { openBrowser } from '../testing/browser.ts'
import { CloudUnderTest } from '../testing/local-cloud.ts'
import { dashboardScreens, publicScreens, type Screen } from './screens.ts'
import { haveTraded } from './trading-day.ts'
import { Visitor } from './visitor.ts'

const browser = await openBrowser()
const screens = [...publicScreens, ...dashboardScreens]
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

let cloud: CloudUnderTest

beforeAll(async () => {
  if (!browser) return
  cloud = await CloudUnderTest.start()
  await haveTraded(cloud)
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await cloud?.stop()
})

let session: { readonly state: StorageState; readonly at: number } | undefined
/** Logged in once, and again before the access token's 15 minutes are over: a copied session must not refresh. */
const sessionState = async () => {
  if (session && Date.now() - session.at < 10 * 60_000) return session.state
  const visitor = await Visitor.arrive(browser!, cloud.origin)
  await visitor.logIn(demoUser)
  session = { state: await visitor.page.context().storageState(), at: Date.now() }
  await visitor.leave()
  return session.state
}

const arrive = async (screen: Screen, width: number) =>
  Visitor.arrive(browser!, cloud.origin, {
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    ...(publicScreens.includes(screen) ? {} : { storageState: await sessionState() }),
  })

describe.skipIf(!browser)('every screen', () => {
  const looks = [
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const
  for (const [theme, width] of looks)
    it.each(screens)(`has nothing that axe objects to, ${theme}, ${width} px: $name`, async (screen) => {
      const visitor = await arrive(screen, width)
      await visitor.prefer(theme)
      await visitor.visit(screen)
      const { violations } = await new AxeBuilder({ page: visitor.page }).analyze()
      await visitor.leave()
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
      ).toEqual([])
    })

  it.each(screens)('fits into 360 px: $name', async (screen) => {
    const visitor = await arrive(screen, 360)
    await visitor.visit(screen)
    const { scrollWidth, clientWidth } = await visitor.page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      clientWidth: document.documentElement.clientWidth,
    }))
    await visitor.leave()
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  })

  it.each(screens)('is worked by the keyboard alone, its focus seen: $name', async (screen) => {
    const visitor = await arrive(screen, 1440)
    await visitor.visit(screen)
    const { missed, unseen } = await tabThrough(visitor)
    await visitor.leave()
    expect({ missed, unseen }).toEqual({ missed: [], unseen: [] })
  })

  it('asks nobody but the product', async () => {
    const visitor = await arrive(dashboardScreens[0]!, 1440)
    for (const screen of dashboardScreens) await visitor.visit(screen)
    await visitor.leave()
    expect(visitor.strays).toEqual([])
  })
})

/** Presses Tab until focus came everywhere. @returns controls that it never reached, and those where nothing showed it */
const tabThrough = async ({ page }: Visitor) => {
  await page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, [tabindex="0"]',
    )
    for (const element of controls) {
      const isThere =
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.matches(':disabled, [tabindex="-1"]') &&
        !element.closest('[aria-hidden=true], [inert]')
      // Of a group of radio buttons Tab reaches one, the arrows the others; the group itself passes focus on.
      const isPartOfGroup = element.matches(
        'input[type=radio]:not(:checked), [role=radio], [role=radiogroup]',
      )
      element.toggleAttribute('data-reach', isThere && !isPartOfGroup)
    }
  })
  const left = page.locator('[data-reach]:not([data-reached])')
  const unseen: string[] = []
  // Some controls are several stops: a date's day, month and year.
  for (let presses = 4 * (await left.count()); presses > 0 && (await left.count()) > 0; presses -= 1) {
    await page.keyboard.press('Tab')
    const dark = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return null
      const isFirst = element.hasAttribute('data-reach') && !element.hasAttribute('data-reached')
      element.setAttribute('data-reached', '')
      // Shown by itself, by a frame laid over its row, or, of a hidden radio button, by its label.
      const styles = [
        getComputedStyle(element),
        getComputedStyle(element, '::after'),
        getComputedStyle(element.closest('label') ?? element),
      ]
      const shows = styles.some(
        ({ outlineStyle, outlineWidth, boxShadow }) =>
          (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none',
      )
      return isFirst && !shows ? element.outerHTML.slice(0, 160) : null
    })
    if (dark) unseen.push(dark)
  }
  const missed = await left.evaluateAll((elements) =>
    elements.map((element) => element.outerHTML.slice(0, 160)),
  )
  return { missed, unseen }
}
