import { describe, expect, it } from 'vitest'
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
import { dashboardScreens, type Screen } from './screens.ts'
import type { Stage } from './stage.ts'
import { useStages } from './use-stages.ts'

/**
 * Nothing that matters is cut without being reported by the pointer, at any width and with ordinary long names; the page
 * never scrolls sideways; and the shell's own buttons are in sight.
 */

const sizes = [
  [360, 740],
  [768, 1024],
  [1024, 768],
  [1366, 650],
  [1440, 900],
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
  api.answer('getSettings', someSettings())
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

describe.skipIf(!browser).each(sizes)('at %i × %i', (width, height) => {
  it.each(dashboardScreens.map((screen) => [screen.name, screen] as const))(
    '%s cuts nothing without telling it',
    async (_name, { path, heading }: Screen) => {
      const stage = await openStage()
      stage.signedIn({ role: 'ADMIN' })
      fill(stage)
      const { page } = stage
      await page.setViewportSize({ width, height })
      await stage.goTo(path)
      await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(await cutTexts(stage)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      if (width < 1024) await page.getByRole('button', { name: 'Open menu' }).click()
      const logOut = await page.getByRole('button', { name: 'Log out' }).boundingBox()
      expect(logOut && logOut.y + logOut.height).toBeLessThanOrEqual(height)
      const dark = page.getByRole('radio', { name: 'Dark' }).locator('..')
      const theme = await dark.boundingBox()
      expect(theme && theme.y + theme.height).toBeLessThanOrEqual(height)
    },
  )
})
