import { queueTimes, waitAfter } from '../../shared/platform/queue-times.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { handleDeadLetter } from './dead-letter.ts'
import { everyMarket, mayLeave } from '../../shared/alerts/alert-action.ts'
import { claimOf } from './ledger/ledger.ts'
import { type Executed, workGoesOn } from './settle-orders.ts'
import { executeAlerts } from './execute.ts'
import { brokerLoginOf } from './ports/broker-login.ts'
import type { AlertMessage, AlertRecord } from './ports/alert-record.ts'
import type { ExecutorPorts } from './ports/ports.ts'

/** An alert as the queue handed it out. */
export type Delivery = {
  readonly message: AlertMessage
  /** How often it did, this time included. */
  readonly receives: number
}

/** The message must be redelivered, after a number of seconds or soon. */
export type Redelivery = { readonly afterSeconds?: number; readonly failed?: unknown }

export type Handled = 'done' | 'given up' | Redelivery

/**
 * Alerts of one account, as the queue delivers them together, in their order. One that waits for room in the broker's
 * allowance has not failed, and exits do not wait behind it; one that failed too often ends with an outcome that reports it.
 * Tries are counted of the first only, and of one that failed before nothing else is tried with it: what comes back
 * with it has not failed.
 * @param beginBefore nothing is begun later than this
 * @returns by alert
 */
export const handleMessages = async (
  ports: ExecutorPorts,
  deliveries: readonly Delivery[],
  beginBefore: Instant = Number.POSITIVE_INFINITY,
): Promise<ReadonlyMap<string, Handled>> => {
  // An alert that was queued again may be delivered with itself: both messages share what becomes of it.
  const each = [...new Map(deliveries.map((one) => [one.message.alertId, one])).values()]
  const [first] = each
  if (!first) return new Map()
  const tries = first.receives > 1 ? await ports.store.noteTry(first.message.alertId) : 0
  if (tries >= queueTimes.failures) {
    const isOver = (await handleDeadLetter(ports, first.message)) === 'done'
    return new Map<string, Handled>(
      each.map((one) => [
        one.message.alertId,
        one !== first ? { afterSeconds: soon } : isOver ? 'given up' : {},
      ]),
    )
  }

  const takenAt = ports.clock.now()
  const tried = tries > 1 ? [first] : each
  const results = await executeAlerts(
    ports,
    tried.map(({ message }) => message),
    beginBefore,
  )
  // It was counted, and then there was no time left to begin it: that is no failure of its own.
  if (tries > 0 && results.get(first.message.alertId) === 'untried')
    await ports.store.noteTry(first.message.alertId, -1)
  const resultOf = ({ message }: Delivery) => results.get(message.alertId) ?? 'untried'
  const unfailed = each.filter((one) => resultOf(one) === 'wait' || resultOf(one) === 'soon')
  await Promise.all(unfailed.map(({ message }) => ports.store.noteWait(message.alertId)))
  const stopped = each.find((one) => resultOf(one) !== 'done')
  if (stopped)
    await executeExits(ports, stopped.message, resultOf(stopped) === 'untried', beginBefore, takenAt)
  const waiting = unfailed.find((one) => resultOf(one) === 'wait')
  const seconds = waiting ? await secondsUntilRoom(ports, waiting) : soon
  return new Map(each.map((one) => [one.message.alertId, handledOf(resultOf(one), seconds)]))
}

/** Seconds until what waits for nothing but its turn is sent again. */
const soon = 1

/** @param seconds until there is room in the broker's allowance; what was not tried is sent again with what waits for that */
const handledOf = (executed: Executed, seconds: number): Handled => {
  if (executed === 'done') return 'done'
  if (executed === 'wait' || executed === 'untried') return { afterSeconds: seconds }
  if (executed === 'soon') return { afterSeconds: soon }
  return executed === 'later' ? {} : executed
}

const secondsUntilRoom = async (ports: ExecutorPorts, { message, receives }: Delivery): Promise<number> => {
  const { alert } = await ports.store.getAlertContext(message)
  const roomAt = alert && ports.broker.lastShortage(brokerLoginOf(alert))?.roomAt
  const untilRoom = roomAt ? Math.ceil((roomAt - ports.clock.now()) / 1_000) : waitAfter(receives)
  return Math.max(soon, Math.min(untilRoom, longestWait))
}

/** IG counts a minute: after it there is room, whatever is known. Seconds. */
const longestWait = 60

/**
 * Executes the account's exits that wait behind an alert which must be sent again: they would grow too old behind it. An
 * exit whose own market has an undecided alert before it keeps its turn, or what that one opens would stay open: only its
 * age is judged now. So is the age of those which this run has no time to begin.
 * @param isUntried the alert itself is one of these
 */
const executeExits = async (
  ports: ExecutorPorts,
  message: AlertMessage,
  isUntried: boolean,
  beginBefore: Instant,
  takenAt: Instant,
) => {
  const { listUndecided } = await ports.store.getAlertContext(message)
  const others = (await listUndecided()).filter(({ alertId }) => alertId !== message.alertId)
  const { alert, behind, ledger } = await ports.store.getAlertContext(
    message,
    others.map(({ alertId }) => ({ ...message, alertId })),
  )
  const entered = new Set<string>()
  const [exits, later]: [AlertMessage[], AlertMessage[]] = [[], []]
  for (const each of [alert, ...behind].filter((one) => one !== null).toSorted(byArrival)) {
    const { action, market } = each.alert
    if (each.outcome || claimOf(ledger, each.alertId)) continue
    const own = { ...message, alertId: each.alertId }
    if (each === alert && isUntried && mayLeave(action)) later.push(own)
    if (!mayLeave(action) || each === alert) entered.add(market)
    else (mayConcern(entered, market) ? later : exits).push(own)
  }
  const begun = exits.length > 0 ? await executeAlerts(ports, exits, beginBefore, 'behind', takenAt) : null
  const judged = [...exits.filter(({ alertId }) => begun?.get(alertId) === 'untried'), ...later]
  if (judged.length > 0) await executeAlerts(ports, judged, beginBefore + workGoesOn, 'judged', takenAt)
}

const byArrival = (one: AlertRecord, other: AlertRecord) => one.acceptedAt - other.acceptedAt

const mayConcern = (entered: ReadonlySet<string>, market: string) =>
  market === everyMarket ? entered.size > 0 : entered.has(market)
