import { queueTimes, waitAfter } from '../../shared/platform/queue-times.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { handleDeadLetter } from './dead-letter.ts'
import { everyMarket, mayLeave } from '../../shared/alerts/alert-action.ts'
import { claimOf } from './ledger/ledger.ts'
import { type Executed, type RunTimes, workGoesOn } from './settle-orders.ts'
import { executeAlerts } from './execute.ts'
import { brokerLoginOf } from './ports/broker-login.ts'
import type { AlertMessage, AlertRecord } from './ports/alert-record.ts'
import type { ExecutorPorts } from './ports/ports.ts'

/** An alert as the queue delivered it. */
export type Delivery = {
  readonly message: AlertMessage
  /** Number of deliveries, including this one. */
  readonly receives: number
}

/** The message must be delivered again, after `afterSeconds` if given. */
export type Redelivery = { readonly afterSeconds?: number; readonly failed?: unknown }

export type Handled = 'done' | 'given up' | Redelivery

/**
 * Executes alerts of one account that the queue delivers together, in their order. An alert that waits for room in the
 * broker's request limit has not failed, and exits do not wait behind it. An alert that has failed too often gets an
 * outcome that reports this. Only tries of the first alert are counted. An alert that failed before is tried alone, so
 * that its failures are not counted for other alerts.
 * @param beginBefore nothing starts after this time
 * @returns results by alert
 */
export const handleMessages = async (
  ports: ExecutorPorts,
  deliveries: readonly Delivery[],
  beginBefore: Instant = Number.POSITIVE_INFINITY,
): Promise<ReadonlyMap<string, Handled>> => {
  // An alert that was queued twice may be delivered twice at once. Both messages get the same result.
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
    { beginBefore },
  )
  // The try was counted, but there was no time left to start it, so the count is taken back.
  if (tries > 0 && results.get(first.message.alertId) === 'untried')
    await ports.store.noteTry(first.message.alertId, -1)
  const resultOf = ({ message }: Delivery) => results.get(message.alertId) ?? 'untried'
  const unfailed = each.filter((one) => resultOf(one) === 'wait' || resultOf(one) === 'soon')
  await Promise.all(unfailed.map(({ message }) => ports.store.noteWait(message.alertId)))
  const stopped = each.find((one) => resultOf(one) !== 'done')
  if (stopped) {
    const isUntried = resultOf(stopped) === 'untried'
    await executeExits(ports, stopped.message, isUntried, { beginBefore, takenAt })
  }
  const waiting = unfailed.find((one) => resultOf(one) === 'wait')
  const seconds = waiting ? await secondsUntilRoom(ports, waiting) : soon
  return new Map(each.map((one) => [one.message.alertId, handledOf(resultOf(one), seconds)]))
}

/** Seconds until alerts that only wait for their turn are delivered again. */
const soon = 1

/**
 * Translates an alert's result for the queue.
 * @param seconds until the broker's request limit has room; alerts that wait for room and untried alerts are delivered
 * again after this time
 */
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

/** Maximum seconds until alerts that wait for room are delivered again. IG's request limit is per minute. */
const longestWait = 60

/**
 * Executes the account's exits that are behind an alert which must be delivered again. Otherwise they would become too
 * old. If an earlier undecided alert is on the same market, the exit keeps its place and only its age is checked,
 * because the earlier alert may open a position that the exit must close. The age of exits for which this run has no
 * time is also checked.
 * @param isUntried true if the alert itself may be one of these exits
 */
const executeExits = async (
  ports: ExecutorPorts,
  message: AlertMessage,
  isUntried: boolean,
  { beginBefore, takenAt }: RunTimes,
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
  const begun =
    exits.length > 0 ? await executeAlerts(ports, exits, { beginBefore, takenAt, as: 'behind' }) : null
  const judged = [...exits.filter(({ alertId }) => begun?.get(alertId) === 'untried'), ...later]
  if (judged.length > 0)
    await executeAlerts(ports, judged, { beginBefore: beginBefore + workGoesOn, takenAt, as: 'judged' })
}

const byArrival = (one: AlertRecord, other: AlertRecord) => one.acceptedAt - other.acceptedAt

const mayConcern = (entered: ReadonlySet<string>, market: string) =>
  market === everyMarket ? entered.size > 0 : entered.has(market)
