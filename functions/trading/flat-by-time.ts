import type { FlatAt } from '../../shared/strategies/strategy-rules.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { withoutEnded } from './ledger/ledger.ts'
import { ownerOf } from './ledger/owners.ts'
import { updateLedger } from './ledger/update-ledger.ts'
import type { AlertRecord } from './ports/alert-record.ts'
import { nullIfUnanswered } from './ports/broker.ts'
import type { Ledger } from './ports/ledger.ts'
import {
  loginOf,
  type Quoted,
  readPositions,
  send,
  sendUntilDone,
  sentFirst,
  type TimedPorts,
  type TimedUser,
} from './watch/timed-alerts.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** The local time in a time zone: day of the week (0: Sunday), date, and minutes since midnight. */
const wallClock = (at: Instant, zone: string) => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return {
    weekday: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(part('weekday')),
    day: `${part('year')}-${part('month')}-${part('day')}`,
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
  }
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * When a strategy last had to be flat.
 * @property isToday true if that was today in the strategy's time zone
 */
type Due = { readonly day: string; readonly at: Instant; readonly isToday: boolean }

/**
 * The last time at which a strategy had to be flat: the set time on the most recent of the days to which its rule
 * applies.
 */
export const lastDue = ({ time, zone, days }: FlatAt, now: Instant): Due => {
  for (let back = 0; ; back += 1) {
    const then = now - back * day
    const clock = wallClock(then, zone)
    const isDay = days === 'FRIDAYS' ? clock.weekday === 5 : clock.weekday >= 1 && clock.weekday <= 5
    const late = clock.minutes - minutesOf(time)
    if (isDay && (back > 0 || late >= 0))
      return { day: clock.day, at: Math.floor(then / minute - late) * minute, isToday: back === 0 }
  }
}

/**
 * An entry may be decided some minutes after the time to be flat. A position that opens within this period is also
 * closed.
 */
const lateEntries = 10 * minute

/**
 * A strategy that may still have a position after the time at which it had to be flat.
 * @property first the alert that was sent at that time
 */
export type FlatTask = {
  readonly strategy: string
  readonly flatAt: FlatAt
  /** Positions that opened before this time are closed. */
  readonly until: Instant
  readonly identity: readonly unknown[]
  readonly first: AlertRecord | null
}

/**
 * The strategies whose positions must be closed now, because they have a rule to be flat at a set time. A strategy
 * without an open deal in the account's record is left out, because its alert would only report that nothing is open.
 * Closing begins only on the day of the set time, so a new rule has no effect for earlier days. A strategy whose exit
 * is still under way or waiting is also left out.
 */
export const flatTasks = async (
  ports: TimedPorts,
  user: TimedUser,
  { owned = [] }: Ledger,
): Promise<readonly FlatTask[]> => {
  const now = ports.clock.now()
  const tasks: FlatTask[] = []
  for (const [strategy, { flatAt }] of Object.entries(user.strategies)) {
    if (!flatAt) continue
    const due = lastDue(flatAt, now)
    const until = due.at + lateEntries
    if (!owned.some((deal) => deal.strategy === strategy && deal.at <= until)) continue
    const identity = ['flat', strategy, due.day, flatAt.time]
    const first = await sentFirst(ports, user, identity)
    const isBegun = due.isToday || now <= until || first !== null
    if (isBegun && (first === null || first.outcome !== null))
      tasks.push({ strategy, flatAt, until, identity, first })
  }
  return tasks
}

/**
 * Closes the strategy's positions at its set time. It tries again each minute until the strategy is flat, over nights
 * and weekends, because IG may be unreachable, the market closed, the request limit used up, or a position listed late.
 * A position that opens long after the set time stays open.
 */
export const closeAtItsTime = async (ports: TimedPorts, user: TimedUser, task: FlatTask, ledger: Ledger) => {
  const { strategy, flatAt, until, identity, first } = task
  const alert = {
    market: '*',
    action: 'CLOSE_ALL' as const,
    strategy,
    isTimed: true,
    comment: `Close all at ${flatAt.time} ${flatAt.zone}`,
  }
  const isAtItsTime = ports.clock.now() < until - lateEntries + minute
  const held = first || !isAtItsTime ? await heldSince(ports, user, task, ledger) : null
  if (!first) {
    if (held?.length !== 0) await send(ports, user, identity, alert)
    return
  }
  const left = held?.filter(
    ({ dealId, isTradeable }) => isTradeable !== false && !isBeingClosed(ledger, dealId),
  )
  if (left && left.length > 0) {
    const onlyDeals = left.map(({ dealId }) => dealId)
    await sendUntilDone(ports, user, { identity, alert: { ...alert, onlyDeals }, every: minute })
  } else if (held?.length === 0) await forgetEnded(ports, user, ledger)
}

/** The strategy's positions that opened before its set time. A roll does not change when a position opened. */
const heldSince = async (
  ports: TimedPorts,
  user: TimedUser,
  { strategy, until }: FlatTask,
  ledger: Ledger,
): Promise<readonly Quoted[]> => {
  const owner = ownerOf(ledger)
  const openedAt = ({ dealId, createdAt }: Quoted) =>
    ledger.owned?.find((deal) => deal.dealId === dealId)?.at ?? createdAt
  const positions = await readPositions(ports, user)
  return positions.filter((position) => owner(position) === strategy && openedAt(position) <= until)
}

const isBeingClosed = ({ claims }: Ledger, dealId: string): boolean =>
  claims.some(
    ({ intent }) =>
      intent.kind === 'close' &&
      intent.positions.some((position) => position.dealId === dealId) &&
      !intent.done?.includes(dealId),
  )

/**
 * Removes deals that were closed at the broker from the account's record. Otherwise the strategy's positions would be
 * read each minute for days.
 */
const forgetEnded = async (ports: TimedPorts, user: TimedUser, ledger: Ledger) => {
  const login = loginOf(user)
  const listed = await ports.broker.readAccount(login).catch(nullIfUnanswered)
  await updateLedger(ports, login, ledger, (current) => {
    const next = withoutEnded(current, listed)
    return next === current ? null : { ...next, version: current.version + 1 }
  })
}
