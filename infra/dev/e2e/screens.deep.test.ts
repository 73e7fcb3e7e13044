import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoUser } from '../local/seed.ts'
import { openBrowser } from '../testing/browser.ts'
import { CloudUnderTest } from '../testing/local-cloud.ts'
import { coveredFigures, sizes } from './covered.ts'
import { liveOpenings, liveScreens, type Opening, openings, undoOpening } from './openings.ts'
import { dashboardScreen, dashboardScreens, publicScreens, type Screen } from './screens.ts'
import { haveTraded, liveTrader } from './trading-day.ts'
import { Visitor } from './visitor.ts'

const browser = await openBrowser()
const screens = [...publicScreens, ...dashboardScreens]

let cloud: CloudUnderTest

beforeAll(async () => {
  if (!browser) return
  cloud = await CloudUnderTest.start()
  await haveTraded(cloud)
})
afterAll(async () => {
  await browser?.close()
  await cloud?.stop()
})

type Account = { readonly email: string; readonly password: string }
const visitors = new Map<Account | null, Visitor>()
/** A new tab; its browser logs in once. */
const arrive = async (screen: Screen, width: number, user: Account = demoUser) => {
  const account = publicScreens.includes(screen) ? null : user
  let visitor = visitors.get(account)
  if (!visitor) {
    visitor = await Visitor.arrive(browser!, cloud.origin, { reducedMotion: 'reduce' })
    visitors.set(account, visitor)
    if (account) await visitor.logIn(account)
  }
  return visitor.openTab({ width, height: 900 })
}

describe.skipIf(!browser)('every screen', () => {
  it.each(screens)(
    'is worked by the keyboard alone, fits into 360 px and has nothing that axe objects to: $name',
    async (screen) => {
      const visitor = await arrive(screen, 1440)
      await visitor.prefer('light')
      await visitor.visit(screen)
      const light = await visitor.objections()
      const keyboard = await tabThrough(visitor)
      await visitor.change('dark', 390)
      const dark = await visitor.objections()
      await visitor.change('dark', 360)
      const { scrollWidth, clientWidth } = await visitor.page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        clientWidth: document.documentElement.clientWidth,
      }))
      await visitor.page.close()
      expect({ light, dark, ...keyboard }).toEqual({ light: [], dark: [], missed: [], unseen: [] })
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    },
  )

  it('calls nothing but the product', async () => {
    const visitor = await arrive(dashboardScreens[0]!, 1440)
    for (const screen of dashboardScreens) await visitor.visit(screen)
    await visitor.page.close()
    expect(visitor.strays).toEqual([])
  })
})

describe.skipIf(!browser)('what opens on a screen', () => {
  /** It opens on a dark phone, and stays open while theme and width change: so it is seen in both. */
  const problemsOf = async (opening: Opening, account: Account) => {
    const { open, narrow, isBrief } = opening
    const screen = dashboardScreen(opening.screen)
    const visitor = await arrive(screen, 390, account)
    await visitor.prefer('dark')
    await visitor.visit(screen)
    await open(visitor)
    const dark = await visitor.objections()
    await visitor.change('light', narrow ? 390 : 1440)
    if (isBrief) await open(visitor)
    const light = await visitor.objections()
    const cut = narrow ? [] : await problemsAtAnyWidth(visitor)
    await undoOpening(visitor, opening)
    await visitor.page.close()
    return { dark, light, cut }
  }
  const none = { dark: [], light: [], cut: [] }

  it.each(openings)(
    'has nothing that axe objects to, and cuts nothing at any width: $screen, $name',
    async (opening) => expect(await problemsOf(opening, demoUser)).toEqual(none),
  )
  it.each([...liveOpenings, ...liveScreens])(
    'has nothing that axe objects to in LIVE, and cuts nothing at any width: $screen, $name',
    async (opening) => expect(await problemsOf(opening, liveTrader)).toEqual(none),
  )
})

/** Figures and buttons that cannot be seen whole, each with the width of the window. It is tall, so nothing is scrolled away. */
const problemsAtAnyWidth = async ({ page }: Visitor) => {
  const problems: string[] = []
  for (const [width] of sizes) {
    await page.setViewportSize({ width, height: 4_000 })
    await page.evaluate(() => scrollTo(0, 0))
    await page.waitForTimeout(100)
    for (const problem of await coveredFigures(page)) problems.push(`${width} px: ${problem}`)
  }
  return problems
}

/** Presses Tab until focus came everywhere. @returns controls that it never reached, and those if nothing showed it */
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
      // Shown on its own, by a frame laid over its row, or, of a hidden radio button, by its label.
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
