import { expect, it } from 'vitest'
import {
  aLogEntry,
  anOutcome,
  anAlertLine,
  someAlerts,
  anInstrument,
  anOrder,
  anUser,
  aPosition,
  pageOf,
  someBrokerAccount,
  someSettings,
} from '../testing/examples.ts'
import { aTrade } from '../testing/example-journal.ts'
import { coveredFigures, cutTexts, showWhole, sizes } from './covered.ts'
import { dashboardScreens } from './screens.ts'
import { settle } from './settle.ts'
import type { Stage } from './stage.ts'
import { useStages } from './use-stages.ts'

/**
 * These tests check that long but ordinary names are not cut off at any window size, unless a title shows the full
 * text. The page must not scroll sideways, and the buttons of the menu must stay in view.
 */

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
  const noon = new Date(new Date().setHours(12, 49, 0, 0)).toISOString()
  api.answer(
    'getBrokerAccount',
    someBrokerAccount({
      balance: 9_292.46,
      profitLoss: -123_456.78,
      available: -112_345.67,
      margin: 123_456.78,
      readAt: noon,
      // “Since 12:49 PM” is the longest label for a day.
      today: { since: noon, equity: 9_292.46, readings: [] },
    }),
  )
  const trades = [
    aTrade({ name: 'Natural Gas - Henry Hub ($1 per point)', market, result: -112_345.67, r: -12.34 }),
    aTrade({ id: 'DIAAAATRADE2', openLevel: 122_841.55, closeLevel: 122_943.15, strategy: null, r: null }),
  ]
  api.answer('listTrades', { ...pageOf(trades), sum: -112_048.17, currency: 'GBP' })
  api.answer('listUsers', pageOf([long]))
  const message = `Refused: an order for ${market} was placed 2 hours ago, and the cooldown is 24 hours`
  const now = new Date().toISOString()
  api.answer('listAlerts', someAlerts(anAlertLine({ market, message, acceptedAt: now, endedAt: now })))
  api.answer(
    'listLogs',
    pageOf([
      aLogEntry({
        message,
        extra: anOutcome({ alert: { market } }),
      }),
    ]),
  )
}

const problemsAt = async (stage: Stage, [width, height]: (typeof sizes)[number]) => {
  const { page } = stage
  const resize = async () => {
    await page.setViewportSize({ width, height })
    await settle(page)
  }
  await resize()
  const cut = await cutTexts(page)
  await showWhole(page, width, height)
  const covered = await coveredFigures(page)
  await resize()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  const menu = page.getByRole('button', { name: /^(Open menu|More)$/ })
  const isNarrow = await menu.isVisible()
  if (isNarrow) await menu.click()
  await settle(page)
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

it.skipIf(!browser).each(dashboardScreens)('$name fits every window size', async ({ path, heading }) => {
  const stage = await openStage()
  stage.signedIn({ role: 'ADMIN' })
  fill(stage)
  await stage.goTo(path)
  await stage.page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
  for (const size of sizes) expect(await problemsAt(stage, size), size.join(' × ')).toEqual([])
  await stage.close()
})
