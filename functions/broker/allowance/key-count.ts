import { describeError, log } from '../../aws/log.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { Clock } from '../../trading/ports/ports.ts'
import type { Purpose } from '../port.ts'
import { withRefusal } from './learn.ts'
import type { AllowanceStore, Versioned } from './store.ts'
import {
  type AllowanceState,
  type CallKind,
  type FoundShortage,
  liveCalls,
  listOf,
  type Rank,
  shortageOf,
  type TimesList,
  withCalls,
  withoutOld,
  withTimeMoved,
} from './state.ts'

/** One request, and what it reserves. */
export type Use = {
  readonly accountId: string
  readonly kind: CallKind
  readonly rank: Rank
  /** It looks for the verdicts on all that was sent. */
  readonly isLookUp: boolean
  /** It leaves what a verdict needs. */
  readonly isOptional: boolean
  /** It opens a session, which serves everyone. */
  readonly isLogin: boolean
  /** Requests that are reserved with it. */
  readonly ahead: number
  /** An order, and the request for its verdict, are reserved with it. */
  readonly order: boolean
  readonly room: number
}

/** Reserved in the row under the time `at`, until which this process may use it without another write. */
type Reserved = { readonly accountId: string; readonly list: TimesList; readonly at: Instant }
type Used = { readonly reserved: Reserved; readonly usedAt: Instant }

/** Milliseconds: longer than a sequence of reads, an order and its confirm usually take. */
const heldFor = 3_000
/** An order of which no verdict was asked for has one request kept for that, for this long, in milliseconds. */
const owedFor = 30_000
/** More orders than these are looked for together, in lists. */
const mostOwed = 3
/** A wait is noted for the others once in this time, in milliseconds. */
const waitNoted = 10_000

/** What becomes of the row, and of what this process has reserved in it. */
type Draft = {
  state: AllowanceState
  held: Reserved[]
  readonly used: Used[]
  readonly owed: Map<string, Instant[]>
  /** Whether it must be written before anything is sent. */
  isChanged: boolean
}

/** Changes a draft, or finds no room in it. */
type Change = (draft: Draft) => FoundShortage | null
type Asked = {
  readonly change: Change
  readonly answer: (found: FoundShortage | null) => void
  readonly fail: (error: unknown) => void
}

/** What one process knows, and has reserved, of one API key's requests. */
export class KeyCount {
  readonly #clock: Clock
  readonly #store: AllowanceStore
  readonly #name: string
  readonly #mode: Mode
  readonly #purpose: Purpose
  #seen: Versioned | null = null
  #held: Reserved[] = []
  /** Used since the row was written: it still has the time until which each was reserved. */
  #used: Used[] = []
  /** When orders left whose verdicts were not asked for yet, by account. */
  readonly #owed = new Map<string, Instant[]>()
  #asked: Asked[] = []
  #isWorking = false
  /** The last write failed: what this process has seen is more than what the row says. */
  #isUnsaved = false

  constructor(clock: Clock, store: AllowanceStore, name: string, mode: Mode, purpose: Purpose) {
    this.#clock = clock
    this.#store = store
    this.#name = name
    this.#mode = mode
    this.#purpose = purpose
  }

  /** The state as this process last saw it. */
  get known(): AllowanceState | null {
    return this.#seen?.state ?? null
  }

  /** Number of orders of which no verdict was asked for. */
  owed(accountId: string): number {
    return this.#owedOf(accountId).length
  }

  /** @returns why there is no room; null: it is counted, and may be made now */
  take(use: Use): Promise<FoundShortage | null> {
    return this.#ask((draft) => this.#apply(draft, use))
  }

  /** Changes what all processes know. */
  async change(next: (state: AllowanceState) => AllowanceState): Promise<void> {
    await this.#ask((draft) => {
      draft.state = next(draft.state)
      draft.isChanged = true
      return null
    })
  }

  /** Notes that the broker refused a request. */
  async refuse(accountId: string, kind: CallKind, code: string | null): Promise<FoundShortage> {
    let made = 0
    await this.change((state) => {
      made = liveCalls(state, this.#clock.now(), accountId).length
      return withRefusal(state, this.#mode, accountId, kind, code, this.#clock.now())
    })
    const calls = kind === 'trading' ? { calls: 0, deals: 1 } : { calls: 1, deals: 0 }
    const request = { accountId, kind, rank: 'confirm', order: false, room: 0, ...calls } as const
    const found = shortageOf(this.#seen?.state as AllowanceState, this.#mode, request, this.#clock.now())
    return (
      found ?? { counted: 'requests', made, most: null, whose: 'account', kept: 0, roomAt: this.#clock.now() }
    )
  }

  /** What is asked while a write is under way goes into the next one together. */
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
      // Others may have given back what they had reserved.
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
    this.#seen = await this.#store.read(this.#name)
  }

  /** The row with what this process knows better: when it used what it had reserved, and what it gives back. */
  async #draft(): Promise<Draft> {
    if (!this.#seen) await this.#read()
    const now = this.#clock.now()
    let { state } = this.#seen as Versioned
    for (const { reserved, usedAt } of this.#used) state = moved(state, reserved, usedAt)
    const held: Reserved[] = []
    for (const reserved of this.#held) {
      if (reserved.at >= now) {
        held.push(reserved)
        continue
      }
      // Its time is over. It is reserved again only for a verdict that is owed.
      const { accountId, list } = reserved
      const kept = held.filter((each) => each.accountId === accountId && each.list === 'calls').length
      const again =
        list === 'calls' && kept < Math.min(this.#owedOf(accountId).length, mostOwed)
          ? { accountId, list, at: now + heldFor }
          : null
      state = moved(state, reserved, again?.at ?? null)
      if (again) held.push(again)
    }
    return { state, held, used: [], owed: new Map(), isChanged: false }
  }

  /** @returns false if another process has written since: then the draft rests on an old row */
  async #write({ state, held }: Draft): Promise<boolean> {
    const now = this.#clock.now()
    const next = { version: (this.#seen as Versioned).version + 1, state: withoutOld(state, now) }
    try {
      const newer = await this.#store.save(this.#name, next, now)
      this.#seen = newer ?? next
      this.#isUnsaved = false
      if (newer) return false
    } catch (error) {
      if (this.#purpose !== 'orders') throw error
      // An alert does not wait for our own books.
      log('warn', 'could not count IG calls', { error: describeError(error) })
      this.#seen = { version: next.version - 1, state: next.state }
      this.#isUnsaved = true
    }
    this.#held = held
    this.#used = []
    return true
  }

  #owedOf(accountId: string) {
    return (this.#owed.get(accountId) ?? []).filter((at) => this.#clock.now() - at < owedFor)
  }

  /** @returns why there is no room for it; null if the draft counts it */
  #apply(draft: Draft, use: Use): FoundShortage | null {
    const now = this.#clock.now()
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
    draft.state = moved(draft.state, reserved, now)
    draft.used.push({ reserved, usedAt: now })
    // What is not in the row under this time yet must be written first.
    draft.isChanged ||= !this.#held.includes(reserved)
    if (rank === 'background') draft.state = { ...draft.state, backgroundAt: now }
    if (isAlert(use)) draft.state = { ...draft.state, alertAt: now }
    draft.owed.set(accountId, owedAfter(owed, use, now))
    return null
  }

  /** Reserves what the request and its sequence need beyond what is held. */
  #reserve(draft: Draft, use: Use, owed: number): FoundShortage | null {
    const now = this.#clock.now()
    const { accountId, kind, rank, order } = use
    const isDeal = kind === 'trading'
    const heldOf = (list: TimesList) =>
      draft.held.filter((each) => each.accountId === accountId && each.list === list).length
    const list = listOf(rank)
    const isAlert = list === 'calls' && !use.isLogin
    // Screens send no orders: nothing follows what they ask.
    const ahead = isAlert ? use.ahead : 0
    const verdicts = rank === 'confirm' || !isAlert ? 0 : Math.min(owed + (isDeal || order ? 1 : 0), mostOwed)
    const calls = Math.max(0, (isDeal ? 0 : 1) + ahead + verdicts - heldOf(list))
    const deals = (isDeal || (isAlert && order)) && heldOf('deals') === 0 ? 1 : 0
    // Once an exit has its lists it leaves, whatever there is room for after that.
    const room = rank === 'entry' && isAlert && calls > 0 ? use.room : 0
    const request = { accountId, kind, rank, order, calls, deals, room }
    let found = shortageOf(draft.state, this.#mode, request, now)
    let taken = request
    if (found && isDeal && rank === 'exit' && calls > 0) {
      // An exit never waits for the request that asks for its verdict.
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

const moved = (state: AllowanceState, { list, accountId, at }: Reserved, to: Instant | null) =>
  withTimeMoved(state, list, accountId, at, to)

const isAlert = ({ rank, isLogin }: Use) => listOf(rank) === 'calls' && !isLogin

/** Others give way to an alert that waits, and screens to the background. */
const noteWait = (draft: Draft, { rank, isOptional }: Use, now: Instant) => {
  const field = rank === 'background' ? 'backgroundAt' : 'alertWaitsAt'
  if (isOptional || rank === 'poll' || now - draft.state[field] < waitNoted) return
  draft.state = { ...draft.state, [field]: now }
  draft.isChanged = true
}

/**
 * Orders that still wait for their verdicts after a request. A look-up of positions and history asks for all together, and one is
 * kept for those it misses: what is looked up again must leave exits their part.
 */
const owedAfter = (owed: readonly Instant[], { kind, rank, isLookUp }: Use, now: Instant): Instant[] => {
  if (kind === 'trading') return [...owed, now]
  if (isLookUp) return owed.slice(1).slice(-2)
  return rank === 'confirm' ? owed.slice(1) : [...owed]
}
