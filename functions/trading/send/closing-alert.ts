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

/** An exit with its claim and the state of each of its deals. */
export class ClosingAlert {
  readonly alert: AlertRecord
  /** The claim as last written. */
  claim: Claim
  intent: Closing
  deals: readonly Deal[]
  readonly #states: States = new Map()
  /** Deals that the stored claim names as unsent. One run removes them from the claim before it sends them. */
  #kept: ReadonlySet<string>
  /** Deals that only this run may send or put back, because it claimed them or removed them from the claim. */
  readonly #own = new Set<string>()

  /** @param isResumed another run wrote the claim, so deals that it does not name as unsent may have been sent */
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

  /** A position may have the deal ID of the order that it came from. The ID is done when both are. */
  get done(): string[] {
    const notDone = new Set(
      this.deals.filter((deal) => this.stateOf(deal).kind !== 'done').map(({ dealId }) => dealId),
    )
    return [...new Set(this.deals.map(({ dealId }) => dealId))].filter((id) => !notDone.has(id))
  }

  /** The claim without these deals among its unsent ones, which must be written before they are sent. */
  intentToSend(deals: readonly Deal[], now: Instant): Closing {
    const names = new Set(deals.map(nameOf))
    const { isShut: _, ...intent } = this.intent
    return { ...intent, retry: [...this.#kept].filter((name) => !names.has(name)), sendsFrom: now }
  }

  /**
   * Takes the deals that this run now sends.
   * @param claim as last written, without them
   */
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

  /** Takes over a claim with the new IDs of rolled deals, in the same order. */
  renamed(claim: Claim) {
    const states = this.deals.map((deal) => this.stateOf(deal))
    this.written(claim)
    this.deals = dealsOf(this.intent)
    for (const [place, deal] of this.deals.entries()) this.know(deal, states[place] ?? notSentYet)
  }

  /** Stops sending for this reason. */
  stop(reason: StopReason) {
    for (const deal of this.dealsThatAre('untouched'))
      this.know(deal, stoppedBy(reason, closedOf(this.stateOf(deal))))
  }

  /**
   * Updates the states by lists that were read after everything was sent.
   * @returns the deals that must be sent now and those that appeared
   */
  compareWith(lists: AccountState) {
    return compare(this.deals, this.#states, lists, this.claim.epic, this.intent.scope)
  }

  /** The claim with deals that have appeared since, which must be written before they are sent. */
  intentWith(appeared: readonly Deal[]): Closing {
    const { positions, workingOrders } = this.intent
    return {
      ...this.intent,
      positions: [...positions, ...appeared.flatMap((deal) => deal.position ?? [])],
      workingOrders: [...workingOrders, ...appeared.flatMap((deal) => deal.order ?? [])],
    }
  }

  /** @param claim with the deals that appeared, as last written */
  add(claim: Claim, appeared: readonly Deal[]) {
    this.written(claim)
    this.deals = [...this.deals, ...appeared]
    for (const deal of appeared) this.#own.add(nameOf(deal))
  }

  /**
   * The deals that may be sent again: always those that only wait, and for a limited time those that the broker
   * refused for the moment.
   */
  unsentAt(now: Instant): readonly Deal[] {
    const isYoung = now < this.claim.claimedAt + limits.closeAgain
    return this.dealsThatAre('untouched').filter((deal) => isYoung || waits(this.stateOf(deal)))
  }

  /**
   * The claim for the next run. Another run may meanwhile have sent deals that this run had not taken; these stay as
   * stored.
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
      // The entry of a reversal does not wait for a market to open.
      ...(thenOpen && !opensNothing ? { thenOpen } : {}),
      ...(opensNothing ? { opensNothing } : {}),
      ...(isShut ? { isShut } : {}),
      done: this.#doneIn(stored),
      ...(received.length > 0 ? { received } : {}),
      retry: retry.map(nameOf),
      // The closed part is subtracted, or the next run would close it again.
      positions: stored.positions.map((position) => this.#withoutClosed(position)),
      // Deals that appear while the exit waits are not closed by it.
      ...(retry.length > 0 && retry.every((deal) => waits(this.stateOf(deal)))
        ? { scope: stored.scope ?? 'named' }
        : {}),
    }
  }

  /** When the next run continues with the rest, as last written. */
  goesOn(left: readonly Deal[]): ReturnType<typeof carriedOn> {
    const unsent = left.filter((deal) => this.isKept(deal))
    // Another run has taken it.
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

  /** Deals that this run knows to be done, and those that another run has added meanwhile. */
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

/** Whether a deal is open only because it waits. */
const waits = (state: State): boolean => state.kind === 'untouched' && state.waitsFor !== undefined

/** When the next run continues. Waiting for room, for a market or for time is not a failure. */
const carriedOn = (left: readonly State[]): 'done' | 'later' | 'soon' | 'wait' | 'shut' => {
  if (left.length === 0) return 'done'
  if (!left.every(waits)) return 'later'
  const waitsFor = (what: 'room' | 'opening') => (state: State) =>
    state.kind === 'untouched' && state.waitsFor === what
  if (left.every(waitsFor('opening'))) return 'shut'
  return left.some(waitsFor('room')) ? 'wait' : 'soon'
}
