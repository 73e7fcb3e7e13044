import { brokerName } from '../../../shared/trading/model/broker-name.ts'
import { everyMarket } from '../../../shared/alerts/alert-action.ts'
import { Big } from '../../../shared/trading/model/decimal.ts'
import type { Money } from '../../../shared/trading/model/recent-close.ts'
import type { Decimal } from '../../../shared/platform/units.ts'
import { counted, grouped } from '../../../shared/platform/figures.ts'
import { capitalised, listed } from '../../../shared/platform/words.ts'
import { heldOutcome, outcomeOf } from './outcomes.ts'
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
  const { inFlight = 0, rests = {}, thenOpen, opensNothing, isUnclear } = closingOf(claim)
  const onWhat = onWhatOf(claim)
  const notShown = inFlight > 0 ? notShownInWords(inFlight) : null
  const isPart = done.some((dealId) => rests[dealId] !== undefined)
  const closed = done.length > 0 ? closedInWords(claim, done, gone, lessLeft) : null
  const notOpened = thenOpen || opensNothing ? 'The opposite position was not opened' : null
  const openDealIds = left.map(({ dealId }) => dealId)
  const deals = {
    dealIds: done,
    openDealIds,
    ...(Object.keys(rests).length > 0 ? { rests } : {}),
  }
  const ended = (outcome: AlertOutcome['outcome'], ...parts: (string | null)[]) => {
    const sentence = [...parts, isUnclear ? unclear : null].filter((part) => part !== null).join('. ')
    return { ...outcomeOf(ports, claim, outcome, sentence), ...deals }
  }

  if (left.length === 0 && opensNothing) return ended('NOT_PLACED', closed, notShown, notOpened)
  if (left.length === 0)
    return notShown === null
      ? ended('PLACED', closed ?? `Nothing was open on ${onWhat}`)
      : ended('NOT_PLACED', closed && `${closed}, but not all`, notShown, notOpened)

  const whole = counted(done.length + left.length, 'deal')
  const still = left.map(leftInWords).join('; ')
  const undone = endingInWords(claim, openDealIds)
  const refused = left.find(({ isRefused }) => isRefused)
  const begin = refused
    ? `Rejected by ${brokerName}: ${left.length} of ${whole} on ${onWhat} could not be ${undone}: ${still}`
    : `Not ${undone}: ${left.length} of ${whole} on ${onWhat}, ${still}`
  // What is left of a close can be carried out later. Of a part it would be a part of what is left.
  const isHeld = !refused && !isPart && left.some(({ reason }) => reason === 'HELD')
  if (isHeld)
    return {
      ...heldOutcome(ports, claim, `Held: ${left.length} of ${whole} on ${onWhat}, ${still}`),
      ...deals,
    }
  const isUntouched = done.length === 0 && left.every((each) => new Big(each.left).eq(each.size))
  if (isUntouched && left.every(({ reason }) => reason === 'BLOCKED'))
    return ended('BLOCKED', `Blocked: ${left.length} of ${whole} on ${onWhat}, ${still}`, notShown, notOpened)
  const reason = (refused ?? left[0])?.reason
  return {
    ...ended(refused ? 'REJECTED' : 'NOT_PLACED', begin, notShown, notOpened),
    ...(reason === undefined ? {} : { brokerReason: reason }),
  }
}

const unclear =
  'The strategy’s alerts of the same time don’t fit together. Check the strategy’s position in TradingView'

/** @param ends deals that are closed, with what the broker's confirms say that they made */
export const withProfits = (
  outcome: AlertOutcome,
  ends: readonly { readonly dealId: string; readonly profit?: Money }[],
): AlertOutcome => {
  const known = ends.flatMap(({ dealId, profit }) => (profit ? [[dealId, profit] as const] : []))
  return known.length > 0 ? { ...outcome, profits: Object.fromEntries(known) } : outcome
}

const notShownInWords = (inFlight: number) =>
  `${counted(inFlight, 'order')} couldn’t be closed because ${brokerName} doesn’t show ${inFlight === 1 ? 'it' : 'them'} yet. Send the alert again once it does`

export const onWhatOf = ({ epic, instrument }: Claim) => (epic === everyMarket ? 'the account' : instrument)

/** Those of some deals that are working orders and no positions: one that has filled is a position. */
const ordersAmong = (claim: Claim, dealIds: readonly string[]) => {
  const { positions = [], workingOrders = [] } = closingOf(claim)
  const orders = new Set(workingOrders.map(({ dealId }) => dealId))
  for (const { dealId } of positions) orders.delete(dealId)
  return dealIds.filter((dealId) => orders.has(dealId))
}

/** What an exit does with some deals: working orders are deleted, or cancelled by CANCEL, and positions closed. */
export const endingInWords = (claim: Claim, dealIds: readonly string[]) => {
  if (ordersAmong(claim, dealIds).length < dealIds.length) return 'closed'
  return closingOf(claim).scope === 'orders' ? 'cancelled' : 'deleted'
}

const closedInWords = (
  claim: Claim,
  done: readonly string[],
  gone: readonly string[],
  lessLeft: Readonly<Record<string, Decimal>>,
) => {
  const { rests = {} } = closingOf(claim)
  const orders = ordersAmong(claim, done)
  const partly = done.filter((dealId) => rests[dealId] !== undefined)
  const whole = done.filter((dealId) => !orders.includes(dealId) && !partly.includes(dealId))
  const what = listed([
    ...(whole.length > 0 ? [`closed ${counted(whole.length, 'deal')}`] : []),
    ...(partly.length > 0 ? [`partly closed ${counted(partly.length, 'deal')}`] : []),
    ...(orders.length > 0
      ? [`${endingInWords(claim, orders)} ${counted(orders.length, 'working order')}`]
      : []),
  ])
  const parts = partly.map((dealId) =>
    gone.includes(dealId)
      ? `${dealId} (no longer at ${brokerName})`
      : `${dealId} (${grouped(lessLeft[dealId] ?? rests[dealId] ?? '')} still open)`,
  )
  const end = parts.length > 0 ? `: ${parts.join(', ')}` : endedInWords(done, gone)
  return capitalised(`${what} on ${onWhatOf(claim)}${end}`)
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
