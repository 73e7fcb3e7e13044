import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { anAlertLine, anUnderstoodAlert, someAlerts, someSettings } from '../testing/examples.ts'
import { haveBusyDay } from './busy-day.ts'
import type { Stage } from './stage.ts'
import { useStages } from './use-stages.ts'

/** These tests count the touches that a trader needs on a phone. */

const { browser, openStage } = await useStages()

const phone = { width: 390, height: 844 } as const

const inTouches = () => {
  let touches = 0
  const touch = async (place: Locator) => {
    touches += 1
    await place.click()
  }
  return { touch, count: () => touches }
}

/** Opens a busy day on a phone. The page's clock is stopped, so the alerts stay today's, even past midnight. */
const openPhone = async (newer: number) => {
  const stage = await openStage()
  stage.signedIn()
  const now = new Date()
  await stage.page.clock.setFixedTime(now)
  await stage.page.setViewportSize(phone)
  return { stage, now, lines: haveBusyDay(stage, now.getTime(), { newer }) }
}

/** Returns whether an element is completely visible and not covered. */
const isInView = (place: Locator) =>
  place.evaluate((element) => {
    const { top, bottom, left, width } = element.getBoundingClientRect()
    const isSeen = (y: number) => element.contains(document.elementFromPoint(left + width / 2, y))
    return isSeen(top + 2) && isSeen(bottom - 2)
  })

/** Records each setting that the page highlights, because the highlight disappears after a moment. */
const noteMarks = async ({ page }: Stage) => {
  await page.addInitScript(() => {
    const marked: string[] = []
    Object.assign(globalThis, { marked })
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target instanceof HTMLElement && 'marked' in target.dataset)
          marked.push(String(target.dataset['setting']))
    }).observe(document, { subtree: true, attributeFilter: ['data-marked'] })
  })
  return () => page.evaluate(() => (globalThis as unknown as { marked: string[] }).marked)
}

it.skipIf(!browser)(
  'a trader gets from a strategy’s refusal to its rule, marked and in view, in 2 touches',
  async () => {
    const { stage, now } = await openPhone(0)
    const { page, api } = stage
    const at = now.toISOString()
    const strategy = 'Mean reversion on the quarter of an hour'
    const message = 'Refused (duplicate): you have an open BUY position of 3.22 on this market'
    const sentence = 'you have an open BUY position of 3.22 on this market'
    const line = { alertId: 'A1', acceptedAt: at, endedAt: at, rule: 'duplicate', strategy, message } as const
    api.answer('listAlerts', someAlerts(anAlertLine({ ...line, name: 'Vodafone Group PLC' })))
    const step = {
      rule: 'duplicate',
      passed: false,
      actual: 'BUY 3.22',
      required: 'nothing',
      sentence,
    } as const
    api.answer('getAlert', {
      alertId: 'A1',
      mode: 'DEMO',
      state: 'ended',
      acceptedAt: at,
      notifications: [],
      ended: { outcome: 'REFUSED', at, message, trace: [step] },
      extra: { alert: anUnderstoodAlert({ strategy }), name: 'Vodafone Group PLC' },
    })
    const marks = await noteMarks(stage)
    await stage.goTo('/dashboard/overview')
    const { touch, count } = inTouches()
    await touch(page.getByRole('list', { name: 'Today’s alerts' }).getByRole('link', { name: /LSE:VOD/ }))
    const fix = page.getByRole('link', { name: 'Change this rule' })
    await fix.waitFor()
    await expect.poll(() => isInView(fix)).toBe(true)
    await touch(fix)
    const rule = page.getByRole('switch', { name: 'Prevent duplicate positions' })
    await rule.waitFor()
    await expect.poll(marks).toContain('preventDuplicatePositionsForInstrument')
    await expect.poll(() => isInView(rule)).toBe(true)
    expect(count()).toBe(2)
    await stage.close()
  },
)

it.skipIf(!browser)('the overview shows 13 of the day’s alerts in at most 700 pixels', async () => {
  const { stage } = await openPhone(0)
  const { page } = stage
  await stage.goTo('/dashboard/overview')
  await stage.press('Show more')
  const list = page.getByRole('list', { name: 'Today’s alerts' })
  await list.getByRole('listitem').nth(14).waitFor()
  const top = (await list.boundingBox())!.y
  const last = (await list.getByRole('listitem').nth(12).boundingBox())!
  expect(last.y + last.height - top).toBeLessThanOrEqual(700)
  await stage.close()
})

it.skipIf(!browser)('a trader finds a placed alert behind 500 newer alerts in 2 touches', async () => {
  const { stage, lines } = await openPhone(500)
  const { page, api } = stage
  const wanted = lines.find(({ outcome }) => outcome === 'PLACED')!
  api.answer('getAlert', {
    alertId: wanted.alertId,
    mode: 'DEMO',
    state: 'ended',
    acceptedAt: wanted.acceptedAt,
    notifications: [],
    ended: { outcome: 'PLACED', at: wanted.acceptedAt, message: 'Placed: 2.9 at 402.7', trace: [] },
    extra: { alert: anUnderstoodAlert({ market: wanted.market }) },
  })
  await stage.goTo('/dashboard/overview')
  const { touch, count } = inTouches()
  await touch(page.getByRole('button', { name: '15 placed' }))
  const list = page.getByRole('list', { name: 'Today’s alerts' })
  await touch(list.getByRole('link', { name: new RegExp(wanted.market) }))
  await page.waitForURL(`**/dashboard/alerts/${wanted.alertId}`)
  expect(count()).toBe(2)
  await stage.close()
})

it.skipIf(!browser)('a trader changes a limit in 3 touches from any screen', async () => {
  const { stage } = await openPhone(84)
  const { page, api } = stage
  api.answer('saveLossLimits', someSettings())
  await stage.goTo('/dashboard/help')
  const { touch, count } = inTouches()
  await touch(page.getByRole('button', { name: 'All figures of the account' }))
  await touch(page.getByRole('dialog').getByRole('link', { name: 'Trades today' }))
  const limit = page.getByRole('spinbutton', { name: 'Trades today' })
  await limit.waitFor()
  await expect.poll(() => limit.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await isInView(limit)).toBe(true)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('30')
  const save = page.getByRole('button', { name: 'Save loss limits' })
  expect(await isInView(save)).toBe(true)
  const saving = page.waitForRequest((request) => request.method() === 'PUT')
  await touch(save)
  expect((await saving).postDataJSON()).toMatchObject({ mode: 'DEMO', trades_today: 30, losing_trades: 6 })
  await page.getByText('Loss limits saved').waitFor()
  expect(count()).toBe(3)
  await stage.close()
})
