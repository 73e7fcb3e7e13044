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
 * Whose calls: an alert's may use the whole allowance, a dashboard's only a part, and what runs in the background leaves
 * some of that to the screens.
 */
export type Purpose = 'orders' | 'dashboard' | 'background'

export type BrokerOptions = {
  readonly credentials: ReadCredentials
  /** Whose calls these are; by default an alert's. */
  readonly purpose?: Purpose
}

/** What the engine asks of the broker, and what screens and the journal ask beyond it. */
export type AccountBroker = Omit<Broker, 'readAccount' | 'readPositions' | 'readMarket' | 'readActivity'> & {
  readAccount(login: BrokerLogin, known?: AccountState): Promise<AccountReading>
  /** Makes sure of a session on this account; after refusals, by one login more. @throws BrokerError */
  signIn(login: BrokerLogin): Promise<void>
  readPositions(login: BrokerLogin): Promise<Reading<QuotedPosition>>
  readOrders(login: BrokerLogin): Promise<Reading<ListedOrder>>
  readMarket(login: BrokerLogin, epic: string): Promise<MarketWithRates>
  /** What the broker finds for a term, 50 at most, with the codes of each. Two requests. */
  findMarkets(login: BrokerLogin, term: string): Promise<readonly MarketFacts[]>
  /** Epics that the broker finds for a term, the likeliest first. */
  searchEpics(login: BrokerLogin, term: string): Promise<readonly string[]>
  /**
   * What the broker says of up to 50 epics; one request.
   * @throws BrokerError not-found if the broker does not know one of them
   */
  readMarketFacts(login: BrokerLogin, epics: readonly string[]): Promise<readonly MarketFacts[]>
  /** The user's own lists at the broker, and the broker's. */
  listWatchlists(login: BrokerLogin): Promise<readonly Watchlist[]>
  /** @returns the epics in it */
  readWatchlist(login: BrokerLogin, id: string): Promise<readonly string[]>
  /** The account's name, type and money. */
  readFacts(login: BrokerLogin): Promise<AccountFacts>
  /** Rows of the transaction history that were booked between two times, in any order. */
  readTransactions(login: BrokerLogin, from: Instant, to: Instant): Promise<readonly LedgerRow[]>
  readActivity(login: BrokerLogin, from: Instant, to?: Instant): Promise<BrokerActivity[]>
  /** Middle prices, the oldest first. Each costs one of IG's weekly 10,000 points. */
  readBars(login: BrokerLogin, epic: string, window: BarWindow): Promise<readonly PriceBar[]>
  /** The same with both sides of the spread. */
  readSidedBars(login: BrokerLogin, epic: string, window: BarWindow): Promise<readonly SidedBar[]>
}
