import { describe, expect, it } from 'vitest'
import { showWhole } from './covered.ts'
import { dashboardScreens, publicScreens } from './screens.ts'
import { haveTouch, leastTarget, smallTargets } from './targets.ts'
import { useTradedCloud } from './use-traded-cloud.ts'
import type { Visitor } from './visitor.ts'

const { browser, arrive } = await useTradedCloud()
const screens = [...publicScreens, ...dashboardScreens]

describe.skipIf(!browser)('every screen', () => {
  it.each(screens)(
    'can be used by the keyboard alone, fits into 360 px and has no problem for axe: $name',
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

  it.each(screens)('has controls large enough for a finger and for a pointer: $name', async (screen) => {
    const visitor = await arrive(screen, 1440)
    const small = async (least: number) => {
      const found: string[] = []
      for (const width of [1440, 390]) {
        await showWhole(visitor.page, width)
        const once = await smallTargets(visitor.page, least)
        // Measures again, because a part that loads during the measurement moves the controls.
        const again = once.length > 0 ? await smallTargets(visitor.page, least) : []
        for (const target of again) found.push(`${width} px: ${target}`)
      }
      return found
    }
    await visitor.visit(screen)
    const byMouse = await small(leastTarget.mouse)
    await haveTouch(visitor.page)
    const byTouch = await small(leastTarget.touch)
    await visitor.page.close()
    expect({ byMouse, byTouch }).toEqual({ byMouse: [], byTouch: [] })
  })

  it('sends requests only to the product itself', async () => {
    const visitor = await arrive(dashboardScreens[0]!, 1440)
    for (const screen of dashboardScreens) await visitor.visit(screen)
    await visitor.page.close()
    expect(visitor.strays).toEqual([])
  })
})

/**
 * Presses Tab until every control has had the focus.
 * @returns controls that never had the focus or did not show it
 */
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
      // Tab reaches one radio button of a group, and the arrow keys reach the others. The group itself passes the focus
      // on.
      const isPartOfGroup = element.matches(
        'input[type=radio]:not(:checked), [role=radio], [role=radiogroup]',
      )
      element.toggleAttribute('data-reach', isThere && !isPartOfGroup)
    }
  })
  const left = page.locator('[data-reach]:not([data-reached])')
  const unseen: string[] = []
  // Some controls take several presses of Tab, such as a date with day, month and year.
  for (let presses = 4 * (await left.count()); presses > 0 && (await left.count()) > 0; presses -= 1) {
    await page.keyboard.press('Tab')
    const dark = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return null
      const isFirst = element.hasAttribute('data-reach') && !element.hasAttribute('data-reached')
      element.setAttribute('data-reached', '')
      // The focus is visible on the control itself, as a frame around its row, or on the label of a hidden radio
      // button.
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
