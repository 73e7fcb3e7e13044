import { oldestEquity } from '../../../shared/trading/model/oldest-equity.ts'
import { oldestQuote } from '../../../shared/trading/model/oldest-quote.ts'
import { tradingSettings } from '../../../shared/settings/trading-settings.ts'

/** Times and limits of the protocol, in milliseconds unless the name says otherwise. */
export const limits = {
  /** Maximum number of alerts accepted from one user within a minute. */
  alertsPerMinute: 300,
  /** Alerts without ID and time are the same alert if they have the same values within this time. */
  sameAlertWindow: 60_000,
  /** Maximum age of a market's status for a refusal. */
  statusAge: 1_000,
  /** Maximum age of the broker's lists for a decision. */
  snapshotAge: 10_000,
  /** Number of an account's alerts within a minute from which markets are read together. */
  burst: 4,
  /** Maximum age difference of alerts that are decided together, in milliseconds. */
  batchTime: 2_000,
  /** A decision that is not written within this time is made again. */
  decisionHolds: 5_000,
  /** An order that would leave later than this after its claim is decided again. */
  turnToLeave: 2_500,
  /** How long a read list of waiting alerts is reused. */
  waitingHolds: 5_000,
  /** Maximum age of a check of the settings before an order is sent, so that a pause takes effect within a second. */
  lastCheck: 750,
  /**
   * The broker takes two orders with the same market, direction and size within a second for one order sent twice,
   * and rejects the second. https://labs.ig.com: DUPLICATE_ORDER_ERROR
   */
  equalOrders: 1_100,
  /** Number of unconfirmed orders from which they are looked for in the broker's lists instead of one by one. */
  verdictsTogether: 3,
  /** Maximum age of a quote with which a price is compared. For a market order the limit is `snapshotAge`. */
  quoteAge: oldestQuote,
  /**
   * Maximum age of a list of orders that is compared with a current one to find filled orders. Shorter than
   * `placedMemory`, because orders placed after it was read must be remembered.
   */
  comparedOrdersAge: 60_000,
  /** Maximum age of lists that show whether a working order is still working. */
  followedListsAge: 30_000,
  /** Maximum age of the equity for a decision. */
  equityAge: oldestEquity,
  /** Maximum age of a market's value per point for a decision. */
  worthAge: 24 * 3_600_000,
  /** Maximum lag of the broker's lists behind its confirms. */
  listLag: 15_000,
  /** The fence: an order that has not left within this time after its claim never leaves. */
  claimToOrder: 5_000,
  /** How long an alert without an age limit waits for the broker's request limit. */
  waitForRoom: 5 * 60_000,
  /** How long an exit waits for the broker's request limit before it ends with a notification. */
  exitWaits: 7 * 24 * 3_600_000,
  /** How long after its claim a close is sent again that the broker refuses for the moment. */
  closeAgain: 60_000,
  /** How long one run of the executor closes deals. Then the alert is delivered again, or looked up. */
  closeRun: 8_000,
  /**
   * How soon after its mark a decision without an order must be recorded by the same run, whose Lambda ends soon
   * after.
   */
  markToRecord: 20_000,
  /** Age at which a mark without a record is void, because the run that wrote it has long ended. */
  markVoid: 45_000,
  /** How long after its time a working order is followed while IG is unreachable. */
  followedAfterTime: 24 * 3_600_000,
  /** How long the executor looks for an order's confirmation before the reconciler does. */
  executorOwnsClaim: 30_000,
  /**
   * Only after this time may "not found" mean "never existed": the sum of Lambda's time, the order's time-out and the
   * broker's lag.
   */
  quarantine: 120_000,
  /** How long the broker may give no answer about an order before the user must check it. */
  needsReview: 15 * 60_000,
  /** How long an exit waits for an order whose fate is unknown. */
  awaitsOrder: 15 * 60_000,
  /** How long after its report a missing order is looked for. */
  searchesForLate: 60 * 60_000,
  /** Maximum difference between the broker's clock and ours. */
  clockSkew: 60_000,
  /** Age at which an accepted and undecided alert is queued again. */
  sweepAfter: 60_000,
  /** Duration of a request from which the reconciler skips the account's other requests in this run. */
  slowCheck: 4_000,
  /** How long a reversal that has closed is remembered until its entry: far longer than an alert may wait. */
  closedLegMemory: 26 * 3_600_000,
  /**
   * TradingView stops an alert that fires more than 15 times within this time (TradingView's help on alerts triggered
   * too often).
   */
  tradingViewWindow: 3 * 60_000,
  /** Number of alerts from which the warning is sent. */
  tradingViewForeseen: 12,
  /** Maximum number of deals whose strategy is remembered. */
  mostOwned: 200,
  /** Age at which a deal that the broker's lists do not show has ended. */
  ownedUnlisted: 15 * 60_000,
  /** Minimum time between two lists without a deal that prove that it has ended. */
  ownedMissing: 60_000,
  /** How long a placed deal is remembered, because of the safety brake and the lists' lag. */
  placedMemory: 120_000,
  /** The longest cooldown that settings allow. */
  longestCooldown: tradingSettings.instrumentTradeCooldownPeriodInHours.max * 3_600_000,
} as const
