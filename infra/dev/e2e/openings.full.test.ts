import { describe, expect, it } from 'vitest'
import { demoUser } from '../local/seed.ts'
import { coveredFigures, showWhole, sizes } from './covered.ts'
import { liveOpenings, liveScreens, type Opening, openings, undoOpening } from './openings.ts'
import { dashboardScreen } from './screens.ts'
import { settle } from './settle.ts'
import { haveTouch, leastTarget, smallTargets } from './targets.ts'
import { liveTrader } from './trading-day.ts'
import { type Account, useTradedCloud } from './use-traded-cloud.ts'
import type { Visitor } from './visitor.ts'

const { browser, arrive } = await useTradedCloud()

describe.skipIf(!browser)('an opening of a screen', () => {
  /**
   * Opens a dialog, menu, drawer or message on a phone in dark mode, and leaves it open while theme and width change,
   * so that both variants are checked.
   */
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
    const small = await smallForTouch(visitor, narrow ? [390] : [1440, 390])
    const cut = narrow ? [] : await problemsAtAnyWidth(visitor)
    await undoOpening(visitor, opening)
    await visitor.page.close()
    return { dark, light, small, cut }
  }
  const none = { dark: [], light: [], small: [], cut: [] }

  it.each(openings)(
    'has no problem for axe, is large enough to touch, and cuts nothing at any width: $screen, $name',
    async (opening) => expect(await problemsOf(opening, demoUser)).toEqual(none),
  )
  it.each([...liveOpenings, ...liveScreens])(
    'has no problem for axe in LIVE, is large enough to touch, and cuts nothing at any width: $screen, $name',
    async (opening) => expect(await problemsOf(opening, liveTrader)).toEqual(none),
  )
})

/** Finds controls that are too small for a finger, with the width of the window. */
const smallForTouch = async ({ page }: Visitor, widths: readonly number[]) => {
  const stopTouch = await haveTouch(page)
  const problems: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await settle(page)
    for (const target of await smallTargets(page, leastTarget.touch)) problems.push(`${width} px: ${target}`)
  }
  await stopTouch()
  return problems
}

/**
 * Finds figures and buttons that are not completely visible at some window width, and names the width. The window is
 * tall, so that nothing is scrolled out of view.
 */
const problemsAtAnyWidth = async ({ page }: Visitor) => {
  const problems: string[] = []
  for (const [width] of sizes) {
    await page.evaluate(() => scrollTo(0, 0))
    await showWhole(page, width, 4_000)
    for (const problem of await coveredFigures(page)) problems.push(`${width} px: ${problem}`)
  }
  return problems
}
