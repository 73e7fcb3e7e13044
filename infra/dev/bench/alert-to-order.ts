import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type BenchCloud, startBenchCloud } from './bench-cloud.ts'
import { startFloor } from './floor.ts'
import { makeTraders } from './make-traders.ts'
import { type Measurement, median } from './measured.ts'
import { benchMarkets } from './paper-world.ts'
import { postAlert } from '../testing/webhook.ts'
import { alertText } from './post-alert.ts'

/**
 * The number of accounts. With fewer accounts, some would reach Signalpost's limit on requests to the broker per
 * minute.
 */
const accounts = 24
/** The first pairs are not counted, because caches are not filled yet. */
const warmings = 8
const pairs = 40
/** Milliseconds to wait after each alert. */
const apart = 250

/**
 * Measures the time from the first byte of an alert until its order reaches the broker. Alerts go alternately through
 * the local cloud and through a program that only places the order.
 */
export const timeAlertToOrder = async (report: (measured: Measurement) => void) => {
  const cloud = await startBenchCloud()
  try {
    const traders = await makeTraders(
      cloud.environment,
      Array.from({ length: accounts }, (_, index) => `clock-${index}`),
    )
    await liftAllowances(cloud)
    const floor = await startFloor(cloud)
    const sent = new Map<string, number>()
    const viaCloud = async (index: number) => {
      const trader = traders[index % traders.length]
      const market = benchMarkets[Math.floor(index / traders.length) % benchMarkets.length]
      if (!trader || !market) throw new Error('No user trades')
      const at = Date.now()
      const { status, alertId } = await postAlert(
        cloud.origin,
        alertText(trader, market, { id: `clock-${index}` }),
      )
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
    try {
      const couples: { readonly ours: string; readonly bare: string }[] = []
      for (let index = 0; index < warmings + pairs; index += 1) {
        const ours = await viaCloud(index)
        await wait(apart)
        couples.push({ ours, bare: await viaFloor(index) })
        await wait(apart)
      }
      const counted = couples.slice(warmings)
      const arrivals = await arrived(
        cloud,
        counted.map(({ ours }) => ours),
      )
      const took = (reference: string) => (arrivals.get(reference) ?? NaN) - (sent.get(reference) ?? NaN)
      const times = counted.map(({ ours, bare }) => ({ ours: took(ours), bare: Math.max(1, took(bare)) }))
      report({
        name: 'alert to order, against a bare program',
        value: median(times.map(({ ours, bare }) => ours / bare)),
        unit: '×',
        target: 30,
        floor: 1,
        note: `median of ${pairs} pairs; ${median(times.map(({ ours }) => ours))} ms against ${median(times.map(({ bare }) => bare))} ms`,
      })
    } finally {
      floor.stop()
    }
  } finally {
    await cloud.stop()
  }
}

/** Raises paper IG's allowances, because a minute of this bench has as many orders as a trader's week. */
const liftAllowances = async ({ cloud, paperOrigin }: BenchCloud) => {
  const allowances = { key: 1e6, account: 1e6, trading: 1e6 }
  await cloud.control(`${paperOrigin}/_paper/settings`, { allowances, duplicateGuard: false })
}

type Entry = {
  readonly at: string
  readonly method: string
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * Returns the time at which the broker received each order, in epoch milliseconds.
 * @throws Error if an order did not arrive
 */
const arrived = async ({ cloud }: BenchCloud, references: readonly string[]) => {
  const found = new Map<string, number>()
  for (const end = Date.now() + 120_000; Date.now() < end; await wait(500)) {
    for (const { at, method, body } of (await cloud.wire()) as unknown as Entry[]) {
      const whole = body.dealReference
      // Our references end with the time at which the alert was accepted. The sender does not know this time, so it is
      // cut off.
      const reference = typeof whole === 'string' && whole.startsWith('SP-') ? whole.slice(0, 23) : whole
      if (method === 'POST' && typeof reference === 'string' && !found.has(reference))
        found.set(reference, Date.parse(at))
    }
    if (references.every((reference) => found.has(reference))) return found
  }
  throw new Error('Not every alert became an order')
}
