import { describe, expect, it } from 'vitest'
import { demoUser } from '../local/seed.ts'
import { coveredFigures, sizes } from './covered.ts'
import { liveOpenings, liveScreens, type Opening, openings, undoOpening } from './openings.ts'
import { dashboardScreen } from './screens.ts'
import { settle } from './settle.ts'
import { liveTrader } from './trading-day.ts'
import { type Account, useTradedCloud } from './use-traded-cloud.ts'
import type { Visitor } from './visitor.ts'

const { browser, arrive } = await useTradedCloud()

describe.skipIf(!browser)('an opening of a screen', () => {
  /** Opens it on a dark phone and keeps it open while theme and width change, so that both are checked. */
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
    'has no problem for axe, and cuts nothing at any width: $screen, $name',
    async (opening) => expect(await problemsOf(opening, demoUser)).toEqual(none),
  )
  it.each([...liveOpenings, ...liveScreens])(
    'has no problem for axe in LIVE, and cuts nothing at any width: $screen, $name',
    async (opening) => expect(await problemsOf(opening, liveTrader)).toEqual(none),
  )
})

/**
 * Figures and buttons that cannot be seen completely, each with the window's width. The window is tall, so nothing is
 * scrolled away.
 */
const problemsAtAnyWidth = async ({ page }: Visitor) => {
  const problems: string[] = []
  for (const [width] of sizes) {
    let height = 4_000
    await page.setViewportSize({ width, height })
    await page.evaluate(() => scrollTo(0, 0))
    await settle(page)
    height = Math.max(height, await page.evaluate(() => document.documentElement.scrollHeight))
    await page.setViewportSize({ width, height })
    await settle(page)
    for (const problem of await coveredFigures(page)) problems.push(`${width} px: ${problem}`)
  }
  return problems
}
