import { setTimeout as wait } from 'node:timers/promises'
import { audit, readAlerts } from './audit.ts'
import type { Measured } from './figure.ts'
import { makeTraders } from './make-traders.ts'
import { benchMarkets } from './paper-world.ts'
import { alertText, postAlert, sideBySide } from './post-alert.ts'
import { startProcessCloud } from './process-cloud.ts'
import type { Strike } from './process-lambdas.ts'

const traders = 50
const alertsEach = 20

/** Every call of an invocation, and beyond the last one; before it is carried out and after. */
const pointsUpTo = (steps: number): Strike[] =>
  Array.from({ length: steps }, (_, index) => index + 1).flatMap((step) => [
    { step, moment: 'before' as const },
    { step, moment: 'after' as const },
  ])

/** How many calls a cold Lambda makes at most, and every how many invocations one is struck. */
const victims: Readonly<Record<string, { points: readonly Strike[]; every: number }>> = {
  receiveAlert: { points: pointsUpTo(5), every: 8 },
  'execute-alerts': { points: pointsUpTo(18), every: 4 },
}

/**
 * Seconds between sends. TradingView sends four times, five seconds apart; a busy machine may need more, and that is
 * not what is asked here.
 */
const resendAfter = 0.5
const mostSends = 20

/** A thousand alerts while kill -9 strikes the webhook and the executor at each of their steps. */
export const strikeProcesses = async (
  report: (measured: Measured) => void,
  progress: (line: string) => void,
) => {
  const invocations = new Map<string, number>()
  const struck = new Map<string, Map<string, number>>()
  let kills = 0
  const seenBefore = new Set<string>()
  const cloud = await startProcessCloud({
    strikeFor: (name, event) => {
      const victim = victims[name]
      if (!victim) return null
      // The second try of the same thing is left alone, or nothing would ever come to an end.
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
    const alerts = Array.from({ length: alertsEach }, (_, round) =>
      made.map((trader) => ({ trader, market: marketOf(round), id: `${trader.name}-${round}` })),
    ).flat()
    const accepted = new Set<string>()
    let refused = 0
    await sideBySide(alerts, 4, async ({ trader, market, id }) => {
      const text = alertText(trader, market, id)
      for (let send = 0; send < mostSends; send += 1) {
        const { status, alertId } = await postAlert(cloud.origin, text)
        if (status === 202 && alertId) return void accepted.add(alertId)
        if (status >= 400 && status < 500) return void (refused += 1)
        await wait(resendAfter * 1000)
      }
    })
    progress(`${accepted.size} alerts accepted, ${kills} processes killed`)

    // Whatever still waits is executed; then time passes, and the reconciler looks up what was left in doubt.
    const decided = async () => (await readAlerts(cloud)).filter(({ open }) => !open).length
    await settled(decided, alerts.length)
    for (let turn = 0; turn < 12 && (await decided()) < alerts.length; turn += 1) {
      cloud.moveClock(90_000)
      await cloud.reconcile()
      await wait(1_500)
    }
    const verdict = await audit(cloud, made, accepted)
    progress(
      Object.entries(verdict.outcomes)
        .map(([outcome, count]) => `${count} ${outcome}`)
        .join(', '),
    )

    const points = [...struck.values()].reduce((total, each) => total + each.size, 0)
    const note = `${alerts.length} alerts, ${kills} kills at ${points} different points of webhook and executor`
    const none = { unit: 'alerts', target: 0, ceiling: 0, floor: 0 } as const
    const never = alerts.length - accepted.size - refused
    report({ name: 'kill -9: sent, and neither accepted nor refused', value: never, ...none })
    report({ name: 'kill -9: accepted and lost', value: verdict.lost, ...none, note })
    report({ name: 'kill -9: doubled at the broker', value: verdict.doubled, ...none, note })
    report({ name: 'kill -9: not in the log', value: verdict.notLogged, ...none })
    report({ name: 'kill -9: twice in the log', value: verdict.loggedTwice, ...none })
    report({ name: 'kill -9: store and broker disagree', value: verdict.disagreeing, ...none })
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
  // Every fourth alert is for an instrument that nobody knows: a refusal goes another way through the engine.
  const market = benchMarkets[round % benchMarkets.length]
  if (!market) throw new Error('There are no markets')
  return round % 4 === 3 ? { ...market, market: 'BENCH:UNKNOWN' } : market
}

/** The alert that an event is about. */
const identityOf = (event: unknown): string => {
  const { body, Records } = event as { body?: string; Records?: { body: string }[] }
  return body ?? Records?.[0]?.body ?? ''
}

/** Waits until all are decided, or nothing has moved for a while. */
const settled = async (decided: () => Promise<number>, all: number) => {
  let last = -1
  for (let quiet = 0; quiet < 10;) {
    const now = await decided()
    if (now >= all) return
    quiet = now === last ? quiet + 1 : 0
    last = now
    await wait(3_000)
  }
}
