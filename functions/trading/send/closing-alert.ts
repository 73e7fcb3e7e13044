import type { AccountState, OpenPosition } from '../../../shared/trading/model/snapshot.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { limits } from '../ports/limits.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import type { StopReason } from '../ports/ending.ts'
import type { Claim, Closing } from '../ports/ledger.ts'
import {
  closedOf,
  compare,
  type Deal,
  dealsOf,
  nameOf,
  notSentYet,
  sizeLeft,
  type State,
  type States,
  stoppedBy,
} from './closing-deals.ts'

/** An alert whose claim is to close, and what is known of each of its deals. */
export class ClosingAlert {
  readonly alert: AlertRecord
  /** The claim as last written. */
  claim: Claim
  intent: Closing
  deals: readonly Deal[]
  readonly #states: States = new Map()
  /** Named in the stored claim as not sent: taken off there, by one run alone, before they are sent. */
  #kept: ReadonlySet<string>
  /** What this run alone may send, and put back: it claimed these deals, or has taken them off. */
  readonly #own = new Set<string>()

  /** @param isResumed another run wrote the claim: what it does not name as unsent may have been sent */
  constructor(alert: AlertRecord, claim: Claim, intent: Closing, isResumed: boolean) {
    this.alert = alert
    this.claim = claim
    this.intent = intent
    this.deals = dealsOf(intent)
    const { retry = [], done = [], received = [] } = intent
    this.#kept = new Set(retry)
    for (const deal of this.deals) {
      const name = nameOf(deal)
      const isUnsent = !isResumed || this.#kept.has(name)
      if (!isResumed && !this.#kept.has(name)) this.#own.add(name)
      const known: State = done.includes(deal.dealId)
        ? { kind: 'done' }
        : { kind: 'unknown', isReceived: received.includes(name) }
      this.know(deal, isUnsent ? notSentYet : known)
    }
  }

  stateOf(deal: Deal): State {
    return this.#states.get(nameOf(deal)) ?? notSentYet
  }

  know(deal: Deal, state: State) {
    this.#states.set(nameOf(deal), state)
  }

  isKept(deal: Deal): boolean {
    return this.#kept.has(nameOf(deal))
  }

  dealsThatAre(...kinds: State['kind'][]): readonly Deal[] {
    return this.deals.filter((deal) => kinds.includes(this.stateOf(deal).kind))
  }

  get isDone(): boolean {
    return this.deals.every((deal) => this.stateOf(deal).kind === 'done')
  }

  /** A position may have the deal id of the order that it came from: it is done when both are. */
  get done(): string[] {
    const notDone = new Set(
      this.deals.filter((deal) => this.stateOf(deal).kind !== 'done').map(({ dealId }) => dealId),
    )
    return [...new Set(this.deals.map(({ dealId }) => dealId))].filter((id) => !notDone.has(id))
  }

  /** The claim without these among its unsent deals, as it must be written before they are sent. */
  intentToSend(deals: readonly Deal[], now: Instant): Closing {
    const names = new Set(deals.map(nameOf))
    const { isShut: _, ...intent } = this.intent
    return { ...intent, retry: [...this.#kept].filter((name) => !names.has(name)), sendsFrom: now }
  }

  /** @param claim as last written, without those of its unsent deals that this run now sends */
  take(claim: Claim) {
    const before = this.#kept
    this.written(claim)
    for (const name of before) if (!this.#kept.has(name)) this.#own.add(name)
  }

  written(claim: Claim) {
    if (claim.intent.kind !== 'close') return
    this.claim = claim
    this.intent = claim.intent
    this.#kept = new Set(claim.intent.retry)
  }

  /** The claim names its deals as they are called since they rolled, in the same order. */
  renamed(claim: Claim) {
    const states = this.deals.map((deal) => this.stateOf(deal))
    this.written(claim)
    this.deals = dealsOf(this.intent)
    for (const [place, deal] of this.deals.entries()) this.know(deal, states[place] ?? notSentYet)
  }

  /** Nothing more is sent for it, for this reason. */
  stop(reason: StopReason) {
    for (const deal of this.dealsThatAre('untouched'))
      this.know(deal, stoppedBy(reason, closedOf(this.stateOf(deal))))
  }

  /** What lists, read after everything was sent, say of its deals; what must be sent now, and what appeared. */
  compareWith(lists: AccountState) {
    return compare(this.deals, this.#states, lists, this.claim.epic, this.intent.scope)
  }

  /** The claim with what has appeared since, as it must be written before that is sent. */
  intentWith(appeared: readonly Deal[]): Closing {
    const { positions, workingOrders } = this.intent
    return {
      ...this.intent,
      positions: [...positions, ...appeared.flatMap((deal) => deal.position ?? [])],
      workingOrders: [...workingOrders, ...appeared.flatMap((deal) => deal.order ?? [])],
    }
  }

  /** @param claim with what appeared, as last written */
  add(claim: Claim, appeared: readonly Deal[]) {
    this.written(claim)
    this.deals = [...this.deals, ...appeared]
    for (const deal of appeared) this.#own.add(nameOf(deal))
  }

  /** What may be sent again: what waits for us always, what the broker refused for the moment for a while. */
  unsentAt(now: Instant): readonly Deal[] {
    const isYoung = now < this.claim.claimedAt + limits.closeAgain
    return this.dealsThatAre('untouched').filter((deal) => isYoung || waits(this.stateOf(deal)))
  }

  /**
   * The claim as the next run must find it. What this run had not taken off may be another's by now, which has sent it: that
   * stays as it is stored.
   */
  intentToCarryOn(stored: Closing, left: readonly Deal[]): Closing {
    const { thenOpen, opensNothing: never, isShut: _, ...intent } = stored
    const deals = dealsOf(stored)
    const retry = deals.filter((deal) => this.#isUnsent(deal, stored, left))
    const isShut = carriedOn(retry.map((deal) => this.stateOf(deal))) === 'shut'
    const opensNothing = never ?? (isShut && thenOpen !== undefined)
    const received = deals.map(nameOf).filter((name) => this.#isReceived(name, stored))
    return {
      ...intent,
      // The second part of a reversal does not wait for a market to deal.
      ...(thenOpen && !opensNothing ? { thenOpen } : {}),
      ...(opensNothing ? { opensNothing } : {}),
      ...(isShut ? { isShut } : {}),
      done: this.#doneIn(stored),
      ...(received.length > 0 ? { received } : {}),
      retry: retry.map(nameOf),
      // What was closed of a part is taken off, or the next run would close it once more.
      positions: stored.positions.map((position) => this.#withoutClosed(position)),
      // What appears while it waits is none of its business.
      ...(retry.length > 0 && retry.every((deal) => waits(this.stateOf(deal)))
        ? { scope: stored.scope ?? 'named' }
        : {}),
    }
  }

  /** When the next run goes on with what is left, as last written. */
  goesOn(left: readonly Deal[]): ReturnType<typeof carriedOn> {
    const unsent = left.filter((deal) => this.isKept(deal))
    // Another run has taken it off.
    if (left.length > 0 && unsent.length === 0) return 'soon'
    return carriedOn(unsent.map((deal) => this.stateOf(deal)))
  }

  #isUnsent(deal: Deal, { retry = [] }: Closing, left: readonly Deal[]): boolean {
    const name = nameOf(deal)
    const isLeft = left.some((each) => nameOf(each) === name)
    if (this.#own.has(name)) return isLeft
    const { kind } = this.#states.get(name) ?? { kind: 'unknown' }
    return retry.includes(name) && (isLeft || kind === 'unknown')
  }

  #isReceived(name: string, { received = [] }: Closing): boolean {
    const state = this.#states.get(name)
    return (state !== undefined && isReceived(state)) || (!this.#own.has(name) && received.includes(name))
  }

  /** What this run knows to be done, and what another has added meanwhile. */
  #doneIn(stored: Closing): string[] {
    const deals = dealsOf(stored)
    const { done: before = [] } = this.intent
    const added = stored.done?.filter((dealId) => !before.includes(dealId)) ?? []
    const isOpen = (deal: Deal) => this.#states.get(nameOf(deal))?.kind !== 'done'
    const open = new Set(deals.filter(isOpen).map(({ dealId }) => dealId))
    return [...new Set(deals.map(({ dealId }) => dealId))].filter((id) => added.includes(id) || !open.has(id))
  }

  #withoutClosed(position: OpenPosition): OpenPosition {
    const { dealId, size } = position
    const isAsRead = this.intent.positions.some((each) => each.dealId === dealId && each.size === size)
    const closed = isAsRead ? closedOf(this.#states.get(`position ${dealId}`)) : '0'
    return { ...position, size: sizeLeft(position, closed) }
  }
}

const isReceived = (state: State) =>
  state.kind === 'sent' || (state.kind === 'unknown' && state.isReceived === true)

/** Whether only a wait keeps a deal from being closed. */
const waits = (state: State): boolean => state.kind === 'untouched' && state.waitsFor !== undefined

/** When the next run goes on: what waits for room, for its market, or for nothing but time, has not failed. */
const carriedOn = (left: readonly State[]): 'done' | 'later' | 'soon' | 'wait' | 'shut' => {
  if (left.length === 0) return 'done'
  if (!left.every(waits)) return 'later'
  const waitsFor = (what: 'room' | 'opening') => (state: State) =>
    state.kind === 'untouched' && state.waitsFor === what
  if (left.every(waitsFor('opening'))) return 'shut'
  return left.some(waitsFor('room')) ? 'wait' : 'soon'
}
