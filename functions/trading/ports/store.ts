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

/**
 * Who a webhook secret belongs to, and how much of what that user may send in this minute is used up, this alert
 * included.
 */
export type Admission = {
  readonly userId: string
  readonly captured: CapturedSettings
  readonly alertsThisMinute: number
}

/** What is read in one go before an alert is brought to its end. */
export type AlertContext = {
  readonly alert: AlertRecord | null
  /** null: the user is gone. Settings as seen from the captured mode. */
  readonly settings: TradingSettings | null
  readonly ledger: Ledger
  /** The broker's lists as last read by anybody. */
  readonly accountState: AccountState | null
}

/** What else a decision depends on. */
export type DecisionContext = AlertContext & {
  /**
   * By market and symbol, in any letter case.
   * @param soon others that will be asked for next
   */
  readonly findInstrument: (
    marketAndSymbol: string,
    soon?: readonly string[],
  ) => Promise<InstrumentFields | null>
  /** The names of all instruments of the user. */
  readonly listInstrumentNames: () => Promise<readonly string[]>
  /**
   * The account's alerts that have no outcome yet, each with its market (TradingView's name).
   * @param since what was read at this time or later will do
   */
  readonly listUndecided: (since?: Instant) => Promise<readonly Undecided[]>
  /** What the account was worth when that was last read, if it was read with the alert. */
  readonly watch?: Watch | null
  /** The records of the alerts behind this one that were asked for; those that are gone are left out. */
  readonly behind: readonly AlertRecord[]
}

export type Undecided = { readonly alertId: string; readonly market: string }

/** Refused for their number: alerts of one user beyond the limit in one minute. */
export type RefusedAlerts = {
  readonly userId: string
  readonly mode: Mode
  readonly minute: number
  readonly count: number
}

/** An entry for a user's log, as it will be shown there. */
export type NewLogEntry = Readonly<Omit<LogEntry, 'id' | 'createdAt' | 'extra'>> & {
  readonly extra?: KeptLogExtra | undefined
  readonly userId: string
  /** Two appends with one key are one entry. */
  readonly key?: string | undefined
  /** The first append with this key was not before; without it the last ten minutes are searched. */
  readonly since?: Instant | undefined
  /** An entry is never older than the one before it. */
  readonly at: Instant
}

/** What the engine logs may be appended twice, so it always has its key. */
export type EngineLogEntry = NewLogEntry & {
  readonly key: string
  readonly since: Instant
  /** The entry says how this alert ended. */
  readonly finished?: AlertFinished
  /** What it opened or closed, for the journal. */
  readonly deals?: readonly DealNote[]
}

/** An alert reached its outcome. */
type AlertFinished = Pick<AlertOutcome, 'outcome' | 'unreadable'> &
  Pick<AlertRecord, 'alertId' | 'acceptedAt'>

/** A webhook secret that its owner has replaced. */
export type RetiredSecret = AccountKey & { readonly retiredAt: Instant }

/** A webhook secret with its owner, who may have replaced it. */
export type KnownSecret = { readonly secret: string } & (AccountKey | RetiredSecret)

/** What only taking an alert needs. */
type AcceptPart = 'admit' | 'findSecret' | 'openWindow' | 'putAlert' | 'countRefused'

export type AcceptStore = Pick<Store, AcceptPart | 'getAlert' | 'log'>

/** What looking an alert up and ending it takes. */
export type OutcomeStore = Pick<
  Store,
  'getLedger' | 'saveLedger' | 'saveOutcome' | 'saveState' | 'log' | 'markComplete' | 'saveAccountState'
> & { getAlertContext(message: AlertMessage): Promise<AlertContext> }

type SweepPart = 'listOpenLanes' | 'listRefused' | 'dropRefused'

export type ReconcilerStore = OutcomeStore & Pick<Store, SweepPart>

export type ExecutorStore = Omit<Store, AcceptPart | SweepPart>

export type Store = {
  /** Finds whom a webhook secret belongs to and counts this alert; null when unknown. Strongly consistent. */
  admit(webhookSecret: string, now: Instant): Promise<Admission | null>

  /**
   * The first of some texts that is a user's webhook secret; if none is, the first that was one until it was replaced. One
   * call, which counts nothing. null if there is none.
   */
  findSecret(candidates: readonly string[], now: Instant): Promise<KnownSecret | null>

  /**
   * Opens a window for an alert that has neither id nor time: the first in 60 s gives its name to all that follow.
   * @returns the alert id that applies in this window
   */
  openWindow(identity: string, alertId: string, now: Instant, milliseconds: number): Promise<string>

  /** The promise and the de-duplication: one conditional write. @returns false when it was there already */
  putAlert(record: AlertRecord): Promise<boolean>
  getAlert(alertId: string): Promise<AlertRecord | null>

  /**
   * Alert, settings, account, snapshot and if the instruments stand in one call, strongly consistent.
   * @param behind other alerts of the account, whose records are read with it
   */
  getAlertContext(message: AlertMessage, behind?: readonly AlertMessage[]): Promise<DecisionContext>
  /** Only the settings, strongly consistent: the fence's question. null: the user is gone. */
  getSettings(userId: string, mode: Mode): Promise<TradingSettings | null>

  getLedger(account: AccountKey): Promise<Ledger>
  /** Replaces the account's record if it is still at `next.version - 1`. @returns false when it is not */
  saveLedger(account: AccountKey, next: Ledger): Promise<boolean>

  /** Keeps what alerts of an account were decided on, for a later replay. Never fails. */
  keepDecisions(account: AccountKey, decisions: readonly KeptDecision[]): Promise<void>

  /** Sets the outcome, and the state after it, if there is none yet. @returns the outcome that applies, ours or the earlier one */
  saveOutcome(alert: AlertRecord, outcome: AlertOutcome): Promise<AlertOutcome>
  /**
   * Notes where an alert stands, apart from what its outcome says. It waits only while it has no outcome.
   * @param waitsFor what it waits for, in words
   */
  saveState(alert: AlertRecord, state: AlertState, waitsFor?: string): Promise<void>
  /** Entries of one user, in their order. Idempotent by key. */
  log(entries: readonly EngineLogEntry[]): Promise<void>
  /** Takes the alert out of the open index: its outcome is recorded and logged, and no order of it is followed. */
  markComplete(alertId: string): Promise<void>

  /** Counts that an alert was handed back to wait. */
  noteWait(alertId: string): Promise<void>
  /**
   * Counts that an alert is tried once more, or takes that back if it was not begun.
   * @returns how often it was, this time included, and did not wait
   */
  noteTry(alertId: string, change?: 1 | -1): Promise<number>

  /** Those of all accounts, in lanes to be walked in parallel: of each lane a maximum number of the newest, oldest first. */
  listOpenLanes(before: Instant, limit: number): Promise<AlertMessage[][]>

  /** Counts an alert refused for its number. `minute`: epoch minutes. */
  countRefused(account: AccountKey, minute: number): Promise<void>
  /** The counts of the minutes before this one. */
  listRefused(beforeMinute: number): Promise<RefusedAlerts[]>
  dropRefused(refused: RefusedAlerts): Promise<void>

  /** Pauses the user's trading by the safety brake. */
  applyBrake(userId: string, reason: string, now: Instant): Promise<void>

  /** What is kept of an account for its limits, and what its journal has booked. */
  getWatch(account: AccountKey): Promise<{ readonly watch: Watch | null; readonly bookings: Bookings }>
  /** Replaces it if it is still at `next.version - 1`. @returns false when it is not */
  saveWatch(account: AccountKey, next: Watch): Promise<boolean>

  saveAccountState(account: AccountKey, snapshot: AccountState): Promise<void>
  /** null if it was not quoted since `quotedSince` */
  getMarket(login: BrokerLogin, epic: string, quotedSince: Instant): Promise<Market | null>
  saveMarket(login: BrokerLogin, market: Market): Promise<void>
  /** Cached for the day, for all whose row names the same candles; `day` is a calendar day in UTC. */
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

/** What of a user's row decides which candles an ATR is computed from, and in which unit. */
export type CandleSource = Pick<InstrumentFields, 'igEpic' | 'yahooSymbol' | 'tradingViewPriceMultiplier'>
