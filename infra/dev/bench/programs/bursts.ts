import { setTimeout as wait } from 'node:timers/promises'
import { runInParallel } from '../../../../functions/trading/send/run-in-parallel.ts'
import { audit, readAlerts } from '../audit.ts'
import { type BenchCloud, startBenchCloud } from '../bench-cloud.ts'
import { countAlerts } from '../count-alerts.ts'
import { isForAllowance } from '../is-for-allowance.ts'
import { makeTraders, type Trader } from '../make-traders.ts'
import { benchMarkets } from '../paper-world.ts'
import { postAlert } from '../../testing/webhook.ts'
import { alertText } from '../post-alert.ts'
import { print } from './print.ts'

/** Milliseconds that the broker takes for each response. */
const delay = 100
const sizes = [20, 50, 100] as const
/** Maximum number of orders per account and minute. The safety brake refuses further orders. */
const mostOrders = 98

const rules = {
  orderType: 'MARKET',
  largestBurst: mostOrders,
  maximumOpenPositions: 200,
  maximumOpenPositionsAndPendingOrders: 200,
}

const shares = benchMarkets.filter(({ market }) => market.startsWith('LSE:S0'))

type Call = { readonly method: string; readonly path: string; readonly status: number }

const isOrder = ({ method, path }: Call) => method === 'POST' && path.endsWith('/otc')

/**
 * Sends one alert for each of several instruments at the same time.
 * @returns counts of outcomes and of requests to the broker
 */
const burst = async (cloud: BenchCloud, trader: Trader, count: number) => {
  const asked = (await cloud.cloud.wire()).length
  const ids = new Set<string>()
  await runInParallel(shares.slice(0, count), count, async (market, index) => {
    const { status, alertId } = await postAlert(
      cloud.origin,
      alertText(trader, market, { id: `${trader.name}-${index}` }),
    )
    if (status !== 202 || !alertId) throw new Error(`The local cloud answered ${status}`)
    ids.add(alertId)
  })
  const read = async () => (await readAlerts(cloud)).filter(({ alertId }) => ids.has(alertId))
  let alerts = await read()
  for (const until = Date.now() + 120_000; Date.now() < until; await wait(200)) {
    if (alerts.length === ids.size && alerts.every(({ outcome }) => outcome)) break
    alerts = await read()
  }
  const calls = ((await cloud.cloud.wire()) as unknown as Call[]).slice(asked)
  const { lost, doubled, disagreeing } = await audit(cloud, [trader], ids)
  return {
    placed: alerts.filter(({ outcome }) => outcome?.outcome === 'PLACED').length,
    refusedForAllowance: alerts.filter(({ outcome }) => isForAllowance(outcome)).length,
    wrong: lost + doubled + disagreeing,
    notTrading: calls.filter((call) => !isOrder(call)).length,
    overAllowance: calls.filter(({ status }) => status === 403).length,
  }
}

const measure = async (cloud: BenchCloud) => {
  await cloud.cloud.control(`${cloud.paperOrigin}/_paper/faults`, {
    path: '/',
    times: 1_000_000,
    apply: true,
    respond: { delayMs: delay },
  })
  const traders = await makeTraders(
    cloud.environment,
    sizes.map((size) => `burst-${size}`),
    { rules, maxPositionSize: '500' },
  )
  for (const [index, size] of sizes.entries()) {
    const seen = await burst(cloud, traders[index] as Trader, size)
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
    print({ name: `${of}: calls beyond IG’s allowances`, value: seen.overAllowance, ...none, unit: 'calls' })
    print({
      name: `${of}: calls to IG that do not trade`,
      value: seen.notTrading,
      unit: 'calls',
      target: 10,
      // A larger burst takes longer, and every 3 s one more request checks which account the session uses.
      ceiling: size === 100 ? 14 : 12,
      floor: 4,
      note: 'first of the day: signing in and reading all markets are among them',
    })
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
