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

/** Pauses in milliseconds before each request for the confirmation of an order. */
export const confirmPauses = [250, 750, 1_000, 1_500] as const

/**
 * Waits for IG's confirmation.
 * @param isFinal checks that a confirmation is for the request that was sent, because a deal's own reference may still
 * return an earlier confirmation
 * @param until no request is sent after this time
 * @returns null if IG did not confirm in time
 */
export const awaitConfirmation = async (
  { clock, broker }: { readonly clock: Clock; readonly broker: Pick<Broker, 'confirm'> },
  login: BrokerLogin,
  dealReference: string,
  {
    isFinal,
    until = Number.POSITIVE_INFINITY,
  }: { readonly isFinal: (verdict: Confirmation) => boolean; readonly until?: Instant | undefined },
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

export type Unsent = {
  readonly kind: 'unsent'
  readonly code: string
  readonly message: string
  /** True if the broker's request limit will have room again within minutes. */
  readonly isAllowance: boolean
}

/**
 * Sends a request. A BrokerError proves that nothing was sent. After any other error, it is unknown whether the request
 * was sent.
 */
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
