import { everyMarket } from '../../../shared/alerts/alert-action.ts'
import { Big, plain } from '../../../shared/trading/model/decimal.ts'
import type {
  AccountState,
  OpenPosition,
  TradingSettings,
  WorkingOrder,
} from '../../../shared/trading/model/snapshot.ts'
import type { Decimal, Instant } from '../../../shared/platform/units.ts'
import { allowanceDeadline } from './allowance-wait.ts'
import { replaceIntent, updateClaim } from '../ledger/update-ledger.ts'
import { watchFullStop } from './failed-fence-check.ts'
import { confirmsClosing } from '../look-up/closing-confirmation.ts'
import { awaitsMore, tellOfWait } from '../look-up/awaited-orders.ts'
import { closeOutcome, type LeftOpen } from '../record/close-outcome.ts'
import { endClosing } from '../record/closed-leg.ts'
import { brokerLoginOf } from '../ports/broker-login.ts'
import { limits } from '../ports/limits.ts'
import type { Ledger, Claim, Closing } from '../ports/ledger.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import { type BrokerLogin, nullIfUnanswered, type Confirmation, type SendResult } from '../ports/broker.ts'
import type { ExecutorPorts } from '../ports/ports.ts'
import { awaitConfirmation, attemptSend, type Unsent } from '../look-up/confirm.ts'

/**
 * What became of carrying out a claim. `done`: it has its outcome, or the reconciler goes on looking it up. `later`: the
 * message must be redelivered. `wait`: so must it, once there is room in the broker's allowance.
 */
export type Submitted = 'done' | 'later' | 'wait'

/** `closed first`: a reversal's first part is over, and its alert must be decided again. */
export type CloseResult = Submitted | 'closed first'

/**
 * Closes positions and deletes working orders, each sent once. What the broker proves not to have done is sent again,
 * about once a second, while the alert is young: a deal that is seconds old cannot be touched at times. An order that
 * fills meanwhile is closed as the position it became. What stays unknown is only looked up.
 */
export const submitClose = async (
  ports: ExecutorPorts,
  alert: AlertRecord,
  claim: Claim,
  ledger: Ledger,
  settings: TradingSettings | null,
  /** Why nothing may be sent any more, in words. */
  stopBefore: string | null = null,
): Promise<CloseResult> => {
  if (claim.intent.kind !== 'close') return 'done'
  let stop = stopBefore
  const began = ports.clock.now()
  const login = brokerLoginOf(alert)
  let held = { claim, ledger, intent: claim.intent }
  const noteIntent = async (change: Partial<Closing>) => {
    const intent = { ...held.intent, ...change }
    const changed = await updateClaim(ports, alert, held.ledger, claim, { intent })
    held = {
      claim: changed?.claim ?? { ...held.claim, intent },
      ledger: changed?.ledger ?? held.ledger,
      intent,
    }
    return changed !== null
  }

  const states: States = new Map()
  const isUnsent = (deal: Deal) => states.get(nameOf(deal)) === notSentYet
  let deals = dealsOf(held.intent)
  let toSend = deals
  const { retry } = claim.intent
  if (retry) {
    // Taken off before they are sent, by one run alone: a run that finds the claim without them must not send them.
    const taken = await replaceIntent(ports, alert, held.ledger, claim, { ...claim.intent, retry: [] })
    if (!taken) return 'later'
    held = taken
    // Claims of the release before name only the deal id.
    toSend = deals.filter((deal) => retry.includes(nameOf(deal)) || retry.includes(deal.dealId))
    for (const deal of deals) {
      const isDone = claim.intent.done?.includes(deal.dealId)
      states.set(nameOf(deal), toSend.includes(deal) ? notSentYet : { kind: isDone ? 'done' : 'unknown' })
    }
  }

  if (stop !== null) for (const deal of toSend) states.set(nameOf(deal), stoppedBy(stop))
  // What an earlier run left open may have been closed in part since, by the broker or by the user: the lists are read
  // before anything is sent again.
  let isFirstLook = retry !== undefined
  const watch = watchFullStop(ports, alert)
  while (stop === null) {
    if (!isFirstLook) stop = await send(ports, alert, login, toSend, states, began + limits.closeRun, watch)
    isFirstLook = false
    if (stop !== null) break
    if (deals.every((deal) => states.get(nameOf(deal))?.kind === 'done')) break
    const lists = await ports.broker.readAccount(login).catch(nullIfUnanswered)
    const found = lists && compare(deals, states, lists, held.claim.epic, held.intent.scope)
    if (found && found.appeared.length > 0) {
      const { intent } = held
      const isOurs = await noteIntent({
        positions: [...intent.positions, ...found.appeared.flatMap((deal) => deal.position ?? [])],
        workingOrders: [...intent.workingOrders, ...found.appeared.flatMap((deal) => deal.order ?? [])],
      })
      // Another run has gone on with this alert: what appeared may be what that one opened.
      if (!isOurs) return 'later'
      deals = [...deals, ...found.appeared]
    }
    toSend = found?.toSend ?? []
    if (found && toSend.length === 0 && !found.isWaiting) break
    if (ports.clock.now() + pauseBetween - began > limits.closeRun) break
    // What was just read is sent at once; what was just sent and refused gets its pause.
    if (!toSend.every(isUnsent)) await ports.clock.sleep(pauseBetween)
  }

  const now = ports.clock.now()
  const isOf = (...kinds: State['kind'][]) =>
    deals.filter((deal) => kinds.includes(states.get(nameOf(deal))?.kind ?? 'untouched'))
  // A position may have the deal id of the order that it came from: it is done when both are.
  const notDone = new Set(
    deals.filter((deal) => states.get(nameOf(deal))?.kind !== 'done').map(({ dealId }) => dealId),
  )
  const done = [...new Set(isOf('done').map(({ dealId }) => dealId))].filter((id) => !notDone.has(id))
  const isYoung =
    stop === null &&
    (now < claim.claimedAt + limits.closeAgain || isOf('untouched').some(isUnsent)) &&
    settings !== null &&
    now < allowanceDeadline(alert, settings)
  const toSendAgain = isYoung ? isOf('untouched').map(nameOf) : []
  if (toSendAgain.length > 0 || isOf('unknown', 'vanished').length > 0) {
    // What was closed of a part is taken off, or the next run would close it once more.
    const positions = held.intent.positions.map((position) => ({
      ...position,
      size: sizeLeft(position, closedOf(states.get(`position ${position.dealId}`))),
    }))
    await noteIntent({ done, retry: toSendAgain, positions })
    return toSendAgain.length > 0 ? 'later' : 'done'
  }
  const left = isOf('refused', 'untouched', 'partly').map((deal) =>
    leftOpenOf(deal, states.get(nameOf(deal))),
  )
  const gone = deals.flatMap((deal) => {
    const state = states.get(nameOf(deal))
    return state?.kind === 'done' && state.isGone ? deal.dealId : []
  })
  const waits = stop === null && settings !== null && left.length === 0 && awaitsMore(ports, held.claim)
  if (waits && (await noteIntent({ done, retry: [] }))) {
    await tellOfWait(ports, alert, held.claim)
    return 'done'
  }
  const lessLeft = Object.fromEntries(
    deals.flatMap((deal) => {
      const state = states.get(nameOf(deal))
      return state?.kind === 'done' && state.left !== undefined ? [[deal.dealId, state.left]] : []
    }),
  )
  const outcome = closeOutcome(ports, held.claim, done, left, gone, lessLeft)
  return endClosing(ports, alert, held.claim, outcome, { userIsGone: settings === null, ledger: held.ledger })
}

/** Milliseconds between one sending of what was refused and the next. */
const pauseBetween = 1_000

type Deal = {
  readonly dealId: string
  /** Before anything was closed of it. */
  readonly size: Decimal
  /** What is to stay. */
  readonly rest: Decimal
  /** Its size is what must be closed. */
  readonly position?: OpenPosition
  readonly order?: WorkingOrder
}

type States = Map<string, State>

type State =
  | { readonly kind: 'unknown' }
  /**
   * @property isGone it ended before it was closed, or not even what was to stay is listed
   * @property left of what was to stay, if the list shows less
   */
  | { readonly kind: 'done'; readonly isGone?: boolean; readonly left?: Decimal }
  /** A working order that is no longer listed: deleted, or filled, and its position not listed yet. */
  | { readonly kind: 'vanished' }
  /** Refused for good. */
  | { readonly kind: 'refused'; readonly reason: string; readonly message: string }
  /** Proved not to have been done; may be sent again. */
  | {
      readonly kind: 'untouched'
      readonly reason: string
      readonly message: string
      /** Only for a partial close: the size that was closed earlier. */
      readonly closed?: Decimal
    }
  /** @property closed in all, if the broker says how much it closed */
  | { readonly kind: 'partly'; readonly closed: Decimal | null }

/** Of a close in part: how much of it the broker has confirmed. */
const closedOf = (state: State | undefined): Decimal => (state && 'closed' in state && state.closed) || '0'
const sizeLeft = ({ size }: { readonly size: Decimal }, closed: Decimal): Decimal =>
  plain(new Big(size).minus(closed))

const ofPosition = (position: OpenPosition, rest: Decimal = '0'): Deal => ({
  dealId: position.dealId,
  size: position.size,
  rest,
  position: { ...position, size: plain(new Big(position.size).minus(rest)) },
})
const ofOrder = (order: WorkingOrder): Deal => ({ dealId: order.dealId, size: order.size, rest: '0', order })
const dealsOf = ({ workingOrders, positions, rests = {} }: Closing): Deal[] => [
  ...workingOrders.map(ofOrder),
  ...positions.map((position) => ofPosition(position, rests[position.dealId])),
]

/** A position may have the deal id of the order that it came from. */
const nameOf = ({ dealId, order }: Deal) => `${order ? 'order' : 'position'} ${dealId}`

/** Proved not to have been sent: there was no time left, or the run that should have sent it has ended. */
const notSentYet: State = {
  kind: 'untouched',
  reason: 'NOT_SENT',
  message: 'there was no time left to send it',
}

const stoppedBy = (stop: string, closed: Decimal = '0'): State => ({
  kind: 'untouched',
  reason: 'BLOCKED',
  message: `${stop} before it could be closed`,
  ...(closed === '0' ? {} : { closed }),
})

/**
 * All are sent before any verdict is waited for: what one verdict is late with must not keep another deal open.
 * @param until what cannot be sent before is left to the next run
 * @param watch why nothing may be sent any more
 * @returns the same, if something was kept back for it
 */
const send = async (
  ports: ExecutorPorts,
  alert: AlertRecord,
  login: BrokerLogin,
  deals: readonly Deal[],
  states: States,
  until: Instant,
  watch: () => Promise<string | null>,
): Promise<string | null> => {
  let stopped: string | null = null
  const answers: { readonly deal: Deal; readonly sent: SendResult | Unsent }[] = []
  for (const deal of deals) {
    const { position, dealId } = deal
    if (ports.clock.now() >= until) {
      if (states.get(nameOf(deal))?.kind !== 'untouched') states.set(nameOf(deal), notSentYet)
      continue
    }
    const stop = await watch()
    if (stop !== null) {
      states.set(nameOf(deal), stoppedBy(stop, closedOf(states.get(nameOf(deal)))))
      stopped = stop
      continue
    }
    const ask = () =>
      position ? ports.broker.closePosition(login, position) : ports.broker.deleteOrder(login, dealId)
    answers.push({ deal, sent: await attemptSend(ask) })
  }
  for (const { deal, sent } of answers) {
    const before = closedOf(states.get(nameOf(deal)))
    states.set(nameOf(deal), await stateAfter(ports, alert, deal, before, sent))
  }
  return stopped
}

/** @param before what is closed of it already, if a part must be closed */
const stateAfter = async (
  ports: ExecutorPorts,
  alert: AlertRecord,
  { position, rest }: Deal,
  before: Decimal,
  sent: SendResult | Unsent,
): Promise<State> => {
  const closed = before === '0' ? {} : { closed: before }
  switch (sent.kind) {
    case 'unknown':
      return { kind: 'unknown' }
    case 'unsent':
      return { kind: 'untouched', reason: sent.code, message: sent.message, ...closed }
    case 'refused': {
      const { code: reason, message, mayPassLater } = sent
      return mayPassLater
        ? { kind: 'untouched', reason, message, ...closed }
        : { kind: 'refused', reason, message }
    }
    case 'received': {
      const verdict = await awaitConfirmation(
        ports,
        brokerLoginOf(alert),
        sent.dealReference,
        confirmsClosing,
      )
      if (!verdict) return { kind: 'unknown' }
      if (verdict.kind === 'rejected') {
        const { reason, message, mayPassLater } = beyondPosition(verdict)
        return mayPassLater
          ? { kind: 'untouched', reason, message, ...closed }
          : { kind: 'refused', reason, message }
      }
      // Of a part that was asked for, a close of the whole means that less was open than we knew.
      if (verdict.effect !== 'partly closed')
        return { kind: 'done', isGone: verdict.effect === 'closed' && rest !== '0' }
      if (rest === '0' || !position) return { kind: 'partly', closed: null }
      // That is also the verdict on all of a part; only the size tells.
      if (verdict.size === null) return { kind: 'unknown' }
      const all = new Big(before).plus(verdict.size)
      return new Big(verdict.size).gte(position.size)
        ? { kind: 'done' }
        : { kind: 'partly', closed: plain(all) }
    }
  }
}

/** If less is open than was to be closed, the lists tell how much is left, and that is closed. */
const beyondPosition = (verdict: Extract<Confirmation, { kind: 'rejected' }>) =>
  verdict.isBeyondOpen
    ? { ...verdict, message: 'less of the position is open than was to be closed', mayPassLater: true }
    : verdict

/** What the lists say of the deals that are not surely done, and what else must be closed. Changes the states. */
const compare = (
  deals: readonly Deal[],
  states: States,
  lists: AccountState,
  epic: string,
  scope: Closing['scope'],
) => {
  const toSend: Deal[] = []
  // What was meant is found by its deal, whatever its epic is by now.
  const meant = new Set(deals.map(({ dealId }) => dealId))
  const isHere = (deal: { readonly epic: string; readonly dealId: string }) =>
    epic === everyMarket || deal.epic === epic || meant.has(deal.dealId)
  const here = {
    positions: lists.positions.filter(isHere),
    orders: lists.workingOrders.filter(isHere),
  }
  const named = new Set(deals.map(nameOf))
  const orders = new Set(deals.flatMap(({ dealId, order }) => (order ? dealId : [])))
  // What an order became is closed with it, unless only orders were to go.
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
      const isOver = !deal.order || here.positions.length > 0
      // Refused as gone, and gone from the list: something else ended it.
      const isGone = deal.rest !== '0' || (state.kind === 'untouched' && deal.position !== undefined)
      states.set(nameOf(deal), isOver ? { kind: 'done', isGone } : { kind: 'vanished' })
    } else if (deal.position && new Big(listed.size).lte(deal.rest))
      states.set(nameOf(deal), { kind: 'done', left: listed.size })
    else if (state.kind === 'partly' && deal.position && isLeft(deal, state.closed, listed.size)) {
      // What the list shows is what is left to close.
      const closed = state.closed ?? plain(new Big(deal.size).minus(listed.size))
      states.set(nameOf(deal), {
        kind: 'untouched',
        reason: 'partly closed',
        message: 'IG closed only part of it',
        closed,
      })
      toSend.push(leftToClose(deal, closed, listed.size))
    } else if (state.kind === 'untouched') {
      const left = leftToClose(deal, closedOf(state), listed.size)
      const closed = plain(new Big(deal.position?.size ?? deal.size).minus(left.position?.size ?? left.size))
      if (closed !== '0') states.set(nameOf(deal), { ...state, closed })
      toSend.push(left)
    }
  }
  const isWaiting = [...states.values()].some(({ kind }) => kind === 'vanished' || kind === 'partly')
  return { toSend: [...toSend, ...appeared], appeared, isWaiting }
}

/** Of a part only what the confirms leave counts: an older list would have it closed twice. */
const isLeft = ({ size, rest }: Deal, closed: Decimal | null, listed: Decimal) =>
  rest === '0' ? new Big(listed).lt(size) : closed !== null && new Big(listed).eq(sizeLeft({ size }, closed))

/** What may be asked for again: never more than the broker lists, nor than its confirms leave. An older list shows more. */
const leftToClose = (deal: Deal, closed: Decimal, listed: Decimal): Deal => {
  if (!deal.position) return deal
  const byConfirms = new Big(sizeLeft(deal.position, closed))
  const byList = new Big(listed).minus(deal.rest)
  return { ...deal, position: { ...deal.position, size: plain(byList.lt(byConfirms) ? byList : byConfirms) } }
}

/** Of a CANCEL: nothing was rejected, there was nothing left to cancel. */
const filledReason = 'filled'
const filledFirst: State = {
  kind: 'refused',
  reason: filledReason,
  message: 'it was filled before it could be cancelled',
}

const leftOpenOf = ({ dealId, size, position, order }: Deal, state: State | undefined): LeftOpen => ({
  dealId,
  direction: (position ?? order)?.direction ?? null,
  size,
  left: sizeLeft({ size }, closedOf(state)),
  isRefused: state?.kind === 'refused' && state.reason !== filledReason,
  ...(state && 'message' in state ? { reason: state.reason, message: state.message } : {}),
})
