import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { anUnderstoodAlert } from '../testing/examples.ts'
import { haveBusyDay } from './busy-day.ts'
import { useStages } from './use-stages.ts'

/** How many touches a trader with a phone needs for what they came for. */

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

it.skipIf(!browser)('finds a placed alert of the day in 2 touches behind 500 newer ones', async () => {
  const stage = await openStage()
  const { page, api } = stage
  stage.signedIn()
  // The page keeps this moment: its alerts are of today, also at midnight.
  const now = new Date()
  await page.clock.setFixedTime(now)
  const lines = haveBusyDay(stage, now.getTime(), { newer: 500 })
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
  await page.setViewportSize(phone)
  await stage.goTo('/dashboard/overview')
  const { touch, count } = inTouches()
  await touch(page.getByRole('button', { name: '15 placed' }))
  const list = page.getByRole('list', { name: 'Today’s alerts' })
  await touch(list.getByRole('link', { name: new RegExp(wanted.market) }))
  await page.waitForURL(`**/dashboard/alerts/${wanted.alertId}`)
  expect(count()).toBe(2)
  await stage.close()
})
