import { oldestEquity } from '../../../shared/trading/model/oldest-equity.ts'
import { oldestQuote } from '../../../shared/trading/model/oldest-quote.ts'
import { tradingSettings } from '../../../shared/settings/trading-settings.ts'

/** The times that the protocol rests on, in milliseconds unless the name says otherwise. */
export const limits = {
  /** Alerts taken from one user within a minute. */
  alertsPerMinute: 300,
  /** Alerts that carry neither id nor time and say the same within this time are one alert. */
  sameAlertWindow: 60_000,
  /** A refusal may rest on a market's status that is this old. */
  statusAge: 1_000,
  /** The broker's lists may be this old when a decision rests on them. */
  snapshotAge: 10_000,
  /** Alerts of one account in a minute from which on markets are read for all of them together. */
  burst: 4,
  /** Maximum age difference of alerts that are decided together, in milliseconds. */
  lotTime: 2_000,
  /** A decision that is not written down within this time is made again. */
  decisionHolds: 5_000,
  /** An order whose turn to leave comes later than this after its claim is decided again. */
  turnToLeave: 2_500,
  /** Milliseconds for which the list of waiting alerts is used again. */
  waitingHolds: 5_000,
  /** A check of the settings older than this is made again before the order is sent: a pause counts within a second. */
  lastCheck: 750,
  /**
   * The broker takes two orders of one market, direction and size within a second for one sent twice, and rejects the
   * second. https://labs.ig.com: DUPLICATE_ORDER_ERROR
   */
  equalOrders: 1_100,
  /** Orders without a verdict from which on they are looked for in the broker's lists instead of one by one. */
  verdictsTogether: 3,
  /** A quote that a price is compared with; for a market order it may be only as old as a snapshot. */
  quoteAge: oldestQuote,
  /**
   * Orders this old still tell, together with current ones, which of them were filled since. Shorter than `placedMemory`: what
   * was placed after they were read must be remembered.
   */
  comparedOrdersAge: 60_000,
  /** Lists this old still tell whether a working order lives. */
  followedListsAge: 30_000,
  /** What the account is worth may have been read this long before a decision. */
  equityAge: oldestEquity,
  /** What a move of a market is worth may have been read this long before a decision. */
  worthAge: 24 * 3_600_000,
  /** How far the broker's lists may lag behind its confirms. */
  listLag: 15_000,
  /** The fence: an order that has not left this long after its claim never leaves. */
  claimToOrder: 5_000,
  /** An alert without an age limit of its own waits this long for room in the broker's allowance. */
  waitForRoom: 5 * 60_000,
  /** An exit waits this long for room in the broker's allowance, and then ends with a notification. */
  exitWaits: 7 * 24 * 3_600_000,
  /** A close that the broker refuses for the moment is sent again within this time of its claim. */
  closeAgain: 60_000,
  /** One run of the executor closes for this long; then the alert comes back, or is looked up. */
  closeRun: 8_000,
  /** A decision without an order is recorded this soon after its mark, or not by this run: it has no longer to live. */
  markToRecord: 20_000,
  /** After this a mark without a record is void: the run that wrote it is long gone. */
  markVoid: 45_000,
  /** A working order whose fate IG could not be asked for this long after its time is followed no more. */
  followedAfterTime: 24 * 3_600_000,
  /** The executor itself asks for the verdict before the reconciler does. */
  executorOwnsClaim: 30_000,
  /** Only after this may "not found" mean "never was": Lambda's time, the order's time-out and the broker's own lag. */
  quarantine: 120_000,
  /** An order of which the broker said nothing for this long needs a person. */
  needsReview: 15 * 60_000,
  /** An exit waits this long for an order whose fate is unknown. */
  awaitsOrder: 15 * 60_000,
  /** What was sent and not found is looked for this long after it was reported. */
  searchesForLate: 60 * 60_000,
  /** How far the broker's clock may be apart from ours. */
  clockSkew: 60_000,
  /** An alert accepted but not decided by now is queued again. */
  sweepAfter: 60_000,
  /** An account whose broker takes this long to be asked keeps the reconciler from all others. */
  slowCheck: 4_000,
  /** A reversal that has closed and not opened yet is known as one this long: far longer than an alert may wait. */
  closedLegMemory: 26 * 3_600_000,
  /** TradingView stops an alert that fires more than 15 times within this time (its help: an alert triggered too often). */
  tradingViewWindow: 3 * 60_000,
  /** Number of alerts from which on the warning is sent. */
  tradingViewForeseen: 12,
  /** Maximum number of deals whose strategy is remembered. */
  mostOwned: 200,
  /** A deal of ours that the broker's lists do not show this long after it was made has ended. */
  ownedUnlisted: 15 * 60_000,
  /** Lists at least this far apart that do not show a deal prove that it has ended. */
  ownedMissing: 60_000,
  /** How long a placed deal is remembered for the safety brake and the lists' lag. */
  placedMemory: 120_000,
  /** The longest cooldown that settings allow. */
  longestCooldown: tradingSettings.instrumentTradeCooldownPeriodInHours.max * 3_600_000,
} as const
