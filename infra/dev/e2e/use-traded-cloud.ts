import { afterAll, beforeAll } from 'vitest'
import { demoUser } from '../local/seed.ts'
import { openBrowser } from '../testing/browser.ts'
import { CloudUnderTest } from '../testing/local-cloud.ts'
import { publicScreens, type Screen } from './screens.ts'
import { haveTraded } from './trading-day.ts'
import { Visitor } from './visitor.ts'

export type Account = { readonly email: string; readonly password: string }

/**
 * Starts a browser and a local cloud with a day of trading for the tests of a file.
 * @returns the browser and a function that opens a tab. Each account logs in only once. The browser is null if none can
 * run, and the tests must then be skipped.
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
