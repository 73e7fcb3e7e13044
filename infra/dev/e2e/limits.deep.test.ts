import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LossLimits, noLimits } from '../../../shared/limits/loss-limits.ts'
import { demoUser, settingsOf } from '../local/seed.ts'
import { openBrowser } from '../testing/browser.ts'
import { until } from '../testing/local-cloud.ts'
import { PastCloud, type PlayedMarket, playedMarkets } from './past-cloud.ts'
import { Visitor } from './visitor.ts'

/**
 * These tests check limits in the browser. Three losing trades stop entries but not exits, and the user must confirm
 * their identity to resume. A limit for one day ends with the day, even in a night in which the clocks change.
 */

const browser = await openBrowser()
const [apple, shell, vodafone, bp] = playedMarkets
const tesco = playedMarkets[4]
const minute = 60_000
/** The clocks go forward in the night after this day, on 29 March 2026. */
const spring = Date.UTC(2026, 2, 28, 11)

let past: PastCloud
let visitor: Visitor
beforeAll(async () => {
  if (!browser) return
  past = await PastCloud.start(spring)
  for (const market of playedMarkets) await past.hold(market, 1)
  visitor = await Visitor.arrive(browser, past.cloud.origin, { viewport: { width: 1280, height: 1000 } })
})
afterAll(async () => {
  await browser?.close()
  await past?.stop()
})

const setLimits = (limits: Partial<LossLimits>) =>
  past.client.call('saveLossLimits', { mode: 'DEMO', ...noLimits, ...limits })

/** Sends an alert, and returns its outcome and the message in the log. */
const outcomeOf = async (market: PlayedMarket, action: 'BUY' | 'SELL' | 'CLOSE') => {
  const [entry] = await past.outcomesOf([[market, action]])
  return { outcome: entry?.extra.outcome, message: entry?.message }
}

const trip = () =>
  until(async () => {
    await past.passMinute()
    const { trips = [] } = await past.client.call('getSettings', {})
    return trips[0] ?? false
  }, 300)

/** Moves the clock, so that earlier readings of the account are too old. */
const later = (milliseconds: number) => past.goTo(past.now() + milliseconds)

it.skipIf(!browser)(
  'three losing trades stop entries, exits go on, and resuming asks for a proof',
  async () => {
    await setLimits({ losingTrades: 3 })
    // The first order makes Signalpost read the account before any loss.
    expect(await outcomeOf(tesco, 'BUY')).toMatchObject({ outcome: 'PLACED' })
    for (const market of [apple, shell, vodafone])
      expect(await outcomeOf(market, 'BUY')).toMatchObject({ outcome: 'PLACED' })
    await past.areOpen(4)
    await later(2 * minute)
    for (const market of [apple, shell, vodafone]) await past.hold(market, 0.94)
    await past.areOpen(1)
    const reached = await trip()
    expect(reached).toMatchObject({ sentence: '3 losing trades in a row; your limit is 3', until: null })

    const refused = await outcomeOf(bp, 'BUY')
    expect(refused.outcome).toBe('REFUSED')
    expect(refused.message).toContain('3 losing trades in a row; your limit is 3')
    expect(await outcomeOf(tesco, 'CLOSE')).toMatchObject({ outcome: 'PLACED' })
    await past.areOpen(0)

    await visitor.logIn(demoUser)
    await visitor.read('A limit stopped new entries')
    await visitor.read('Losing trades in a row')
    // The confirmation of identity at login is too old after eleven minutes.
    await past.goTo(past.now() + 11 * minute)
    await visitor.press('Resume entries')
    await visitor.read('Confirm it’s you')
    await visitor.page.getByRole('dialog').getByLabel('Password').fill(demoUser.password)
    await visitor.page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await visitor.read('Entries resumed')
    expect((await past.client.call('getSettings', {})).trips).toBeUndefined()
    expect(await outcomeOf(bp, 'BUY')).toMatchObject({ outcome: 'PLACED' })
    expect(await outcomeOf(bp, 'CLOSE')).toMatchObject({ outcome: 'PLACED' })
  },
)

const changes = [
  { name: 'forward', noon: Date.UTC(2026, 2, 29, 12), ends: '2026-03-29T21:00:00.000Z' },
  { name: 'back', noon: Date.UTC(2026, 9, 25, 12), ends: '2026-10-25T22:00:00.000Z' },
]

it.skipIf(!browser).each(changes)(
  'the day after a loss is a fresh one if clocks went $name',
  async ({ noon, ends }) => {
    await past.goTo(noon)
    await past.hold(bp, 1)
    await past.client.call('updateSettings', {
      ...(await settingsOf(past.client)),
      instrumentTradeCooldownPeriodInHours: 0,
    })
    await past.goTo(noon)
    await setLimits({ lossToday: { amount: 10, unit: 'MONEY' }, until: 'NEXT_DAY' })
    expect(await outcomeOf(bp, 'BUY')).toMatchObject({ outcome: 'PLACED' })
    // The position stays open with a loss of about twenty pounds. The price falls before the clock moves, because the
    // open page may read the account at any time.
    await past.hold(bp, 0.994)
    await later(2 * minute)
    const refused = await outcomeOf(tesco, 'BUY')
    expect(refused.message).toMatch(/down [\d.]+ GBP today; your limit is 10.00 GBP/)
    expect(await trip()).toMatchObject({ until: ends })
    await past.goTo(Date.parse(ends) - 3 * minute)
    expect(await outcomeOf(tesco, 'BUY')).toMatchObject({ outcome: 'REFUSED' })
    await past.goTo(Date.parse(ends) + 1_000)
    expect(await outcomeOf(tesco, 'BUY')).toMatchObject({ outcome: 'PLACED' })
    for (const market of [tesco, bp])
      expect(await outcomeOf(market, 'CLOSE')).toMatchObject({ outcome: 'PLACED' })
  },
)
