import type { KeptDecision } from '../../../shared/what-if/kept-decision.ts'
import type { NotificationEvent } from '../../../shared/notifications/notifications.ts'
import type { Alert } from '../../../shared/alerts/alert.ts'
import type { DealNote } from '../../../shared/journal/deal-note.ts'
import type { Direction } from '../../../shared/deals/dealing.ts'
import type { InstrumentFields } from '../../../shared/instruments/instrument.ts'
import type { LogEntry } from '../../../shared/logs/log.ts'
import type { Outcome, TraceStep } from '../../../shared/trading/model/outcome.ts'
import type { Bookings, EquityReading, Watch } from '../../../shared/trading/model/watch.ts'
import type { Phases } from '../../../shared/trading/model/phases.ts'
import type {
  AccountState,
  AmendRequest,
  CapturedSettings,
  ClosedLeg,
  CloseRequest,
  FollowedPosition,
  LastWord,
  NewerAlert,
  Market,
  OpenPosition,
  OrderToPlace,
  StopChange,
  TradingSettings,
  WorkingOrder,
} from '../../../shared/trading/model/snapshot.ts'
import type { Decimal, Instant } from '../../../shared/platform/units.ts'
import type { Mode } from '../../../shared/accounts/user.ts'

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

/** Names an alert on the queue; the secret is never in it. */
export type AlertMessage = { readonly alertId: string; readonly userId: string; readonly mode: Mode }

/** Names an account: one per user and mode. */
export type AccountKey = Pick<AlertMessage, 'userId' | 'mode'>

export type Queue = {
  /**
   * Group: user and mode, so that alerts of one account run one after another.
   * @param deduplicationId two sends with one id within five minutes are one message
   */
  send(message: AlertMessage, deduplicationId: string): Promise<void>
}

// --- the store -----------------------------------------------------------------------------------------------------

/**
 * Who a webhook secret belongs to, and how much of what that user may send in this minute is used up, this alert
 * included.
 */
export type Admission = {
  readonly userId: string
  readonly captured: CapturedSettings
  readonly alertsThisMinute: number
}

/** Where an alert stands. `claim` is written before the broker is called; `outcome` never changes once it is set. */
export type AlertRecord = {
  readonly alertId: string
  readonly userId: string
  readonly acceptedAt: Instant
  readonly captured: CapturedSettings
  readonly alert: Alert
  readonly outcome: AlertOutcome | null
  /** How often it was handed back to the queue to wait for room in the broker's allowance: no failure of its own. */
  readonly waits: number
  /** Which of its account's alerts in its minute it is: 1 for the first. 0 if that was not counted yet. */
  readonly ofMinute: number
  /** The alert that asked or was held, if this one is the user's yes to it. */
  readonly confirms?: string | undefined
  /** Who proposed it, if no strategy sent it: such an alert waits for its user’s yes, whatever the settings. */
  readonly proposedBy?: string | undefined
  /** When the exit that this alert carries out was held back by *Stop everything*. */
  readonly heldAt?: Instant | undefined
}

export type AlertOutcome = {
  readonly outcome: Outcome
  /** What a trader reads: "Refused: open positions — 3 positions open; your limit is 3". */
  readonly sentence: string
  readonly trace: readonly TraceStep[]
  readonly dealReference?: string | undefined
  /** Where the broker gave the order a reference of its own. */
  readonly brokerReference?: string | undefined
  /** Deals opened, closed or deleted. */
  readonly dealIds?: readonly string[] | undefined
  /** Deals that were to be closed or deleted, and are not, or may not be. */
  readonly openDealIds?: readonly string[] | undefined
  /** Of those that were to be closed in part: what was to stay. */
  readonly rests?: Readonly<Record<string, Decimal>> | undefined
  /** Of a reversal: what it had closed before it came to this. */
  readonly closedFirst?: readonly string[] | undefined
  /** It was sent, and what became of it may yet show: it is looked for a while longer, and what is found is reported. */
  readonly mayShowLater?: boolean | undefined
  /** The broker's own code if it refused. */
  readonly brokerReason?: string | undefined
  /** Refused because the broker could not be read, and how it failed. */
  readonly unreadable?: BrokerError['kind'] | undefined
  readonly order?: OrderToPlace | undefined
  /** Only for the outcomes ASKED and HELD: the user can approve it, or carry it out, until then. Epoch milliseconds. */
  readonly answerBy?: Instant | undefined
  readonly decidedAt: Instant
  readonly phases?: Phases | undefined
  /** Requests to the broker that led to it; those that were made for several alerts stand at one of them. */
  readonly requests?: number | undefined
}

/** An order (or a close) that may be at the broker: written before the broker is called. */
export type Claim = {
  readonly alertId: string
  readonly dealReference: string
  readonly claimedAt: Instant
  readonly epic: string
  readonly instrument: string
  readonly trace: readonly TraceStep[]
  readonly captured: CapturedSettings
  readonly intent: Opening | Closing | Amending
  /** Where the broker gave the order a reference of its own. */
  readonly brokerReference?: string
  /** When the broker first failed to say what became of it, since it last answered. */
  readonly failedSince?: Instant | undefined
  readonly phases?: Phases | undefined
  /** It is one of the first after the user went live at this time, of the minimum size. */
  readonly smallestSince?: Instant
  /** Where the trading day began in which it counts, if trades of a day are limited. */
  readonly tradingDay?: Instant
  /** Whose deal it becomes: the alert's strategy, '' if it has none. */
  readonly strategy?: string
  /** Where it brings its strategy on this instrument, once it is placed. */
  readonly leadsTo?: FollowedPosition
}

export type Opening = { readonly kind: 'open'; readonly order: OrderToPlace }

export type Closing = {
  readonly kind: 'close'
  readonly positions: readonly OpenPosition[]
  readonly workingOrders: readonly WorkingOrder[]
  /** Orders of ours on the epic that the lists did not show yet. */
  readonly inFlight?: number
  /** Their deal references: what they become is closed once their fate is known. */
  readonly awaits?: readonly string[]
  /** Deals that are surely closed or deleted. */
  readonly done?: readonly string[]
  /** Deals whose close was proved not to have happened: it may be sent again. */
  readonly retry?: readonly string[]
  /** A reversal that was given up: it only closes. */
  readonly opensNothing?: boolean
} & Pick<CloseRequest, 'rests' | 'scope' | 'thenOpen'>

/** Stops put to absolute levels: unlike all else it may be sent again. */
export type Amending = { readonly kind: 'amend' } & Pick<AmendRequest, 'changes'>

/** A deal of ours, kept until the broker's lists have surely caught up, and for the safety brake. */
export type PlacedDeal = {
  readonly alertId: string
  readonly dealReference: string
  readonly dealId: string | null
  readonly epic: string
  /** What was ordered; null in previous records. */
  readonly order: {
    readonly type: OrderToPlace['type']
    readonly direction: OrderToPlace['direction']
  } | null
  /** What it costs if its stop is hit: only with a limit on open risk. */
  readonly atRisk?: { readonly money: Decimal; readonly currency: string } | undefined
  /** When its order was claimed. */
  readonly at: Instant
  /** When its verdict was known. A deal may have been made as late as that, and the lists lag behind the deal. */
  readonly knownAt: Instant
}

/**
 * One item per user and mode, and the arbiter of every decision on that account: an alert is claimed, or marked as
 * decided without an order, only on the version that was read. So two runs of one alert cannot both decide.
 */
export type Ledger = {
  readonly version: number
  readonly claims: readonly Claim[]
  /**
   * Alerts just decided whose deal is not in `placed`; void (`limits.markVoid`) once the run that wrote them has long recorded
   * it.
   */
  readonly decided: readonly {
    readonly alertId: string
    readonly at: Instant
    /** When an order for it left that the broker rejected: the safety brake counts it. */
    readonly orderAt?: Instant
  }[]
  readonly placed: readonly PlacedDeal[]
  /** Deals that were just closed or deleted, kept until the broker's lists have surely caught up. */
  readonly closed: readonly {
    readonly dealId: string
    /** Ours, of a position that we had opened: the order's own verdict may still be missing. */
    readonly dealReference?: string | null | undefined
    readonly at: Instant
  }[]
  /** When an order was last placed, or may have been, by market and symbol. */
  readonly lastOrderAt: Readonly<Record<string, Instant>>
  /** Deals of ours by whose alert they were opened, for as long as the broker's lists show them. */
  readonly owned?: readonly OwnedDeal[]
  /** Reversals that have closed what was held and not opened yet. */
  readonly closedLegs?: readonly (ClosedLeg & { readonly alertId: string; readonly at: Instant })[]
  /** What each strategy has said last, by its tag, '' for alerts without one. */
  readonly standings?: Readonly<Record<string, StrategyStanding>>
  /** The newest alert that was decided, by strategy and market: see `alert-order.ts`. */
  readonly newest?: Readonly<Record<string, NewestAlert>>
  /** When alerts of each market were decided in the last minutes: TradingView stops one that fires too often. */
  readonly recent?: Readonly<Record<string, readonly Instant[]>>
  /** Orders of the minimum size that were placed since the user went live. */
  readonly smallest?: { readonly since: Instant; readonly placed: number }
  /** Entries of a trading day by strategy, if they are limited. */
  readonly tradesToday?: { readonly dayStart: Instant; readonly counts: Readonly<Record<string, number>> }
  /** By epic: the step of sizes as far as the broker's refusals have taught it, which its market details do not name. */
  readonly sizeSteps?: Readonly<Record<string, Decimal>>
}

export type OwnedDeal = {
  readonly dealId: string
  readonly dealReference: string
  readonly accountId: string | null
  readonly strategy: string
  /** Positions by TradingView market, such as LSE:VOD. */
  readonly market: string
  /** Missing in rows of earlier releases. */
  readonly epic?: string
  /** See PlacedDeal. */
  readonly atRisk?: PlacedDeal['atRisk']
  readonly at: Instant
  /** When a list of the broker's first did not show it; undefined while it is listed. */
  readonly missingSince?: Instant
}

/**
 * @property alertId how it begins; the whole of it in rows of earlier releases
 * @property exit the newest exit: an entry without a tag must not be older
 */
export type NewestAlert = NewerAlert & {
  readonly alertId: string
  readonly exit?: NewerAlert & { readonly alertId: string }
}

export type StrategyStanding = {
  readonly lastAlertAt: Instant
  /** When the alert before the last one arrived, in epoch milliseconds. */
  readonly alertBeforeAt?: Instant | undefined
  /** By market: TradingView's last word, and if the broker last followed it. */
  readonly markets: Readonly<
    Record<
      string,
      {
        readonly said: FollowedPosition & LastWord & { readonly alertId: string }
        readonly followed?: FollowedPosition
      }
    >
  >
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
  /**
   * The account's alerts that have no outcome yet, each with its market (TradingView's name).
   * @param since what was read at this time or later will do
   */
  readonly listUndecided: (since?: Instant) => Promise<readonly Undecided[]>
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
export type NewLogEntry = Readonly<Omit<LogEntry, 'id' | 'createdAt'>> & {
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

/** What only taking an alert needs. */
type AcceptPart = 'admit' | 'findRetired' | 'openWindow' | 'putAlert' | 'countRefused'
export type AcceptStore = Pick<Store, AcceptPart | 'getAlert' | 'log'>
/** What looking an alert up and ending it takes. */
export type OutcomeStore = Pick<
  Store,
  'getLedger' | 'saveLedger' | 'saveOutcome' | 'log' | 'markComplete' | 'saveAccountState'
> & { getAlertContext(message: AlertMessage): Promise<AlertContext> }
type SweepPart = 'listOpenLanes' | 'listRefused' | 'dropRefused'
export type ReconcilerStore = OutcomeStore & Pick<Store, SweepPart>
export type ExecutorStore = Omit<Store, AcceptPart | SweepPart>

export type Store = {
  /** Finds whom a webhook secret belongs to and counts this alert; null when unknown. Strongly consistent. */
  admit(webhookSecret: string, now: Instant): Promise<Admission | null>

  /** Whose webhook secret this was until it was replaced; null if it was no user's, or too long ago. */
  findRetired(webhookSecret: string, now: Instant): Promise<RetiredSecret | null>

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

  /** Sets the outcome if there is none yet. @returns the outcome that applies, ours or the earlier one */
  saveOutcome(alertId: string, outcome: AlertOutcome): Promise<AlertOutcome>
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

  /** An account's alerts with work left, accepted before `before`, among the newest `most`: oldest first. */
  listOpenAlerts(account: AccountKey, before: Instant, limit: number): Promise<AlertMessage[]>
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

// --- the broker ----------------------------------------------------------------------------------------------------

/** Maximum number of markets that the broker reads in one call. https://labs.ig.com/rest-trading-api-reference */
export const maxEpicsPerRequest = 50

/** On whose account, in which environment and under which credentials a call acts. */
export type BrokerLogin = {
  readonly userId: string
  readonly mode: Mode
  readonly accountId: string
  readonly credentialsVersion: number
  /** What is asked for an exit may use the calls that are kept for exits. */
  readonly isExit?: boolean
}

/**
 * A question to the broker that got no usable answer: `unreachable` (network, timeout, 5xx), `allowance` (HTTP 403,
 * there is room within minutes), `weekly-allowance`, `sign-in` (credentials refused, or the account is not ours),
 * `unusable` (an answer we do not understand), `not-found`. Its message is a sentence for the user and never holds a secret.
 */
export class BrokerError extends Error {
  override readonly name = 'BrokerError'
  readonly kind: 'unreachable' | 'allowance' | 'weekly-allowance' | 'sign-in' | 'unusable' | 'not-found'
  /** IG's errorCode if there was one. */
  readonly code: string | null

  constructor(kind: BrokerError['kind'], message: string, code: string | null = null) {
    super(message)
    this.kind = kind
    this.code = code
  }
}

/** For what goes on if the broker does not answer: `.catch(nullIfUnanswered)`. @throws what is no BrokerError */
export const nullIfUnanswered = (error: unknown): null => {
  if (error instanceof BrokerError) return null
  throw error
}

/** Of a `refused` result: the settings stopped the order just before it was sent. */
export const stoppedCode = 'STOPPED'

/**
 * What became of something that trades and was sent once. `received`: the broker answered that it has it (the verdict
 * is in the confirm). `refused`: proved not accepted. `unknown`: anything else; it is never sent again.
 */
export type SendResult =
  | { readonly kind: 'received'; readonly dealReference: string }
  | ({ readonly kind: 'refused'; readonly code: string; readonly message: string } & MayPassLater)
  | { readonly kind: 'unknown'; readonly message: string }

/** Nothing was done, and the same may pass later: the deal cannot be touched just now, or is gone, or an allowance is spent. */
type MayPassLater = { readonly mayPassLater?: boolean }

/** What became of a deal. */
export type DealEffect = 'opened' | 'amended' | 'closed' | 'partly closed' | 'deleted'

/** The broker's confirmation of a deal reference. */
export type Confirmation =
  | {
      readonly kind: 'accepted'
      readonly dealId: string
      readonly level: Decimal | null
      readonly size: Decimal | null
      /** null if the broker did not say. */
      readonly effect: DealEffect | null
      readonly affectedDealIds: readonly string[]
      /** Whether the broker set a stop; null or missing if it did not say. */
      readonly hasStop?: boolean | null
      /** What a close came to, if the broker said. */
      readonly profit?: { readonly amount: number; readonly currency: string }
    }
  | ({
      readonly kind: 'rejected'
      readonly reason: string
      readonly message: string
      /** The close asked for more than is open. */
      readonly isBeyondOpen?: boolean
    } & MayPassLater)

/** A confirmation, or what the broker's lists and history say instead: of a rejection they have no code. */
export type Verdict =
  Confirmation | { readonly kind: 'rejected'; readonly reason: null; readonly message: string }

/** One daily candle, mid prices. */
export type Candle = {
  readonly at: Instant
  readonly high: Decimal
  readonly low: Decimal
  readonly close: Decimal
}

/** Daily prices from elsewhere than the broker. Never a condition for trading: the broker is asked if it has none. */
export type DailyPrices = {
  /**
   * The last `count` finished daily candles at most, oldest first, in the exchange's own units.
   * @returns null if the symbol is unknown, is certainly another line of the company, or nothing could be read
   */
  readDailyCandles(line: Line, count: number): Promise<Candle[] | null>
}

/** What daily prices are asked for. */
export type Line = {
  readonly yahooSymbol: string
  readonly marketAndSymbol: string
  /** The currency that the broker quotes it in; null if it says only what a bet is staked in. */
  readonly currency: string | null
}

export type ActivityKind =
  | 'order opened'
  | 'order filled'
  | 'order deleted'
  | 'position opened'
  | 'position closed'
  | 'position partly closed'
  | 'position rolled'
  | 'other'

export type BrokerActivity = {
  readonly date: Instant
  readonly epic: string
  readonly dealId: string
  readonly dealReference: string | null
  readonly type: string
  readonly status: 'ACCEPTED' | 'REJECTED' | 'UNKNOWN'
  readonly description: string
  readonly direction?: Direction | null
  readonly size?: Decimal | null
  readonly level?: Decimal | null
  readonly stopLevel?: Decimal | null
  readonly limitLevel?: Decimal | null
  /** The market's name at the broker. */
  readonly marketName?: string | null
  /** Through what it came: the API, the broker's own system, its apps. */
  readonly channel?: string
  /** What was done, with the deal that each affects. */
  readonly actions: readonly { readonly kind: ActivityKind; readonly dealId: string | null }[]
}

/** Why a request, or an order, found no room in what the broker allows. */
export type Shortage = {
  readonly counted: 'requests' | 'orders'
  readonly at: Instant
  /** In the minute before, as far as this process knew. */
  readonly made: number
  /** Maximum number of requests; null if the broker itself refused the last one. */
  readonly most: number | null
  /** Whose they are. */
  readonly whose: 'account' | 'API key'
  /** Requests that are allowed beyond `most` but kept for exits and for orders in flight. */
  readonly kept: number
}

/**
 * One method per thing asked of IG. Reads are retried inside, with back-off and jitter, and throw BrokerError. What
 * trades is sent at most once (after a 401 with a token code, once more: that answer comes before dealing).
 * Every method acts on `account.accountId` and on no other, or throws.
 */
export type Broker = {
  /** How many requests this process has sent for the account since this was last asked, logging in left out. */
  takeRequests(login: BrokerLogin): number
  /** How this process last found no room in what the broker allows the account. */
  lastShortage(login: BrokerLogin): Shortage | null
  /**
   * Positions and working orders, read now.
   * @param known its positions are young: they are read again only if an order has left the list since
   */
  readAccount(login: BrokerLogin, known?: AccountState): Promise<AccountState>
  /** Only the positions, read now. */
  readPositions(login: BrokerLogin): Promise<{ readonly rows: readonly OpenPosition[] }>
  /** What the account is worth, read now. @throws BrokerError, also if the broker leaves a part of it out */
  readEquity(login: BrokerLogin): Promise<EquityReading>
  /** Quote, status and dealing rules, read now. */
  readMarket(login: BrokerLogin, epic: string): Promise<Market>
  /**
   * The same of several markets, in one call if the broker knows them all; what it does not know is left out.
   * @param epics at most `mostTogether`
   */
  readMarkets(login: BrokerLogin, epics: readonly string[]): Promise<readonly Market[]>
  /** The last `count` finished daily candles, oldest first. Each costs one of IG's weekly 10,000 points. */
  readDailyCandles(login: BrokerLogin, epic: string, count: number): Promise<Candle[]>

  /**
   * LIMIT becomes a working order good till `order.goodTill`; MARKET opens a position.
   * @param notAfter the fence: once the clock is past it nothing is sent any more, and the answer is refused, TOO_LATE
   * @param stopReason asked just before the order is sent; if it answers with a text, the result is refused, STOPPED, with that text
   * @throws BrokerError only if nothing was sent
   */
  place(
    login: BrokerLogin,
    order: OrderToPlace,
    dealReference: string,
    notAfter: Instant,
    stopReason?: () => Promise<string | null>,
  ): Promise<SendResult>
  /** Closes `position.size` of it by the opposite direction. */
  closePosition(login: BrokerLogin, position: OpenPosition): Promise<SendResult>
  /** Replaces the stop of a position and keeps its limit. */
  moveStop(login: BrokerLogin, change: StopChange): Promise<SendResult>
  deleteOrder(login: BrokerLogin, dealId: string): Promise<SendResult>

  /** null: no confirm (yet, or no longer). */
  confirm(login: BrokerLogin, dealReference: string): Promise<Confirmation | null>
  /** Newest first, detailed. */
  readActivity(login: BrokerLogin, from: Instant): Promise<BrokerActivity[]>
}
