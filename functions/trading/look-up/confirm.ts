import { brokerName } from '../../../shared/trading/model/broker-name.ts'
import {
  type Broker,
  type BrokerLogin,
  BrokerError,
  type SendResult,
  type Confirmation,
} from '../ports/broker.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { Clock } from '../ports/ports.ts'

/** When the verdict on an order that IG has received is asked for, in milliseconds after one another. */
export const confirmPauses = [250, 750, 1_000, 1_500] as const

/**
 * @returns null if IG gave no verdict in time
 * @param isFinal whether a verdict is on what was sent: a deal's own reference may still answer with an earlier one
 * @param until it is not asked for later than this
 */
export const awaitConfirmation = async (
  { clock, broker }: { readonly clock: Clock; readonly broker: Pick<Broker, 'confirm'> },
  login: BrokerLogin,
  dealReference: string,
  isFinal: (verdict: Confirmation) => boolean = () => true,
  until: Instant = Number.POSITIVE_INFINITY,
): Promise<Confirmation | null> => {
  for (const pause of confirmPauses) {
    if (clock.now() + pause > until) return null
    await clock.sleep(pause)
    try {
      const verdict = await broker.confirm(login, dealReference)
      if (verdict && isFinal(verdict)) return verdict
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error
      if (error.kind !== 'unreachable') return null
    }
  }
  return null
}

/** Surely not sent, and why. */
export type Unsent = {
  readonly kind: 'unsent'
  readonly code: string
  readonly message: string
  /** There is room in the broker's allowance within minutes. */
  readonly isAllowance: boolean
}

/** What cannot have been sent is known not to be; anything else that was thrown may have been sent: unknown. */
export const attemptSend = async (send: () => Promise<SendResult>): Promise<SendResult | Unsent> => {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof BrokerError))
      return { kind: 'unknown', message: 'the call ended without an answer' }
    const isAllowance = error.kind === 'allowance'
    const message = isAllowance ? `${brokerName}’s request limit is used up for now` : error.message
    return { kind: 'unsent', code: error.code ?? error.kind, message, isAllowance }
  }
}
