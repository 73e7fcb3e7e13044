import type * as z from 'zod/mini'
import type { Instant } from '../../../shared/platform/units.ts'
import { describeError, log } from '../../aws/log.ts'
import { systemClock, systemRandom } from '../../aws/system.ts'
import { BrokerError, type BrokerLogin } from '../../trading/ports/broker.ts'
import type { Clock, Random } from '../../trading/ports/ports.ts'
import type { BrokerOptions } from '../port.ts'
import { type BudgetStore, budgetStore } from './budget-store.ts'
import { type CallKind, IgBudget, type Urgency } from './budget.ts'
import { allowanceSpent, errorOf, tokensDied, tokensMayHaveDied } from './error-codes.ts'
import * as schemas from './schemas.ts'
import { type SessionStore, sessionStore } from './session-store.ts'
import { igSessionKeys } from './session-keys.ts'
import type { IgSession, SessionOptions } from './session.ts'
import { igSessions, type IgSessions } from './sessions.ts'
import { type IgReply, type IgRequest, NoReply, sendToIg } from './transport.ts'

export type IgBrokerOptions = BrokerOptions & {
  readonly clock?: Clock
  readonly random?: Random
  readonly fetch?: typeof fetch
  readonly sessions?: SessionStore
  readonly budget?: BudgetStore
  /** 32 bytes that encrypt the shared session. */
  readonly sessionKeys?: SessionOptions['keys']
}

/** Milliseconds until a request counts as unanswered. */
export const timeouts = { read: 4_000, deal: 10_000 } as const

/** A read is tried this often; the pauses between double from the first, up to the longest, each cut by chance. */
export const retries = { tries: 3, firstPause: 250, longestPause: 1_500, deadline: 9_000 } as const

/** Sends requests to IG: under a session of the account, within what IG allows it, again if IG does not answer. */
export class IgConnection {
  readonly clock: Clock
  readonly sessions: IgSessions
  readonly budget: IgBudget
  readonly #random: Random
  readonly #send: SessionOptions['send']
  /** Requests since they were last taken, by account. */
  readonly #requests = new Map<string, number>()

  constructor(options: IgBrokerOptions) {
    this.clock = options.clock ?? systemClock
    this.#random = options.random ?? systemRandom
    const fetchOnce = options.fetch ?? fetch
    this.#send = (...args) => sendToIg(fetchOnce, ...args)
    this.budget = new IgBudget(this.clock, options.budget ?? budgetStore, options.purpose ?? 'orders')
    this.sessions = igSessions({
      credentials: options.credentials,
      keys: options.sessionKeys ?? igSessionKeys,
      store: options.sessions ?? sessionStore,
      clock: this.clock,
      random: this.#random,
      send: this.#send,
      onLogin: (login, session) =>
        this.#learnAllowed(login, session, async () => {
          const path = '/operations/application' as const
          const request = { method: 'GET', path, version: 1, timeout: timeouts.read } as const
          const found = schemas.Applications.safeParse((await this.#send(login.mode, request, session)).body)
          return found.success ? found.data : []
        }),
    })
  }

  /** See `Broker.takeRequests`. */
  takeRequests(login: BrokerLogin) {
    const sent = this.#requests.get(accountName(login)) ?? 0
    this.#requests.delete(accountName(login))
    return sent
  }

  /** One request, once. @throws BrokerError if the allowance has no room, NoReply */
  async send(
    login: BrokerLogin,
    kind: CallKind,
    request: IgRequest,
    session: IgSession,
    urgency: Urgency = 'usual',
  ) {
    const isUrgentExit = urgency === 'usual' && login.isExit
    await this.budget.spend(login, session.apiKey, kind, isUrgentExit ? 'urgent' : urgency)
    this.#requests.set(accountName(login), (this.#requests.get(accountName(login)) ?? 0) + 1)
    const reply = await this.#send(login.mode, request, session)
    if (allowanceSpent(reply)) await this.budget.close(login, kind, reply.errorCode)
    return reply
  }

  /** Asks until there is an answer, or the tries or the time are used up. @throws BrokerError, NoReply */
  async ask(
    login: BrokerLogin,
    request: IgRequest,
    kind: CallKind = 'other',
    giveUpAt: Instant = this.clock.now() + retries.deadline,
    urgency: Urgency = 'usual',
  ): Promise<IgReply> {
    let session = await this.sessions.current(login)
    let renewals = 0
    for (let tried = 1; ; tried += 1) {
      const reply = await this.send(login, kind, request, session, urgency).catch(unreachable)
      if (!(reply instanceof BrokerError) && mayAnotherSessionAnswer(reply, renewals)) {
        session = await this.sessions.renew(login, session)
        renewals += 1
        tried -= 1
        continue
      }
      const failed = reply instanceof BrokerError ? reply : reply.status >= 500 ? errorOf(reply) : null
      if (!failed) return reply as IgReply
      const pause = this.#random.unit() * Math.min(retries.longestPause, retries.firstPause * 2 ** tried)
      if (tried >= retries.tries || this.clock.now() + pause >= giveUpAt) throw failed
      await this.clock.sleep(pause)
    }
  }

  /** What a path answers, as the schema reads it. @throws BrokerError */
  async get<T>(
    login: BrokerLogin,
    path: IgRequest['path'],
    version: IgRequest['version'],
    schema: Schema<T>,
    kind?: CallKind,
    giveUpAt?: Instant,
  ): Promise<T> {
    const request = { method: 'GET', path, version, timeout: timeouts.read } as const
    const reply = await this.ask(login, request, kind, giveUpAt)
    if (reply.status !== 200) throw errorOf(reply)
    return parsed(schema, reply)
  }

  /** The account that the session acts on, and its currency. */
  async ownerOf(login: BrokerLogin) {
    const { accountId, currency } = await this.sessions.current(login)
    return { accountId, currency }
  }

  /** What a key may ask may be far less than IG publishes, on demo above all: it says itself. Never worth a failure. */
  async askAllowed(login: BrokerLogin) {
    if (!this.budget.mayAskAllowed(login)) return
    await this.#learnAllowed(login, await this.sessions.current(login), () =>
      this.get(login, '/operations/application', 1, schemas.Applications),
    )
  }

  async #learnAllowed(
    login: BrokerLogin,
    { apiKey }: Pick<IgSession, 'apiKey'>,
    read: () => Promise<z.infer<typeof schemas.Applications>>,
  ) {
    try {
      const own = (await read()).find((application) => application.apiKey === apiKey)
      const allowed = own && {
        other: own.allowanceAccountOverall,
        otherPerKey: own.allowanceApplicationOverall,
        trading: own.allowanceAccountTrading,
      }
      await this.budget.saveAllowed(login, allowed ?? null)
    } catch (error) {
      log('warn', 'could not read IG allowances', { error: describeError(error) })
      await this.budget.saveAllowed(login, null)
    }
  }
}

/**
 * The first renewal takes the session that another process has saved, if it is a different one. That one may also have died,
 * which only its use shows: the second renewal logs in.
 */
const mayAnotherSessionAnswer = (reply: IgReply, renewals: number) =>
  renewals === 0 ? tokensMayHaveDied(reply) : renewals === 1 && tokensDied(reply)

const accountName = ({ mode, accountId }: BrokerLogin) => `${mode} ${accountId}`

type Schema<T> = { safeParse(value: unknown): { success: true; data: T } | { success: false } }

/** @throws BrokerError unusable */
export const parsed = <T>(schema: Schema<T>, { body }: IgReply): T => {
  const result = schema.safeParse(body)
  if (!result.success)
    throw new BrokerError('unusable', 'IG sent a response that Signalpost doesn’t understand')
  return result.data
}

/** A failed connection counts as no answer; errors of ours pass. */
const unreachable = (error: unknown): BrokerError => {
  if (error instanceof NoReply) return new BrokerError('unreachable', 'IG could not be reached')
  throw error
}
