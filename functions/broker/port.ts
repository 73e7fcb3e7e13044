import type { Mode } from '../../shared/accounts/user.schema.ts'
import type { LedgerRow } from '../../shared/journal/ledger-row.ts'
import type { BarWindow, PriceBar, SidedBar } from '../../shared/journal/price-bars.schema.ts'
import type { Instant } from '../../shared/platform/units.ts'
import type { AccountState } from '../../shared/trading/model/snapshot.ts'
import type { Broker, BrokerActivity, BrokerLogin } from '../trading/ports/broker.ts'
import type { AccountFacts } from './account-facts.ts'
import type { AccountReading, Reading } from './account-state.ts'
import type { ListedOrder, QuotedPosition } from './listed-deals.ts'
import type { MarketFacts, MarketWithRates, Watchlist } from './market-facts.ts'

export type Credentials = {
  readonly apiKey: string
  readonly username: string
  readonly password: string
  readonly accountId: string
}
export type ReadCredentials = (userId: string, mode: Mode) => Promise<Credentials | null>

/**
 * The purpose of requests. Alerts may use the whole request limit. Background jobs may use only a part, and dashboards
 * leave some of this part to background jobs.
 */
export type Purpose = 'orders' | 'dashboard' | 'background'

export type BrokerOptions = {
  readonly credentials: ReadCredentials
  /** The purpose of the requests. Default: `orders`, which is for alerts. */
  readonly purpose?: Purpose
}

/** The broker with everything that the engine, the screens and the journal need. */
export type AccountBroker = Omit<Broker, 'readAccount' | 'readPositions' | 'readMarket' | 'readActivity'> & {
  readAccount(login: BrokerLogin, known?: AccountState): Promise<AccountReading>
  /**
   * Makes sure that there is a session on this account. If logins were refused, it tries one more login.
   * @throws BrokerError
   */
  signIn(login: BrokerLogin): Promise<void>
  readPositions(login: BrokerLogin): Promise<Reading<QuotedPosition>>
  readOrders(login: BrokerLogin): Promise<Reading<ListedOrder>>
  readMarket(login: BrokerLogin, epic: string): Promise<MarketWithRates>
  /** Finds at most 50 markets for a term, with the codes of each market, in two requests. */
  findMarkets(login: BrokerLogin, term: string): Promise<readonly MarketFacts[]>
  searchEpics(login: BrokerLogin, term: string): Promise<readonly string[]>
  /**
   * Reads the facts of up to 50 epics in one request.
   * @throws BrokerError not-found if the broker does not know one of the epics
   */
  readMarketFacts(login: BrokerLogin, epics: readonly string[]): Promise<readonly MarketFacts[]>
  /** Lists the user's own watchlists at the broker, and the watchlists that the broker offers. */
  listWatchlists(login: BrokerLogin): Promise<readonly Watchlist[]>
  /** @returns the epics in the watchlist */
  readWatchlist(login: BrokerLogin, id: string): Promise<readonly string[]>
  readFacts(login: BrokerLogin): Promise<AccountFacts>
  /** Reads the transactions that were booked between two times, in any order. */
  readTransactions(login: BrokerLogin, from: Instant, to: Instant): Promise<readonly LedgerRow[]>
  readActivity(login: BrokerLogin, from: Instant, to?: Instant): Promise<BrokerActivity[]>
  /** Reads mid prices, oldest first. Each bar uses one of IG's 10,000 weekly points. */
  readBars(login: BrokerLogin, epic: string, window: BarWindow): Promise<readonly PriceBar[]>
  /** Reads prices with both sides of the spread. */
  readSidedBars(login: BrokerLogin, epic: string, window: BarWindow): Promise<readonly SidedBar[]>
}
