import type { StopChange } from '../../../shared/trading/model/snapshot.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { attemptSend, awaitConfirmation, type Unsent } from '../look-up/confirm.ts'
import type { Broker, BrokerLogin, Confirmation, SendResult } from '../ports/broker.ts'
import type { Clock } from '../ports/ports.ts'
import type { StopRefusal } from '../record/amend-outcome.ts'

/** Sends a new stop once. The caller checks whether the broker applied it. */
export const sendStop = (
  broker: Pick<Broker, 'moveStop'>,
  login: BrokerLogin,
  change: StopChange,
): Promise<SendResult | Unsent> => attemptSend(() => broker.moveStop(login, change))

/**
 * Asks the broker whether it refused a stop that was sent.
 * @returns null if no refusal is known
 */
export const refusalOfStop = async (
  ports: { readonly clock: Clock; readonly broker: Pick<Broker, 'confirm'> },
  login: BrokerLogin,
  sent: SendResult | Unsent,
  until?: Instant,
): Promise<StopRefusal | null> => {
  const { kind } = sent
  if (kind === 'unknown') return null
  if (kind === 'unsent')
    return { code: sent.code, message: sent.message, mayPassLater: true, isBrokers: false }
  if (kind === 'refused')
    return {
      code: sent.code,
      message: sent.message,
      mayPassLater: sent.mayPassLater === true,
      isBrokers: true,
    }
  const verdict = await awaitConfirmation(ports, login, sent.dealReference, { isFinal: isAmended, until })
  return verdict?.kind === 'rejected'
    ? { code: verdict.reason, message: verdict.message, mayPassLater: false, isBrokers: true }
    : null
}

/** Whether a confirmation is about the new stop. Under the same reference, IG may still confirm the deal's opening. */
const isAmended = (verdict: Confirmation) => verdict.kind === 'rejected' || verdict.effect === 'amended'
