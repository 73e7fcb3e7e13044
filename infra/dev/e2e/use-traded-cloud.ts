import { afterAll, beforeAll } from 'vitest'
import { demoUser } from '../local/seed.ts'
import { openBrowser } from '../testing/browser.ts'
import { CloudUnderTest } from '../testing/local-cloud.ts'
import { publicScreens, type Screen } from './screens.ts'
import { haveTraded } from './trading-day.ts'
import { Visitor } from './visitor.ts'

export type Account = { readonly email: string; readonly password: string }

/**
 * Starts a browser and a local cloud after a day of trading for the tests of one file.
 * @returns the browser, or null if none runs, in which case the tests must be skipped; and a function that opens a tab,
 * in which each account logs in once
 */
export const useTradedCloud = async () => {
  const browser = await openBrowser()
  let cloud: CloudUnderTest
  beforeAll(async () => {
    if (!browser) return
    cloud = await CloudUnderTest.start()
    await haveTraded(cloud)
  })
  afterAll(async () => {
    await browser?.close()
    await cloud?.stop()
  })
  const visitors = new Map<Account | null, Visitor>()
  const arrive = async (screen: Screen, width: number, user: Account = demoUser) => {
    const account = publicScreens.includes(screen) ? null : user
    let visitor = visitors.get(account)
    if (!visitor) {
      visitor = await Visitor.arrive(browser!, cloud.origin, { reducedMotion: 'reduce' })
      visitors.set(account, visitor)
      if (account) await visitor.logIn(account)
    }
    return visitor.openTab({ width, height: 900 })
  }
  return { browser, arrive }
}
