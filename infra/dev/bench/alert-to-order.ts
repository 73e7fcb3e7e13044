import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { runInParallel } from '../../../functions/trading/send/run-in-parallel.ts'
import type { BenchCloud } from './bench-cloud.ts'
import { type Measurement, median } from './measured.ts'
import { percentile } from './figure.ts'
import { startFloor } from './floor.ts'
import { makeTraders } from './make-traders.ts'
import { benchMarkets } from './paper-world.ts'
import { alertText, postAlert } from './post-alert.ts'

/** So many that none comes near what Signalpost lets an account ask of the broker in a minute. */
const accounts = 60
const pairs = 40
/** Milliseconds between an alert to the one and an alert to the other. */
const apart = 250
const burstAlerts = 150
const busyAlerts = 100
/** Of the rate at which a burst is worked off, the share that is sent so that no queue grows. */
const keptUpWith = 0.8

/**
 * From the alert's first byte to the broker's having the order: through the local cloud, and through a program that
 * only places the order, one after the other in the same minute.
 */
export const timeAlertToOrder = async (cloud: BenchCloud, report: (measured: Measurement) => void) => {
  const traders = await makeTraders(
    cloud.environment,
    Array.from({ length: accounts }, (_, index) => `clock-${index}`),
  )
  await liftAllowances(cloud)
  const floor = await startFloor(cloud)
  try {
    const sent = new Map<string, number>()
    const viaCloud = async (id: string, index: number) => {
      const trader = traders[index % traders.length]
      const market = benchMarkets[Math.floor(index / traders.length) % benchMarkets.length]
      if (!trader || !market) throw new Error('No user trades')
      const at = Date.now()
      const { status, alertId } = await postAlert(cloud.origin, alertText(trader, market, id))
      if (status !== 202) throw new Error(`The local cloud answered ${status}`)
      const reference = `SP-${alertId?.slice(0, 20)}`
      sent.set(reference, at)
      return reference
    }
    const viaFloor = async (index: number) => {
      const reference = `floor-${randomBytes(9).toString('hex')}`
      sent.set(reference, Date.now())
      await floor.post(reference, index)
      return reference
    }

    // The first ones are cold on both sides, and are another figure's business.
    for (let index = 0; index < 8; index += 1) {
      await viaCloud(`warming-${index}`, index)
      await viaFloor(index)
      await wait(apart)
    }
    const couples: { cloud: string; floor: string }[] = []
    for (let index = 0; index < pairs; index += 1) {
      const one = await viaCloud(`paced-${index}`, 8 + index)
      await wait(apart)
      couples.push({ cloud: one, floor: await viaFloor(8 + index) })
      await wait(apart)
    }
    const arrivals = await arrived(
      cloud,
      couples.map((couple) => couple.cloud),
    )
    const took = (reference: string) => (arrivals.get(reference) ?? NaN) - (sent.get(reference) ?? NaN)
    const cloudTimes = couples.map((couple) => took(couple.cloud))
    const floorTimes = couples.map((couple) => Math.max(1, took(couple.floor)))
    report({
      name: 'alert to order, paced, p50, against the floor',
      value: median(couples.map((_, index) => (cloudTimes[index] ?? NaN) / (floorTimes[index] ?? NaN))),
      unit: '×',
      target: 30,
      floor: 1,
      note: `median of ${pairs} pairs; ${median(cloudTimes)} ms against ${median(floorTimes)} ms`,
    })
    const tail = (times: readonly number[]) => percentile(times, 0.99)
    report({
      name: 'alert to order, paced, p99, against the floor',
      value: tail(cloudTimes) / tail(floorTimes),
      unit: '×',
      target: 30,
      floor: 1,
      note: `${tail(cloudTimes)} ms against ${tail(floorTimes)} ms`,
    })
    report({
      name: 'alert to order, paced, p99 against its own p50',
      value: tail(cloudTimes) / median(cloudTimes),
      unit: '×',
      target: 6,
      floor: 1,
    })

    /** @param gap milliseconds between one alert and the next; none: from 32 senders at once */
    const run = async (count: number, gap: number, send: (index: number) => Promise<string>) => {
      const began = Date.now()
      const references: string[] = []
      await runInParallel(Array.from({ length: count }), 32, async (_, index) => {
        await wait(Math.max(0, began + index * gap - Date.now()))
        references.push(await send(index))
      })
      const at = await arrived(cloud, references)
      const times = references.map((reference) => (at.get(reference) ?? NaN) - (sent.get(reference) ?? NaN))
      const last = Math.max(...references.map((reference) => at.get(reference) ?? NaN))
      return { perSecond: (count / (last - began)) * 1000, times }
    }
    const floorMost = await run(burstAlerts, 0, (index) => viaFloor(100 + index))
    const cloudMost = await run(burstAlerts, 0, (index) => viaCloud(`burst-${index}`, 60 + index))
    report({
      name: 'orders a second if nothing is lost, the floor’s against ours',
      value: floorMost.perSecond / cloudMost.perSecond,
      unit: '×',
      target: 40,
      floor: 1,
      note: `${burstAlerts} alerts from 32 senders: ${cloudMost.perSecond.toFixed(1)} a second against ${floorMost.perSecond.toFixed(0)}`,
    })
    const gap = 1000 / (cloudMost.perSecond * keptUpWith)
    const floorBusy = await run(busyAlerts, gap, (index) => viaFloor(300 + index))
    const cloudBusy = await run(busyAlerts, gap, (index) =>
      viaCloud(`busy-${index}`, 60 + burstAlerts + index),
    )
    const busy = `${busyAlerts} alerts, ${(1000 / gap).toFixed(1)} a second, four fifths of what was reached: more would only wait in the queue`
    report({
      name: 'alert to order at the highest rate, p50, against the floor',
      value: median(cloudBusy.times) / Math.max(1, median(floorBusy.times)),
      unit: '×',
      target: 100,
      floor: 1,
      note: `${busy}; ${median(cloudBusy.times)} ms against ${median(floorBusy.times)} ms`,
    })
    report({
      name: 'alert to order at the highest rate, p99, against the floor',
      value: tail(cloudBusy.times) / Math.max(1, tail(floorBusy.times)),
      unit: '×',
      target: 100,
      floor: 1,
      note: `${tail(cloudBusy.times)} ms against ${tail(floorBusy.times)} ms`,
    })
  } finally {
    floor.stop()
  }
}

/** A minute of a bench is a week of a trader: what IG would refuse is another part's business. */
const liftAllowances = async ({ cloud, paperOrigin }: BenchCloud) => {
  const allowances = { key: 1e6, account: 1e6, trading: 1e6 }
  await cloud.control(`${paperOrigin}/_paper/settings`, { allowances, duplicateGuard: false })
}

type Entry = {
  at: string
  method: string
  path: string
  status: number | string
  body: Record<string, unknown>
}

/** When the broker had each order, epoch milliseconds. @throws Error if one of them never came */
const arrived = async ({ cloud }: BenchCloud, references: readonly string[]) => {
  const found = new Map<string, number>()
  for (const end = Date.now() + 120_000; Date.now() < end; await wait(500)) {
    for (const entry of (await cloud.wire()) as unknown as Entry[]) {
      const whole = entry.body.dealReference
      // Ours end with the time of acceptance, which the sender does not know.
      const reference = typeof whole === 'string' && whole.startsWith('SP-') ? whole.slice(0, 23) : whole
      if (entry.method === 'POST' && typeof reference === 'string' && !found.has(reference))
        found.set(reference, Date.parse(entry.at))
    }
    if (references.every((reference) => found.has(reference)))
      return new Map(
        [...found].filter(([reference]) => references.includes(reference) || reference.startsWith('floor')),
      )
  }
  throw new Error('Not every alert became an order')
}
