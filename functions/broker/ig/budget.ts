import * as operatorLines from '../../../shared/platform/operator-lines.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { describeError, log } from '../../aws/log.ts'
import type { Allowed, BudgetStore, Tally } from './budget-store.ts'
import { type BrokerLogin, BrokerError, type Clock, type Shortage } from '../../trading/ports/ports.ts'
import { allowanceError } from './error-codes.ts'

/** IG counts what deals, and all the rest; historical prices also have an allowance of their own. */
export type CallKind = 'trading' | 'history' | 'other'

/**
 * Whose calls: an alert's may use the whole allowance, a dashboard's only a part, and what runs in the background leaves
 * some of that to the screens.
 */
export type Purpose = 'orders' | 'dashboard' | 'background'

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

/** Where IG did not say, it is asked again after this time, in milliseconds. */
const askAgain = 60 * minute

/** Kept back of what the broker allows: other programs' calls, and clocks that are apart. */
const margin = 2

/** An alert waits this long for room, in milliseconds, and looks this often. */
const patience = { wait: 4_000, look: 500 } as const

/** A process tells the others of its questions in batches of this size: an alert should not pay a write for each. */
const batch = 4

/**
 * `urgent`, for exits and for orders that leave, may use what is kept for them; `confirm` also what is kept for verdicts on
 * orders that were sent.
 */
export type Urgency = 'usual' | 'urgent' | 'confirm'

export type Budget = {
  /**
   * Counts one call.
   * @param urgency what of the kept requests it may use
   * @throws BrokerError allowance if it must not be made
   */
  spend(login: BrokerLogin, apiKey: string, kind: CallKind, urgency: Urgency): Promise<void>
  /** How this process last found no room for the account. */
  lastShortage(login: BrokerLogin): Shortage | null
  /** IG said that an allowance is spent: no call of that kind for a minute. */
  close(login: BrokerLogin, kind: CallKind, code: string | null): Promise<void>
  /**
   * Whether IG must be asked what it allows outside a login: by a dashboard once a day, and after it said stop.
   */
  mayAskAllowed(login: BrokerLogin): boolean
  /** @param allowed null if the broker did not say */
  saveAllowed(login: BrokerLogin, allowed: Allowed | null): Promise<void>
}

type RequestCount = {
  /** This process's own calls within the last minute. */
  own: Instant[]
  untold: number
  tally: Tally | null
  tallyAt: Instant
  /** When orders left for whose verdicts a request is kept. */
  unconfirmed: Instant[]
}

export const igBudget = (clock: Clock, store: BudgetStore, purpose: Purpose): Budget => {
  const counts = new Map<string, RequestCount>()
  const keys = new Map<string, Instant[]>()
  const closed = new Map<string, { until: Instant; code: string | null }>()
  const shortages = new Map<string, Shortage>()

  const countedOf = (name: string) => {
    const found = counts.get(name) ?? {
      own: [],
      untold: 0,
      tally: null,
      tallyAt: 0,
      unconfirmed: [],
    }
    counts.set(name, found)
    return found
  }

  const throwIfClosed = (name: string) => {
    const stop = closed.get(name)
    if (stop && clock.now() < stop.until) throw allowanceError(stop.code)
  }
  /** Of an account, as far as this process knows: what IG said of it today, else what it publishes, or on demo less. */
  const limitsOf = (name: string) => {
    const { tally } = countedOf(name)
    const told = tally && clock.now() - tally.allowedAt < allowedFor ? tally.allowed : null
    const allowed = told ?? (name.startsWith('DEMO#') ? assumedOnDemo : null)
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
  const stopped = new Set<string>()
  /** When this process last asked what is allowed: IG may not say. */
  const askedAt = new Map<string, Instant>()
  const learn = (name: string, counted: RequestCount, tally: Tally) => {
    counted.tally = tally
    counted.tallyAt = clock.now()
    if (tally.closedUntil > clock.now())
      closed.set(name, { until: tally.closedUntil, code: tally.closedCode })
  }

  const noteShortage = (login: BrokerLogin, shortage: Omit<Shortage, 'at'>) =>
    shortages.set(accountOf(login), { ...shortage, at: clock.now() })
  const tooMany = (login: BrokerLogin, shortage: Omit<Shortage, 'at'>) => {
    noteShortage(login, shortage)
    return new BrokerError(
      'allowance',
      'Signalpost has used its share of IG’s request limit. Try again in a minute',
    )
  }

  /** Waits a little for room. @throws BrokerError */
  const waitForRoom = async (login: BrokerLogin, shortageNow: () => Omit<Shortage, 'at'> | null) => {
    const giveUpAt = clock.now() + patience.wait
    for (let shortage = shortageNow(); shortage; shortage = shortageNow()) {
      if (clock.now() + patience.look > giveUpAt) throw tooMany(login, shortage)
      await clock.sleep(patience.look)
    }
  }

  /** Orders of this process whose verdict was not asked for yet. */
  const unconfirmedOf = (counted: RequestCount) => {
    counted.unconfirmed = counted.unconfirmed.filter((at) => clock.now() - at < confirmKeptFor)
    return Math.min(counted.unconfirmed.length, mostConfirmsKept)
  }

  /** An order whose verdict could not be asked for must not leave. @throws BrokerError */
  const throwIfNoneForConfirm = (login: BrokerLogin) => {
    const name = nameOf(login, 'other')
    const counted = countedOf(name)
    const made = estimate(counted, clock.now())
    const { other } = limitsOf(name)
    const kept = Math.min(unconfirmedOf(counted) + 1, mostConfirmsKept)
    if (made + kept > other)
      throw tooMany(login, { counted: 'requests', made, most: other - kept, whose: 'account', kept })
  }

  const spendForOrders = async (login: BrokerLogin, apiKey: string, name: string, urgency: Urgency) => {
    const counted = countedOf(name)
    const ofKey = `${login.mode}#${apiKey}`
    await waitForRoom(login, () => {
      const { other, otherPerKey, kept: forUrgent } = limitsOf(name)
      const owed = unconfirmedOf(counted)
      const kept = { usual: Math.max(forUrgent, owed), urgent: Math.min(owed, other - 1), confirm: 0 }[
        urgency
      ]
      const ofAccount = estimate(counted, clock.now())
      const ofItsKey = recent(keys.get(ofKey), clock.now()).length
      if (ofAccount >= other - kept)
        return { counted: 'requests', made: ofAccount, most: other - kept, whose: 'account', kept }
      return ofItsKey >= otherPerKey - kept
        ? { counted: 'requests', made: ofItsKey, most: otherPerKey - kept, whose: 'API key', kept }
        : null
    })
    const now = clock.now()
    counted.own = [...recent(counted.own, now), now]
    keys.set(ofKey, [...recent(keys.get(ofKey), now), now])
    counted.untold += 1
    if (urgency === 'confirm') counted.unconfirmed.shift()
    if (counted.untold < batch) return
    const told = counted.untold
    counted.untold = 0
    try {
      learn(name, counted, await store.add(login, told, now, counted.tally))
    } catch (error) {
      counted.untold += told
      log('warn', 'could not count IG calls', { error: describeError(error) })
    }
  }

  const spendForDashboard = async (login: BrokerLogin, name: string) => {
    const mostNow = () => {
      const { dashboard } = limitsOf(name)
      return purpose === 'background' ? Math.max(1, dashboard - keptForScreens) : dashboard
    }
    const counted = countedOf(name)
    let most = mostNow()
    for (;;) {
      const { added, tally } = await store.tryAdd(login, most, clock.now())
      learn(name, counted, tally)
      if (added) return
      // The first answer of the store may say that IG allows more than was assumed.
      if (mostNow() <= most) break
      most = mostNow()
    }
    throwIfClosed(name)
    const made = estimate(counted, clock.now())
    throw tooMany(login, { counted: 'requests', made, most, whose: 'account', kept: 0 })
  }

  return {
    spend: async (login, apiKey, kind, urgency) => {
      const name = nameOf(login, kind)
      throwIfClosed(name)
      if (kind === 'trading') {
        const counted = countedOf(name)
        const now = clock.now()
        counted.own = recent(counted.own, now)
        const most = limitsOf(nameOf(login, 'other')).trading
        const made = counted.own.length
        if (made >= most) throw tooMany(login, { counted: 'orders', made, most, whose: 'account', kept: 0 })
        if (purpose === 'orders' && urgency === 'usual') throwIfNoneForConfirm(login)
        counted.own.push(now)
        countedOf(nameOf(login, 'other')).unconfirmed.push(now)
        return
      }
      const shared = nameOf(login, 'other')
      throwIfClosed(shared)
      await (purpose === 'orders'
        ? spendForOrders(login, apiKey, shared, urgency)
        : spendForDashboard(login, shared))
    },

    lastShortage: (login) => shortages.get(accountOf(login)) ?? null,

    mayAskAllowed: (login) => {
      const name = nameOf(login, 'other')
      const { tally } = countedOf(name)
      const isDue = tally !== null && clock.now() - tally.allowedAt >= allowedFor
      const isNew = clock.now() - (askedAt.get(name) ?? -Infinity) >= askAgain
      if (!isNew || !(stopped.has(name) || (purpose !== 'orders' && isDue))) return false
      askedAt.set(name, clock.now())
      return true
    },

    saveAllowed: async (login, allowed) => {
      const name = nameOf(login, 'other')
      if (!allowed) {
        askedAt.set(name, clock.now())
        return
      }
      stopped.delete(name)
      const counted = countedOf(name)
      counted.tally = { ...(counted.tally ?? nothingTold), allowed, allowedAt: clock.now() }
      await store.saveAllowed(login, allowed, clock.now())
    },

    close: async (login, kind, code) => {
      const until = clock.now() + minute
      const of = code?.includes('historical') ? 'history' : kind === 'history' ? 'other' : kind
      closed.set(nameOf(login, of), { until, code })
      noteShortage(login, {
        counted: of === 'trading' ? 'orders' : 'requests',
        made: estimate(countedOf(nameOf(login, of)), clock.now()),
        most: null,
        whose: code?.includes('api-key') ? 'API key' : 'account',
        kept: 0,
      })
      log('warn', operatorLines.allowanceSpent, {
        mode: login.mode,
        userId: login.userId,
        kind: of,
        code,
      })
      if (of !== 'other') return
      stopped.add(nameOf(login, 'other'))
      const counted = countedOf(nameOf(login, 'other'))
      const calls = Math.floor(estimate(counted, clock.now()))
      const isOurs = calls >= lowered.fewest
      const stop = {
        closedUntil: until,
        closedCode: code,
        dashboardCeiling: isOurs ? Math.floor(calls / 2) : allowances.dashboard,
        loweredUntil: isOurs ? until + lowered.milliseconds : 0,
      }
      await store.close(login, stop).catch((error: unknown) => {
        log('warn', 'could not record a used-up allowance', { error: describeError(error) })
      })
    },
  }
}

const accountOf = ({ mode, accountId }: BrokerLogin) => `${mode}#${accountId}`
const nameOf = (login: BrokerLogin, kind: CallKind) => `${accountOf(login)}#${kind}`

const nothingTold: Tally = {
  ...{ minute: 0, calls: 0, before: 0, closedUntil: 0, closedCode: null },
  ...{ dashboardCeiling: 0, loweredUntil: 0, allowed: null, allowedAt: 0 },
}

const recent = (calls: readonly Instant[] | undefined, now: Instant) =>
  (calls ?? []).filter((at) => now - at < minute)

/** Calls of all processes in the last minute, as far as this one knows. */
const estimate = ({ own, tally, tallyAt }: RequestCount, now: Instant) => {
  const lately = recent(own, now)
  if (!tally) return lately.length
  const passed = now / minute - tally.minute
  const share = Math.max(0, passed < 1 ? 1 - passed : 2 - passed)
  const told = passed < 1 ? tally.calls + tally.before * share : tally.calls * Math.min(1, share)
  return Math.max(lately.length, told + lately.filter((at) => at > tallyAt).length)
}
