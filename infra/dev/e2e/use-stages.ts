import { afterAll, beforeAll } from 'vitest'
import { openBrowser } from '../testing/browser.ts'
import { serveSite } from './site.ts'
import { Stage } from './stage.ts'

/**
 * Starts a browser and the built site for the tests of one file.
 * @returns the browser, or null if none runs, in which case the tests must be skipped; and a function that opens a
 * stage
 */
export const useStages = async () => {
  const browser = await openBrowser()
  let site: Awaited<ReturnType<typeof serveSite>>
  beforeAll(async () => {
    if (browser) site = await serveSite()
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })
  return { browser, openStage: () => Stage.open(browser!, site.origin) }
}
