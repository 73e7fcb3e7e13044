import type { Page, Request } from 'playwright-core'

const underWay = new WeakMap<Page, Set<Request>>()

/** Starts recording which requests of the page have not ended. */
export const noteRequests = (page: Page) => {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/**
 * Waits until a page no longer changes. After a change, observers of size and visibility react some frames later, and
 * may load something.
 */
export const settle = async (page: Page) => {
  const loadsNothing = () => underWay.get(page)?.size === 0
  for (let isStill = false; !isStill;) {
    const loadedNothing = loadsNothing()
    await page.evaluate(async () => {
      for (let before = ''; before !== document.body.innerHTML;) {
        before = document.body.innerHTML
        for (const _frame of [1, 2]) await new Promise(requestAnimationFrame)
      }
    })
    isStill = loadedNothing && loadsNothing()
  }
}
