import { ApiClient } from '../../api-client.ts'
import { demoUser, seedDemoUser } from '../local/seed.ts'
import type { Measurement } from './measured.ts'
import { growthOver } from './growth.ts'
import { benchMarkets } from './paper-world.ts'
import { alertText, postAlert } from './post-alert.ts'
import { startProcessCloud } from './process-cloud.ts'

/**
 * Simulated minutes. In the first ones everything grows to its size: code is compiled, caches fill. From the middle of
 * the first three samples to the middle of the last three it is an hour.
 */
const minutes = { warming: 20, between: 5, all: 90 } as const
const step = 5_000
/** Sessions end after fifteen minutes. */
const signInEvery = 14

const watched = [
  'receiveAlert',
  'execute-alerts',
  'reconcile-alerts',
  'listLogs',
  'listPositions',
  'listOrders',
]

/** An hour of open tabs and alerts: does any Lambda keep what it should let go? */
export const soakLambdas = async (
  report: (measured: Measurement) => void,
  progress: (line: string) => void,
) => {
  const cloud = await startProcessCloud()
  try {
    await seedDemoUser(cloud.origin)
    const client = new ApiClient(cloud.origin)
    let secret = ''
    const samples: ReadonlyMap<string, number>[] = []
    let alerts = 0
    for (let minute = 0; minute <= minutes.all; minute += 1) {
      if (minute % signInEvery === 0) {
        await client.call('login', demoUser)
        secret = (await client.call('getSettings', {})).demoWebhookSecret
      }
      if (minute >= minutes.warming && (minute - minutes.warming) % minutes.between === 0)
        samples.push(await cloud.measureHeaps())
      const market = benchMarkets[minute % benchMarkets.length]
      if (!market) throw new Error('There are no markets')
      const { status } = await postAlert(
        cloud.origin,
        alertText({ secret }, market, `soak-${minute}`, cloud.now()),
      )
      if (status !== 202) throw new Error(`The alert of minute ${minute} was answered ${status}`)
      alerts += 1
      for (let passed = 0; passed < 60_000; passed += step) {
        await Promise.all([
          client.call('listLogs', { offset: 0, limit: 20, type: 'ALL' }),
          ...(passed % 10_000 === 0
            ? [
                client.call('listPositions', { offset: 0, limit: 20 }),
                client.call('listOrders', { offset: 0, limit: 20 }),
              ]
            : []),
        ])
        cloud.moveClock(step)
      }
      await cloud.reconcile()
    }
    progress(`${alerts} alerts, ${minutes.all} simulated minutes`)
    for (const name of watched) {
      const heaps = samples.map((sample) => sample.get(name) ?? NaN)
      progress(`${name}: ${heaps.map((heap) => (heap / 1e6).toFixed(2)).join(' ')}`)
      report({
        name: `memory of ${name} after an hour of polling and alerts`,
        value: growthOver(heaps),
        unit: '×',
        target: 1.05,
        ceiling: 1.05,
        floor: 1,
        note: `${((heaps.at(-1) ?? NaN) / 1e6).toFixed(1)} MB after a collection; the middle of three samples against that of three an hour before`,
      })
    }
  } finally {
    await cloud.stop()
  }
}
