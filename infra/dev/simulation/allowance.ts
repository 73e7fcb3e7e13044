import { Allowance, type Spending } from '../../../functions/broker/allowance/allowance.ts'
import type { CallKind } from '../../../functions/broker/allowance/state.ts'
import type { AllowanceStore } from '../../../functions/broker/allowance/store.ts'
import { errorOf, wordsOf } from '../../../functions/broker/ig/error-codes.ts'
import type { Purpose } from '../../../functions/broker/port.ts'
import type { BrokerLogin } from '../../../functions/trading/ports/broker.ts'
import { Allowances } from '../paper-ig/gateway/allowances.ts'
import { WireError } from '../paper-ig/gateway/wire.ts'
import { usualSettings } from '../paper-ig/book/settings.ts'
import { allowanceStoreInMemory } from '../testing/allowance-store-in-memory.ts'
import type { Process } from './process.ts'
import type { Chance } from './scheduler.ts'

/** The requests that IG allows per minute. `isSaid` is true if a login reports these numbers. */
type Allowed = {
  readonly account: number
  readonly key: number
  readonly trading: number
  readonly isSaid: boolean
}

/** The allowance that IG publishes. */
export const published: Allowed = { account: 30, key: 60, trading: 100, isSaid: true }
/** The allowance in the recorded responses for demo keys. */
const recorded: Allowed = { account: 10, key: 20, trading: 33, isSaid: true }
/** The allowance of a demo key for which IG reported none. */
const unsaid: Allowed = { account: 8, key: 8, trading: 33, isSaid: false }

/**
 * Draws the allowance of a world; null if the world has no request limit. Most worlds have no limit, because a limit
 * would prevent other situations.
 */
export const drawAllowed = (chance: Chance, isScene: boolean): Allowed | null => {
  if (!chance.happens(0.3)) return null
  return isScene ? published : chance.oneOf([published, published, recorded, unsaid])
}

/** How our client counts each request. See `AccountReads`, `MarketReads`, `HistoryReads` and `IgDeals`. */
export const spendingOn = {
  equity: {},
  positions: { urgency: 'look-up' },
  orders: {},
  // Used when both lists are read, and when the orders are compared with known positions.
  ordersFirst: { ahead: { calls: 1, room: 2 } },
  ordersAlone: { ahead: { room: 3 } },
  positionsThen: {},
  market: ({ isExit }: BrokerLogin) => (isExit ? {} : { ahead: { calls: 1, order: true, room: 2 } }),
  candles: { kind: 'history' },
  activity: { urgency: 'look-up' },
  verdict: { urgency: 'confirm' },
  sessionOfOrder: { ahead: { order: true } },
  sessionOfExit: { urgency: 'optional', ahead: { order: true } },
  order: { kind: 'trading' },
  exit: { kind: 'trading', urgency: 'exit' },
} as const satisfies Record<string, Spending | ((login: BrokerLogin) => Spending)>

type Denied = { readonly alertId: string; readonly at: number }

/** Milliseconds in a minute as our client counts it, plus the time for which a run waits for room in the allowance. */
const lately = 65_000

/** IG's allowances as IG counts them, and a record of the requests for which there was no room. */
export class SimAllowance {
  /** When each alert last found no room in the allowance. */
  readonly short = new Map<string, number>()
  /** Times at which IG refused a request that our client could have avoided. */
  readonly refused: number[] = []
  /** Exits that found no room for a read, although our client should have reserved a request for them. */
  readonly denied: Denied[] = []
  /**
   * Alerts that found no room to ask for the confirmation of their order, although our client should have reserved a
   * request for it.
   */
  readonly unasked: Denied[] = []
  readonly allowed: Allowed
  /** For each account, the times at which exits made requests. Requests for a confirmation are left out. */
  private readonly ofExits = new Map<string, number[]>()
  private readonly ig: Allowances
  private readonly store = allowanceStoreInMemory()
  private readonly idle = new Map<string, Counter[]>()
  /** Whether all users of this world share one API key. */
  private readonly sharesKey: boolean
  private readonly now: () => number

  constructor(allowed: Allowed, now: () => number, sharesKey: boolean) {
    this.allowed = allowed
    this.sharesKey = sharesKey
    this.now = now
    const settings = { ...usualSettings, allowances: { ...allowed, history: 10_000 } }
    this.ig = new Allowances(() => settings, now)
  }

  /**
   * Returns the counter of a warm Lambda instance, or a new one. `putBack` returns it after its process has ended
   * normally.
   */
  counterFor(lambda: string, purpose: Purpose, process: Process): Counter {
    const counter = this.idle.get(lambda)?.pop() ?? new Counter(this, this.store, purpose)
    counter.begin(process)
    return counter
  }

  putBack(lambda: string, counter: Counter) {
    this.idle.set(lambda, [...(this.idle.get(lambda) ?? []), counter])
  }

  keyOf({ userId }: BrokerLogin) {
    return this.sharesKey ? 'shared' : userId
  }

  /** @returns IG's error code if it refuses the request; otherwise null */
  refusal(login: BrokerLogin, kind: CallKind): string | null {
    try {
      this.ig.spend(
        kind === 'trading' ? 'trading' : 'other',
        `${login.mode} ${this.keyOf(login)}`,
        login.accountId,
      )
      return null
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      if (this.allowed.isSaid) this.refused.push(this.now())
      return error.message
    }
  }

  noteSpent(login: BrokerLogin, { urgency }: Spending) {
    if (!login.isExit || urgency === 'confirm') return
    this.ofExits.set(login.accountId, [...(this.ofExits.get(login.accountId) ?? []), this.now()])
  }

  /** @param alertId the alert that found no room in the allowance */
  noteShort(login: BrokerLogin, alertId: string, what: 'deal' | 'read' | 'verdict' | 'look-up') {
    const at = this.now()
    this.short.set(alertId, at)
    const isLate = (times: readonly number[]) => times.some((before) => at - before < lately)
    if (!this.allowed.isSaid || isLate(this.refused)) return
    if (what === 'verdict') this.unasked.push({ alertId, at })
    else if (
      what === 'read' &&
      login.isExit &&
      !this.sharesKey &&
      !isLate(this.ofExits.get(login.accountId) ?? [])
    )
      this.denied.push({ alertId, at })
  }
}

/** Milliseconds for which our client relies on IG's answer about which account the session uses. */
const assertionHolds = 3_000

/** Counts the requests of one Lambda instance over all its invocations. Only this class knows how our client counts. */
export class Counter {
  #process: Process | null = null
  /** Whether this invocation has sent an order and not yet asked for its confirmation. Exits do not set it. */
  #owesVerdict = false
  readonly #allowance: SimAllowance
  readonly #counted: Allowance
  readonly #loggedIn = new Set<string>()
  readonly #requests = new Map<string, number>()
  #assertedAt = -Infinity

  constructor(allowance: SimAllowance, store: AllowanceStore, purpose: Purpose) {
    this.#allowance = allowance
    const clock = {
      now: () => this.#current.now(),
      sleep: (milliseconds: number) => this.#current.sleep(milliseconds),
    }
    this.#counted = new Allowance({ clock, store, purpose }, wordsOf)
  }

  begin(process: Process) {
    this.#process = process
    this.#owesVerdict = false
  }

  get #current(): Process {
    if (!this.#process) throw new Error('A Lambda counts only while it runs')
    return this.#process
  }

  /**
   * Counts a request before it is sent.
   * @throws BrokerError if the allowance has no room for the request
   */
  async spend(login: BrokerLogin, spending: Spending) {
    const { kind, urgency } = spending
    await this.#learn(login)
    try {
      await this.#counted.spend(login, this.#allowance.keyOf(login), spending)
    } catch (error) {
      this.#noteShort(login, spending)
      throw error
    }
    this.#allowance.noteSpent(login, spending)
    this.#requests.set(login.accountId, (this.#requests.get(login.accountId) ?? 0) + 1)
    if (kind === 'trading') this.#owesVerdict = urgency !== 'exit'
    if (urgency === 'confirm' || urgency === 'look-up') this.#owesVerdict = false
  }

  /**
   * Handles a response with status 403.
   * @returns the error that our client throws
   */
  async close(login: BrokerLogin, spending: Spending, code: string) {
    this.#noteShort(login, spending)
    await this.#counted.close(login, this.#allowance.keyOf(login), spending.kind ?? 'other', code)
    return errorOf({ status: 403, headers: new Headers(), body: null, errorCode: code })
  }

  /** Whether our client must ask IG which account the session uses before it trades. */
  mustAssert() {
    return this.#current.now() - this.#assertedAt > assertionHolds
  }
  noteAsserted() {
    this.#assertedAt = this.#current.now()
  }

  /** See `Broker.takeRequests`. */
  takeRequests({ accountId }: BrokerLogin) {
    const made = this.#requests.get(accountId) ?? 0
    this.#requests.delete(accountId)
    return made
  }

  lastShortage(login: BrokerLogin) {
    return this.#counted.lastShortage(login)
  }

  /** Learns the allowance from the first login, if IG reports it. */
  async #learn(login: BrokerLogin) {
    const { account, key, trading, isSaid } = this.#allowance.allowed
    if (this.#loggedIn.has(login.accountId)) return
    this.#loggedIn.add(login.accountId)
    const allowed = isSaid ? { other: account, otherPerKey: key, trading } : null
    await this.#counted.saveAllowed(login, this.#allowance.keyOf(login), allowed)
  }

  #noteShort(login: BrokerLogin, { kind = 'other', urgency }: Spending) {
    const { alertId, strikes } = this.#current
    strikes.note('allowance')
    const ofOther = urgency !== 'confirm' ? 'read' : this.#owesVerdict ? 'verdict' : 'look-up'
    // An optional request does not delay its alert.
    if (alertId && urgency !== 'optional')
      this.#allowance.noteShort(login, alertId, kind === 'other' ? ofOther : 'deal')
  }
}
