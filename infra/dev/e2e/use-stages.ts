import { afterAll, beforeAll } from 'vitest'
import { openBrowser } from '../testing/browser.ts'
import { serveSite } from './site.ts'
import { Stage } from './stage.ts'

/**
 * A browser and the built site for the tests of one file, both ended after them.
 * @returns the browser, null if none runs: then the tests must be skipped; and what opens a stage in it
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
