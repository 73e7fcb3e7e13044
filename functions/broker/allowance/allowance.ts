import * as operatorLines from '../../../shared/platform/operator-lines.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { brokerName } from '../../../shared/trading/model/broker-name.ts'
import { log } from '../../aws/log.ts'
import { type BrokerLogin, BrokerError, type Shortage } from '../../trading/ports/broker.ts'
import type { Purpose } from '../port.ts'
import { type AllowancePorts, KeyCount } from './key-count.ts'
import { refusedFor } from './learn.ts'
import { keyName } from './store.ts'
import { type Allowed, type CallKind, type FoundShortage, type Rank } from './state.ts'

/**
 * The kinds of requests. `confirm` reads the confirmation of an order. `look-up` does the same if an order was sent;
 * otherwise it is `usual`. `exit` closes a deal. `optional` is left out if there is no room. `login` opens a session,
 * which serves all users of the account.
 */
export type Urgency = 'usual' | 'exit' | 'confirm' | 'look-up' | 'optional' | 'login'

/**
 * The later requests of a sequence. The first request reserves `calls` and `order`. For `room`, it only checks that
 * there is enough room.
 */
export type Ahead = {
  readonly calls?: number
  /** Whether an order will be sent and its confirmation requested. */
  readonly order?: boolean
  readonly room?: number
}

/** How a request is counted: its kind, its priority, and the requests that follow it in the same sequence. */
export type Spending = { readonly kind?: CallKind; readonly urgency?: Urgency; readonly ahead?: Ahead }

/** If the broker did not report its limits, they are requested again after this number of milliseconds. */
const askAgain = 60 * 60_000
/** Limits that the broker reported are requested again after this number of milliseconds: a day. */
const isOld = 24 * 60 * 60_000
/** How many milliseconds a request waits for room. A screen does not wait, because it repeats its request anyway. */
const maxWaitMs: Readonly<Record<Purpose, number>> = { orders: 4_000, background: 5_000, dashboard: 0 }
const forVerdict = 1_000

/**
 * Counts the requests to the broker from all processes, and blocks requests for which there is no room. A sequence of
 * requests is reserved in one write. See `docs/architecture.md`.
 */
export class Allowance {
  readonly #ports: AllowancePorts
  readonly #describe: (code: string) => string
  readonly #keys = new Map<string, KeyCount>()
  readonly #shortages = new Map<string, Shortage>()
  /** When this process last asked for the limits and got no answer, by key. */
  readonly #askedAt = new Map<string, Instant>()
  readonly #refused = new Set<string>()

  /** @param describe translates an error code of the broker into text */
  constructor(ports: AllowancePorts, describe: (code: string) => string) {
    this.#ports = ports
    this.#describe = describe
  }

  /**
   * Counts one request and reserves the rest of its sequence.
   * @throws BrokerError allowance if there is no room; the error contains the time when there will be room
   */
  async spend(
    login: BrokerLogin,
    apiKey: string,
    { kind = 'other', urgency = 'usual', ahead = {} }: Spending = {},
  ): Promise<void> {
    const key = this.#keyOf(login.mode, apiKey)
    // A repeated request for a confirmation no longer has a reservation, so it counts as a usual request of its alert.
    const owed = key.owed(login.accountId)
    const isLookUp = urgency === 'look-up' && owed > 1
    const rank = isLookUp || (urgency === 'confirm' && owed > 0) ? 'confirm' : this.#rankOf(login, urgency)
    const use = {
      accountId: login.accountId,
      kind,
      rank,
      isLookUp,
      isOptional: urgency === 'optional',
      isLogin: urgency === 'login',
      ahead: ahead.calls ?? 0,
      order: ahead.order === true,
      room: ahead.room ?? 0,
    }
    // A repeated request for a confirmation does not wait, because its run has little time left. The reconciler asks
    // again.
    const isImpatient = use.isOptional || (urgency === 'confirm' && owed === 0)
    const waits = urgency === 'confirm' ? forVerdict : maxWaitMs[this.#ports.purpose]
    const giveUpAt = this.#ports.clock.now() + (isImpatient ? 0 : waits)
    for (let found = await key.take(use); found; found = await key.take(use)) {
      if (found.roomAt > giveUpAt) throw this.#shortage(login, found)
      await this.#ports.clock.sleep(Math.max(1, found.roomAt - this.#ports.clock.now()))
    }
  }

  lastShortage(login: BrokerLogin): Shortage | null {
    return this.#shortages.get(accountOf(login)) ?? null
  }

  /**
   * Whether to request the broker's limits outside a login. They are requested if the broker never reported them, after
   * a refusal, and once a day for a screen.
   */
  mayAskAllowed(login: BrokerLogin, apiKey: string): boolean {
    const name = keyName(login.mode, apiKey)
    const now = this.#ports.clock.now()
    const saidAt = this.#keyOf(login.mode, apiKey).known?.allowedAt ?? now
    const isDue = now - saidAt >= isOld && (saidAt === 0 || this.#ports.purpose !== 'orders')
    const isNew = now - (this.#askedAt.get(name) ?? -Infinity) >= askAgain
    return isNew && (this.#refused.has(name) || isDue)
  }

  /**
   * Stores the limits of a key.
   * @param allowed null if the broker did not report the limits
   */
  async saveAllowed(login: BrokerLogin, apiKey: string, allowed: Allowed | null): Promise<void> {
    const name = keyName(login.mode, apiKey)
    const now = this.#ports.clock.now()
    if (!allowed) {
      this.#askedAt.set(name, now)
      return
    }
    this.#refused.delete(name)
    await this.#keyOf(login.mode, apiKey).change((state) => ({ ...state, allowed, allowedAt: now }))
  }

  /** Stores which key an account uses. The operator's page needs this. */
  async noteAccount(login: BrokerLogin, apiKey: string): Promise<void> {
    await this.#ports.store.noteAccount(login, keyName(login.mode, apiKey), this.#ports.clock.now())
  }

  /** Stores that the broker refused a request because a limit is used up. */
  async close(login: BrokerLogin, apiKey: string, kind: CallKind, code: string | null): Promise<void> {
    const { mode, accountId, userId } = login
    const key = this.#keyOf(mode, apiKey)
    const { of } = refusedFor(kind, code)
    log('warn', operatorLines.allowanceSpent, { mode, userId, kind: of, code })
    if (of === 'other') this.#refused.add(keyName(mode, apiKey))
    const found = await key.refuse({ accountId, kind, code })
    this.#noteShortage(login, found)
  }

  #rankOf({ isExit }: BrokerLogin, urgency: Urgency): Rank {
    if (this.#ports.purpose !== 'orders' && urgency !== 'login')
      return this.#ports.purpose === 'background' ? 'background' : 'poll'
    return isExit || urgency === 'exit' ? 'exit' : 'entry'
  }

  #keyOf(mode: Mode, apiKey: string): KeyCount {
    const name = keyName(mode, apiKey)
    const known = this.#keys.get(name) ?? new KeyCount(this.#ports, name, mode)
    this.#keys.set(name, known)
    return known
  }

  #noteShortage(login: BrokerLogin, { code: _, ...shortage }: FoundShortage) {
    this.#shortages.set(accountOf(login), { ...shortage, at: this.#ports.clock.now() })
  }

  #shortage(login: BrokerLogin, found: FoundShortage): BrokerError {
    this.#noteShortage(login, found)
    const { roomAt, code = null } = found
    const isWeekly = code?.includes('historical') === true
    return new BrokerError(
      isWeekly ? 'weekly-allowance' : 'allowance',
      isWeekly ? this.#describe(code) : this.#textOf(roomAt - this.#ports.clock.now()),
      code,
      roomAt,
    )
  }

  /** @param wait milliseconds until there is room */
  #textOf(wait: number) {
    const then = this.#ports.purpose === 'dashboard' ? 'next reading' : 'there is room again'
    return `${brokerName}’s request limit is used up; ${then} in ${Math.max(1, Math.ceil(wait / 1_000))} s`
  }
}

const accountOf = ({ mode, accountId }: BrokerLogin) => `${mode}#${accountId}`
