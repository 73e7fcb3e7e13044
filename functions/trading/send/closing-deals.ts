import { everyMarket } from '../../../shared/alerts/alert-action.ts'
import { Big, plain } from '../../../shared/trading/model/decimal.ts'
import type { Money } from '../../../shared/trading/model/recent-close.ts'
import type { AccountState, OpenPosition, WorkingOrder } from '../../../shared/trading/model/snapshot.ts'
import type { Decimal } from '../../../shared/platform/units.ts'
import { claimOf } from '../ledger/ledger.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import type { LeftOpen, StopReason, WhyLeft } from '../ports/ending.ts'
import type { Claim, Closing, Ledger } from '../ports/ledger.ts'

export type Deal = {
  readonly dealId: string
  /** The size before any part was closed. */
  readonly size: Decimal
  /** The size that should stay open. */
  readonly rest: Decimal
  /** The position, with only the size that must be closed. */
  readonly position?: OpenPosition
  readonly order?: WorkingOrder
}

export type States = Map<string, State>

export type State =
  /**
   * The fate of the close is unknown. `isReceived` is true if the broker received the close but did not confirm it in
   * time.
   */
  | { readonly kind: 'unknown'; readonly isReceived?: boolean }
  /**
   * The broker received the close and has not confirmed it yet. `asked` is the size to close; null for a working order.
   */
  | {
      readonly kind: 'sent'
      readonly dealReference: string
      readonly asked: Decimal | null
      readonly closed?: Decimal
    }
  /**
   * @property isGone true if the deal ended before our close, or if the open size is smaller than the size to keep open
   * @property left the listed size, if it is at most the size to keep open
   * @property profit the realised profit, if the broker's confirm reports it
   */
  | { readonly kind: 'done'; readonly isGone?: boolean; readonly left?: Decimal; readonly profit?: Money }
  /** A working order that is no longer listed. It was deleted, or it was filled and its position is not listed yet. */
  | { readonly kind: 'vanished' }
  /** The broker refused the close permanently. `closed` is the size that was closed before the refusal. */
  | {
      readonly kind: 'refused'
      readonly reason: string
      readonly message?: string
      readonly closed?: Decimal
    }
  /** The close certainly did not happen, so it may be sent again. */
  | (WhyLeft & {
      readonly kind: 'untouched'
      readonly reason: string
      /** Only for a partial close: the size that was closed earlier. */
      readonly closed?: Decimal
      /**
       * What the deal waits for: room in the broker's request limit, time in the next run, or the opening of its
       * market.
       */
      readonly waitsFor?: 'room' | 'time' | 'opening'
    })
  /** A part was closed. `closed` is the total closed size; null if the broker did not report it. */
  | { readonly kind: 'partly'; readonly closed: Decimal | null }

/** The size that the broker has confirmed as closed so far. */
export const closedOf = (state: State | undefined): Decimal =>
  (state && 'closed' in state && state.closed) || '0'

export const sizeLeft = ({ size }: { readonly size: Decimal }, closed: Decimal): Decimal =>
  plain(new Big(size).minus(closed))

const ofPosition = (position: OpenPosition, rest: Decimal = '0'): Deal => ({
  dealId: position.dealId,
  size: position.size,
  rest,
  position: { ...position, size: plain(new Big(position.size).minus(rest)) },
})

const ofOrder = (order: WorkingOrder): Deal => ({ dealId: order.dealId, size: order.size, rest: '0', order })

export const dealsOf = ({ workingOrders, positions, rests = {} }: Closing): Deal[] => [
  ...workingOrders.map(ofOrder),
  ...positions.map((position) => ofPosition(position, rests[position.dealId])),
]

/** Identifies a deal by kind and ID, because a position may have the ID of the order that it came from. */
export const nameOf = ({ dealId, order }: Deal) => `${order ? 'order' : 'position'} ${dealId}`

/** Whether a newer exit closes all the unsent deals of an exit. */
export const isTakenOver = ({ claims }: Pick<Ledger, 'claims'>, claim: Claim): boolean => {
  const unsent = claim.intent.kind === 'close' ? (claim.intent.retry ?? []) : []
  return claims.some(({ alertId, claimedAt, intent }) => {
    if (alertId === claim.alertId || claimedAt <= claim.claimedAt || intent.kind !== 'close') return false
    const names = dealsOf(intent).map(nameOf)
    return !intent.isCancelled && unsent.every((name) => names.includes(name))
  })
}

/** Maximum number of deals that are sent at the same time. If the run is killed, the fate of these deals is unknown. */
export const mostUnderWay = 8

/** Marks all deals except the first `mostUnderWay` as unsent, in the claims of the batch's exits. */
export const withUnsentNamed = (ledger: Ledger, alerts: readonly AlertRecord[]): Ledger => {
  const order = alerts.flatMap(({ alertId }) => {
    const intent = claimOf(ledger, alertId)?.intent
    return intent?.kind === 'close' ? dealsOf(intent).map((deal) => `${alertId} ${nameOf(deal)}`) : []
  })
  const later = new Set(order.slice(mostUnderWay))
  const claims = ledger.claims.map((claim) => {
    const { alertId, intent } = claim
    if (intent.kind !== 'close') return claim
    const retry = dealsOf(intent)
      .map(nameOf)
      .filter((name) => later.has(`${alertId} ${name}`))
    return retry.length > 0 ? { ...claim, intent: { ...intent, retry } } : claim
  })
  return { ...ledger, claims }
}

/** The close was certainly not sent: there was no time left, or the run that should have sent it has ended. */
export const notSentYet: Extract<State, { kind: 'untouched' }> = {
  kind: 'untouched',
  reason: 'NOT_SENT',
  waitsFor: 'time',
}

export const unknownFate: State = { kind: 'unknown' }
export const noVerdict: State = { kind: 'unknown', isReceived: true }

/**
 * The state of a position that another of our orders has just changed. Only a list that is read later shows its size.
 */
export const underWay = (closed: Decimal): State => ({
  kind: 'untouched',
  reason: 'BUSY',
  waitsFor: 'time',
  ...(closed === '0' ? {} : { closed }),
})

export const isUnsent = (state: State) => state.kind === 'untouched' && state.reason === notSentYet.reason

/**
 * Reason codes of deals whose close was stopped. `HELD`: the user stopped everything. `ENDED`: the exit was cancelled
 * or replaced by a newer exit, or it waited too long. For all other reasons the code is `BLOCKED`.
 */
const stopCodes: Readonly<Partial<Record<Extract<StopReason, string>, string>>> = {
  'everything stopped': 'HELD',
  cancelled: 'ENDED',
  'taken over': 'ENDED',
  'never opened': 'ENDED',
  'no room': 'ENDED',
}

export const stoppedBy = (stop: StopReason, closed: Decimal = '0'): State => ({
  kind: 'untouched',
  reason: (typeof stop === 'string' && stopCodes[stop]) || 'BLOCKED',
  stop,
  ...(closed === '0' ? {} : { closed }),
})

/**
 * Updates the states of deals from the lists. The state of a deal that is done stays unchanged.
 * @returns what must be sent, which deals have appeared, and whether to wait
 */
export const compare = (
  deals: readonly Deal[],
  states: States,
  lists: AccountState,
  { epic, scope }: { readonly epic: string; readonly scope: Closing['scope'] },
) => {
  const toSend: Deal[] = []
  // A deal's epic may have changed, so deals are also found by ID.
  const meant = new Set(deals.map(({ dealId }) => dealId))
  const isHere = (deal: { readonly epic: string; readonly dealId: string }) =>
    epic === everyMarket || deal.epic === epic || meant.has(deal.dealId)
  const here = {
    positions: lists.positions.filter(isHere),
    orders: lists.workingOrders.filter(isHere),
  }
  const named = new Set(deals.map(nameOf))
  const orders = new Set(deals.flatMap(({ dealId, order }) => (order ? dealId : [])))
  // If a working order has become a position, the position is also closed, unless the exit only deletes orders.
  const isMeant = ({ dealId }: Deal) => (scope === undefined ? true : scope === 'named' && orders.has(dealId))
  const appeared = [
    ...here.orders.map(ofOrder),
    ...here.positions.map((position) => ofPosition(position)),
  ].filter((deal) => !named.has(nameOf(deal)) && isMeant(deal))
  for (const deal of deals) {
    const state = states.get(nameOf(deal))
    if (!state || state.kind === 'done') continue
    const listed = (deal.position ? here.positions : here.orders).find(({ dealId }) => dealId === deal.dealId)
    const became = deal.order && here.positions.find(({ dealId }) => dealId === deal.dealId)
    if (!listed && became && scope === 'orders') states.set(nameOf(deal), filledFirst)
    else if (!listed) {
      // A working order that is in no list may have been filled. Only its position would show that.
      const isOver = !deal.order || became !== undefined
      // If the close was refused and the position is no longer listed, something else has closed it.
      const isGone = deal.rest !== '0' || (state.kind === 'untouched' && deal.position !== undefined)
      states.set(nameOf(deal), isOver ? { kind: 'done', isGone } : { kind: 'vanished' })
    } else if (deal.position && new Big(listed.size).lte(deal.rest))
      states.set(nameOf(deal), { kind: 'done', left: listed.size })
    else if (state.kind === 'partly' && deal.position && isLeft(deal, state.closed, listed.size)) {
      // If the closed size is unknown, it is the original size minus the listed size.
      const closed = state.closed ?? plain(new Big(deal.size).minus(listed.size))
      states.set(nameOf(deal), {
        kind: 'untouched',
        reason: 'partly closed',
        waitsFor: 'time',
        closed,
      })
      toSend.push(leftToClose(deal, closed, listed.size))
    } else if (state.kind === 'untouched' && state.waitsFor !== 'opening') {
      const left = leftToClose(deal, closedOf(state), listed.size)
      const closed = plain(new Big(deal.position?.size ?? deal.size).minus(left.position?.size ?? left.size))
      if (closed !== '0') states.set(nameOf(deal), { ...state, closed })
      toSend.push(left)
    }
  }
  const isWaiting = [...states.values()].some(({ kind }) => kind === 'vanished' || kind === 'partly')
  return { toSend: [...toSend, ...appeared], appeared, isWaiting }
}

/**
 * Whether a part of the position must still be closed. For a partial close, only the confirmed size counts, because a
 * list that is older than the close would cause a second close.
 */
const isLeft = ({ size, rest }: Deal, closed: Decimal | null, listed: Decimal) =>
  rest === '0' ? new Big(listed).lt(size) : closed !== null && new Big(listed).eq(sizeLeft({ size }, closed))

/**
 * The deal with the size that may be closed now. This is at most the listed size, and at most the size that is still
 * open according to the confirms, because a list that is older than the last confirm shows a larger size.
 */
const leftToClose = (deal: Deal, closed: Decimal, listed: Decimal): Deal => {
  if (!deal.position) return deal
  const byConfirms = new Big(sizeLeft(deal.position, closed))
  const byList = new Big(listed).minus(deal.rest)
  return { ...deal, position: { ...deal.position, size: plain(byList.lt(byConfirms) ? byList : byConfirms) } }
}

/** The reason if a CANCEL came too late because its order had already filled. This reason is not a rejection. */
const filledReason = 'filled'

const filledFirst: State = {
  kind: 'refused',
  reason: filledReason,
}

/**
 * What an exit's outcome reports about a deal that is still open.
 * @param isSizeKnown false if the deal was claimed long ago and no list shows its current size
 */
export const leftOpenOf = (
  { dealId, size, position, order }: Deal,
  state: State | undefined,
  isSizeKnown: boolean,
): LeftOpen => ({
  dealId,
  direction: isSizeKnown ? ((position ?? order)?.direction ?? null) : null,
  size,
  left: sizeLeft({ size }, closedOf(state)),
  isRefused: state?.kind === 'refused' && state.reason !== filledReason,
  ...whyOf(state),
})

const whyOf = (state: State | undefined): WhyLeft => {
  if (state?.kind !== 'untouched' && state?.kind !== 'refused') return {}
  const { reason, message, stop }: WhyLeft = state
  return { ...(reason && { reason }), ...(message && { message }), ...(stop && { stop }) }
}
