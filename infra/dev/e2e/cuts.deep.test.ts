import { expect, it } from 'vitest'
import {
  aLogEntry,
  anInstrument,
  anOrder,
  anUser,
  aPosition,
  pageOf,
  someSettings,
} from '../testing/examples.ts'
import { aTrade } from '../testing/example-journal.ts'
import { dashboardScreens } from './screens.ts'
import type { Stage } from './stage.ts'
import { useStages } from './use-stages.ts'

/**
 * Nothing that matters is cut without being reported by the pointer, at any width and with ordinary long names; the page
 * never scrolls sideways; and the shell's own buttons are in sight.
 */

const sizes = [
  [360, 740],
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1280, 800],
  [1366, 650],
  [1920, 1080],
  [2560, 1300],
] as const

const { browser, openStage } = await useStages()

const market = 'CAPITALCOM:NATURALGAS'
const fill = ({ api }: Stage) => {
  const long = anUser({
    role: 'ADMIN',
    firstName: 'Maximiliana-Josephine',
    lastName: 'von Habsburg-Lothringen',
  })
  api.answer('getMe', long)
  api.answer('getSettings', someSettings({ isPaper: true }))
  api.answer(
    'listPositions',
    pageOf([
      aPosition({ marketAndSymbol: market, size: 113.4567, openLevel: 122_841.55, profitLoss: -112_345.67 }),
      aPosition({ dealId: 'DIAAAAPOS2', marketAndSymbol: 'NASDAQ:GOOGL', profitLoss: null }),
    ]),
  )
  api.answer(
    'listOrders',
    pageOf([anOrder({ marketAndSymbol: market, size: 113.4567, entryLevel: 122_841.55 })]),
  )
  api.answer(
    'listInstruments',
    pageOf([anInstrument({ marketAndSymbol: market, maxPositionSize: '1250000' })]),
  )
  const trades = [
    aTrade({ name: 'Natural Gas - Henry Hub ($1 per point)', market, result: -112_345.67, r: -12.34 }),
    aTrade({ id: 'DIAAAATRADE2', openLevel: 122_841.55, closeLevel: 122_943.15, strategy: null, r: null }),
  ]
  api.answer('listTrades', { ...pageOf(trades), sum: -112_048.17, currency: 'GBP' })
  api.answer('listUsers', pageOf([long]))
  api.answer(
    'listLogs',
    pageOf([
      aLogEntry({
        message: `Refused: an order for ${market} was placed 2 hours ago, and the cooldown is 24 hours`,
        extra: { outcome: 'REFUSED', alert: { action: 'BUY', market } },
      }),
    ]),
  )
}

/** Texts that are cut, and that no title of theirs or around them tells whole. */
const cutTexts = ({ page }: Stage) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { overflowX, textOverflow, position } = getComputedStyle(element)
        const isCut = element.scrollWidth > element.clientWidth + 1 && overflowX === 'hidden'
        const isHidden = element.clientWidth <= 1 || position === 'fixed' || !element.checkVisibility()
        return (
          isCut &&
          !isHidden &&
          (textOverflow === 'ellipsis' || element.matches('td, th')) &&
          !element.closest('[title]')
        )
      })
      .map((element) => `${element.tagName.toLowerCase()}: ${element.textContent}`),
  )

/**
 * Figures and buttons of which a part is outside the view, cut off by what is around them, or behind something that sticks to
 * an edge. The window must be as tall as the page, so that nothing is merely scrolled away.
 */
const coveredFigures = ({ page }: Stage) =>
  page.evaluate(() => {
    const isFigure = /^[−+]?[£$€]?\d[\d,.]*\s?(%|R|ms|s|min|h|points?)?$/
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    const isStuck = (element: Element) => ['sticky', 'fixed'].includes(getComputedStyle(element).position)
    const problemOf = (owner: Element, { left, right, top, bottom }: DOMRect) => {
      if (left < -1 || right > innerWidth + 1) return 'leaves the view'
      for (
        let around: Element | null = owner;
        around && around !== document.body;
        around = around.parentElement
      ) {
        const box = around.getBoundingClientRect()
        const isClipped = getComputedStyle(around).overflowX !== 'visible'
        if (isClipped && (left < box.left - 1 || right > box.right + 1)) return 'is cut off'
      }
      for (const x of [left + 1, right - 1])
        for (let over = document.elementFromPoint(x, (top + bottom) / 2); over; over = over.parentElement)
          if (isStuck(over) && !over.contains(owner)) return 'is covered'
      return null
    }
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const owner = text.parentElement
      const words = text.textContent?.trim() ?? ''
      const isButton = owner?.closest('button, a.button, .rounded-full') !== null
      if (!owner || words === '' || !(isButton || isFigure.test(words))) continue
      if (!owner.checkVisibility() || owner.closest('[aria-hidden=true]')) continue
      // For screen readers only.
      if (owner.getBoundingClientRect().width <= 1) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      for (const rect of range.getClientRects()) {
        const problem = rect.width > 1 ? problemOf(owner, rect) : null
        if (problem) found.push(`${words} ${problem}`)
      }
    }
    return found
  })

const problemsAt = async (stage: Stage, [width, height]: (typeof sizes)[number]) => {
  const { page } = stage
  /** What watches sizes and views acts in the frame after, and may load something then. */
  const resize = async (tall: number) => {
    await page.setViewportSize({ width, height: tall })
    await page.waitForTimeout(100)
  }
  await resize(height)
  const cut = await cutTexts(stage)
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  await resize(Math.max(height, whole))
  const covered = await coveredFigures(stage)
  await resize(height)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  const menu = page.getByRole('button', { name: 'Open menu' })
  const isNarrow = await menu.isVisible()
  if (isNarrow) await menu.click()
  const low: string[] = []
  for (const button of [
    page.getByRole('button', { name: 'Log out' }),
    page.getByRole('radio', { name: 'Dark' }).locator('..'),
  ]) {
    const box = await button.boundingBox()
    if (!box || box.y + box.height > height) low.push(String(button))
  }
  if (isNarrow) await page.keyboard.press('Escape')
  return [
    ...cut.map((text) => `${text} is cut`),
    ...covered,
    ...(wide > width ? ['the page scrolls sideways'] : []),
    ...low.map((button) => `${button} is below the view`),
  ]
}

it.skipIf(!browser).each(dashboardScreens)('$name cuts nothing at any size', async ({ path, heading }) => {
  const stage = await openStage()
  stage.signedIn({ role: 'ADMIN' })
  fill(stage)
  await stage.goTo(path)
  await stage.page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
  for (const size of sizes) expect(await problemsAt(stage, size), size.join(' × ')).toEqual([])
  await stage.close()
})
