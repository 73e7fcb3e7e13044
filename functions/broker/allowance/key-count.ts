import { describeError, log } from '../../aws/log.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { Clock } from '../../trading/ports/ports.ts'
import type { Purpose } from '../port.ts'
import { type Refusal, withRefusal } from './learn.ts'
import type { AllowanceStore, Versioned } from './store.ts'
import {
  type AllowanceState,
  type CallKind,
  type FoundShortage,
  liveCalls,
  listOf,
  type Rank,
  type Reserved,
  shortageOf,
  type TimesList,
  withCalls,
  withoutOld,
  withTimeMoved,
} from './state.ts'

/** @property purpose why this process sends requests */
export type AllowancePorts = {
  readonly clock: Clock
  readonly store: AllowanceStore
  readonly purpose: Purpose
}

/** One request, and what is reserved with it. */
export type Use = {
  readonly accountId: string
  readonly kind: CallKind
  readonly rank: Rank
  /** Whether this request looks for the confirmations of all orders that were sent. */
  readonly isLookUp: boolean
  /** Whether this request is left out if there is no room. */
  readonly isOptional: boolean
  /** Whether this request opens a session, which serves all users of the account. */
  readonly isLogin: boolean
  /** Number of further requests that are reserved with this request. */
  readonly ahead: number
  /** Whether an order and its confirmation are reserved with this request. */
  readonly order: boolean
  readonly room: number
}

type Used = { readonly reserved: Reserved; readonly usedAt: Instant }

/**
 * How long a reservation lasts, in milliseconds. Reads, an order and its confirmation together usually take less time.
 */
const heldFor = 3_000
/** For this number of milliseconds, one request is reserved for each order whose confirmation was not requested yet. */
const owedFor = 30_000
/**
 * Maximum number of requests that are reserved for confirmations. If more orders are unconfirmed, the broker's lists
 * show their results.
 */
const mostOwed = 3
/** Minimum milliseconds between two writes of the key's row that only record that a request waits. */
const waitNoted = 10_000

/** The next state of the key's row and of this process's reservations. */
type Draft = {
  state: AllowanceState
  held: Reserved[]
  readonly used: Used[]
  readonly owed: Map<string, Instant[]>
  /** Whether the key's row must be written before a request is sent. */
  isChanged: boolean
}

/** Changes a draft. Returns the shortage if there is no room. */
type Change = (draft: Draft) => FoundShortage | null
type Asked = {
  readonly change: Change
  readonly answer: (found: FoundShortage | null) => void
  readonly fail: (error: unknown) => void
}

/** Counts the requests with one API key, as far as this process knows them, and holds this process's reservations. */
export class KeyCount {
  readonly #ports: AllowancePorts
  readonly #name: string
  readonly #mode: Mode
  #seen: Versioned | null = null
  #held: Reserved[] = []
  /**
   * Reservations that were used since the key's row was written. The row still contains the times for which they were
   * reserved.
   */
  #used: Used[] = []
  /** For each account, the times at which orders were sent whose confirmations were not requested yet. */
  readonly #owed = new Map<string, Instant[]>()
  #asked: Asked[] = []
  #isWorking = false
  /** Whether the last write failed, so that the key's row is out of date. */
  #isUnsaved = false

  constructor(ports: AllowancePorts, name: string, mode: Mode) {
    this.#ports = ports
    this.#name = name
    this.#mode = mode
  }

  get known(): AllowanceState | null {
    return this.#seen?.state ?? null
  }

  /** Number of an account's orders whose confirmation was not requested yet. */
  owed(accountId: string): number {
    return this.#owedOf(accountId).length
  }

  /**
   * Counts a request.
   * @returns the shortage; null if the request may be made now
   */
  take(use: Use): Promise<FoundShortage | null> {
    return this.#ask((draft) => this.#apply(draft, use))
  }

  /** Changes the state that all processes share. */
  async change(next: (state: AllowanceState) => AllowanceState): Promise<void> {
    await this.#ask((draft) => {
      draft.state = next(draft.state)
      draft.isChanged = true
      return null
    })
  }

  /**
   * Records that the broker refused a request.
   * @returns why the next request must wait
   */
  async refuse(refusal: Refusal): Promise<FoundShortage> {
    const { accountId, kind } = refusal
    let made = 0
    await this.change((state) => {
      made = liveCalls(state, this.#now(), accountId).length
      return withRefusal(state, this.#mode, refusal, this.#now())
    })
    const calls = kind === 'trading' ? { calls: 0, deals: 1 } : { calls: 1, deals: 0 }
    const request = { accountId, kind, rank: 'confirm', order: false, room: 0, ...calls } as const
    const found = shortageOf(this.#seen?.state as AllowanceState, this.#mode, request, this.#now())
    return found ?? { counted: 'requests', made, most: null, whose: 'account', kept: 0, roomAt: this.#now() }
  }

  /** Adds a change to the next write. Changes that arrive during a write are written together. */
  #ask(change: Change): Promise<FoundShortage | null> {
    const asked = new Promise<FoundShortage | null>((answer, fail) =>
      this.#asked.push({ change, answer, fail }),
    )
    if (!this.#isWorking) void this.#work()
    return asked
  }

  async #work() {
    this.#isWorking = true
    while (this.#asked.length > 0) {
      const asked = this.#asked.splice(0)
      try {
        const answers = await this.#serve(asked.map(({ change }) => change))
        for (const [place, { answer }] of asked.entries()) answer(answers[place] ?? null)
      } catch (error) {
        for (const { fail } of asked) fail(error)
      }
    }
    this.#isWorking = false
  }

  async #serve(changes: readonly Change[]): Promise<(FoundShortage | null)[]> {
    for (let isFresh = this.#isUnsaved; ;) {
      const draft = await this.#draft()
      const answers = changes.map((change) => change(draft))
      // Other processes may have released reservations, so the key's row is read again.
      if (!isFresh && answers.some((found) => found !== null)) {
        await this.#read()
        isFresh = true
        continue
      }
      if (draft.isChanged && !(await this.#write(draft))) continue
      if (!draft.isChanged) {
        this.#used.push(...draft.used)
        this.#held = this.#held.filter((held) => !draft.used.some(({ reserved }) => reserved === held))
      }
      for (const [accountId, owed] of draft.owed) this.#owed.set(accountId, owed)
      return answers
    }
  }

  async #read() {
    this.#seen = await this.#ports.store.read(this.#name)
  }

  /** Returns the stored state, updated by this process's used and expired reservations. */
  async #draft(): Promise<Draft> {
    if (!this.#seen) await this.#read()
    const now = this.#now()
    let { state } = this.#seen as Versioned
    for (const { reserved, usedAt } of this.#used) state = withTimeMoved(state, reserved, usedAt)
    const held: Reserved[] = []
    for (const reserved of this.#held) {
      if (reserved.at >= now) {
        held.push(reserved)
        continue
      }
      // An expired reservation is renewed only if a confirmation is still missing.
      const { accountId, list } = reserved
      const kept = held.filter((each) => each.accountId === accountId && each.list === 'calls').length
      const again =
        list === 'calls' && kept < Math.min(this.#owedOf(accountId).length, mostOwed)
          ? { accountId, list, at: now + heldFor }
          : null
      state = withTimeMoved(state, reserved, again?.at ?? null)
      if (again) held.push(again)
    }
    return { state, held, used: [], owed: new Map(), isChanged: false }
  }

  /**
   * Writes a draft.
   * @returns false if another process has written meanwhile, so that the draft is out of date
   */
  async #write({ state, held }: Draft): Promise<boolean> {
    const now = this.#now()
    const next = { version: (this.#seen as Versioned).version + 1, state: withoutOld(state, now) }
    try {
      const newer = await this.#ports.store.save(this.#name, next, now)
      this.#seen = newer ?? next
      this.#isUnsaved = false
      if (newer) return false
    } catch (error) {
      if (this.#ports.purpose !== 'orders') throw error
      // An alert must not fail because our own count cannot be written.
      log('warn', 'could not count IG calls', { error: describeError(error) })
      this.#seen = { version: next.version - 1, state: next.state }
      this.#isUnsaved = true
    }
    this.#held = held
    this.#used = []
    return true
  }

  #now(): Instant {
    return this.#ports.clock.now()
  }

  #owedOf(accountId: string) {
    return (this.#owed.get(accountId) ?? []).filter((at) => this.#now() - at < owedFor)
  }

  /**
   * Adds a request to a draft.
   * @returns the shortage; null if there is room
   */
  #apply(draft: Draft, use: Use): FoundShortage | null {
    const now = this.#now()
    const { accountId, rank } = use
    const owed = draft.owed.get(accountId) ?? this.#owedOf(accountId)
    const found = this.#reserve(draft, use, owed.length)
    if (found) {
      noteWait(draft, use, now)
      return found
    }
    const list = use.kind === 'trading' ? 'deals' : listOf(rank)
    const reserved = draft.held.find((each) => each.accountId === accountId && each.list === list) as Reserved
    draft.held = draft.held.filter((each) => each !== reserved)
    draft.state = withTimeMoved(draft.state, reserved, now)
    draft.used.push({ reserved, usedAt: now })
    // A reservation that is not in the key's row yet must be written first.
    draft.isChanged ||= !this.#held.includes(reserved)
    if (rank === 'background') draft.state = { ...draft.state, backgroundAt: now }
    if (isAlert(use)) draft.state = { ...draft.state, alertAt: now }
    draft.owed.set(accountId, owedAfter(owed, use, now))
    return null
  }

  /**
   * Reserves what a request and its sequence need in addition to existing reservations.
   * @returns the shortage; null if there is room
   */
  #reserve(draft: Draft, use: Use, owed: number): FoundShortage | null {
    const now = this.#now()
    const { accountId, kind, rank, order } = use
    const isDeal = kind === 'trading'
    const heldOf = (list: TimesList) =>
      draft.held.filter((each) => each.accountId === accountId && each.list === list).length
    const list = listOf(rank)
    const isAlert = list === 'calls' && !use.isLogin
    // Screens send no orders, so nothing follows their requests.
    const ahead = isAlert ? use.ahead : 0
    const verdicts = rank === 'confirm' || !isAlert ? 0 : Math.min(owed + (isDeal || order ? 1 : 0), mostOwed)
    const calls = Math.max(0, (isDeal ? 0 : 1) + ahead + verdicts - heldOf(list))
    const deals = (isDeal || (isAlert && order)) && heldOf('deals') === 0 ? 1 : 0
    // An exit is sent once its lists are read, even if there is no further room.
    const room = rank === 'entry' && isAlert && calls > 0 ? use.room : 0
    const request = { accountId, kind, rank, order, calls, deals, room }
    let found = shortageOf(draft.state, this.#mode, request, now)
    let taken = request
    if (found && isDeal && rank === 'exit' && calls > 0) {
      // An exit never waits for room for its confirmation.
      taken = { ...request, calls: 0 }
      found = shortageOf(draft.state, this.#mode, taken, now)
    }
    if (found) return found
    const until = now + heldFor
    draft.state = withCalls(draft.state, taken, until)
    for (let call = 0; call < taken.calls; call += 1) draft.held.push({ accountId, list, at: until })
    for (let deal = 0; deal < taken.deals; deal += 1) draft.held.push({ accountId, list: 'deals', at: until })
    draft.isChanged ||= taken.calls + taken.deals > 0
    return null
  }
}

const isAlert = ({ rank, isLogin }: Use) => listOf(rank) === 'calls' && !isLogin

/** Records that a request waits, so that screens and background jobs leave room for it. */
const noteWait = (draft: Draft, { rank, isOptional }: Use, now: Instant) => {
  const field = rank === 'background' ? 'backgroundAt' : 'alertWaitsAt'
  if (isOptional || rank === 'poll' || now - draft.state[field] < waitNoted) return
  draft.state = { ...draft.state, [field]: now }
  draft.isChanged = true
}

/**
 * Returns the orders whose confirmations are still missing after a request. A look-up of positions and history covers
 * all orders. One request stays reserved for orders that the look-up misses. Repeated look-ups must leave room for
 * exits.
 */
const owedAfter = (owed: readonly Instant[], { kind, rank, isLookUp }: Use, now: Instant): Instant[] => {
  if (kind === 'trading') return [...owed, now]
  if (isLookUp) return owed.slice(1).slice(-2)
  return rank === 'confirm' ? owed.slice(1) : [...owed]
}
