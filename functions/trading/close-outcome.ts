import { Big } from '../../shared/trading/decimal.ts'
import type { Decimal } from '../../shared/units.ts'
import { counted, grouped } from '../../shared/trading/words.ts'
import { outcomeOf } from './outcomes.ts'
import type { AlertOutcome, Claim, Ports } from './ports.ts'

/** A deal that was to be closed or deleted and is still there. */
export type LeftOpen = {
  readonly dealId: string
  readonly direction: 'BUY' | 'SELL' | null
  /** Before the close. */
  readonly size: Decimal
  /** Still open. */
  readonly left: Decimal
  /** The broker refused it for good. */
  readonly isRefused: boolean
  readonly reason?: string
  readonly message?: string
}

/** @param done deals that are closed or deleted */
export const closeOutcome = (
  ports: Pick<Ports, 'clock'>,
  claim: Claim,
  done: readonly string[],
  left: readonly LeftOpen[],
): AlertOutcome => {
  const inFlight = claim.intent.kind === 'close' ? (claim.intent.inFlight ?? 0) : 0
  const notShown =
    inFlight > 0
      ? `${counted(inFlight, 'order')} on the way could not be closed, since IG does not show it yet. Send CLOSE again once IG shows it`
      : null
  const closed = `Closed ${counted(done.length, 'deal')} on ${claim.epic}`
  const deals = { dealIds: done, openDealIds: left.map(({ dealId }) => dealId) }
  const sentence = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join('. ')

  if (left.length === 0)
    return notShown === null
      ? { ...outcomeOf(ports, claim, 'PLACED', closed), ...deals }
      : { ...outcomeOf(ports, claim, 'NOT_PLACED', sentence(`${closed}, but not all`, notShown)), ...deals }

  const whole = counted(done.length + left.length, 'deal')
  const still = left.map(leftInWords).join('; ')
  const refused = left.find(({ isRefused }) => isRefused)
  const begin = refused
    ? `Rejected by IG: ${left.length} of ${whole} on ${claim.epic} could not be closed: ${still}`
    : `Not closed: ${left.length} of ${whole} on ${claim.epic}: ${still}`
  const reason = (refused ?? left[0])?.reason
  return {
    ...outcomeOf(ports, claim, refused ? 'REJECTED' : 'NOT_PLACED', sentence(begin, notShown)),
    ...deals,
    ...(reason === undefined ? {} : { brokerReason: reason }),
  }
}

/** `DIAAAAABCD00001 (BUY 5): the market is closed`, `DIAAAAABCD00001 (BUY 5, 2 still open)` */
export const leftInWords = ({ dealId, direction, size, left, message }: LeftOpen) => {
  const part = new Big(left).lt(size) ? `, ${grouped(left)} still open` : ''
  const what = direction === null ? '' : ` (${direction} ${grouped(size)}${part})`
  return `${dealId}${what}${message === undefined ? '' : `: ${message}`}`
}
