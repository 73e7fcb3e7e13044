import { setTimeout as wait } from 'node:timers/promises'
import { runInParallel } from '../../../../functions/trading/send/run-in-parallel.ts'
import { audit, readAlerts } from '../audit.ts'
import { startBenchCloud, type BenchCloud } from '../bench-cloud.ts'
import type { Measurement } from '../measured.ts'
import type { Part } from '../figure.ts'
import { makeTraders, type Trader } from '../make-traders.ts'
import { benchMarkets } from '../paper-world.ts'
import { alertText, postAlert } from '../post-alert.ts'
import { countOvertaken, type DecisionTime } from '../overtaken.ts'

const accounts = 100
const alertsEach = 20
/** Executors in parallel; the cloud has fifty. */
const executors = 12
/** How many senders wait for an answer at a time, and if they are paced, alerts a second. */
const bursts = {
  'at once': { senders: 200, pace: Infinity },
  paced: { senders: 32, pace: 40 },
} as const
type How = keyof typeof bursts

export const part: Part = {
  about: '2,000 alerts on 100 accounts through the local cloud, all at once; and as many paced',
  measure: async (report, progress) => {
    const cloud = await startBenchCloud({ instances: executors })
    try {
      for (const how of Object.keys(bursts) as How[]) {
        // Accounts of its own: of the broker's allowance for a minute, nothing is spent already.
        const traders = await makeTraders(
          cloud.environment,
          Array.from({ length: accounts }, (_, index) => `${how.replace(' ', '-')}-${index}`),
        )
        progress(`${how}: ${traders.length} accounts made`)
        await burst(cloud, traders, how, report, progress)
      }
    } finally {
      await cloud.stop()
    }
  },
}

/** What comes of an alert, by its place in its account's row. Placing, repeating and refusing are ways of their own. */
const kinds = ['order', 'unknown instrument', 'same again', 'not understood'] as const

const textOf = (trader: Trader, place: number, id: string) => {
  const kind = kinds[place % kinds.length]
  const market = benchMarkets[Math.floor(place / kinds.length) % benchMarkets.length]
  if (!market) throw new Error('There are no markets')
  if (kind === 'unknown instrument') return alertText(trader, { ...market, market: 'BENCH:UNKNOWN' }, id)
  if (kind === 'not understood') return alertText(trader, { ...market, price: NaN }, id)
  return alertText(trader, market, id)
}

const burst = async (
  cloud: BenchCloud,
  traders: readonly Trader[],
  how: How,
  report: (measured: Measurement) => void,
  progress: (line: string) => void,
) => {
  const { senders, pace } = bursts[how]
  // Round by round: every account's first alert, then every account's second.
  const alerts = Array.from({ length: alertsEach }, (_, round) =>
    traders.map((trader) => ({ trader, round })),
  ).flat()
  const accepted = new Map<
    string,
    { readonly account: string; readonly sent: number; readonly answered: number }
  >()
  let refused = 0
  let unanswered = 0
  const began = Date.now()
  await runInParallel(alerts, senders, async ({ trader, round }, index) => {
    await wait(Math.max(0, began + (index / pace) * 1000 - Date.now()))
    const sent = Date.now()
    const { status, alertId } = await postAlert(
      cloud.origin,
      textOf(trader, round, `${trader.name}-${round}`),
    )
    if (status === 202 && alertId)
      accepted.set(alertId, { account: trader.account.userId, sent, answered: Date.now() })
    else if (status >= 400 && status < 500) refused += 1
    else unanswered += 1
  })
  progress(`${how}: ${accepted.size} accepted, ${refused} refused in ${secondsSince(began)} s`)

  const mine = async () => (await readAlerts(cloud)).filter(({ alertId }) => accepted.has(alertId))
  for (let quiet = 0, last = -1; quiet < 60;) {
    const decided = (await mine()).filter(({ open }) => !open).length
    if (decided === accepted.size) break
    quiet = decided === last ? quiet + 1 : 0
    last = decided
    await wait(2_000)
  }
  const seconds = Number(secondsSince(began))
  const verdict = await audit(cloud, traders, new Set(accepted.keys()))
  const outcomes = (await mine()).filter(({ outcome }) => outcome !== null)
  const words = Object.entries(Object.groupBy(outcomes, ({ outcome }) => outcome?.outcome ?? '')).map(
    ([outcome, of]) => `${of?.length} ${outcome}`,
  )
  progress(`${how}: ${words.join(', ')} after ${seconds} s`)

  const note = `${alerts.length} alerts on ${traders.length} accounts`
  const none = { unit: 'alerts', target: 0, ceiling: 0, floor: 0, note } as const
  report({
    name: `${how}: sent, less accepted and refused`,
    value: alerts.length - accepted.size - refused,
    ...none,
    note: `${accepted.size} accepted, ${refused} refused, ${unanswered} without an answer`,
  })
  report({
    name: `${how}: accepted, less outcomes`,
    value: accepted.size - outcomes.length,
    ...none,
    note: words.join(', '),
  })
  report({ name: `${how}: lost`, value: verdict.lost, ...none })
  report({ name: `${how}: doubled`, value: verdict.doubled, ...none })
  report({ name: `${how}: store and broker disagree`, value: verdict.disagreeing, ...none })
  report({
    name: `${how}: decided before one that was accepted before it was sent`,
    value: countOvertaken(
      outcomes.map(({ alertId, acceptedAt, outcome }): DecisionTime => {
        const known = accepted.get(alertId)
        if (!known || !outcome) throw new Error('An outcome of no user’s alert')
        // An outcome's own time is that of its verdict, for which those behind an order do not wait.
        const [queued, read] = outcome.phases ?? []
        const decided = read === undefined ? outcome.decidedAt : acceptedAt + (queued ?? 0) + read
        return { ...known, decided }
      }),
    ),
    ...none,
    note: 'of each account’s alerts',
  })
  report({
    name: `${how}: seconds an alert, from the first sent to the last outcome`,
    value: seconds / alerts.length,
    unit: 's',
    target: 0.1,
    floor: 0.02,
    note: `${(alerts.length / seconds).toFixed(1)} alerts a second with ${executors} executors; each order waits a quarter of a second for its verdict`,
  })
}

const secondsSince = (instant: number) => ((Date.now() - instant) / 1000).toFixed(1)
