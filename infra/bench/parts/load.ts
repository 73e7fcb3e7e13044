import { setTimeout as wait } from 'node:timers/promises'
import { audit, readAlerts } from '../audit.ts'
import { startBenchCloud, type BenchCloud } from '../bench-cloud.ts'
import type { Measured, Part } from '../figure.ts'
import { makeTraders, type Trader } from '../make-traders.ts'
import { benchMarkets } from '../paper-world.ts'
import { alertText, postAlert, sideBySide } from '../post-alert.ts'

const accounts = 100
const alertsEach = 10
/** Alerts a second, where they are paced. */
const pace = 20

export const part: Part = {
  about: '2,000 alerts on 100 accounts through the local cloud, half of them all at once and half paced',
  measure: async (report, progress) => {
    const cloud = await startBenchCloud()
    try {
      const traders = await makeTraders(
        cloud.environment,
        Array.from({ length: accounts }, (_, index) => `load-${index}`),
      )
      progress(`${traders.length} accounts made`)
      await burst(cloud, traders, 'at once', report, progress)
      await burst(cloud, traders, 'paced', report, progress)
    } finally {
      await cloud.stop()
    }
  },
}

const burst = async (
  cloud: BenchCloud,
  traders: readonly Trader[],
  how: 'at once' | 'paced',
  report: (measured: Measured) => void,
  progress: (line: string) => void,
) => {
  // Round by round: every account's first alert, then every account's second. The first instruments of the list are
  // for the first burst: nothing of it may stand in the second one's way.
  const from = how === 'paced' ? alertsEach : 0
  const alerts = Array.from({ length: alertsEach }, (_, round) =>
    traders.map((trader) => ({ trader, round, market: marketOf(from + round) })),
  ).flat()
  const accepted = new Map<string, { readonly user: string; readonly round: number }>()
  let refused = 0
  let unanswered = 0
  const began = Date.now()
  await sideBySide(alerts, how === 'paced' ? 32 : 200, async ({ trader, round, market }, index) => {
    if (how === 'paced') await wait(Math.max(0, began + (index / pace) * 1000 - Date.now()))
    const { status, alertId } = await postAlert(
      cloud.origin,
      alertText(trader, market, `${how}-${trader.name}-${round}`),
    )
    if (status === 202 && alertId) accepted.set(alertId, { user: trader.account.userId, round })
    else if (status >= 400 && status < 500) refused += 1
    else unanswered += 1
  })
  const answered = Date.now()
  progress(`${how}: ${accepted.size} accepted in ${((answered - began) / 1000).toFixed(1)} s`)

  const mine = async () => (await readAlerts(cloud)).filter(({ alertId }) => accepted.has(alertId))
  for (let quiet = 0, last = -1; quiet < 60;) {
    const decided = (await mine()).filter(({ open }) => !open).length
    if (decided === accepted.size) break
    quiet = decided === last ? quiet + 1 : 0
    last = decided
    await wait(3_000)
  }
  const seconds = (Date.now() - began) / 1000
  const alertsNow = await mine()
  const verdict = await audit(cloud, traders, new Set(accepted.keys()))
  const outcomes = alertsNow.filter(({ outcome }) => outcome !== null)
  progress(`${how}: ${outcomes.length} outcomes after ${seconds.toFixed(1)} s`)

  const note = `${alerts.length} alerts on ${traders.length} accounts`
  const none = { unit: 'alerts', target: 0, ceiling: 0, floor: 0, note } as const
  const sent = alerts.length
  report({
    name: `${how}: sent, less accepted and refused`,
    value: sent - accepted.size - refused,
    ...none,
    note: `${accepted.size} accepted, ${refused} refused, ${unanswered} without an answer`,
  })
  report({ name: `${how}: accepted, less outcomes`, value: accepted.size - outcomes.length, ...none })
  report({ name: `${how}: lost`, value: verdict.lost, ...none })
  report({ name: `${how}: doubled`, value: verdict.doubled, ...none })
  report({ name: `${how}: store and broker disagree`, value: verdict.disagreeing, ...none })
  report({ name: `${how}: decided out of their account’s order`, value: outOfOrder(alertsNow), ...none })
  report({
    name: `${how}: seconds an alert, from the first sent to the last outcome`,
    value: seconds / sent,
    unit: 's',
    target: 0.2,
    note: `${(sent / seconds).toFixed(1)} alerts a second with four executors; each waits a quarter of a second for the verdict`,
  })
}

const marketOf = (place: number) => {
  const market = benchMarkets[place % benchMarkets.length]
  if (!market) throw new Error('There are no markets')
  // Half of them for an instrument that nobody knows: refusing is a way through the engine as well.
  return place % 2 === 1 ? { ...market, market: 'BENCH:UNKNOWN' } : market
}

/** Alerts that were decided before one which was accepted earlier on the same account. */
const outOfOrder = (alerts: Awaited<ReturnType<typeof readAlerts>>): number => {
  const byUser = Map.groupBy(alerts, ({ userId }) => userId)
  let count = 0
  for (const own of byUser.values()) {
    const inOrder = [...own].sort((a, b) => a.acceptedAt - b.acceptedAt)
    for (const [index, alert] of inOrder.entries()) {
      const earlier = inOrder[index - 1]
      if (earlier?.outcome && alert.outcome && alert.outcome.decidedAt < earlier.outcome.decidedAt) count += 1
    }
  }
  return count
}
