import type { OpenPosition, StopChange } from '../../../shared/trading/model/snapshot.ts'
import { amendOutcome, findStop, type StopRefusal } from '../record/amend-outcome.ts'
import type { Unsent } from '../look-up/confirm.ts'
import type { CloseContext, Submitted } from './close.ts'
import { brokerLoginOf } from '../ports/broker-login.ts'
import { watchFullStop } from './failed-fence-check.ts'
import { refusalOfStop, sendStop } from './move-stop.ts'
import { runInParallel } from './run-in-parallel.ts'
import { limits } from '../ports/limits.ts'
import { type Broker, type BrokerLogin, nullIfUnanswered, type SendResult } from '../ports/broker.ts'
import type { ClaimedAlert } from '../ports/ledger.ts'
import type { ExecutorPorts } from '../ports/ports.ts'
import { recordOutcome } from '../record/record-outcome.ts'

/**
 * Moves stops to absolute levels. Each change is sent, checked, and sent again if it provably did not happen. A stop
 * that someone else has moved in the meantime is left alone. If no list shows the result in this run, the reconciler
 * looks it up.
 */
export const submitAmend = async (
  ports: ExecutorPorts,
  { alert, claim }: ClaimedAlert,
  { ledger, settingsNow, until: latest }: Pick<CloseContext, 'ledger' | 'settingsNow' | 'until'>,
): Promise<Submitted> => {
  if (claim.intent.kind !== 'amend') return 'done'
  const { clock, broker, ordersAtOnce } = ports
  const login = brokerLoginOf(alert)
  const until = Math.min(latest, clock.now() + limits.closeRun)
  const refusals = new Map<string, StopRefusal>()
  const watch = watchFullStop(settingsNow)
  let pending = claim.intent.changes
  let positions: readonly OpenPosition[] | null = null
  const ask = async ({ dealId }: StopChange, sent: SendResult | Unsent) => {
    const refusal = await refusalOfStop(ports, login, sent, until)
    if (refusal) refusals.set(dealId, refusal)
  }
  while (pending.length > 0) {
    const answers: { readonly change: StopChange; readonly sent: SendResult | Unsent }[] = []
    await runInParallel(pending, ordersAtOnce, async (change) => {
      const stop = await watch()
      if (stop !== null) refusals.set(change.dealId, { stop, mayPassLater: false, isBrokers: false })
      else if (clock.now() < until) answers.push({ change, sent: await sendStop(broker, login, change) })
    })
    const isFew = answers.length < limits.verdictsTogether
    if (isFew) await Promise.all(answers.map(({ change, sent }) => ask(change, sent)))
    positions = clock.now() < until ? await readNow(broker, login) : null
    const isMoved = (change: StopChange) => positions && findStop(change, positions).kind !== 'unmoved'
    // If there are many stops, a list shows which were moved, and only the others are confirmed individually.
    const others = isFew ? [] : answers.filter(({ change }) => !isMoved(change))
    for (const { change, sent } of others) if (clock.now() < until) await ask(change, sent)
    const mayPass = ({ dealId }: StopChange) => refusals.get(dealId)?.mayPassLater ?? !refusals.has(dealId)
    pending = positions ? pending.filter((change) => mayPass(change) && !isMoved(change)) : []
    if (pending.length === 0 || clock.now() + pauseBetween > until) break
    await clock.sleep(pauseBetween)
  }
  const outcome = positions && amendOutcome(ports, claim, positions, refusals)
  // Either the list could not be read, or a stop is at its old level although the broker accepted the change. The
  // reconciler checks again.
  if (!outcome || pending.some(({ dealId }) => !refusals.has(dealId))) return 'done'
  await recordOutcome(ports, alert, outcome, { userIsGone: false, ledger })
  return 'done'
}

const readNow = async (broker: Pick<Broker, 'readPositions'>, login: BrokerLogin) =>
  (await broker.readPositions(login).catch(nullIfUnanswered))?.rows ?? null

/** Milliseconds before changes are sent again. */
const pauseBetween = 1_000
