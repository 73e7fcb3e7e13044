import { brokerName } from '../../../shared/trading/model/broker-name.ts'
import { everyMarket } from '../../../shared/alerts/alert-action.ts'
import { Big } from '../../../shared/trading/model/decimal.ts'
import type { Decimal } from '../../../shared/platform/units.ts'
import { counted, grouped } from '../../../shared/platform/words.ts'
import { everythingStopped, heldOutcome, outcomeOf } from './outcomes.ts'
import type { AlertOutcome } from '../ports/alert-record.ts'
import type { Claim, Closing } from '../ports/ledger.ts'
import type { Ports } from '../ports/ports.ts'

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

/**
 * @param done deals that are closed or deleted
 * @param gone which something else ended, or of which a part was to stay and nothing does
 * @param lessLeft what the lists show of a deal of which more was to stay
 */
export const closeOutcome = (
  ports: Pick<Ports, 'clock'>,
  claim: Claim,
  done: readonly string[],
  left: readonly LeftOpen[],
  gone: readonly string[] = [],
  lessLeft: Readonly<Record<string, Decimal>> = {},
): AlertOutcome => {
  const { inFlight = 0, rests = {}, thenOpen, opensNothing, scope } = closingOf(claim)
  const onWhat = onWhatOf(claim)
  const notShown =
    inFlight > 0
      ? `${counted(inFlight, 'order')} couldn’t be closed because ${brokerName} doesn’t show ${inFlight === 1 ? 'it' : 'them'} yet. Send the alert again once it does`
      : null
  const isPart = done.some((dealId) => rests[dealId] !== undefined)
  const closed = closedInWords(claim, done, gone, lessLeft)
  const notOpened = thenOpen || opensNothing ? 'The opposite position was not opened' : null
  const deals = {
    dealIds: done,
    openDealIds: left.map(({ dealId }) => dealId),
    ...(Object.keys(rests).length > 0 ? { rests } : {}),
  }
  const sentence = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join('. ')

  if (left.length === 0 && opensNothing)
    return { ...outcomeOf(ports, claim, 'NOT_PLACED', sentence(closed, notShown, notOpened)), ...deals }
  if (left.length === 0)
    return notShown === null
      ? { ...outcomeOf(ports, claim, 'PLACED', closed), ...deals }
      : {
          ...outcomeOf(ports, claim, 'NOT_PLACED', sentence(`${closed}, but not all`, notShown, notOpened)),
          ...deals,
        }

  const whole = counted(done.length + left.length, 'deal')
  const still = left.map(leftInWords).join('; ')
  const refused = left.find(({ isRefused }) => isRefused)
  const begin = refused
    ? `Rejected by ${brokerName}: ${left.length} of ${whole} on ${onWhat} could not be closed: ${still}`
    : `${scope === 'orders' ? 'Not cancelled' : 'Not closed'}: ${left.length} of ${whole} on ${onWhat}, ${still}`
  // What is left of a close can be carried out later. Of a part it would be a part of what is left.
  const isHeld = !refused && !isPart && left.some(({ message }) => message?.startsWith(everythingStopped))
  if (isHeld)
    return {
      ...heldOutcome(ports, claim, `Held: ${left.length} of ${whole} on ${onWhat}, ${still}`),
      ...deals,
    }
  const reason = (refused ?? left[0])?.reason
  return {
    ...outcomeOf(ports, claim, refused ? 'REJECTED' : 'NOT_PLACED', sentence(begin, notShown, notOpened)),
    ...deals,
    ...(reason === undefined ? {} : { brokerReason: reason }),
  }
}

const onWhatOf = ({ epic }: Claim) => (epic === everyMarket ? 'the account' : epic)

const closedInWords = (
  claim: Claim,
  done: readonly string[],
  gone: readonly string[],
  lessLeft: Readonly<Record<string, Decimal>>,
) => {
  const { rests = {}, scope } = closingOf(claim)
  const deals = `${counted(done.length, 'deal')} on ${onWhatOf(claim)}`
  const partly = done.filter((dealId) => rests[dealId] !== undefined)
  if (partly.length === 0)
    return `${scope === 'orders' ? 'Cancelled' : 'Closed'} ${deals}${endedInWords(done, gone)}`
  const parts = partly.map((dealId) =>
    gone.includes(dealId)
      ? `${dealId} (no longer at ${brokerName})`
      : `${dealId} (${grouped(lessLeft[dealId] ?? rests[dealId] ?? '')} still open)`,
  )
  return `Partly closed ${deals}: ${parts.join(', ')}`
}

/** What was no longer open was not closed by us: a stop or limit at IG, or the user, was first. */
const endedInWords = (done: readonly string[], gone: readonly string[]) => {
  if (gone.length === 0) return ''
  const ended = gone.length === done.length && done.length > 1 ? 'all' : String(gone.length)
  return done.length === 1 ? ' (it was no longer open)' : ` (${ended} of them no longer open)`
}

const closingOf = ({ intent }: Claim): Partial<Closing> => (intent.kind === 'close' ? intent : {})

/** `DIAAAAABCD00001 (BUY 5): the market is closed`, `DIAAAAABCD00001 (BUY 5, 2 still open)` */
export const leftInWords = ({ dealId, direction, size, left, message }: LeftOpen) => {
  const part = new Big(left).lt(size) ? `, ${grouped(left)} still open` : ''
  const what = direction === null ? '' : ` (${direction} ${grouped(size)}${part})`
  return `${dealId}${what}${message === undefined ? '' : `: ${message}`}`
}
