import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  anAlertLine,
  anOrder,
  anUser,
  aPosition,
  pageOf,
  aPauseState,
  someAlerts,
  anUnderstoodAlert,
} from '../testing/examples.ts'
import { aTrade, tradeDetails } from '../testing/example-journal.ts'
import type { Stage } from './stage.ts'
import { useStages } from './use-stages.ts'

/** These tests need a browser's real layout and scrolling. */

const { browser, openStage } = await useStages()

const play = async (scene: (stage: Stage) => Promise<void>) => {
  const stage = await openStage()
  try {
    await scene(stage)
  } finally {
    await stage.close()
  }
}
const isInView = (place: Locator) =>
  place.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })
const many = <Row>(example: (index: number) => Row) =>
  Array.from({ length: 20 }, (_, index) => example(index))

describe.skipIf(!browser)('a table', () => {
  it('opens a new page or screen at the top, and returns to its previous place after Back', () =>
    play(async (stage) => {
      const { page, api } = stage
      stage.signedIn()
      api.answer(
        'listPositions',
        pageOf(
          many((index) => aPosition({ dealId: `DEAL${index}` })),
          60,
        ),
      )
      api.answer(
        'listOrders',
        pageOf(
          many((index) => anOrder({ dealId: `DEAL${index}` })),
          60,
        ),
      )
      await stage.goTo('/dashboard/positions')
      const table = (name: string) => page.getByRole('region', { name })
      const top = (name: string) => table(name).evaluate(({ scrollTop }) => scrollTop)
      const toEnd = async () => {
        await table('Positions').evaluate((element) => element.scrollTo(0, element.scrollHeight))
        await expect.poll(() => top('Positions')).toBeGreaterThan(150)
      }
      await page.getByRole('button', { name: /DEAL0$/ }).waitFor()

      await toEnd()
      await stage.press('Next')
      await page.getByText('2 of 3').waitFor()
      await expect.poll(() => top('Positions')).toBe(0)
      await page.goBack()
      await page.getByText('1 of 3').waitFor()
      await expect.poll(() => top('Positions')).toBeGreaterThan(150)

      await page.getByRole('link', { name: 'Orders' }).click()
      await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
      await table('Orders').waitFor()
      await expect.poll(() => top('Orders')).toBe(0)
    }))
})

describe.skipIf(!browser)('positions on a phone', () => {
  it('can all be closed with two touches from any screen', () =>
    play(async (stage) => {
      const { page, api } = stage
      await page.setViewportSize({ width: 390, height: 844 })
      stage.signedIn()
      const open = Array.from({ length: 12 }, (_, index) => aPosition({ dealId: `DEAL${index}` }))
      api.answer('listPositions', pageOf(open))
      api.answer('listOrders', pageOf([]))
      api.answer('setTradingPause', aPauseState())
      api.answer('closePosition', { dealId: 'DEAL', status: 'CLOSED', message: 'Position closed' })
      await stage.goTo('/dashboard/help')
      await stage.press('Stop and close…')
      const button = page.getByRole('button', { name: 'Hold to stop and close' })
      await button.hover()
      await page.mouse.down()
      await page.getByText('All done. Nothing that you chose is left open.').waitFor()
      await page.mouse.up()
      expect(await page.getByRole('dialog').getByRole('listitem').count()).toBe(13)
    }))
})

describe.skipIf(!browser)('an open position on a phone', () => {
  const apple = aPosition({ name: 'Apple Inc (All Sessions)', pointValue: 0.43 })
  const show = async (stage: Stage, path: string) => {
    await stage.page.setViewportSize({ width: 390, height: 844 })
    stage.signedIn()
    stage.api.answer('listPositions', pageOf([apple]))
    stage.api.answer(
      'getTrade',
      tradeDetails({ trade: aTrade({ isOpen: true, closedAt: null }), firstStop: 22_280, risk: null }),
    )
    stage.api.answer('getTradePrices', { source: null, length: 'HOUR', bars: [], reason: 'none yet' })
    await stage.goTo(path)
  }

  it.each(['/dashboard/positions', '/dashboard/overview'])(
    'shows its result after one touch and is closed by the next, from %s',
    (path) =>
      play(async (stage) => {
        const { page } = stage
        await show(stage, path)
        await page
          .getByRole('link', { name: /^Apple Inc/ })
          .first()
          .click()
        const close = page.getByRole('button', { name: 'Close NASDAQ:AAPL DIAAAAPOS1' }).last()
        await page.getByText('+0.50% · +0.19 R').waitFor()
        await expect.poll(() => isInView(page.getByText('+0.50% · +0.19 R'))).toBe(true)
        await expect.poll(() => isInView(close)).toBe(true)
        await close.click()
        await page.getByRole('alertdialog', { name: 'Close position' }).waitFor()
      }),
  )

  it('fits into the first view together with at least seven others', () =>
    play(async (stage) => {
      const { page, api } = stage
      await show(stage, '/dashboard/help')
      api.answer('listPositions', pageOf(many((index) => ({ ...apple, dealId: `DEAL${index}` }))))
      await stage.goTo('/dashboard/positions')
      const eighth = await page
        .getByRole('list', { name: 'Positions' })
        .getByRole('listitem')
        .nth(7)
        .boundingBox()
      const main = await page.getByRole('main').boundingBox()
      expect(eighth!.y + eighth!.height - main!.y).toBeLessThanOrEqual(844 - 104)
    }))
})

describe.skipIf(!browser)('the layout', () => {
  it.each([1280, 1440])('keeps “Update settings” visible below a toast at %i px', (width) =>
    play(async (stage) => {
      const { page, api } = stage
      await page.setViewportSize({ width, height: 800 })
      stage.signedIn()
      api.answer('newWebhookSecret', { secret: 'another-webhook-secret-01234' })
      await stage.goTo('/dashboard/settings')
      await stage.press('Rotate Demo webhook secret')
      const toast = page.getByRole('listitem').filter({ hasText: 'Webhook secret rotated successfully!' })
      await toast.waitFor()
      // The pointer keeps the toast open.
      await toast.hover()
      const button = page.getByRole('button', { name: 'Update settings' })
      const space = async () => {
        const [above, below] = await Promise.all([toast.boundingBox(), button.boundingBox()])
        return below!.y - (above!.y + above!.height)
      }
      // The toast moves up until it no longer covers the button.
      await expect.poll(space).toBeGreaterThanOrEqual(0)
    }),
  )

  it('keeps “Delete user” reachable even if the dialog contains very long names', () =>
    play(async (stage) => {
      const { page, api } = stage
      await page.setViewportSize({ width: 390, height: 700 })
      stage.signedIn({ role: 'ADMIN' })
      const name = 'W'.repeat(200)
      api.answer('listUsers', pageOf([anUser({ id: 'user-2', firstName: name, lastName: name })]))
      await stage.goTo('/dashboard/admin/users')
      await page.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      const dialog = await stage.dialog().boundingBox()
      expect(dialog!.y).toBeGreaterThanOrEqual(0)
      expect(dialog!.y + dialog!.height).toBeLessThanOrEqual(700)
      const sideways = await stage
        .dialog()
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      expect(sideways).toBe(0)
      await page.getByRole('button', { name: 'Delete user' }).click({ trial: true })
    }))
})

describe.skipIf(!browser).each([
  [1280, 800],
  [390, 844],
])('the layout at %i × %i', (width, height) => {
  it('leads in two clicks from a refused alert to the rule that refused it, with each link in view', () =>
    play(async (stage) => {
      const { page, api } = stage
      await page.setViewportSize({ width, height })
      stage.signedIn()
      // The time on the page is fixed, so that its alerts are from today even if midnight passes during the test.
      const now = new Date()
      await page.clock.setFixedTime(now)
      const refusal = 'Refused: 1 position on LSE:VOD already'
      const step = {
        rule: 'duplicate' as const,
        passed: false,
        actual: '1 position',
        required: 'nothing',
        sentence: refusal,
      }
      const at = now.toISOString()
      const lines = many((index) =>
        anAlertLine({
          alertId: `ALERT${index}`,
          acceptedAt: at,
          endedAt: at,
          message: `${refusal} (${index})`,
          rule: step.rule,
          market: `LSE:S${index}`,
        }),
      )
      api.answer('listAlerts', someAlerts(...lines))
      api.answer('getAlert', {
        alertId: 'ALERT9',
        mode: 'DEMO',
        state: 'ended',
        acceptedAt: now.toISOString(),
        notifications: [],
        ended: {
          outcome: 'REFUSED',
          at: now.toISOString(),
          message: refusal,
          trace: [step],
        },
        extra: { alert: anUnderstoodAlert({ market: 'LSE:S9' }) },
      })
      await stage.goTo('/dashboard/overview')
      await page.getByRole('button', { name: 'Show more' }).click()
      await page.getByRole('link', { name: 'BUY LSE:S9' }).click()
      await page.getByRole('heading', { name: 'LSE:S9 BUY at 72.4', level: 1 }).waitFor()
      const fix = page.getByRole('link', { name: 'Change this rule' })
      await expect.poll(() => isInView(fix)).toBe(true)
      await fix.click()
      const rule = page.getByRole('switch', { name: /duplicate/i })
      await expect.poll(() => isInView(rule)).toBe(true)
      await expect.poll(() => rule.evaluate((element) => element === document.activeElement)).toBe(true)
      await page.reload()
      await expect.poll(() => isInView(rule)).toBe(true)
    }))
})
