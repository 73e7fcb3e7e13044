import { Big, plain } from '../../../shared/trading/model/decimal.ts'
import type { Decimal } from '../../../shared/platform/units.ts'
import type { Confirmation, SendResult } from '../ports/broker.ts'
import type { Unsent } from '../look-up/confirm.ts'
import { closedOf, type Deal, type State, unknownFate } from './closing-deals.ts'

/**
 * The state of a deal after the broker's answer to its close.
 * @param before the size that earlier partial closes have closed
 */
export const stateAfterSending = (
  sent: SendResult | Unsent,
  asked: Decimal | null,
  before: Decimal,
): State => {
  const closed = before === '0' ? {} : { closed: before }
  switch (sent.kind) {
    case 'unknown':
      return unknownFate
    case 'received':
      return { kind: 'sent', dealReference: sent.dealReference, asked, ...closed }
    case 'unsent':
    case 'refused': {
      const { code: reason, message, isAllowance } = sent
      if (sent.kind === 'refused' && !sent.mayPassLater)
        return { kind: 'refused', reason, message, ...closed }
      return {
        kind: 'untouched',
        reason,
        message,
        ...closed,
        ...(isAllowance ? { waitsFor: 'room' as const } : {}),
      }
    }
  }
}

export const stateAfterVerdict = (verdict: Confirmation, { rest }: Deal, state: State): State => {
  const before = closedOf(state)
  if (verdict.kind === 'rejected') {
    const { reason, message, mayPassLater, isShut } = beyondPosition(verdict)
    const closed = before === '0' ? {} : { closed: before }
    if (isShut) return { kind: 'untouched', reason, message, ...closed, waitsFor: 'opening' }
    return { kind: mayPassLater ? 'untouched' : 'refused', reason, message, ...closed }
  }
  // If a partial close closed the whole position, less was open than we knew. This confirmation does not contain the
  // profit of earlier closes.
  const profit =
    verdict.profit && before === '0'
      ? { profit: { amount: String(verdict.profit.amount), currency: verdict.profit.currency } }
      : {}
  if (verdict.effect !== 'partly closed')
    return { kind: 'done', isGone: verdict.effect === 'closed' && rest !== '0', ...profit }
  const asked = state.kind === 'sent' ? state.asked : null
  if (rest === '0' || asked === null) return { kind: 'partly', closed: null }
  // IG reports “partly closed” even if it closed the whole requested part, so only the size shows whether it did.
  if (verdict.size === null) return unknownFate
  const all = new Big(before).plus(verdict.size)
  return new Big(verdict.size).gte(asked)
    ? { kind: 'done', ...profit }
    : { kind: 'partly', closed: plain(all) }
}

/** The state of a deal if the history shows that its close was rejected. The history contains no error code. */
export const rejectedState = ({ rejected, isShut }: { rejected: string; isShut: boolean }): State =>
  isShut
    ? { kind: 'untouched', reason: 'REJECTED', message: rejected, waitsFor: 'opening' }
    : { kind: 'refused', reason: 'REJECTED', message: rejected }

/**
 * Marks a rejection so that the close may be sent again with the listed size, if less is open than the close requested.
 */
const beyondPosition = (verdict: Extract<Confirmation, { kind: 'rejected' }>) =>
  verdict.isBeyondOpen
    ? { ...verdict, message: 'less of the position is open than was to be closed', mayPassLater: true }
    : verdict
