import type { OpenPosition, StopChange, TradingSettings } from '../../../shared/trading/model/snapshot.ts'
import { amendOutcome, findStop, type StopRefusal } from '../record/amend-outcome.ts'
import { attemptSend, awaitConfirmation, type Unsent } from '../look-up/confirm.ts'
import type { Submitted } from './close.ts'
import { brokerLoginOf } from '../ports/broker-login.ts'
import { watchFullStop } from './failed-fence-check.ts'
import { limits } from '../ports/limits.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import { type BrokerLogin, nullIfUnanswered, type Confirmation, type SendResult } from '../ports/broker.ts'
import type { Claim, Ledger } from '../ports/ledger.ts'
import type { ExecutorPorts } from '../ports/ports.ts'
import { recordOutcome } from '../record/record-outcome.ts'

/**
 * Puts stops to absolute levels: sent, checked, and sent again if it is proved not to have been done. A stop that
 * someone else has moved meanwhile is left alone. What no list tells in this run the reconciler looks up.
 */
export const submitAmend = async (
  ports: ExecutorPorts,
  alert: AlertRecord,
  claim: Claim,
  ledger: Ledger,
  settings: TradingSettings | null,
): Promise<Submitted> => {
  if (claim.intent.kind !== 'amend') return 'done'
  const { changes } = claim.intent
  const login = brokerLoginOf(alert)
  const began = ports.clock.now()
  const refusals = new Map<string, StopRefusal>()
  const watch = watchFullStop(ports, alert)
  let pending = changes
  let positions: readonly OpenPosition[] | null = null
  while (pending.length > 0) {
    const unclear = new Set<string>()
    for (const change of pending) {
      const { dealId } = change
      const stop = await watch()
      if (stop !== null) {
        refusals.set(dealId, { message: stop, mayPassLater: false, isBrokers: false })
        continue
      }
      const sent = await attemptSend(() => ports.broker.moveStop(login, change))
      const refusal = await refusalOf(ports, login, sent)
      if (refusal) refusals.set(dealId, refusal)
      if (!refusal || refusal.mayPassLater) unclear.add(dealId)
    }
    positions = (await ports.broker.readPositions(login).catch(nullIfUnanswered))?.rows ?? null
    const isOpen = (change: StopChange) =>
      unclear.has(change.dealId) && (!positions || findStop(change, positions).kind === 'unmoved')
    pending = positions ? pending.filter(isOpen) : []
    if (pending.length === 0 || ports.clock.now() + pauseBetween - began > limits.closeRun) break
    await ports.clock.sleep(pauseBetween)
  }
  const outcome = positions && amendOutcome(ports, claim, positions, refusals)
  // Not to be read, or still where it stood though the broker took it: the reconciler looks again.
  if (!outcome || pending.some(({ dealId }) => !refusals.has(dealId))) return 'done'
  await recordOutcome(ports, alert, outcome, { userIsGone: settings === null, ledger })
  return 'done'
}

/** Milliseconds between one sending and the next. */
const pauseBetween = 1_000

const isAmended = (verdict: Confirmation) => verdict.kind === 'rejected' || verdict.effect === 'amended'

/** @returns null if it was not refused, as far as is known */
const refusalOf = async (
  ports: ExecutorPorts,
  login: BrokerLogin,
  sent: SendResult | Unsent,
): Promise<StopRefusal | null> => {
  const { kind } = sent
  if (kind === 'unknown') return null
  if (kind === 'unsent') return { message: sent.message, mayPassLater: true, isBrokers: false }
  if (kind === 'refused')
    return { message: sent.message, mayPassLater: sent.mayPassLater === true, isBrokers: true }
  const verdict = await awaitConfirmation(ports, login, sent.dealReference, isAmended)
  return verdict?.kind === 'rejected'
    ? { message: verdict.message, mayPassLater: false, isBrokers: true }
    : null
}
