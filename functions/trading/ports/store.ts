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

/** The owner of a webhook secret, and the number of the owner's alerts in this minute, including the current alert. */
export type Admission = {
  readonly userId: string
  readonly captured: CapturedSettings
  readonly alertsThisMinute: number
}

/** The data that is read in one request when an alert is processed. */
export type AlertContext = {
  readonly alert: AlertRecord | null
  /** The settings for the mode in which the alert was accepted; null if the user was deleted. */
  readonly settings: TradingSettings | null
  readonly ledger: Ledger
  /** The broker's lists as last read by any run. */
  readonly accountState: AccountState | null
}

/** The data of an alert, together with other data that its decision depends on. */
export type DecisionContext = AlertContext & {
  /**
   * Finds an instrument by market and symbol, in any letter case.
   * @param soon the markets of instruments that will be needed next
   */
  readonly findInstrument: (
    marketAndSymbol: string,
    soon?: readonly string[],
  ) => Promise<InstrumentFields | null>
  readonly listInstrumentNames: () => Promise<readonly string[]>
  /**
   * Lists the account's alerts without an outcome, each with its market (TradingView's name).
   * @param since a list read at or after this time may be reused
   */
  readonly listUndecided: (since?: Instant) => Promise<readonly Undecided[]>
  /** The account's last equity reading, if it was read with the alert. */
  readonly watch?: Watch | null
  /** The records of the other alerts that were requested with this alert. Deleted alerts are left out. */
  readonly behind: readonly AlertRecord[]
}

export type Undecided = { readonly alertId: string; readonly market: string }

/** The number of alerts of one account and minute that were refused because of the limit per minute. */
export type RefusedAlerts = {
  readonly userId: string
  readonly mode: Mode
  readonly minute: number
  readonly count: number
}

/** A new entry for a user's log. */
export type NewLogEntry = Readonly<Omit<LogEntry, 'id' | 'createdAt' | 'extra'>> & {
  readonly extra?: KeptLogExtra | undefined
  readonly userId: string
  /** Entries with the same key are stored only once. */
  readonly key?: string | undefined
  /**
   * The earliest time at which an entry with this key may have been written. By default the last ten minutes are
   * searched.
   */
  readonly since?: Instant | undefined
  /** The entry's time. An entry is never older than the previous entry. */
  readonly at: Instant
}

/** A log entry of the trading engine. Its key is required, because the engine may write an entry twice. */
export type EngineLogEntry = NewLogEntry & {
  readonly key: string
  readonly since: Instant
  /** The alert's outcome for the operator's log, if the entry reports it. */
  readonly finished?: AlertFinished
  /** The journal's notes about what the alert opened or closed. */
  readonly deals?: readonly DealNote[]
}

/** The facts about an alert's outcome for the operator's log. */
type AlertFinished = Pick<AlertOutcome, 'outcome' | 'unreadable'> &
  Pick<AlertRecord, 'alertId' | 'acceptedAt'>

/** A webhook secret that its owner has replaced. */
export type RetiredSecret = AccountKey & { readonly retiredAt: Instant }

/** A current or replaced webhook secret, with its owner. */
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
  /**
   * Finds the owner of a webhook secret and counts one more alert of the owner, with strong consistency.
   * @returns null if the secret is unknown
   */
  admit(webhookSecret: string, now: Instant): Promise<Admission | null>

  /**
   * Finds the first of several texts that is a user's current webhook secret. If there is none, finds the first that is
   * a replaced secret. Makes one call and counts no alert.
   * @returns null if no text is a known secret
   */
  findSecret(candidates: readonly string[], now: Instant): Promise<KnownSecret | null>

  /**
   * Finds the ID of an alert without ID and time. The first such alert opens a time window, and equal alerts within the
   * window get the first alert's ID.
   * @returns the alert ID of the window
   */
  openWindow(identity: string, alertId: string, now: Instant, milliseconds: number): Promise<string>

  /**
   * Writes an accepted alert in one conditional write, which also detects duplicates.
   * @returns false if the alert already exists
   */
  putAlert(record: AlertRecord): Promise<boolean>
  getAlert(alertId: string): Promise<AlertRecord | null>

  /**
   * Reads the alert, the settings, the account's record, the lists and the version of the instruments in one strongly
   * consistent request.
   * @param behind other alerts of the account, such as the next ones of a batch; the same request reads their records
   */
  getAlertContext(message: AlertMessage, behind?: readonly AlertMessage[]): Promise<DecisionContext>
  /**
   * Reads only the settings, with strong consistency, just before an order is sent.
   * @returns null if the user was deleted
   */
  getSettings(userId: string, mode: Mode): Promise<TradingSettings | null>

  getLedger(account: AccountKey): Promise<Ledger>
  /**
   * Replaces the account's record if its version is `next.version - 1`.
   * @returns false if the version is different
   */
  saveLedger(account: AccountKey, next: Ledger): Promise<boolean>

  /** Stores the data of decisions, so that they can be replayed later. Never fails. */
  keepDecisions(account: AccountKey, decisions: readonly KeptDecision[]): Promise<void>

  /**
   * Sets an alert's outcome and the state that follows from it, if there is no outcome yet.
   * @returns the outcome that applies: the given outcome, or an earlier one
   */
  saveOutcome(alert: AlertRecord, outcome: AlertOutcome): Promise<AlertOutcome>
  /**
   * Stores an alert's state without an outcome. An alert can wait only while it has no outcome.
   * @param waitsFor what the alert waits for, as a sentence
   */
  saveState(alert: AlertRecord, state: AlertState, waitsFor?: string): Promise<void>
  /** Writes log entries of one user in the given order. An entry whose key exists is not written again. */
  log(entries: readonly EngineLogEntry[]): Promise<void>
  /**
   * Removes an alert from the index of open alerts, once its outcome is recorded and logged and its order need not be
   * followed.
   */
  markComplete(alertId: string): Promise<void>

  /** Counts that an alert was put back into the queue because the request limit is used up. */
  noteWait(alertId: string): Promise<void>
  /**
   * Counts an attempt to process an alert, or undoes the count if the attempt did not start.
   * @returns the number of attempts, including this attempt, that did not end in waiting
   */
  noteTry(alertId: string, change?: 1 | -1): Promise<number>

  /**
   * Lists the open alerts of all accounts in lanes for parallel processing. Each lane has at most `limit` of the
   * newest alerts, oldest first.
   */
  listOpenLanes(before: Instant, limit: number): Promise<AlertMessage[][]>

  /**
   * Counts an alert that was refused because of the limit per minute.
   * @param minute minutes since the epoch
   */
  countRefused(account: AccountKey, minute: number): Promise<void>
  /** Lists the counts of refused alerts for all minutes before `beforeMinute`. */
  listRefused(beforeMinute: number): Promise<RefusedAlerts[]>
  dropRefused(refused: RefusedAlerts): Promise<void>

  applyBrake(userId: string, reason: string, now: Instant): Promise<void>

  /** Reads the state of an account's loss limits, and the bookings in its journal. */
  getWatch(account: AccountKey): Promise<{ readonly watch: Watch | null; readonly bookings: Bookings }>
  /**
   * Replaces the state of the loss limits if its version is `next.version - 1`.
   * @returns false if the version is different
   */
  saveWatch(account: AccountKey, next: Watch): Promise<boolean>

  saveAccountState(account: AccountKey, snapshot: AccountState): Promise<void>
  /**
   * Reads a stored market.
   * @returns null if its quote is older than `quotedSince`
   */
  getMarket(login: BrokerLogin, epic: string, quotedSince: Instant): Promise<Market | null>
  saveMarket(login: BrokerLogin, market: Market): Promise<void>
  /**
   * Reads the ATR that is stored for a day. Users share it if their instruments have the same candle source.
   * @param day a calendar day in UTC
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

/** The settings of an instrument that determine from which candles, and in which unit, an ATR is computed. */
export type CandleSource = Pick<InstrumentFields, 'igEpic' | 'yahooSymbol' | 'tradingViewPriceMultiplier'>
