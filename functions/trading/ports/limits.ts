import { oldestEquity } from '../../../shared/trading/model/oldest-equity.ts'
import { oldestQuote } from '../../../shared/trading/model/oldest-quote.ts'
import { tradingSettings } from '../../../shared/settings/trading-settings.ts'

/** Times and limits of the trading engine, in milliseconds unless stated otherwise. */
export const limits = {
  /** Maximum number of alerts accepted from one user within a minute. */
  alertsPerMinute: 300,
  /** Two alerts without ID and time are the same alert if they have equal values and arrive within this time. */
  sameAlertWindow: 60_000,
  /** An alert is refused because of a market's status only if the status is at most this old. */
  statusAge: 1_000,
  /** Maximum age of the broker's lists, of the account's funds, and of a market order's quote, for a decision. */
  snapshotAge: 10_000,
  /** If an account has at least this many alerts within a minute, their markets are read together. */
  burst: 4,
  /** How long further alerts may be added to a batch after its first decision. */
  batchTime: 2_000,
  /** A decision that is not written to the record within this time is made again. */
  decisionHolds: 5_000,
  /** If an order still waits for its turn this long after its claim, its alert is decided again. */
  turnToLeave: 2_500,
  /** How long a list of waiting alerts may be used after it was read. */
  waitingHolds: 5_000,
  /** Maximum age of the settings when an order is sent, so that a pause takes effect within a second. */
  lastCheck: 750,
  /**
   * If two orders with the same market, direction and size arrive within a second, the broker takes the second for a
   * duplicate and rejects it. https://labs.ig.com: DUPLICATE_ORDER_ERROR
   */
  equalOrders: 1_100,
  /** If at least this many orders are unconfirmed, the broker's lists are read instead of individual confirms. */
  verdictsTogether: 3,
  /** Maximum age of a quote with which an alert's price is compared. For a market order, `snapshotAge` applies. */
  quoteAge: oldestQuote,
  /**
   * Maximum age of an earlier list of orders that is compared with a current list to find filled orders. It is shorter
   * than `placedMemory`, because orders placed after the earlier list must still be remembered.
   */
  comparedOrdersAge: 60_000,
  /** Maximum age of lists that show whether a working order is still working. */
  followedListsAge: 30_000,
  /** Maximum age of the equity for a decision. */
  equityAge: oldestEquity,
  /** Maximum age of a market's value per point for a decision. */
  worthAge: 24 * 3_600_000,
  /** Maximum time by which the broker's lists lag behind its confirms. */
  listLag: 15_000,
  /** The fence: an order that was not sent within this time after its claim is never sent. */
  claimToOrder: 5_000,
  /** How long an alert without an age limit waits for room in the broker's request limit. */
  waitForRoom: 5 * 60_000,
  /**
   * How long an exit waits for room in the broker's request limit, or for its market to open, before it ends with a
   * notification.
   */
  exitWaits: 7 * 24 * 3_600_000,
  /** How long a close may be repeated after its claim if the broker refuses it temporarily. */
  closeAgain: 60_000,
  /** How long one run of the executor sends closes. After that, the alert is delivered again or looked up. */
  closeRun: 8_000,
  /**
   * How long a run may still record an alert's outcome after it marked the alert as decided. The run's Lambda ends soon
   * after that.
   */
  markToRecord: 20_000,
  /**
   * Age after which an alert's mark as decided is void if the alert has no outcome. The run that wrote the mark has
   * certainly ended by then.
   */
  markVoid: 45_000,
  /** How long a working order is followed after its validity has ended, while IG is unreachable. */
  followedAfterTime: 24 * 3_600_000,
  /** How long the executor looks for an order's confirmation before the reconciler does. */
  executorOwnsClaim: 30_000,
  /**
   * A missing order counts as never placed only after this time: the sum of the Lambda's time, the order's time-out and
   * the broker's lag.
   */
  quarantine: 120_000,
  /** How long the broker may fail to answer about an order before the user must check the order. */
  needsReview: 15 * 60_000,
  /** How long an exit waits for an order whose fate is unknown. */
  awaitsOrder: 15 * 60_000,
  /** How long the reconciler searches for an order that was not found, counted from the alert's outcome. */
  searchesForLate: 60 * 60_000,
  /** Maximum difference between the broker's clock and ours. */
  clockSkew: 60_000,
  /** Age after which an accepted alert without a decision is queued again. */
  sweepAfter: 60_000,
  /** If a request takes longer than this, the reconciler skips the account's other requests in this run. */
  slowCheck: 4_000,
  /** How long a reversal is remembered between its close and its entry. This is far longer than an alert may wait. */
  closedLegMemory: 26 * 3_600_000,
  /**
   * TradingView stops an alert that fires more than 15 times within this time (TradingView's help on alerts triggered
   * too often).
   */
  tradingViewWindow: 3 * 60_000,
  /** If a market has at least this many alerts within `tradingViewWindow`, the user is warned. */
  tradingViewForeseen: 12,
  /** Maximum number of deals per account whose strategy is remembered. */
  mostOwned: 200,
  /** How old a deal must be before its absence from the broker's lists may mean that it has ended. */
  ownedUnlisted: 15 * 60_000,
  /** Minimum time between two lists without a deal, which together prove that the deal has ended. */
  ownedMissing: 60_000,
  /** How long a placed deal is remembered, because the safety brake counts it, and the lists may not show it yet. */
  placedMemory: 120_000,
  /** The longest cooldown that settings allow. */
  longestCooldown: tradingSettings.instrumentTradeCooldownPeriodInHours.max * 3_600_000,
} as const
