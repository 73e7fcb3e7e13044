import { type Ahead, Allowance, type Urgency } from '../../../functions/broker/allowance/allowance.ts'
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

/** What IG allows in a minute, and whether it names these numbers at a login. */
type Allowed = {
  readonly account: number
  readonly key: number
  readonly trading: number
  readonly isSaid: boolean
}

/** As IG publishes it, as recorded keys of demo accounts are allowed, and as one of them was without a word of IG's. */
export const published: Allowed = { account: 30, key: 60, trading: 100, isSaid: true }
const recorded: Allowed = { account: 10, key: 20, trading: 33, isSaid: true }
const unsaid: Allowed = { account: 8, key: 8, trading: 33, isSaid: false }

/** Mostly none, so that there is room for other stories. */
export const drawAllowed = (chance: Chance, isScene: boolean): Allowed | null => {
  if (!chance.happens(0.3)) return null
  return isScene ? published : chance.oneOf([published, published, recorded, unsaid])
}

/** How a request is counted: by its kind, with whose right, and with what follows it in its sequence. */
export type Spending = {
  readonly kind?: CallKind
  readonly urgency?: Urgency
  readonly ahead?: Ahead
}

/** As our client counts each question: see `AccountReads`, `MarketReads`, `HistoryReads` and `IgDeals`. */
export const spendingOn = {
  equity: {},
  positions: { urgency: 'look-up' },
  orders: {},
  // Of both lists, and of orders that are compared with positions known before.
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

/** Milliseconds: a minute as our client counts it, and the time that it waits for room in a run. */
const lately = 65_000

/** IG's allowances, counted exactly as IG counts them, and our client's own count before them. */
export class SimAllowance {
  /** When the run of each alert last found no room. */
  readonly short = new Map<string, number>()
  /** Of what our client could have known: when IG refused a request, and when these found no room. */
  readonly refused: number[] = []
  readonly denied: Denied[] = []
  readonly unasked: Denied[] = []
  readonly allowed: Allowed
  /** Requests of exits, their verdicts left out. */
  private readonly ofExits = new Map<string, number[]>()
  private readonly ig: Allowances
  private readonly store = allowanceStoreInMemory()
  private readonly idle = new Map<string, Counter[]>()
  /** All users of some worlds share one API key. */
  private readonly sharesKey: boolean
  private readonly now: () => number

  constructor(allowed: Allowed, now: () => number, sharesKey: boolean) {
    this.allowed = allowed
    this.sharesKey = sharesKey
    this.now = now
    const settings = { ...usualSettings, allowances: { ...allowed, history: 10_000 } }
    this.ig = new Allowances(() => settings, now)
  }

  /** The counter of a Lambda that is warm, or of a cold one. It goes back when its process has ended well. */
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

  /** @returns IG's code if it refuses the request */
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

  /** @param alertId for which no room was found */
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

/** For how long IG's word on which account a session acts is believed, in milliseconds, as in our client. */
const assertionHolds = 3_000

/** What a Lambda's IG client counts, over its invocations: the one place that knows how our client does that. */
export class Counter {
  #process: Process | null = null
  /** This invocation has sent an order, and has asked for no verdict yet. An exit does not wait for that request. */
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
    this.#counted = new Allowance(clock, store, purpose, wordsOf)
  }

  begin(process: Process) {
    this.#process = process
    this.#owesVerdict = false
  }

  get #current(): Process {
    if (!this.#process) throw new Error('A Lambda counts only while it runs')
    return this.#process
  }

  /** Before a request. @throws BrokerError if there is no room for it */
  async spend(login: BrokerLogin, spending: Spending) {
    const { kind = 'other', urgency = 'usual', ahead = {} } = spending
    await this.#learn(login)
    try {
      await this.#counted.spend(login, this.#allowance.keyOf(login), kind, urgency, ahead)
    } catch (error) {
      this.#noteShort(login, spending)
      throw error
    }
    this.#allowance.noteSpent(login, spending)
    this.#requests.set(login.accountId, (this.#requests.get(login.accountId) ?? 0) + 1)
    if (kind === 'trading') this.#owesVerdict = urgency !== 'exit'
    if (urgency === 'confirm' || urgency === 'look-up') this.#owesVerdict = false
  }

  /** IG answered 403. @returns what the client makes of that */
  async close(login: BrokerLogin, spending: Spending, code: string) {
    this.#noteShort(login, spending)
    await this.#counted.close(login, this.#allowance.keyOf(login), spending.kind ?? 'other', code)
    return errorOf({ status: 403, headers: new Headers(), body: null, errorCode: code })
  }

  /** Whether IG must be asked on which account the session acts, before something trades. */
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

  /** What IG allows it says at each login, if it does. */
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
    // An exit goes without the answer to an optional question.
    if (alertId && urgency !== 'optional')
      this.#allowance.noteShort(login, alertId, kind === 'other' ? ofOther : 'deal')
  }
}
