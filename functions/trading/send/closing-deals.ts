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
  /** The size before anything was closed. */
  readonly size: Decimal
  /** The size that must stay open. */
  readonly rest: Decimal
  /** The position, with the size that must be closed. */
  readonly position?: OpenPosition
  readonly order?: WorkingOrder
}

export type States = Map<string, State>

export type State =
  /** @property isReceived the broker received the close and did not confirm it in time */
  | { readonly kind: 'unknown'; readonly isReceived?: boolean }
  /** The broker received the close and has not confirmed it yet. @property asked the size; null for a working order */
  | {
      readonly kind: 'sent'
      readonly dealReference: string
      readonly asked: Decimal | null
      readonly closed?: Decimal
    }
  /**
   * @property isGone it ended before our close, or less is listed than must stay
   * @property left the listed size, if less than must stay
   * @property profit the realised profit, if the broker's confirm reports it
   */
  | { readonly kind: 'done'; readonly isGone?: boolean; readonly left?: Decimal; readonly profit?: Money }
  /** A working order that is no longer listed: deleted, or filled without a listed position yet. */
  | { readonly kind: 'vanished' }
  /** Refused for good. @property closed the size that was closed before */
  | {
      readonly kind: 'refused'
      readonly reason: string
      readonly message?: string
      readonly closed?: Decimal
    }
  /** Provably not done, so it may be sent again. */
  | (WhyLeft & {
      readonly kind: 'untouched'
      readonly reason: string
      /** Only for a partial close: the size that was closed earlier. */
      readonly closed?: Decimal
      /** What it waits for: room in the broker's request limit, the next run, or the opening of its market. */
      readonly waitsFor?: 'room' | 'time' | 'opening'
    })
  /** @property closed the total closed size, if the broker reports it */
  | { readonly kind: 'partly'; readonly closed: Decimal | null }

/** The size of a partial close that the broker has confirmed. */
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

/** Whether a newer exit closes everything that an exit still waits to close. */
export const isTakenOver = ({ claims }: Pick<Ledger, 'claims'>, claim: Claim): boolean => {
  const unsent = claim.intent.kind === 'close' ? (claim.intent.retry ?? []) : []
  return claims.some(({ alertId, claimedAt, intent }) => {
    if (alertId === claim.alertId || claimedAt <= claim.claimedAt || intent.kind !== 'close') return false
    const names = dealsOf(intent).map(nameOf)
    return !intent.isCancelled && unsent.every((name) => names.includes(name))
  })
}

/** Maximum number of deals under way at a time, which are in doubt if the run is killed. */
export const mostUnderWay = 8

/** Names the deals that are not sent at once as unsent, in the claims of exits that are decided together. */
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

/** Certainly not sent: there was no time left, or the run that should have sent it has ended. */
export const notSentYet: Extract<State, { kind: 'untouched' }> = {
  kind: 'untouched',
  reason: 'NOT_SENT',
  waitsFor: 'time',
}

export const unknownFate: State = { kind: 'unknown' }
export const noVerdict: State = { kind: 'unknown', isReceived: true }

/** Another of our orders has just changed the position, so only a list that is read later shows its size. */
export const underWay = (closed: Decimal): State => ({
  kind: 'untouched',
  reason: 'BUSY',
  waitsFor: 'time',
  ...(closed === '0' ? {} : { closed }),
})

export const isUnsent = (state: State) => state.kind === 'untouched' && state.reason === notSentYet.reason

/**
 * Codes for stopped deals. `HELD`: the user stopped everything. `ENDED`: the user or a newer exit ended it, or it
 * waited too long. `BLOCKED`: the alert's account or credentials have changed.
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
 * Compares the deals that are not certainly done with the lists, and updates their states.
 * @returns what must be sent, what appeared, and whether to wait
 */
export const compare = (
  deals: readonly Deal[],
  states: States,
  lists: AccountState,
  epic: string,
  scope: Closing['scope'],
) => {
  const toSend: Deal[] = []
  // The deals are found by ID, because their epic may have changed.
  const meant = new Set(deals.map(({ dealId }) => dealId))
  const isHere = (deal: { readonly epic: string; readonly dealId: string }) =>
    epic === everyMarket || deal.epic === epic || meant.has(deal.dealId)
  const here = {
    positions: lists.positions.filter(isHere),
    orders: lists.workingOrders.filter(isHere),
  }
  const named = new Set(deals.map(nameOf))
  const orders = new Set(deals.flatMap(({ dealId, order }) => (order ? dealId : [])))
  // A position that an order became is closed also, unless only orders must be deleted.
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
      // A working order that is in no list may have been filled. Only the position shows that.
      const isOver = !deal.order || became !== undefined
      // Refused as gone and missing from the list: something else closed it.
      const isGone = deal.rest !== '0' || (state.kind === 'untouched' && deal.position !== undefined)
      states.set(nameOf(deal), isOver ? { kind: 'done', isGone } : { kind: 'vanished' })
    } else if (deal.position && new Big(listed.size).lte(deal.rest))
      states.set(nameOf(deal), { kind: 'done', left: listed.size })
    else if (state.kind === 'partly' && deal.position && isLeft(deal, state.closed, listed.size)) {
      // The rest is what the list shows.
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

/** For a partial close only the confirmed size counts, because an older list would cause a second close. */
const isLeft = ({ size, rest }: Deal, closed: Decimal | null, listed: Decimal) =>
  rest === '0' ? new Big(listed).lt(size) : closed !== null && new Big(listed).eq(sizeLeft({ size }, closed))

/**
 * The deal with the size that may be closed now: at most the listed size, and at most what confirms leave open,
 * because an older list shows more.
 */
const leftToClose = (deal: Deal, closed: Decimal, listed: Decimal): Deal => {
  if (!deal.position) return deal
  const byConfirms = new Big(sizeLeft(deal.position, closed))
  const byList = new Big(listed).minus(deal.rest)
  return { ...deal, position: { ...deal.position, size: plain(byList.lt(byConfirms) ? byList : byConfirms) } }
}

/** For a CANCEL: nothing was rejected, because the order had already filled. */
const filledReason = 'filled'

const filledFirst: State = {
  kind: 'refused',
  reason: filledReason,
}

/** @param isSizeKnown false if the deal was claimed long ago and no list shows its current size */
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
