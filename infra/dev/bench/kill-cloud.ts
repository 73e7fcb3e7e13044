import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../testing/local-cloud.ts'
import { audit, readAlerts, reportVerdict } from './audit.ts'
import { type BenchCloud, startBenchCloud } from './bench-cloud.ts'
import type { Measurement } from './measured.ts'
import { makeTraders, type Trader } from './make-traders.ts'
import { benchMarkets } from './paper-world.ts'
import { postAlert } from '../testing/webhook.ts'
import { alertText } from './post-alert.ts'

const accounts = 15

type Moment = (cloud: BenchCloud, accepted: ReadonlySet<string>) => Promise<unknown>

const waitsForAnswer = 'while an order waits for its answer'

/**
 * The steps of an alert at which the cloud is killed. The last step comes first, so that the quarantine of its
 * unfinished alerts passes during the other steps.
 */
const moments: Readonly<Record<string, Moment>> = {
  'when half are done': (cloud, accepted) => until(decided(cloud, accepted, accounts / 2)),
  'as the first outcome is recorded': (cloud, accepted) => until(decided(cloud, accepted, 1)),
  'as the first verdict is asked for': (cloud) => until(seen(cloud, 'GET', /\/confirms\//)),
  [waitsForAnswer]: async (cloud) => {
    await until(seen(cloud, 'POST', /\/otc$/))
    await wait(1_500)
  },
  'as the first order is at the broker': (cloud) => until(seen(cloud, 'POST', /\/otc$/)),
  'as the first account is read': (cloud) => until(seen(cloud, 'GET', /\/positions$/)),
  'as the first is accepted': (_, accepted) => until(() => Promise.resolve(accepted.size > 0)),
  'before any is answered': () => wait(20),
}

/** Whether the wire log contains a matching request. Each start of the cloud begins with an empty wire log. */
const seen = (cloud: BenchCloud, method: string, path: RegExp) => async () =>
  (await cloud.cloud.wire()).some((entry) => entry.method === method && path.test(entry.path))

const decided = (cloud: BenchCloud, accepted: ReadonlySet<string>, count: number) => async () => {
  const done = (await readAlerts(cloud)).filter(({ alertId, outcome }) => outcome && accepted.has(alertId))
  return done.length >= count
}

/**
 * Kills the whole local cloud, including tables, queues and broker, while alerts are at each of the steps.
 * @param meanwhile work to measure during the quarantine, when the cloud is idle
 */
export const killCloudAtSteps = async (
  report: (measured: Measurement) => void,
  progress: (line: string) => void,
  meanwhile: () => Promise<void>,
) => {
  const cloud = await startBenchCloud()
  const accepted = new Set<string>()
  try {
    const traders = await makeTraders(
      cloud.environment,
      Array.from({ length: accounts }, (_, index) => `cut-${index}`),
    )
    for (const [round, [name, comes]] of Object.entries(moments).entries()) {
      if (name === waitsForAnswer)
        await cloud.cloud.control(`${cloud.paperOrigin}/_paper/faults`, {
          method: 'POST',
          path: '/workingorders/otc',
          times: 4,
          apply: true,
          respond: { delayMs: 6_000 },
        })
      const ofThisRound = new Set<string>()
      const sending = sendRound(cloud, traders, round, ofThisRound)
      await comes(cloud, ofThisRound)
      await cloud.cloud.end('SIGKILL')
      await sending
      for (const alertId of ofThisRound) accepted.add(alertId)
      await cloud.cloud.start()
      progress(`cut ${name}: ${ofThisRound.size} accepted`)
    }

    await Promise.all([waitOut(cloud), meanwhile()])
    const verdict = await audit(cloud, traders, accepted)
    if (accepted.size === 0) throw new Error('The cloud was cut before it accepted anything')
    const cuts = Object.keys(moments).length
    reportVerdict(report, 'power cut', verdict, `${accepted.size} alerts accepted in ${cuts} cuts`)
  } finally {
    await cloud.stop()
  }
}

/**
 * Waits until the quarantine ends and no alert is open. An order that was cut off before it was sent then counts as
 * lost.
 */
const waitOut = async (cloud: BenchCloud) => {
  const open = async () => (await readAlerts(cloud)).filter((alert) => alert.open).length
  for (const end = Date.now() + 300_000; Date.now() < end && (await open()) > 0; await wait(5_000))
    await cloud.cloud.runSchedule('reconcile-alerts')
}

/** Sends one alert per account. If the cloud is dead, the sender gives up. */
const sendRound = (cloud: BenchCloud, traders: readonly Trader[], round: number, accepted: Set<string>) =>
  Promise.all(
    traders.map(async (trader) => {
      const market = benchMarkets[round]
      if (!market) throw new Error('There are no markets')
      const { status, alertId } = await postAlert(
        cloud.origin,
        alertText(trader, market, { id: `cut-${round}-${trader.name}` }),
      )
      if (status === 202 && alertId) accepted.add(alertId)
    }),
  )
