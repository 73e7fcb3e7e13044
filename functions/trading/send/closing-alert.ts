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
  /** The claim as it was last written. */
  claim: Claim
  intent: Closing
  deals: readonly Deal[]
  readonly #states: States = new Map()
  /** The deals that the stored claim lists as unsent. A run removes a deal from this list before it sends the deal. */
  #kept: ReadonlySet<string>
  /**
   * The deals that only this run may send or put back, because it claimed them or removed them from the list of unsent
   * deals.
   */
  readonly #own = new Set<string>()

  /**
   * @param isResumed true if another run wrote the claim; deals that the claim does not list as unsent may then have
   * been sent
   */
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

  /**
   * The IDs of deals that are done. A position may have the ID of the working order that it came from; then both must
   * be done.
   */
  get done(): string[] {
    const notDone = new Set(
      this.deals.filter((deal) => this.stateOf(deal).kind !== 'done').map(({ dealId }) => dealId),
    )
    return [...new Set(this.deals.map(({ dealId }) => dealId))].filter((id) => !notDone.has(id))
  }

  /**
   * The claim's intent with these deals removed from the list of unsent deals. The intent must be written before the
   * deals are sent.
   */
  intentToSend(deals: readonly Deal[], now: Instant): Closing {
    const names = new Set(deals.map(nameOf))
    const { isShut: _, ...intent } = this.intent
    return { ...intent, retry: [...this.#kept].filter((name) => !names.has(name)), sendsFrom: now }
  }

  /**
   * Records which deals only this run may send, because the claim no longer lists them as unsent.
   * @param claim the claim as last written
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

  /** Replaces the claim with a copy in which rolled deals have new IDs, in the same order. The states are kept. */
  renamed(claim: Claim) {
    const states = this.deals.map((deal) => this.stateOf(deal))
    this.written(claim)
    this.deals = dealsOf(this.intent)
    for (const [place, deal] of this.deals.entries()) this.know(deal, states[place] ?? notSentYet)
  }

  /** Marks the unsent deals as stopped for this reason. */
  stop(reason: StopReason) {
    for (const deal of this.dealsThatAre('untouched'))
      this.know(deal, stoppedBy(reason, closedOf(this.stateOf(deal))))
  }

  /**
   * Updates the states with lists that were read after everything was sent.
   * @returns the deals that must be sent now, and the deals that have appeared
   */
  compareWith(lists: AccountState) {
    return compare(this.deals, this.#states, lists, { epic: this.claim.epic, scope: this.intent.scope })
  }

  /** The claim's intent with deals that have appeared. The intent must be written before the deals are sent. */
  intentWith(appeared: readonly Deal[]): Closing {
    const { positions, workingOrders } = this.intent
    return {
      ...this.intent,
      positions: [...positions, ...appeared.flatMap((deal) => deal.position ?? [])],
      workingOrders: [...workingOrders, ...appeared.flatMap((deal) => deal.order ?? [])],
    }
  }

  /**
   * Adds deals that have appeared.
   * @param claim the claim as last written, with these deals
   */
  add(claim: Claim, appeared: readonly Deal[]) {
    this.written(claim)
    this.deals = [...this.deals, ...appeared]
    for (const deal of appeared) this.#own.add(nameOf(deal))
  }

  /**
   * The deals that may be sent again: deals that only wait, for example for their market to open, and for a limited
   * time also deals that the broker refused temporarily.
   */
  unsentAt(now: Instant): readonly Deal[] {
    const isYoung = now < this.claim.claimedAt + limits.closeAgain
    return this.dealsThatAre('untouched').filter((deal) => isYoung || waits(this.stateOf(deal)))
  }

  /**
   * The claim's intent for the next run. If another run has sent deals that this run had not taken, their stored state
   * is kept.
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
      // The entry of a reversal does not wait for a market to open, so the reversal becomes an exit.
      ...(thenOpen && !opensNothing ? { thenOpen } : {}),
      ...(opensNothing ? { opensNothing } : {}),
      ...(isShut ? { isShut } : {}),
      done: this.#doneIn(stored),
      ...(received.length > 0 ? { received } : {}),
      retry: retry.map(nameOf),
      // The closed size is subtracted, because the next run would otherwise close that size again.
      positions: stored.positions.map((position) => this.#withoutClosed(position)),
      // An exit must not close deals that appear while it waits, so its scope is limited to the deals that it names.
      ...(retry.length > 0 && retry.every((deal) => waits(this.stateOf(deal)))
        ? { scope: stored.scope ?? 'named' }
        : {}),
    }
  }

  /** When the next run must continue with the remaining deals, judged by the claim as last written. */
  goesOn(left: readonly Deal[]): ReturnType<typeof carriedOn> {
    const unsent = left.filter((deal) => this.isKept(deal))
    // Another run has taken the remaining deals.
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

  /** The IDs of deals that this run knows to be done, and of deals that another run has recorded as done. */
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

/** Whether a deal is unsent only because it waits, for example for its market to open. */
const waits = (state: State): boolean => state.kind === 'untouched' && state.waitsFor !== undefined

/** When the next run must continue. Waiting for the request limit, a market or time does not count as a failure. */
const carriedOn = (left: readonly State[]): 'done' | 'later' | 'soon' | 'wait' | 'shut' => {
  if (left.length === 0) return 'done'
  if (!left.every(waits)) return 'later'
  const waitsFor = (what: 'room' | 'opening') => (state: State) =>
    state.kind === 'untouched' && state.waitsFor === what
  if (left.every(waitsFor('opening'))) return 'shut'
  return left.some(waitsFor('room')) ? 'wait' : 'soon'
}
