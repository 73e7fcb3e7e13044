import { publishedAllowance } from '../../../functions/broker/allowance/state.ts'
import { queueTimes } from '../../../shared/platform/queue-times.ts'
import { contract } from '../../../shared/contract/index.ts'

/**
 * A bar's close for many users, second by second: what each part of the way takes, and what becomes of the rest. A model
 * and no measurement: its run times are assumed, its limits are the stack's own settings and AWS's published ones.
 */

/** What a stage was deployed with. */
export type Stage = {
  readonly webhookExecutions: number
  readonly executors: number
  readonly openShards: number
}

/** Alerts that arrive evenly over a number of seconds, each user's spread among the others'. */
export type Burst = { readonly users: number; readonly alertsPerUser: number; readonly seconds: number }

export const assumed = {
  /** Of the webhook for an alert, and of the executor for as many of one account as it takes at once, while warm. */
  webhookSeconds: 0.045,
  executorSeconds: 1,
  /** An alert writes its entry in the index of open alerts and removes it; a partition takes 1,000 write units a second. */
  alertsPerShard: 500,
  /**
   * Calls that count against IG's allowance of an account, for each run of the executor: markets, lists and verdicts are
   * asked for together (`npm run bench -- bursts`).
   */
  callsPerRun: 3,
  /** TradingView sends again after a 5xx. */
  resends: 3,
  resendSeconds: 5,
  /** Seconds after which an alert is too old for its user: the default. */
  ageLimit: 300,
} as const

/** In the order in which a call meets them. */
export const limitNames = ['route', 'webhook', 'index'] as const
export type LimitName = (typeof limitNames)[number]

export type Played = {
  readonly sent: number
  readonly taken: number
  /** Refused for good: by the route at once (429), by the others each time that TradingView sent it. */
  readonly lost: number
  /** Calls that were refused, by what refused them. */
  readonly refusals: Readonly<Record<LimitName, number>>
  /** Decided in time, and too late. */
  readonly decided: number
  readonly tooLate: number
  /** Seconds from an alert's first call to its outcome, of those decided in time. */
  readonly median: number
  readonly slowest: number
  /** Seconds until the last outcome was there. */
  readonly last: number
}

/** Steps a second. */
const steps = 10

export const play = (stage: Stage, { users, alertsPerUser, seconds }: Burst): Played => {
  const sent = users * alertsPerUser
  const refusals: Record<LimitName, number> = { route: 0, webhook: 0, index: 0 }
  const firstCall = (alert: number) => (alert / sent) * seconds
  const userOf = (alert: number) => alert % users

  const resent = new Map<number, { readonly alert: number; readonly sends: number }[]>()
  let [next, taken, lost, decided, tooLate, last] = [0, 0, 0, 0, 0, 0]
  let route: number = contract.receiveAlert.throttle.burst
  const times: number[] = []

  const waiting: number[][] = Array.from({ length: users }, () => [])
  const isListed = new Uint8Array(users)
  const calls = new Float64Array(users).fill(publishedAllowance.other)
  const countedAt = new Float64Array(users)
  /** Users with an alert that may begin, the longest waiting first; and those who come back at a step. */
  let ready: number[] = []
  const back = new Map<number, number[]>()
  const atStep = <Item>(when: Map<number, Item[]>, step: number, item: Item) => {
    const there = when.get(step)
    if (there) there.push(item)
    else when.set(step, [item])
  }
  let busy = 0
  const freed = new Map<number, number>()

  const isOver = () => next >= sent && resent.size === 0 && decided + tooLate === taken && busy === 0
  for (let step = 0; ; step += 1) {
    const now = step / steps
    route = Math.min(
      contract.receiveAlert.throttle.burst,
      route + contract.receiveAlert.throttle.rate / steps,
    )
    let webhook = stage.webhookExecutions / assumed.webhookSeconds / steps
    const index = new Float64Array(stage.openShards).fill(assumed.alertsPerShard / steps)
    const take = (alert: number, sends: number) => {
      const refuse = (limit: LimitName) => {
        refusals[limit] += 1
        if (limit === 'route' || sends >= assumed.resends) lost += 1
        else atStep(resent, step + assumed.resendSeconds * steps, { alert, sends: sends + 1 })
      }
      if (route < 1) return refuse('route')
      route -= 1
      if (webhook < 1) return refuse('webhook')
      webhook -= 1
      const user = userOf(alert)
      const shard = user % stage.openShards
      const room = index[shard] ?? 0
      if (room < 1) return refuse('index')
      index[shard] = room - 1
      taken += 1
      waiting[user]?.push(alert)
      if (isListed[user]) return
      isListed[user] = 1
      ready.push(user)
    }
    for (const { alert, sends } of resent.get(step) ?? []) take(alert, sends)
    resent.delete(step)
    for (; next < sent && firstCall(next) <= now; next += 1) take(next, 0)

    busy -= freed.get(step) ?? 0
    freed.delete(step)
    for (const user of back.get(step) ?? [])
      if ((waiting[user]?.length ?? 0) > 0) ready.push(user)
      else isListed[user] = 0
    back.delete(step)
    let begun = 0
    for (const user of ready) {
      if (busy >= stage.executors) break
      begun += 1
      const refilled = (calls[user] ?? 0) + ((now - (countedAt[user] ?? 0)) * publishedAllowance.other) / 60
      calls[user] = Math.min(publishedAllowance.other, refilled)
      countedAt[user] = now
      const mayBegin = waiting[user]?.slice(0, queueTimes.batch) ?? []
      const isTooLate = (alert: number) => now - firstCall(alert) > assumed.ageLimit
      const lacks = assumed.callsPerRun - (calls[user] ?? 0)
      if (!mayBegin.every(isTooLate) && lacks > 0) {
        // Handed back to the queue until there is room.
        atStep(back, step + Math.ceil((lacks * 60 * steps) / publishedAllowance.other), user)
        continue
      }
      waiting[user]?.splice(0, mayBegin.length)
      const inTime = mayBegin.filter((alert) => !isTooLate(alert))
      const took = inTime.length === 0 ? 1 : assumed.executorSeconds * steps
      busy += 1
      freed.set(step + took, (freed.get(step + took) ?? 0) + 1)
      atStep(back, step + took, user)
      last = Math.max(last, now + took / steps)
      tooLate += mayBegin.length - inTime.length
      decided += inTime.length
      if (inTime.length > 0) calls[user] = (calls[user] ?? 0) - assumed.callsPerRun
      for (const alert of inTime) times.push(now + took / steps - firstCall(alert))
    }
    ready = ready.slice(begun)
    if (isOver()) break
  }
  const sorted = Float64Array.from(times).sort()
  const { length } = sorted
  return {
    sent,
    taken,
    lost,
    refusals,
    decided,
    tooLate,
    median: sorted[Math.floor(length / 2)] ?? 0,
    slowest: sorted[length - 1] ?? 0,
    last,
  }
}
