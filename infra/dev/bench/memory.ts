import { readFileSync } from 'node:fs'
import { ApiClient } from '../../api-client.ts'
import { demoUser } from '../local/seed.ts'
import { CloudUnderTest } from '../testing/local-cloud.ts'
import { watchPage, withBrowser } from './browser.ts'
import type { Measurement } from './measured.ts'
import { benchMarkets, holdMarkets } from './paper-world.ts'
import { postAlert } from '../testing/webhook.ts'
import { alertText } from './post-alert.ts'

const minutes = 60
/**
 * Minutes after which a tab's memory should no longer grow, because its code is compiled and its page of the log is
 * full.
 */
const warming = 30
/** Seconds by which the clock of a page is moved in one step. */
const stride = 15

/**
 * Measures the memory of the local cloud and of a tab over an hour, with two open tabs and one alert a minute. The
 * bench moves the tabs' clocks.
 */
export const measureMemory = async (
  report: (measured: Measurement) => void,
  progress: (line: string) => void,
) => {
  const cloud = await CloudUnderTest.start()
  try {
    await holdMarkets(cloud.paperOrigin)
    const client = new ApiClient(cloud.origin)
    await client.call('login', demoUser)
    const { demoWebhookSecret: secret } = await client.call('getSettings', {})
    await withBrowser(cloud.origin, async (context) => {
      const openTab = async (name: string) => {
        const page = await context.newPage()
        const { settle } = await watchPage(page)
        await page.goto(`${cloud.origin}/dashboard/${name}`)
        await settle()
        return { page, settle }
      }
      // The pages open one after the other, because a page gets no clock if it opens while another installs its clock.
      const overview = await openTab('overview')
      const log = await openTab('logs')
      const tabs = [overview, log]
      const inspector = await context.newCDPSession(log.page)
      const heap = async () => {
        await inspector.send('HeapProfiler.collectGarbage')
        return (await inspector.send('Runtime.getHeapUsage')).usedSize
      }
      const resident: number[] = []
      let heapBefore = NaN
      for (let minute = 0; minute < minutes; minute += 1) {
        const market = benchMarkets[minute % benchMarkets.length]
        if (!market) throw new Error('There are no markets')
        const { status } = await postAlert(
          cloud.origin,
          alertText({ secret }, market, { id: `memory-${minute}` }),
        )
        if (status !== 202) throw new Error(`The alert of minute ${minute} was answered ${status}`)
        for (let second = 0; second < 60; second += stride)
          for (const { page, settle } of tabs) {
            await page.clock.runFor(stride * 1_000)
            await settle()
          }
        if (minute === warming) heapBefore = await heap()
        resident.push(megabytesOf(cloud.processId))
      }
      progress(
        `MB of the local cloud, each ten minutes: ${resident.filter((_, at) => at % 10 === 9).join(' ')}`,
      )
      report({
        name: 'memory of the local cloud after an hour of two tabs and an alert a minute',
        value: resident.at(-1) ?? NaN,
        unit: 'MB',
        target: 600,
        ceiling: 600,
        floor: 200,
        note: `${resident[0]} MB after the first minute`,
      })
      const heapAfter = await heap()
      report({
        name: 'memory of a tab with the log, open for an hour',
        value: heapAfter / heapBefore,
        unit: '×',
        target: 1.05,
        ceiling: 1.2,
        floor: 1,
        note: `${(heapAfter / 1e6).toFixed(1)} MB after a collection, against that after ${warming} minutes`,
      })
    })
  } finally {
    await cloud.stop()
  }
}

/** Reads the resident memory of a process on Linux; NaN on other systems. */
const megabytesOf = (processId: number | undefined): number => {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? []
    return Math.round(Number(kilobytes) / 1024)
  } catch {
    return NaN
  }
}
