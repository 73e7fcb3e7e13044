import { afterAll, beforeAll } from 'vitest'
import { openBrowser } from '../testing/browser.ts'
import { serveSite } from './site.ts'
import { Stage } from './stage.ts'

/**
 * Starts a browser and the built site for the tests of a file.
 * @returns the browser and a function that opens a stage. The browser is null if none can run, and the tests must then
 * be skipped.
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
