import { CloudUnderTest } from '../testing/local-cloud.ts'
import { watchPage, withBrowser } from './browser.ts'
import type { Measured } from './figure.ts'

const minutes = { warming: 10, all: 70 } as const
/** Seconds of the page's time at a go. */
const stride = 30

/** A tab with the log left open for an hour: its heap after a collection, against ten minutes in. */
export const soakPage = async (report: (measured: Measured) => void) => {
  const cloud = await CloudUnderTest.start({ ASSETS: 'built' })
  try {
    await withBrowser(cloud.origin, async (context) => {
      const page = await context.newPage()
      const { counts, settle } = await watchPage(page)
      await page.goto(`${cloud.origin}/dashboard/logs`)
      await settle()
      const inspector = await context.newCDPSession(page)
      const heap = async () => {
        await inspector.send('HeapProfiler.collectGarbage')
        return (await inspector.send('Runtime.getHeapUsage')).usedSize
      }
      let before = NaN
      for (let minute = 0; minute < minutes.all; minute += 1) {
        if (minute === minutes.warming) before = await heap()
        for (let second = 0; second < 60; second += stride) {
          await page.clock.runFor(stride * 1_000)
          await settle()
        }
      }
      const after = await heap()
      report({
        name: 'heap of a tab with the log, open for an hour',
        value: after / before,
        unit: '×',
        target: 1.05,
        ceiling: 1.05,
        floor: 1,
        note: `${(after / 1e6).toFixed(1)} MB after a collection, ${counts.calls} calls`,
      })
    })
  } finally {
    await cloud.stop()
  }
}
