import type { AlertState } from '../../../shared/alerts/alert-state.ts'
import type { KeptDecision } from '../../../shared/journal/what-if/kept-decision.ts'
import type { DealNote } from '../../../shared/journal/deal-note.ts'
import type { InstrumentFields } from '../../../shared/instruments/instrument.schema.ts'
import type { KeptLogExtra, LogEntry } from '../../../shared/logs/log.schema.ts'
import type { Bookings, Watch } from '../../../shared/trading/model/watch.ts'
import type {
  AccountState,
  CapturedSettings,
  Market,
  TradingSettings,
} from '../../../shared/trading/model/snapshot.ts'
import type { Decimal, Instant } from '../../../shared/platform/units.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import type { AlertMessage, AccountKey, AlertRecord, AlertOutcome } from './alert-record.ts'
import type { Ledger } from './ledger.ts'
import type { BrokerLogin } from './broker.ts'

/** The owner of a webhook secret, and the number of that user's alerts in this minute, including the current one. */
export type Admission = {
  readonly userId: string
  readonly captured: CapturedSettings
  readonly alertsThisMinute: number
}

/** The data that is read in one request before an alert is completed. */
export type AlertContext = {
  readonly alert: AlertRecord | null
  /** The settings for the captured mode; null if the user was deleted. */
  readonly settings: TradingSettings | null
  readonly ledger: Ledger
  /** The broker's lists as last read by any run. */
  readonly accountState: AccountState | null
}

/** The other data that a decision depends on. */
export type DecisionContext = AlertContext & {
  /**
   * Finds an instrument by market and symbol, in any letter case.
   * @param soon others that will be needed next
   */
  readonly findInstrument: (
    marketAndSymbol: string,
    soon?: readonly string[],
  ) => Promise<InstrumentFields | null>
  readonly listInstrumentNames: () => Promise<readonly string[]>
  /**
   * Lists the account's alerts without an outcome, each with its market (TradingView's name).
   * @param since a list read at this time or later may be reused
   */
  readonly listUndecided: (since?: Instant) => Promise<readonly Undecided[]>
  /** The account's last equity reading, if it was read with the alert. */
  readonly watch?: Watch | null
  /** The records of the requested alerts behind this one. Deleted records are left out. */
  readonly behind: readonly AlertRecord[]
}

export type Undecided = { readonly alertId: string; readonly market: string }

/** A count of one user's alerts that were refused because of the limit per minute. */
export type RefusedAlerts = {
  readonly userId: string
  readonly mode: Mode
  readonly minute: number
  readonly count: number
}

/** An entry for a user's log, as it will be shown. */
export type NewLogEntry = Readonly<Omit<LogEntry, 'id' | 'createdAt' | 'extra'>> & {
  readonly extra?: KeptLogExtra | undefined
  readonly userId: string
  /** Two entries with the same key are one entry. */
  readonly key?: string | undefined
  /** The earliest time at which the key may have been used; by default the last ten minutes are searched. */
  readonly since?: Instant | undefined
  /** The entry's time. An entry is never older than the one before it. */
  readonly at: Instant
}

/** A log entry of the engine. It always has a key, because it may be written twice. */
export type EngineLogEntry = NewLogEntry & {
  readonly key: string
  readonly since: Instant
  /** How the alert ended, if the entry reports that. */
  readonly finished?: AlertFinished
  /** What the alert opened or closed, for the journal. */
  readonly deals?: readonly DealNote[]
}

/** The facts about an alert's outcome for the operator's log. */
type AlertFinished = Pick<AlertOutcome, 'outcome' | 'unreadable'> &
  Pick<AlertRecord, 'alertId' | 'acceptedAt'>

/** A webhook secret that its owner has replaced. */
export type RetiredSecret = AccountKey & { readonly retiredAt: Instant }

/** A webhook secret with its owner, current or replaced. */
export type KnownSecret = { readonly secret: string } & (AccountKey | RetiredSecret)

type AcceptPart = 'admit' | 'findSecret' | 'openWindow' | 'putAlert' | 'countRefused'

export type AcceptStore = Pick<Store, AcceptPart | 'getAlert' | 'log'>

export type OutcomeStore = Pick<
  Store,
  'getLedger' | 'saveLedger' | 'saveOutcome' | 'saveState' | 'log' | 'markComplete' | 'saveAccountState'
> & { getAlertContext(message: AlertMessage): Promise<AlertContext> }

type SweepPart = 'listOpenLanes' | 'listRefused' | 'dropRefused'

export type ReconcilerStore = OutcomeStore & Pick<Store, SweepPart>

export type ExecutorStore = Omit<Store, AcceptPart | SweepPart>

export type Store = {
  /** Finds the owner of a webhook secret and counts this alert; null if the secret is unknown. Strongly consistent. */
  admit(webhookSecret: string, now: Instant): Promise<Admission | null>

  /**
   * Finds the first of several texts that is a user's webhook secret, or else the first that was a secret before it
   * was replaced. One call, which counts nothing. Null if there is none.
   */
  findSecret(candidates: readonly string[], now: Instant): Promise<KnownSecret | null>

  /**
   * Opens a time window for an alert without ID and time: the first alert in 60 s gives its ID to all that follow.
   * @returns the alert ID of this window
   */
  openWindow(identity: string, alertId: string, now: Instant, milliseconds: number): Promise<string>

  /**
   * Writes an accepted alert in one conditional write, which also detects duplicates.
   * @returns false if it already exists
   */
  putAlert(record: AlertRecord): Promise<boolean>
  getAlert(alertId: string): Promise<AlertRecord | null>

  /**
   * Reads alert, settings, account, lists and the version of the instruments in one strongly consistent request.
   * @param behind other alerts of the account, whose records are read with it
   */
  getAlertContext(message: AlertMessage, behind?: readonly AlertMessage[]): Promise<DecisionContext>
  /** Reads only the settings, strongly consistently, for the fence; null if the user was deleted. */
  getSettings(userId: string, mode: Mode): Promise<TradingSettings | null>

  getLedger(account: AccountKey): Promise<Ledger>
  /**
   * Replaces the account's record if its version is `next.version - 1`.
   * @returns false if it is not
   */
  saveLedger(account: AccountKey, next: Ledger): Promise<boolean>

  /** Stores the data of decisions for a later replay. Never fails. */
  keepDecisions(account: AccountKey, decisions: readonly KeptDecision[]): Promise<void>

  /**
   * Sets the outcome and the following state if there is no outcome yet.
   * @returns the outcome that applies, ours or the earlier one
   */
  saveOutcome(alert: AlertRecord, outcome: AlertOutcome): Promise<AlertOutcome>
  /**
   * Stores an alert's state separately from its outcome. An alert waits only while it has no outcome.
   * @param waitsFor what it waits for, as a sentence
   */
  saveState(alert: AlertRecord, state: AlertState, waitsFor?: string): Promise<void>
  /** Writes entries of one user in their order. Idempotent by key. */
  log(entries: readonly EngineLogEntry[]): Promise<void>
  /**
   * Removes the alert from the index of open alerts: its outcome is recorded and logged, and its order is not
   * followed.
   */
  markComplete(alertId: string): Promise<void>

  /** Counts that an alert was returned to the queue to wait. */
  noteWait(alertId: string): Promise<void>
  /**
   * Counts a try of an alert, or takes the count back if the try did not start.
   * @returns the number of tries, including this one, that did not end in waiting
   */
  noteTry(alertId: string, change?: 1 | -1): Promise<number>

  /**
   * Lists the open alerts of all accounts in lanes for parallel processing. Each lane has at most `limit` of the
   * newest alerts, oldest first.
   */
  listOpenLanes(before: Instant, limit: number): Promise<AlertMessage[][]>

  /** Counts an alert that was refused because of the limit per minute. `minute`: epoch minutes. */
  countRefused(account: AccountKey, minute: number): Promise<void>
  /** Lists the counts of the minutes before this one. */
  listRefused(beforeMinute: number): Promise<RefusedAlerts[]>
  dropRefused(refused: RefusedAlerts): Promise<void>

  applyBrake(userId: string, reason: string, now: Instant): Promise<void>

  /** Reads the state of an account's limits and the bookings of its journal. */
  getWatch(account: AccountKey): Promise<{ readonly watch: Watch | null; readonly bookings: Bookings }>
  /**
   * Replaces the state of the limits if its version is `next.version - 1`.
   * @returns false if it is not
   */
  saveWatch(account: AccountKey, next: Watch): Promise<boolean>

  saveAccountState(account: AccountKey, snapshot: AccountState): Promise<void>
  /** Reads a cached market; null if it was not quoted since `quotedSince`. */
  getMarket(login: BrokerLogin, epic: string, quotedSince: Instant): Promise<Market | null>
  saveMarket(login: BrokerLogin, market: Market): Promise<void>
  /**
   * Reads an ATR that is cached for the day, for all users whose row names the same candles. `day` is a calendar day
   * in UTC.
   */
  getDailyAtr(
    login: BrokerLogin,
    of: CandleSource,
    day: string,
  ): Promise<Record<number, Decimal | null> | null>
  saveDailyAtr(
    login: BrokerLogin,
    of: CandleSource,
    day: string,
    atr: Record<number, Decimal | null>,
  ): Promise<void>
}

/** The part of a user's row that decides from which candles, and in which unit, an ATR is computed. */
export type CandleSource = Pick<InstrumentFields, 'igEpic' | 'yahooSymbol' | 'tradingViewPriceMultiplier'>
