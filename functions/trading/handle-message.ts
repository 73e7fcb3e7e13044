import { queueTimes, waitAfter } from '../../shared/queue-times.ts'
import { handleDeadLetter } from './dead-letter.ts'
import { claimOf } from './ledger.ts'
import { executeAlert } from './execute.ts'
import type { AlertMessage, ExecutorPorts } from './ports.ts'

/** The message must come again: after so many seconds, or soon. */
export type Redelivery = { readonly afterSeconds?: number }

/**
 * One delivery of an alert from the queue. An alert that waits for room in the broker's allowance has not failed, and
 * exits do not wait behind it; one that failed too often ends with an outcome that says so.
 * @param receives how often the queue handed it out, this time included
 */
export const handleMessage = async (
  ports: ExecutorPorts,
  message: AlertMessage,
  receives: number,
): Promise<'done' | 'given up' | Redelivery> => {
  const waits = receives > queueTimes.failures ? await waitsOf(ports, message) : 0
  if (receives - waits > queueTimes.failures)
    return (await handleDeadLetter(ports, message)) === 'done' ? 'given up' : {}
  const result = await executeAlert(ports, message)
  if (result === 'done') return 'done'
  if (result === 'later') return {}
  await ports.store.noteWait(message.alertId)
  await executeExits(ports, message)
  return { afterSeconds: waitAfter(receives) }
}

const waitsOf = async ({ store }: ExecutorPorts, { alertId }: AlertMessage) =>
  (await store.getAlert(alertId))?.waits ?? 0

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
    if (action !== 'CLOSE') entered.add(market)
    else if (message.alertId !== alertId && !entered.has(market)) await executeAlert(ports, message)
  }
}
