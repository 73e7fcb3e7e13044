import type { BenchCloud } from './bench-cloud.ts'
import { type Measurement, median } from './measured.ts'
import { makeTraders } from './make-traders.ts'
import { benchMarkets, holdMarkets } from './paper-world.ts'
import { alertText, postAlert } from './post-alert.ts'

const pairs = 24
/** Milliseconds that every answer of the slow broker takes. */
const delay = 3_000

/** The webhook's answer while the broker takes three seconds for everything, against one that takes none. */
export const timeSlowBroker = async (cloud: BenchCloud, report: (measured: Measurement) => void) => {
  const live = new URL(cloud.paperOrigin)
  live.port = String(Number(live.port) + 1)
  await holdMarkets(live.origin)
  await cloud.cloud.control(`${live.origin}/_paper/faults`, {
    path: '/',
    times: 1_000_000,
    apply: true,
    respond: { delayMs: delay },
  })
  const [quick] = await makeTraders(cloud.environment, ['quick'])
  const [slow] = await makeTraders(cloud.environment, ['slow'], { mode: 'LIVE' })
  const market = benchMarkets[0]
  if (!quick || !slow || !market) throw new Error('No user trades')

  const answerTime = async (trader: typeof quick, id: string) => {
    const began = performance.now()
    const { status } = await postAlert(cloud.origin, alertText(trader, market, id))
    if (status !== 202) throw new Error(`The local cloud answered ${status}`)
    return performance.now() - began
  }
  const ratios: number[] = []
  const slowTimes: number[] = []
  for (let index = -3; index < pairs; index += 1) {
    // Who comes first changes, so that neither is always the one that finds things warm.
    const first = index % 2 === 0 ? [quick, slow] : [slow, quick]
    const times = new Map<string, number>()
    for (const trader of first) times.set(trader.name, await answerTime(trader, `answer-${index}`))
    if (index < 0) continue
    slowTimes.push(times.get('slow') ?? NaN)
    ratios.push((times.get('slow') ?? NaN) / (times.get('quick') ?? NaN))
  }
  report({
    name: 'webhook’s answer, a broker of 3 s against one of 0 s',
    value: median(ratios),
    unit: '×',
    target: 1.1,
    floor: 1,
    note: `median of ${pairs} pairs; ${median(slowTimes).toFixed(1)} ms with the slow broker`,
  })
}
