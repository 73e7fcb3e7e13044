import type { NotificationEvent } from '../../../shared/notifications/notifications.schema.ts'
import type { AccountState } from '../../../shared/trading/model/snapshot.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { AlertMessage } from './alert-record.ts'
import type { Ledger } from './ledger.ts'
import type { OutcomeStore, ReconcilerStore, ExecutorStore, Store } from './store.ts'
import type { BrokerLogin, Broker } from './broker.ts'
import type { DailyPrices } from './daily-prices.ts'

/**
 * The ports of the engine (accept, execute, reconcile). The Lambdas connect them to AWS and IG. The simulation connects
 * them to a seeded world in which every step can fail.
 */
export type Ports = {
  readonly clock: Clock
  readonly random: Random
  readonly store: OutcomeStore
  readonly broker: Broker
  /** Notifies users on the channels that they chose, after the event has been recorded. Never throws. */
  readonly notify: (events: readonly NotificationEvent[]) => Promise<void>
}

/** The ports for deciding an alert. Daily prices are needed only here, and not for looking up or ending an alert. */
export type ExecutorPorts = Omit<Ports, 'store'> & {
  readonly store: ExecutorStore
  readonly dailyPrices: DailyPrices
  readonly ordersAtOnce: number
}

/** The ports with which a decision reads data and caches it. They can neither trade nor change an alert's record. */
export type DecisionPorts = {
  readonly clock: Clock
  readonly broker: Pick<
    Broker,
    'readAccount' | 'readMarket' | 'readMarkets' | 'readDailyCandles' | 'readEquity'
  >
  readonly dailyPrices: DailyPrices
  readonly store: Pick<
    Store,
    | 'saveAccountState'
    | 'getMarket'
    | 'saveMarket'
    | 'getDailyAtr'
    | 'saveDailyAtr'
    | 'getWatch'
    | 'saveWatch'
  >
  /**
   * Returns the account's record with the new deal IDs of rolled positions.
   * @throws BrokerError
   */
  readonly followRolls?: (login: BrokerLogin, ledger: Ledger, lists: AccountState) => Promise<Ledger>
}

/** The ports of the reconciler, which lists open alerts and puts lost alerts back into the queue. */
export type ReconcilerPorts = Ports & { readonly store: ReconcilerStore; readonly queue: Queue }

export type AllPorts = Omit<ExecutorPorts & ReconcilerPorts, 'store'> & { readonly store: Store }

export type Clock = {
  now(): Instant
  sleep(milliseconds: number): Promise<void>
}

export type Random = {
  /** A random number in [0, 1). */
  unit(): number
  /** A random ID of 26 characters that cannot be guessed. */
  id(): string
}

export type Queue = {
  /**
   * Queues an alert. The message group is the account (user and mode), so that an account's alerts run one after
   * another.
   * @param deduplicationId two messages with the same ID within five minutes count as one
   */
  send(message: AlertMessage, deduplicationId: string): Promise<void>
}
