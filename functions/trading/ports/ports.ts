import type { NotificationEvent } from '../../../shared/notifications/notifications.schema.ts'
import type { AccountState } from '../../../shared/trading/model/snapshot.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { AlertMessage } from './alert-record.ts'
import type { Ledger } from './ledger.ts'
import type { OutcomeStore, ReconcilerStore, ExecutorStore, Store } from './store.ts'
import type { BrokerLogin, Broker } from './broker.ts'
import type { DailyPrices } from './daily-prices.ts'

/**
 * The ports through which the engine (accept, execute, reconcile, sweep) sees the world. The Lambdas plug AWS
 * and IG in; the simulation plugs in a seeded world and breaks it at every step.
 */
export type Ports = {
  readonly clock: Clock
  readonly random: Random
  readonly store: OutcomeStore
  readonly broker: Broker
  /** Has users told, on the channels that they chose: after it is recorded. Never throws into the engine. */
  readonly notify: (events: readonly NotificationEvent[]) => Promise<void>
}

/** Deciding an alert takes more: looking it up and ending it never asks for prices of the days before. */
export type ExecutorPorts = Omit<Ports, 'store'> & {
  readonly store: ExecutorStore
  readonly dailyPrices: DailyPrices
  /** Number of orders that are sent in parallel. */
  readonly ordersAtOnce: number
}

/** What a decision reads, and what it keeps of that for the next one: nothing that trades, and no alert's record. */
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
  /** The account's record with positions that rolled under their new deals. @throws BrokerError */
  readonly followRolls?: (login: BrokerLogin, ledger: Ledger, lists: AccountState) => Promise<Ledger>
}

/** Bringing on whatever is still open: only the reconciler looks for it, and queues again what was lost. */
export type ReconcilerPorts = Ports & { readonly store: ReconcilerStore; readonly queue: Queue }

/** The ports with the webhook's part of the store also: the simulation's, which plays them all. */
export type AllPorts = Omit<ExecutorPorts & ReconcilerPorts, 'store'> & { readonly store: Store }

export type Clock = {
  now(): Instant
  sleep(milliseconds: number): Promise<void>
}

export type Random = {
  /** In [0, 1). */
  unit(): number
  /** 26 characters, unguessable. */
  id(): string
}

export type Queue = {
  /**
   * Group: user and mode, so that alerts of one account run one after another.
   * @param deduplicationId two sends with one id within five minutes are one message
   */
  send(message: AlertMessage, deduplicationId: string): Promise<void>
}
