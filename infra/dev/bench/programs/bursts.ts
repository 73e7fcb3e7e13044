import { setTimeout as wait } from 'node:timers/promises'
import { runInParallel } from '../../../../functions/trading/send/run-in-parallel.ts'
import { audit, readAlerts } from '../audit.ts'
import { countAlerts } from '../count-alerts.ts'
import { startBenchCloud, type BenchCloud } from '../bench-cloud.ts'
import { percentile } from '../figure.ts'
import { startFloor, type Floor } from '../floor.ts'
import { isForAllowance } from '../is-for-allowance.ts'
import { makeTraders, type Trader } from '../make-traders.ts'
import { median } from '../measured.ts'
import { benchMarkets } from '../paper-world.ts'
import { alertText, postAlert } from '../post-alert.ts'
import { print } from './print.ts'

/** Milliseconds that every answer of the broker takes. */
const delay = 100
const sizes = [20, 50, 100] as const
/** Maximum orders of an account in a minute; beyond it the safety brake refuses. */
const mostOrders = 98
const lone = 20
const warmings = 4
const others = 10
/** Of each of the other accounts, and milliseconds between one and the next. */
const alertsOfOther = 4
const apart = 120

const rules = {
  orderType: 'MARKET',
  largestBurst: mostOrders,
  maximumOpenPositions: 200,
  maximumOpenPositionsAndPendingOrders: 200,
}

const shares = benchMarkets.filter(({ market }) => market.startsWith('LSE:S0'))

type Call = { readonly at: string; readonly method: string; readonly path: string; readonly status: number }

const isOrder = ({ method, path }: Call) => method === 'POST' && path.endsWith('/otc')

/** Sends one alert per instrument at once. @returns the outcomes, and the requests that the broker got */
const burst = async (cloud: BenchCloud, trader: Trader, count: number, first = 0) => {
  const asked = (await cloud.cloud.wire()).length
  const began = Date.now()
  const answered: number[] = []
  const ids = new Set<string>()
  await runInParallel(shares.slice(first, first + count), count, async (market, index) => {
    const sent = Date.now()
    const { status, alertId } = await postAlert(
      cloud.origin,
      alertText(trader, market, `${trader.name}-${first + index}`),
    )
    if (status !== 202 || !alertId) throw new Error(`The local cloud answered ${status}`)
    answered.push(Date.now() - sent)
    ids.add(alertId)
  })
  let alerts = await readAlerts(cloud)
  let recorded = 0
  for (const until = began + 120_000; Date.now() < until; await wait(50)) {
    alerts = (await readAlerts(cloud)).filter(({ alertId }) => ids.has(alertId))
    recorded = Date.now()
    if (alerts.length === ids.size && alerts.every(({ outcome }) => outcome)) break
  }
  const calls = ((await cloud.cloud.wire()) as unknown as Call[]).slice(asked)
  const lastOrder = Math.max(...calls.filter(isOrder).map(({ at }) => Date.parse(at)))
  const { lost, doubled, disagreeing } = await audit(cloud, [trader], ids)
  const ofOutcome = (name: string) => alerts.filter(({ outcome }) => outcome?.outcome === name)
  return {
    placed: ofOutcome('PLACED').length,
    refusedForAllowance: alerts.filter(({ outcome }) => isForAllowance(outcome)).length,
    wrong: lost + doubled + disagreeing,
    notTrading: calls.filter((call) => !isOrder(call)).length,
    overAllowance: calls.filter(({ status }) => status === 403).length,
    slowestAnswer: Math.max(...answered),
    /** Milliseconds from the first alert, and from the last order. */
    untilLastOrder: lastOrder - began,
    untilRecorded: recorded - lastOrder,
  }
}

/** The same orders through a program that does nothing else, one after another. Milliseconds. */
const untilLastOrderOfFloor = async (floor: Floor, count: number) => {
  const began = Date.now()
  for (let index = 0; index < count; index += 1) await floor.post(`floor-${began}-${index}`, index)
  // The last answer came that long after its order.
  return Date.now() - began - delay
}

/** Milliseconds from an alert's first byte until the broker has its order, of each alert. */
const timesToOrder = async (
  cloud: BenchCloud,
  traders: readonly Trader[],
  each: number,
  name: string,
  pause: number,
  firstMarket = 0,
) => {
  const sent = new Map<string, number>()
  for (let index = 0; index < each * traders.length; index += 1) {
    const trader = traders[index % traders.length]
    const market = shares[firstMarket + Math.floor(index / traders.length)]
    if (!trader || !market) throw new Error('No user trades')
    const at = Date.now()
    void postAlert(cloud.origin, alertText(trader, market, `${name}-${index}`)).then(({ alertId }) =>
      sent.set(`SP-${alertId?.slice(0, 20)}`, at),
    )
    await wait(pause)
  }
  const times: number[] = []
  for (const until = Date.now() + 60_000; Date.now() < until && times.length < sent.size; await wait(200)) {
    times.length = 0
    for (const { at, body } of (await cloud.cloud.wire()) as unknown as (Call & {
      body: Record<string, unknown>
    })[]) {
      const since = sent.get(String(body?.dealReference ?? '').slice(0, 23))
      if (since !== undefined) times.push(Date.parse(at) - since)
    }
  }
  if (times.length < each * traders.length) throw new Error('Not every alert became an order')
  return times
}

const measure = async (cloud: BenchCloud) => {
  await cloud.cloud.control(`${cloud.paperOrigin}/_paper/faults`, {
    path: '/',
    times: 1_000_000,
    apply: true,
    respond: { delayMs: delay },
  })
  const names = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${name}-${index}`)
  const make = (all: readonly string[]) =>
    makeTraders(cloud.environment, all, { rules, maxPositionSize: '500' })
  const warming = await make(names('warming', warmings))
  const bursting = await make(sizes.map((size) => `burst-${size}`))
  const loners = await make(names('lone', lone))
  const beside = await make(names('beside', others))
  const [busy] = await make(['busy'])
  const floor = await startFloor(cloud)
  try {
    const answers: number[] = []
    for (const trader of warming) answers.push((await burst(cloud, trader, 50)).slowestAnswer)
    print({
      name: 'the webhook’s slowest answer, 50 alerts at once',
      value: median(answers.slice(1)),
      unit: 'ms',
      target: 500,
      floor: 50,
      note: `median of ${warmings - 1} bursts, the executor and all emulators on the same cores; ${answers[0]} ms with every Lambda cold`,
    })
    const untilLastOrder: number[] = []
    for (const [index, size] of sizes.entries()) {
      const seen = await burst(cloud, bursting[index] as Trader, size)
      untilLastOrder.push(seen.untilLastOrder)
      const of = `burst of ${size}`
      const none = { unit: 'alerts', target: 0, ceiling: 0, floor: 0 } as const
      const most = Math.min(size, mostOrders)
      print({
        name: `${of}: not placed`,
        value: most - seen.placed,
        ...none,
        ...(size > most
          ? { note: `${size - most} more refused by the safety brake, as the user has set it` }
          : {}),
      })
      print({ name: `${of}: refused for the allowance`, value: seen.refusedForAllowance, ...none })
      print({ name: `${of}: lost, doubled, or otherwise than the broker has it`, value: seen.wrong, ...none })
      print({
        name: `${of}: calls beyond IG’s allowances`,
        value: seen.overAllowance,
        ...none,
        unit: 'calls',
      })
      print({
        name: `${of}: calls to IG that do not trade`,
        value: seen.notTrading,
        unit: 'calls',
        target: 10,
        // One each second says on which account the session acts.
        ceiling: size === 100 ? 14 : 12,
        floor: 4,
        note: 'first of the day: signing in and reading all markets are among them',
      })
      const bare = await untilLastOrderOfFloor(floor, size)
      print({
        name: `${of}: last order leaves, against a bare program that posts them one after another`,
        value: seen.untilLastOrder / bare,
        unit: '×',
        target: 1.5,
        floor: 0.3,
        note: `${seen.untilLastOrder} ms against ${bare} ms`,
      })
      print({
        name: `${of}: all outcomes recorded after the last order`,
        value: seen.untilRecorded / 1000,
        unit: 's',
        target: 5,
        floor: 0.1,
      })
    }

    await wait(61_000)
    const [small] = sizes
    const later = await burst(cloud, bursting[0] as Trader, small, small)
    print({
      name: `burst of ${small}: last order leaves, first bar of the day against a later one`,
      value: (untilLastOrder[0] ?? 0) / later.untilLastOrder,
      unit: '×',
      target: 1.5,
      floor: 0.5,
      note: `${untilLastOrder[0]} ms against ${later.untilLastOrder} ms: the first signs in`,
    })

    const ours = await timesToOrder(cloud, loners, 1, 'lone', 1_500)
    const bare: number[] = []
    for (let index = 0; index < lone; index += 1) bare.push((await untilLastOrderOfFloor(floor, 1)) + delay)
    const answeredAfter = median(ours) + delay
    print({
      name: 'one alert, paced, until IG answered its order, p50, against the bare program',
      value: answeredAfter / median(bare),
      unit: '×',
      target: 8,
      floor: 1,
      note: `${answeredAfter.toFixed(0)} ms against ${median(bare).toFixed(0)} ms; each on an account that asks for the first time today`,
    })

    // The second of each account's alerts and those after it are warm.
    const alone = await timesToOrder(cloud, beside, alertsOfOther, 'alone', apart)
    await wait(61_000)
    const [together] = await Promise.all([
      timesToOrder(cloud, beside, alertsOfOther, 'together', apart, alertsOfOther),
      burst(cloud, busy as Trader, 50),
    ])
    print({
      name: 'ten other accounts while one has a burst of 50: p50 to their orders, against no burst',
      value: median(together) / median(alone),
      unit: '×',
      target: 1.2,
      floor: 1,
      note: `${median(together)} ms against ${median(alone)} ms; p90 ${percentile(together, 0.9)} against ${percentile(alone, 0.9)}; two cores carry it all`,
    })
  } finally {
    floor.stop()
  }
}

await countAlerts(print, ['large-burst'])
const cloud = await startBenchCloud()
try {
  await measure(cloud)
} finally {
  await cloud.stop()
  process.disconnect?.()
}
