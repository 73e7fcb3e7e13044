import type * as z from 'zod/mini'
import type { Instant } from '../../../shared/platform/units.ts'
import { describeError, log } from '../../aws/log.ts'
import { systemClock, systemRandom } from '../../aws/system.ts'
import { BrokerError, type BrokerLogin } from '../../trading/ports/broker.ts'
import type { Clock, Random } from '../../trading/ports/ports.ts'
import type { BrokerOptions } from '../port.ts'
import { Allowance, type Spending } from '../allowance/allowance.ts'
import { entrySequence } from '../allowance/state.ts'
import { type AllowanceStore, allowanceStore } from '../allowance/store.ts'
import { allowanceSpent, errorOf, tokensDied, tokensMayHaveDied, wordsOf } from './error-codes.ts'
import * as schemas from './schemas.ts'
import { type SessionStore, sessionStore } from './session-store.ts'
import { igSessionKeys } from './session-keys.ts'
import type { IgSession, SessionOptions } from './session.ts'
import { igSessions, type IgSessions } from './sessions.ts'
import { type IgReply, type IgRequest, NoReply, sendToIg, type Tokens } from './transport.ts'

export type IgBrokerOptions = BrokerOptions & {
  readonly clock?: Clock
  readonly random?: Random
  readonly fetch?: typeof fetch
  readonly sessions?: SessionStore
  readonly allowance?: AllowanceStore
  /** The keys of 32 bytes that encrypt the shared session. */
  readonly sessionKeys?: SessionOptions['keys']
}

/** A request counts as unanswered after this number of milliseconds. */
export const timeouts = { read: 4_000, deal: 10_000 } as const

/** The key's limits are requested only if there is also room for the whole sequence of an entry's requests. */
const askingAllowed: Spending = { urgency: 'optional', ahead: { room: entrySequence } }

const applications = '/operations/application'

/**
 * Limits for repeated reads. The pauses between tries double from `firstPause` to `longestPause`. Each pause is
 * shortened at random. Times are in milliseconds.
 */
export const retries = { tries: 3, firstPause: 250, longestPause: 1_500, deadline: 9_000 } as const

/**
 * Sends requests to IG with a session of the account and within IG's request limit. Reads that IG does not answer are
 * repeated.
 */
export class IgConnection {
  readonly clock: Clock
  readonly sessions: IgSessions
  readonly allowance: Allowance
  readonly #random: Random
  readonly #fetch: typeof fetch
  /** Number of requests since the last `takeRequests`, by account. */
  readonly #requests = new Map<string, number>()

  constructor(options: IgBrokerOptions) {
    this.clock = options.clock ?? systemClock
    this.#random = options.random ?? systemRandom
    this.#fetch = options.fetch ?? fetch
    const { allowance: store = allowanceStore, purpose = 'orders' } = options
    this.allowance = new Allowance({ clock: this.clock, store, purpose }, wordsOf)
    this.sessions = igSessions({
      credentials: options.credentials,
      keys: options.sessionKeys ?? igSessionKeys,
      store: options.sessions ?? sessionStore,
      clock: this.clock,
      random: this.#random,
      send: (login, request, tokens) => this.#sendCounted(login, request, tokens, { urgency: 'login' }),
      onLogin: async (login, session) => {
        await this.allowance.noteAccount(login, session.apiKey).catch(unlessUnwritten)
        await this.#learnAllowed(login, session, async () => {
          const request = { method: 'GET', path: applications, version: 1, timeout: timeouts.read } as const
          const reply = await this.#sendCounted(login, request, session, askingAllowed)
          const found = schemas.Applications.safeParse(reply.body)
          return found.success ? found.data : []
        })
      },
    })
  }

  takeRequests(login: BrokerLogin) {
    const sent = this.#requests.get(accountName(login)) ?? 0
    this.#requests.delete(accountName(login))
    return sent
  }

  /**
   * Sends one request once.
   * @throws NoReply; BrokerError if the request limit has no room
   */
  async send(login: BrokerLogin, request: IgRequest, session: IgSession, spending: Spending) {
    const onSpent = () =>
      this.#requests.set(accountName(login), (this.#requests.get(accountName(login)) ?? 0) + 1)
    return this.#sendCounted(login, request, session, { ...spending, onSpent })
  }

  async #sendCounted(
    login: BrokerLogin,
    request: IgRequest,
    tokens: Tokens,
    { kind = 'other', onSpent, ...spending }: Spending & { readonly onSpent?: () => void },
  ) {
    await this.allowance.spend(login, tokens.apiKey, { kind, ...spending })
    onSpent?.()
    const reply = await sendToIg(this.#fetch, login.mode, request, tokens)
    if (allowanceSpent(reply)) await this.allowance.close(login, tokens.apiKey, kind, reply.errorCode)
    return reply
  }

  /**
   * Repeats a request until IG answers it, or until the tries or the time for it are used up.
   * @throws BrokerError, NoReply
   */
  async ask(
    login: BrokerLogin,
    request: IgRequest,
    { giveUpAt = this.clock.now() + retries.deadline, ...spending }: AskOptions = {},
  ): Promise<IgReply> {
    let session = await this.sessions.current(login)
    let renewals = 0
    for (let tried = 1; ; tried += 1) {
      const reply = await this.send(login, request, session, spending).catch(unreachable)
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

  async get<T>(
    login: BrokerLogin,
    { path, version }: Pick<IgRequest, 'path' | 'version'>,
    schema: Schema<T>,
    options?: AskOptions,
  ): Promise<T> {
    const request = { method: 'GET', path, version, timeout: timeouts.read } as const
    const reply = await this.ask(login, request, options)
    if (reply.status !== 200) throw this.errorOf(login, reply)
    return parsed(schema, reply)
  }

  /** The error for a reply to a read. If the limit is used up, the error contains the time when there will be room. */
  errorOf(login: BrokerLogin, reply: IgReply): BrokerError {
    const { kind, message, code } = errorOf(reply)
    const roomAt = allowanceSpent(reply) ? (this.allowance.lastShortage(login)?.roomAt ?? null) : null
    return new BrokerError(kind, message, code, roomAt)
  }

  /** Returns the ID and the currency of the account that the session acts on. */
  async ownerOf(login: BrokerLogin) {
    const { accountId, currency } = await this.sessions.current(login)
    return { accountId, currency }
  }

  /**
   * Asks IG for the key's limits, which may be far below the published limits, especially on demo. A failed request is
   * only logged.
   */
  async askAllowed(login: BrokerLogin) {
    const session = await this.sessions.current(login)
    if (!this.allowance.mayAskAllowed(login, session.apiKey)) return
    await this.#learnAllowed(login, session, () =>
      this.get(login, { path: applications, version: 1 }, schemas.Applications, askingAllowed),
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
      await this.allowance.saveAllowed(login, apiKey, allowed ?? null)
    } catch (error) {
      // There is no room now, so the limits are requested later.
      if (error instanceof BrokerError && error.kind === 'allowance') return
      log('warn', 'could not read IG allowances', { error: describeError(error) })
      await this.allowance.saveAllowed(login, apiKey, null)
    }
  }
}

/**
 * Whether a request is repeated with another session. The first renewal may return a session that another process has
 * saved. If IG does not accept that session either, the second renewal logs in.
 */
const mayAnotherSessionAnswer = (reply: IgReply, renewals: number) =>
  renewals === 0 ? tokensMayHaveDied(reply) : renewals === 1 && tokensDied(reply)

type AskOptions = Spending & { readonly giveUpAt?: Instant | undefined }

/** Logs a failure to store an account's key. Only the operator's page needs the stored key. */
const unlessUnwritten = (error: unknown) =>
  log('warn', 'could not note the key of an account', { error: describeError(error) })

const accountName = ({ mode, accountId }: BrokerLogin) => `${mode} ${accountId}`

type Schema<T> = { safeParse(value: unknown): { success: true; data: T } | { success: false } }

/**
 * Parses the body of a reply.
 * @throws BrokerError unusable
 */
export const parsed = <T>(schema: Schema<T>, { body }: IgReply): T => {
  const result = schema.safeParse(body)
  if (!result.success)
    throw new BrokerError('unusable', 'IG sent a response that Signalpost doesn’t understand')
  return result.data
}

/** Treats a failed connection as no answer. Our own errors are thrown again. */
const unreachable = (error: unknown): BrokerError => {
  if (error instanceof NoReply) return new BrokerError('unreachable', 'IG could not be reached')
  throw error
}
