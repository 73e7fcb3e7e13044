import * as operatorLines from '../../../shared/platform/operator-lines.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { describeError, log } from '../../aws/log.ts'
import type { Allowed, BudgetStore, Tally } from './budget-store.ts'
import { type BrokerLogin, BrokerError, type Shortage } from '../../trading/ports/broker.ts'
import type { Clock } from '../../trading/ports/ports.ts'
import type { Purpose } from '../port.ts'
import { allowanceError } from './error-codes.ts'

/** IG counts what deals, and all the rest; historical prices also have an allowance of their own. */
export type CallKind = 'trading' | 'history' | 'other'

const minute = 60_000

/** Calls in a minute. IG allows an account 100 and 30, and a key 60 that do not trade; two are kept back. */
export const allowances = { trading: 98, other: 28, otherPerKey: 58, dashboard: 14 } as const

/** Requests a minute that are kept for exits and for the confirm of an order that has been sent. */
export const reservedCalls = 6

/**
 * What a demo key is taken to allow until IG has said: recorded keys allow an account 10 requests a minute, a key 20 and
 * orders 33, and one passed about 8. Two are kept back, as of what IG says.
 */
const assumedOnDemo = { other: 10, otherPerKey: 20, trading: 33 } as const

/** An order of which no verdict was asked for yet has one request kept for that, for this long, in milliseconds. */
const confirmKeptFor = 30_000
/** More orders than these are looked for together, in lists that cost two requests. */
const mostConfirmsKept = 3

/** Dashboard requests a minute that are kept for screens that a user has open. */
const keptForScreens = 4

/**
 * A demo account is allowed less than IG publishes, and how much changes. Told to stop after this few calls or more,
 * dashboards keep to half of that number for some minutes; told after fewer, it was not our doing.
 */
const lowered = { milliseconds: 10 * minute, fewest: 6 } as const

/** What the broker says of itself holds for a day, in milliseconds. */
const allowedFor = 24 * 60 * minute

/** If IG did not say, it is asked again after this time, in milliseconds. */
const askAgain = 60 * minute

/** Kept back of what the broker allows: other programs' calls, and clocks that are apart. */
const margin = 2

/** An alert waits this long for room, in milliseconds, and looks this often. */
const patience = { wait: 4_000, recheck: 500 } as const

/** A process tells the others of its questions in batches of this size: an alert should not pay a write for each. */
const batch = 4

/**
 * `urgent`, for exits and for orders that leave, may use what is kept for them; `confirm` also what is kept for verdicts on
 * orders that were sent.
 */
export type Urgency = 'usual' | 'urgent' | 'confirm'

type RequestCount = {
  /** This process's own calls within the last minute. */
  own: Instant[]
  unshared: number
  tally: Tally | null
  tallyAt: Instant
  /** When orders left for whose verdicts a request is kept. */
  unconfirmed: Instant[]
}

/** Counts the requests to IG by account and API key, and makes none for which IG allows no room. */
export class IgBudget {
  readonly #clock: Clock
  readonly #store: BudgetStore
  readonly #purpose: Purpose
  readonly #counts = new Map<string, RequestCount>()
  readonly #keys = new Map<string, Instant[]>()
  readonly #closed = new Map<string, { until: Instant; code: string | null }>()
  readonly #shortages = new Map<string, Shortage>()
  readonly #stopped = new Set<string>()
  /** When this process last asked what is allowed: IG may not say. */
  readonly #askedAt = new Map<string, Instant>()

  constructor(clock: Clock, store: BudgetStore, purpose: Purpose) {
    this.#clock = clock
    this.#store = store
    this.#purpose = purpose
  }

  /**
   * Counts one call.
   * @param urgency what of the kept requests it may use
   * @throws BrokerError allowance if it must not be made
   */
  async spend(login: BrokerLogin, apiKey: string, kind: CallKind, urgency: Urgency): Promise<void> {
    this.#throwIfClosed(nameOf(login, kind))
    if (kind === 'trading') return this.#spendForDeal(login, urgency)
    const shared = nameOf(login, 'other')
    this.#throwIfClosed(shared)
    await (this.#purpose === 'orders'
      ? this.#spendForOrders(login, apiKey, shared, urgency)
      : this.#spendForDashboard(login, shared))
  }

  /** How this process last found no room for the account. */
  lastShortage(login: BrokerLogin): Shortage | null {
    return this.#shortages.get(accountOf(login)) ?? null
  }

  /** Whether IG must be asked what it allows outside a login: by a dashboard once a day, and after it said stop. */
  mayAskAllowed(login: BrokerLogin): boolean {
    const name = nameOf(login, 'other')
    const { tally } = this.#countedOf(name)
    const now = this.#clock.now()
    const isDue = tally !== null && now - tally.allowedAt >= allowedFor
    const isNew = now - (this.#askedAt.get(name) ?? -Infinity) >= askAgain
    if (!isNew || !(this.#stopped.has(name) || (this.#purpose !== 'orders' && isDue))) return false
    this.#askedAt.set(name, now)
    return true
  }

  /** @param allowed null if the broker did not say */
  async saveAllowed(login: BrokerLogin, allowed: Allowed | null): Promise<void> {
    const name = nameOf(login, 'other')
    const now = this.#clock.now()
    if (!allowed) {
      this.#askedAt.set(name, now)
      return
    }
    this.#stopped.delete(name)
    const counted = this.#countedOf(name)
    counted.tally = { ...(counted.tally ?? emptyTally), allowed, allowedAt: now }
    await this.#store.saveAllowed(login, allowed, now)
  }

  /** IG said that an allowance is spent: no call of that kind for a minute. */
  async close(login: BrokerLogin, kind: CallKind, code: string | null): Promise<void> {
    const until = this.#clock.now() + minute
    const of = code?.includes('historical') ? 'history' : kind === 'history' ? 'other' : kind
    const name = nameOf(login, of)
    this.#closed.set(name, { until, code })
    const calls = estimate(this.#countedOf(name), this.#clock.now())
    this.#noteShortage(login, {
      counted: of === 'trading' ? 'orders' : 'requests',
      made: calls,
      most: null,
      whose: code?.includes('api-key') ? 'API key' : 'account',
      kept: 0,
    })
    log('warn', operatorLines.allowanceSpent, { mode: login.mode, userId: login.userId, kind: of, code })
    if (of !== 'other') return
    this.#stopped.add(name)
    const isOurs = calls >= lowered.fewest
    const stop = {
      closedUntil: until,
      closedCode: code,
      dashboardCeiling: isOurs ? Math.floor(calls / 2) : allowances.dashboard,
      loweredUntil: isOurs ? until + lowered.milliseconds : 0,
    }
    await this.#store.close(login, stop).catch((error: unknown) => {
      log('warn', 'could not record a used-up allowance', { error: describeError(error) })
    })
  }

  #countedOf(name: string) {
    const found = this.#counts.get(name) ?? { own: [], unshared: 0, tally: null, tallyAt: 0, unconfirmed: [] }
    this.#counts.set(name, found)
    return found
  }

  #throwIfClosed(name: string) {
    const stop = this.#closed.get(name)
    if (stop && this.#clock.now() < stop.until) throw allowanceError(stop.code)
  }

  /** Of an account, as far as this process knows: what IG said of it today, else what it publishes, or on demo less. */
  #limitsOf(name: string) {
    const { tally } = this.#countedOf(name)
    const allowedByIg = tally && this.#clock.now() - tally.allowedAt < allowedFor ? tally.allowed : null
    const allowed = allowedByIg ?? (name.startsWith('DEMO#') ? assumedOnDemo : null)
    if (!allowed) return { ...allowances, kept: reservedCalls }
    const other = Math.max(1, allowed.other - margin)
    return {
      other,
      otherPerKey: Math.max(1, allowed.otherPerKey - margin),
      trading: Math.max(1, allowed.trading - margin),
      dashboard: Math.min(allowances.dashboard, Math.max(1, Math.floor(other / 2))),
      kept: Math.min(reservedCalls, Math.floor(other / 3)),
    }
  }

  #learn(name: string, counted: RequestCount, tally: Tally) {
    counted.tally = tally
    counted.tallyAt = this.#clock.now()
    if (tally.closedUntil > this.#clock.now())
      this.#closed.set(name, { until: tally.closedUntil, code: tally.closedCode })
  }

  #noteShortage(login: BrokerLogin, shortage: Omit<Shortage, 'at'>) {
    this.#shortages.set(accountOf(login), { ...shortage, at: this.#clock.now() })
  }

  #tooMany(login: BrokerLogin, shortage: Omit<Shortage, 'at'>) {
    this.#noteShortage(login, shortage)
    return new BrokerError(
      'allowance',
      'Signalpost has used its share of IG’s request limit. Try again in a minute',
    )
  }

  /** Waits a little for room. @throws BrokerError */
  async #waitForRoom(login: BrokerLogin, shortageNow: () => Omit<Shortage, 'at'> | null) {
    const giveUpAt = this.#clock.now() + patience.wait
    for (let shortage = shortageNow(); shortage; shortage = shortageNow()) {
      if (this.#clock.now() + patience.recheck > giveUpAt) throw this.#tooMany(login, shortage)
      await this.#clock.sleep(patience.recheck)
    }
  }

  /** Orders of this process whose verdict was not asked for yet. */
  #unconfirmedOf(counted: RequestCount) {
    counted.unconfirmed = counted.unconfirmed.filter((at) => this.#clock.now() - at < confirmKeptFor)
    return Math.min(counted.unconfirmed.length, mostConfirmsKept)
  }

  /** An order whose verdict could not be asked for must not leave. @throws BrokerError */
  #throwIfNoneForConfirm(login: BrokerLogin) {
    const name = nameOf(login, 'other')
    const counted = this.#countedOf(name)
    const made = estimate(counted, this.#clock.now())
    const { other } = this.#limitsOf(name)
    const kept = Math.min(this.#unconfirmedOf(counted) + 1, mostConfirmsKept)
    if (made + kept > other)
      throw this.#tooMany(login, { counted: 'requests', made, most: other - kept, whose: 'account', kept })
  }

  #spendForDeal(login: BrokerLogin, urgency: Urgency) {
    const counted = this.#countedOf(nameOf(login, 'trading'))
    const now = this.#clock.now()
    counted.own = recent(counted.own, now)
    const most = this.#limitsOf(nameOf(login, 'other')).trading
    const made = counted.own.length
    if (made >= most) throw this.#tooMany(login, { counted: 'orders', made, most, whose: 'account', kept: 0 })
    if (this.#purpose === 'orders' && urgency === 'usual') this.#throwIfNoneForConfirm(login)
    counted.own.push(now)
    this.#countedOf(nameOf(login, 'other')).unconfirmed.push(now)
  }

  async #spendForOrders(login: BrokerLogin, apiKey: string, name: string, urgency: Urgency) {
    const counted = this.#countedOf(name)
    const ofKey = `${login.mode}#${apiKey}`
    await this.#waitForRoom(login, () => this.#shortageOf(name, ofKey, urgency))
    const now = this.#clock.now()
    counted.own = [...recent(counted.own, now), now]
    this.#keys.set(ofKey, [...recent(this.#keys.get(ofKey), now), now])
    counted.unshared += 1
    if (urgency === 'confirm') counted.unconfirmed.shift()
    if (counted.unshared < batch) return
    const shared = counted.unshared
    counted.unshared = 0
    try {
      this.#learn(name, counted, await this.#store.add(login, shared, now, counted.tally))
    } catch (error) {
      counted.unshared += shared
      log('warn', 'could not count IG calls', { error: describeError(error) })
    }
  }

  /** Why an order's request finds no room now; null: there is room. */
  #shortageOf(name: string, ofKey: string, urgency: Urgency): Omit<Shortage, 'at'> | null {
    const counted = this.#countedOf(name)
    const { other, otherPerKey, kept: forUrgent } = this.#limitsOf(name)
    const owed = this.#unconfirmedOf(counted)
    const kept = { usual: Math.max(forUrgent, owed), urgent: Math.min(owed, other - 1), confirm: 0 }[urgency]
    const ofAccount = estimate(counted, this.#clock.now())
    const ofItsKey = recent(this.#keys.get(ofKey), this.#clock.now()).length
    if (ofAccount >= other - kept)
      return { counted: 'requests', made: ofAccount, most: other - kept, whose: 'account', kept }
    return ofItsKey >= otherPerKey - kept
      ? { counted: 'requests', made: ofItsKey, most: otherPerKey - kept, whose: 'API key', kept }
      : null
  }

  async #spendForDashboard(login: BrokerLogin, name: string) {
    const mostNow = () => {
      const { dashboard } = this.#limitsOf(name)
      return this.#purpose === 'background' ? Math.max(1, dashboard - keptForScreens) : dashboard
    }
    const counted = this.#countedOf(name)
    let most = mostNow()
    for (;;) {
      const { added, tally } = await this.#store.tryAdd(login, most, this.#clock.now())
      this.#learn(name, counted, tally)
      if (added) return
      // The first answer of the store may say that IG allows more than was assumed.
      if (mostNow() <= most) break
      most = mostNow()
    }
    this.#throwIfClosed(name)
    const made = estimate(counted, this.#clock.now())
    throw this.#tooMany(login, { counted: 'requests', made, most, whose: 'account', kept: 0 })
  }
}

const accountOf = ({ mode, accountId }: BrokerLogin) => `${mode}#${accountId}`
const nameOf = (login: BrokerLogin, kind: CallKind) => `${accountOf(login)}#${kind}`

const emptyTally: Tally = {
  minute: 0,
  calls: 0,
  before: 0,
  closedUntil: 0,
  closedCode: null,
  dashboardCeiling: 0,
  loweredUntil: 0,
  allowed: null,
  allowedAt: 0,
}

const recent = (calls: readonly Instant[] | undefined, now: Instant) =>
  (calls ?? []).filter((at) => now - at < minute)

/** Calls of all processes in the last minute, as far as this one knows. */
const estimate = ({ own, tally, tallyAt }: RequestCount, now: Instant) => {
  const lately = recent(own, now)
  if (!tally) return lately.length
  const passed = now / minute - tally.minute
  const share = Math.max(0, passed < 1 ? 1 - passed : 2 - passed)
  const inWindow = passed < 1 ? tally.calls + tally.before * share : tally.calls * Math.min(1, share)
  return Math.max(lately.length, inWindow + lately.filter((at) => at > tallyAt).length)
}
