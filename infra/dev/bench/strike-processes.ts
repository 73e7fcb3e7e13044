import { setTimeout as wait } from 'node:timers/promises'
import { audit, readAlerts, reportVerdict } from './audit.ts'
import type { Measurement } from './measured.ts'
import { makeTraders } from './make-traders.ts'
import { benchMarkets } from './paper-world.ts'
import type { Answer } from '../testing/webhook.ts'
import { alertText, sendAsTradingView } from './post-alert.ts'
import { startStruckCloud } from './struck-cloud.ts'
import type { Strike } from './killable-process.ts'

const traders = 100
const alertsEach = 10
const lanes = 8

/** Returns the points at which a process is killed: before and after each of its calls. */
const pointsUpTo = (steps: number): Strike[] =>
  Array.from({ length: steps }, (_, index) => index + 1).flatMap((step) => [
    { step, moment: 'before' as const },
    { step, moment: 'after' as const },
  ])

/** For each Lambda, the points at which it is killed, and the number of invocations from one kill to the next. */
const victims: Readonly<Record<string, { points: readonly Strike[]; every: number }>> = {
  receiveAlert: { points: pointsUpTo(5), every: 8 },
  'execute-alerts': { points: pointsUpTo(18), every: 4 },
}

/**
 * Milliseconds until each alert is sent again. A FIFO queue deduplicates messages only for five minutes, so it accepts
 * the alert again.
 */
const muchLater = 6 * 60_000

/** Sends a thousand alerts while the webhook and the executor are killed with kill -9 at each of their steps. */
export const strikeProcesses = async (
  report: (measured: Measurement) => void,
  progress: (line: string) => void,
) => {
  const invocations = new Map<string, number>()
  const struck = new Map<string, Map<string, number>>()
  let kills = 0
  const seenBefore = new Set<string>()
  const cloud = await startStruckCloud({
    strikeFor: (name, event) => {
      const victim = victims[name]
      if (!victim) return null
      // A second attempt to process an event is never killed, because otherwise no alert would ever be finished.
      const what = identityOf(event)
      if (seenBefore.has(what)) return null
      seenBefore.add(what)
      const number = invocations.get(name) ?? 0
      invocations.set(name, number + 1)
      return number % victim.every === 0
        ? (victim.points[(number / victim.every) % victim.points.length] as Strike)
        : null
    },
    onKill: (name, { step, moment }) => {
      kills += 1
      const points = struck.get(name) ?? new Map<string, number>()
      struck.set(name, points.set(`${step} ${moment}`, (points.get(`${step} ${moment}`) ?? 0) + 1))
    },
  })
  try {
    const made = await makeTraders(
      cloud.environment,
      Array.from({ length: traders }, (_, index) => `struck-${index}`),
    )
    progress(`${made.length} accounts made`)
    const texts = Array.from({ length: alertsEach }, (_, round) =>
      made.map((trader) => alertText(trader, marketOf(round), { id: `${trader.name}-${round}` })),
    ).flat()
    const answers = await sendAsTradingView(cloud.origin, texts, lanes)
    progress(`${answers.filter(isTaken).length} alerts acknowledged, ${kills} processes killed`)

    // The remaining alerts are executed. Then the clock moves, and the reconciler looks up alerts whose result is
    // unknown.
    const open = async () => (await readAlerts(cloud)).filter((alert) => alert.open).length
    await settled(open)
    await cloud.moveClock(muchLater)
    const later = await sendAsTradingView(cloud.origin, texts, lanes)
    const other = later.filter(
      (answer, index) => isTaken(answers[index]) && answer.alertId !== answers[index]?.alertId,
    )
    progress('all sent again after six minutes')
    await settled(open)
    for (const end = Date.now() + 90_000; Date.now() < end && (await open()) > 0;) {
      await cloud.moveClock(90_000)
      await cloud.reconcile()
      await wait(1_500)
    }
    const accepted = new Set(
      [...answers, ...later].flatMap((answer) => (isTaken(answer) ? [answer.alertId ?? ''] : [])),
    )
    const verdict = await audit(cloud, made, accepted)
    const points = [...struck.values()].reduce((total, each) => total + each.size, 0)
    const none = { unit: 'alerts', target: 0, ceiling: 0, floor: 0 } as const
    const isRefused = ({ status }: Answer) => status >= 400 && status < 500
    const never = later.filter((answer, index) => !isTaken(answer) && !isTaken(answers[index]))
    report({
      name: 'kill -9: not acknowledged in TradingView’s four sends',
      value: answers.filter((answer) => !isTaken(answer) && !isRefused(answer)).length,
      unit: 'alerts',
      target: 0,
      floor: 0,
      note: 'such an alert may have been accepted or not; what was accepted counts below, heard of or not',
    })
    report({
      name: 'kill -9: sent, less accepted and refused, with the sends after six minutes',
      value: never.filter((answer) => !isRefused(answer)).length,
      ...none,
    })
    report({
      name: 'kill -9: resends after six minutes that became another alert',
      value: other.length,
      ...none,
    })
    const played = `${texts.length} alerts, ${kills} kills at ${points} different points of webhook and executor`
    reportVerdict(report, 'kill -9', verdict, played)
    const all = Object.values(victims).reduce((total, victim) => total + victim.points.length, 0)
    report({
      name: 'kill -9: points never struck',
      value: all - points,
      unit: 'points',
      target: all / 4,
      ceiling: all / 3,
      floor: 0,
      note: 'a warm Lambda makes fewer calls than a cold one, so the last points are seldom reached',
    })
  } finally {
    await cloud.stop()
  }
}

const marketOf = (round: number) => {
  // Every fourth alert is for an unknown instrument, because a refused alert takes a different path through the engine.
  const market = benchMarkets[round % benchMarkets.length]
  if (!market) throw new Error('There are no markets')
  return round % 4 === 3 ? { ...market, market: 'BENCH:UNKNOWN' } : market
}

/** Returns a text that identifies the alert of an event: the body of its request or message. */
const identityOf = (event: unknown): string => {
  const { body, Records } = event as { body?: string; Records?: { body: string }[] }
  return body ?? Records?.[0]?.body ?? ''
}

const isTaken = (answer: Answer | undefined) => answer?.status === 202

/**
 * Waits until no alert is open, or until the number of open alerts hardly changes. If a run was killed after it marked
 * an account as busy, that account's alerts wait until the mark expires.
 */
const settled = async (open: () => Promise<number>) => {
  let last = Infinity
  for (let quiet = 0; quiet < 3;) {
    const now = await open()
    if (now === 0) return
    quiet = last - now < 5 ? quiet + 1 : 0
    last = now
    await wait(2_000)
  }
}
