import type { Instant } from '../../../shared/platform/units.ts'
import type { AccountState } from '../../../shared/trading/model/snapshot.ts'
import { BrokerError, type BrokerLogin } from '../../trading/ports/broker.ts'
import { type AccountFacts, equityReadingOf } from '../account-facts.ts'
import type { Reading } from '../account-state.ts'
import type { ListedOrder, QuotedPosition } from '../listed-deals.ts'
import { readAccount } from '../read-account.ts'
import type { Ahead, Urgency } from '../allowance/allowance.ts'
import { type IgConnection, retries } from './connection.ts'
import { accountFactsOf, positionsOf, workingOrdersOf } from './mapper.ts'
import * as schemas from './schemas.ts'

/**
 * Number of requests after the lists: the check of the session's account and the confirmation, or a look-up of
 * confirmations.
 */
const afterLists = 2

export class AccountReads {
  readonly #ig: IgConnection
  constructor(ig: IgConnection) {
    this.#ig = ig
  }

  async readFacts(login: BrokerLogin): Promise<AccountFacts> {
    const { accounts } = await this.#ig.get(login, { path: '/accounts', version: 1 }, schemas.Accounts)
    const own = accounts.find(({ accountId }) => accountId === login.accountId)
    if (!own) throw new BrokerError('unusable', 'IG does not list the account')
    return accountFactsOf(own)
  }

  async readEquity(login: BrokerLogin) {
    const at = this.#ig.clock.now()
    return equityReadingOf(await this.readFacts(login), at)
  }

  async readPositions(
    login: BrokerLogin,
    giveUpAt?: Instant,
    urgency: Urgency = 'look-up',
  ): Promise<Reading<QuotedPosition>> {
    // The login comes before `readAt` is set, so that the list does not look older than it is.
    await this.#ig.sessions.current(login)
    const readAt = this.#ig.clock.now()
    const reply = await this.#ig.get(login, { path: '/positions', version: 2 }, schemas.Positions, {
      giveUpAt,
      urgency,
    })
    await this.#ig.askAllowed(login)
    return { ...(await this.#ig.ownerOf(login)), readAt, rows: positionsOf(reply) }
  }

  async readOrders(login: BrokerLogin, ahead: Ahead = {}): Promise<Reading<ListedOrder>> {
    const readAt = this.#ig.clock.now()
    const reply = await this.#ig.get(login, { path: '/workingorders', version: 2 }, schemas.WorkingOrders, {
      ahead,
    })
    const answeredAt = this.#ig.clock.now()
    return { ...(await this.#ig.ownerOf(login)), readAt, answeredAt, rows: workingOrdersOf(reply) }
  }

  readAccount(login: BrokerLogin, known?: AccountState) {
    const reader = {
      clock: this.#ig.clock,
      deadline: retries.deadline,
      readPositions: (of: BrokerLogin, giveUpAt: Instant) => this.readPositions(of, giveUpAt, 'usual'),
      // Requests are reserved, because orders are useless without positions, and both lists are useless without the
      // requests that follow.
      readOrders: (of: BrokerLogin, isEnough: boolean) =>
        this.readOrders(of, isEnough ? { room: 1 + afterLists } : { calls: 1, room: afterLists }),
    }
    return readAccount(reader, login, known)
  }
}
