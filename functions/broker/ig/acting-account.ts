import { BrokerError, type BrokerLogin } from '../../trading/ports/broker.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { Urgency } from '../allowance/allowance.ts'
import { type IgConnection, parsed, timeouts } from './connection.ts'
import * as schemas from './schemas.ts'
import type { IgSession } from './session.ts'

/**
 * IG's answer about the session's account is valid for `holds` milliseconds. The request for it may take `deadline`
 * milliseconds.
 */
const assertion = { holds: 3_000, deadline: 4_000 } as const

/** Checks before a trading request that the session acts on the right account. */
export class ActingAccount {
  readonly #ig: IgConnection
  /** The session whose account IG last confirmed, and when. */
  #asserted: { readonly token: string; readonly at: Instant } | null = null
  /** Requests that are under way, by token. Parallel orders share one request. */
  readonly #asking = new Map<string, Promise<string>>()

  constructor(ig: IgConnection) {
    this.#ig = ig
  }

  /**
   * Returns a session that acts on this account now, as IG confirms. A session may be switched to another account after
   * its login. The reason is that IG gives the same tokens to two logins of one person within a minute, even from
   * another user or program.
   * @throws BrokerError if the session acts on another account even after a new login
   */
  async sessionOn(login: BrokerLogin, urgency: 'usual' | 'optional' = 'usual'): Promise<IgSession> {
    const { clock, sessions } = this.#ig
    for (let tried = 1; ; tried += 1) {
      const before = await sessions.current(login)
      const { token, at } = this.#asserted ?? { token: null, at: 0 }
      if (token === before.accountToken && clock.now() - at <= assertion.holds) return before
      // Requests with a bearer token name their account, so no check is needed.
      if (before.isBearer) return before
      const accountId = await this.#accountOf(login, before, urgency)
      const session = await sessions.current(login)
      if (accountId === login.accountId) {
        this.#asserted = { token: session.accountToken, at: clock.now() }
        return session
      }
      if (tried > 1)
        throw new BrokerError(
          'sign-in',
          `IG is using account ${accountId} for this login instead of ${login.accountId}. Another user or program may share the login`,
        )
      await sessions.renew(login, session)
    }
  }

  /**
   * Returns a session for an exit. An exit names its deal, which another account does not have. So the check of the
   * account is left out if the request limit has room only for the confirmation.
   */
  async sessionForExit(login: BrokerLogin): Promise<IgSession> {
    try {
      return await this.sessionOn(login, 'optional')
    } catch (error) {
      if (error instanceof BrokerError && error.kind === 'allowance') return this.#ig.sessions.current(login)
      throw error
    }
  }

  #accountOf(login: BrokerLogin, { accountToken }: IgSession, urgency: Urgency): Promise<string> {
    const answer =
      this.#asking.get(accountToken) ??
      this.#ask(login, urgency).finally(() => this.#asking.delete(accountToken))
    this.#asking.set(accountToken, answer)
    return answer
  }

  async #ask(login: BrokerLogin, urgency: Urgency) {
    const request = { method: 'GET', path: '/session', version: 1, timeout: timeouts.read } as const
    const giveUpAt = this.#ig.clock.now() + assertion.deadline
    const reply = await this.#ig.ask(login, request, { giveUpAt, urgency, ahead: { order: true } })
    if (reply.status !== 200) throw this.#ig.errorOf(login, reply)
    return parsed(schemas.ActingSession, reply).accountId
  }
}
