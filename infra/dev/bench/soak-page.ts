import { CloudUnderTest } from '../testing/local-cloud.ts'
import { watchPage, withBrowser } from './browser.ts'
import type { Measurement } from './measured.ts'
import { growthOver } from './growth.ts'

/** Simulated minutes; from the middle of the first three samples to the middle of the last three it is an hour. */
const minutes = { warming: 10, between: 5, all: 80 } as const
/** Seconds of the page's time at a go. */
const stride = 30

/** A tab with the log left open for an hour: its heap after collections. */
export const soakPage = async (report: (measured: Measurement) => void, progress: (line: string) => void) => {
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
      const heaps: number[] = []
      for (let minute = 0; minute <= minutes.all; minute += 1) {
        if (minute >= minutes.warming && (minute - minutes.warming) % minutes.between === 0)
          heaps.push(await heap())
        for (let second = 0; second < 60; second += stride) {
          await page.clock.runFor(stride * 1_000)
          await settle()
        }
      }
      progress(`the tab: ${heaps.map((bytes) => (bytes / 1e6).toFixed(2)).join(' ')}`)
      report({
        name: 'memory of a tab with the log, open for an hour',
        value: growthOver(heaps),
        unit: '×',
        target: 1.05,
        ceiling: 1.05,
        floor: 1,
        note: `${((heaps.at(-1) ?? NaN) / 1e6).toFixed(1)} MB after a collection, ${counts.calls} calls`,
      })
    })
  } finally {
    await cloud.stop()
  }
}
