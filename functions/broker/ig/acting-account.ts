import { BrokerError, type BrokerLogin } from '../../trading/ports/broker.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { Urgency } from '../allowance/allowance.ts'
import { type IgConnection, parsed, timeouts } from './connection.ts'
import * as schemas from './schemas.ts'
import type { IgSession } from './session.ts'

/**
 * Milliseconds: for how long an answer of IG on the session's account counts, and for how long IG is asked.
 */
const assertion = { holds: 3_000, deadline: 4_000 } as const

/** Makes sure, before something trades, that the session acts on the account that is meant. */
export class ActingAccount {
  readonly #ig: IgConnection
  /** The session of which IG last said on which account it acts, and when. */
  #asserted: { readonly token: string; readonly at: Instant } | null = null
  /** Orders that leave in parallel ask once. */
  readonly #asking = new Map<string, Promise<string>>()

  constructor(ig: IgConnection) {
    this.#ig = ig
  }

  /**
   * A session that acts on this account now, by IG's own word. The one that was logged in may have been switched since:
   * IG hands out the same tokens to two logins of one user within a minute, another user's and another program's too.
   * @throws BrokerError if it acts on another account, after logging in again also
   */
  async sessionOn(login: BrokerLogin, urgency: 'usual' | 'optional' = 'usual'): Promise<IgSession> {
    const { clock, sessions } = this.#ig
    for (let tried = 1; ; tried += 1) {
      const before = await sessions.current(login)
      const { token, at } = this.#asserted ?? { token: null, at: 0 }
      if (token === before.accountToken && clock.now() - at <= assertion.holds) return before
      // Its requests name their account themselves.
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
   * The same for an exit, which names its deal, and another account does not have that: if the allowance leaves no
   * request for the question beside the one for its verdict, it goes without the answer.
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
    const reply = await this.#ig.ask(login, request, 'other', giveUpAt, urgency, { order: true })
    if (reply.status !== 200) throw this.#ig.errorOf(login, reply)
    return parsed(schemas.ActingSession, reply).accountId
  }
}
