import { setTimeout as wait } from 'node:timers/promises'
import { readAlerts } from './audit.ts'
import { startBenchCloud, type BenchCloud } from './bench-cloud.ts'
import { makeTraders, type Trader } from './make-traders.ts'
import { type Measured, median } from './measured.ts'
import { benchMarkets } from './paper-world.ts'
import { alertText, postAlert, sideBySide } from './post-alert.ts'
import { print } from './programs/print.ts'

/** Milliseconds that every answer of the broker takes. */
const delay = 100
const lone = 12
const others = 10

const shares = benchMarkets.filter(({ market }) => market.startsWith('LSE:S0'))

const rules = {
  orderType: 'MARKET',
  largestBurst: 98,
  maximumOpenPositions: 200,
  maximumOpenPositionsAndPendingOrders: 200,
}

const main = async (cloud: BenchCloud, report: (measured: Measured) => void) => {
  await cloud.cloud.control(`${cloud.paperOrigin}/_paper/faults`, {
    path: '/',
    times: 1_000_000,
    apply: true,
    respond: { delayMs: delay },
  })
  const traders = await makeTraders(
    cloud.environment,
    [
      'b20',
      'b50',
      'b100',
      'lone',
      'warm',
      'beside',
      ...Array.from({ length: others }, (_, index) => `other-${index}`),
    ],
    {
      rules,
      maxPositionSize: '500',
    },
  )
  const trader = (name: string) => traders.find((each) => each.name === name) as Trader
  await burst(cloud, trader('warm'), 4)
  for (const count of [20, 50, 100]) {
    const result = await burst(cloud, trader(`b${count}`), count)
    console.log(count, JSON.stringify(result))
  }
}

/** As many alerts as instruments, all sent at once. */
const burst = async (cloud: BenchCloud, trader: Trader, count: number) => {
  const began = Date.now()
  const wireBefore = (await cloud.cloud.wire()).length
  const answers: number[] = []
  const ids = new Set<string>()
  await sideBySide(shares.slice(0, count), count, async (market, index) => {
    const sent = Date.now()
    const { status, alertId } = await postAlert(
      cloud.origin,
      alertText(trader, market, `${trader.name}-${index}`),
    )
    if (status !== 202 || !alertId) throw new Error(`The local cloud answered ${status}`)
    answers.push(Date.now() - sent)
    ids.add(alertId)
  })
  let alerts = await readAlerts(cloud)
  let recordedAt = 0
  for (const until = Date.now() + 120_000; Date.now() < until; await wait(100)) {
    alerts = (await readAlerts(cloud)).filter(({ alertId }) => ids.has(alertId))
    recordedAt = Date.now()
    if (alerts.length === ids.size && alerts.every(({ outcome }) => outcome)) break
  }
  const wire = (await cloud.cloud.wire()).slice(wireBefore) as unknown as {
    at: string
    method: string
    path: string
    status: number
  }[]
  const orders = wire.filter(({ method, path }) => method === 'POST' && path.endsWith('/otc'))
  const last = Math.max(...orders.map(({ at }) => Date.parse(at)))
  const outcomes = Object.entries(Object.groupBy(alerts, ({ outcome }) => outcome?.outcome ?? 'none')).map(
    ([name, of]) => `${of?.length} ${name}`,
  )
  return {
    outcomes,
    answersWorst: Math.max(...answers),
    orders: orders.length,
    lastOrder: last - began,
    outcomesAfter: recordedAt - last,
    other: Object.entries(
      Object.groupBy(
        wire.filter((call) => !orders.includes(call)),
        ({ method, path }) => `${method} ${path.replace(/SP-.*|KA\..*/, '')}`,
      ),
    ).map(([n, c]) => `${n} ${c?.length}`),
    refused403: wire.filter(({ status }) => status === 403).length,
  }
}

const cloud = await startBenchCloud({ instances: 12 })
try {
  await main(cloud, print)
} finally {
  await cloud.stop()
  process.disconnect?.()
}
void median
void lone
