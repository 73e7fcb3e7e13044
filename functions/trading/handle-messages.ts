import { queueTimes, waitAfter } from '../../shared/platform/queue-times.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { handleDeadLetter } from './dead-letter.ts'
import { everyMarket, mayOpen } from '../../shared/alerts/alert-action.ts'
import { claimOf } from './ledger/ledger.ts'
import type { Executed } from './settle-orders.ts'
import { executeAlert, executeAlerts } from './execute.ts'
import type { AlertMessage } from './ports/alert-record.ts'
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

  const tried = tries > 1 ? [first] : each
  const results = await executeAlerts(
    ports,
    tried.map(({ message }) => message),
    beginBefore,
  )
  // It was counted, and then there was no time left to begin it: that is no failure of its own.
  if (tries > 0 && results.get(first.message.alertId) === 'untried')
    await ports.store.noteTry(first.message.alertId, -1)
  const waiting = each.filter(({ message }) => results.get(message.alertId) === 'wait')
  await Promise.all(waiting.map(({ message }) => ports.store.noteWait(message.alertId)))
  const [longest] = waiting
  if (longest) await executeExits(ports, longest.message)
  // What was not tried is sent again with what it waits for.
  const untriedAfter = Math.max(soon, ...waiting.map(({ receives }) => waitAfter(receives)))
  return new Map(
    each.map(({ message: { alertId }, receives }) => [
      alertId,
      handledOf(results.get(alertId) ?? 'untried', waitAfter(receives), untriedAfter),
    ]),
  )
}

/** Seconds until what was not tried is sent again, if it waits for nothing. */
const soon = 1

const handledOf = (executed: Executed, waitSeconds: number, untriedSeconds: number): Handled => {
  if (executed === 'done') return 'done'
  if (executed === 'wait') return { afterSeconds: waitSeconds }
  if (executed === 'untried') return { afterSeconds: untriedSeconds }
  return executed === 'later' ? {} : executed
}

/** No exit is begun later in the run than this, in milliseconds: the executor has 20 s. */
const exitsBegin = 6_000
const mostListed = 1_000

/**
 * Executes the account's exits that wait behind an alert which waits for room: some calls are kept for them. An exit
 * whose own market has an undecided alert before it keeps its turn, or what that one opens would stay open.
 */
const executeExits = async (ports: ExecutorPorts, { userId, mode, alertId }: AlertMessage) => {
  const until = ports.clock.now() + exitsBegin
  const open = await ports.store.listOpenAlerts({ userId, mode }, ports.clock.now() + 1, mostListed)
  const entered = new Set<string>()
  for (const message of open) {
    if (ports.clock.now() > until) return
    const { alert, ledger } = await ports.store.getAlertContext(message)
    if (!alert || alert.outcome || claimOf(ledger, alert.alertId)) continue
    const { action, market } = alert.alert
    if (mayOpen(action)) entered.add(market)
    else if (message.alertId !== alertId && !mayConcern(entered, market)) await executeAlert(ports, message)
  }
}

const mayConcern = (entered: ReadonlySet<string>, market: string) =>
  market === everyMarket ? entered.size > 0 : entered.has(market)
