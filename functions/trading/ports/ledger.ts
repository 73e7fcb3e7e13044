import type { TraceStep } from '../../../shared/trading/rules/trace.ts'
import type { RecentClose } from '../../../shared/trading/model/recent-close.ts'
import type { StrategyPosition } from '../../../shared/alerts/position-change.ts'
import type { Phases } from '../../../shared/trading/model/phases.ts'
import type {
  AmendRequest,
  CapturedSettings,
  ClosedLeg,
  CloseRequest,
  FollowedPosition,
  NewerAlert,
  OpenPosition,
  OrderToPlace,
  WorkingOrder,
} from '../../../shared/trading/model/snapshot.ts'
import type { Decimal, Instant } from '../../../shared/platform/units.ts'
import type { AlertRecord } from './alert-record.ts'

/**
 * An order, a close or a moved stop that may have reached the broker. The claim is written before the request is sent.
 */
export type Claim = {
  readonly alertId: string
  readonly dealReference: string
  readonly claimedAt: Instant
  readonly epic: string
  /** TradingView’s name for the market. */
  readonly instrument: string
  /** The broker's name for the market, if known. */
  readonly name?: string
  readonly trace: readonly TraceStep[]
  readonly captured: CapturedSettings
  readonly intent: Opening | Closing | Amending
  /** The broker's own reference for the order, if the broker gave one. */
  readonly brokerReference?: string
  /** When the broker first failed to answer about the claim; undefined after an answer. */
  readonly failedSince?: Instant | undefined
  readonly phases?: Phases | undefined
  /** Only for the first orders in LIVE, which have the minimum size: when the user switched to LIVE. */
  readonly smallestSince?: Instant
  /** The start of the trading day in which the order counts, if trades per day are limited. */
  readonly tradingDay?: Instant
  /** The strategy that will own the deal; '' if the alert has no tag. */
  readonly strategy?: string
  /** The strategy's position on this market after the request is carried out. */
  readonly leadsTo?: FollowedPosition
}

export type ClaimedAlert = { readonly alert: AlertRecord; readonly claim: Claim }

export type Opening = { readonly kind: 'open'; readonly order: OrderToPlace }

export type Closing = {
  readonly kind: 'close'
  readonly positions: readonly OpenPosition[]
  readonly workingOrders: readonly WorkingOrder[]
  /** Number of our orders on the epic that the lists did not show when the exit was decided. */
  readonly inFlight?: number
  /** References of orders whose fate is unknown. Their positions are closed once the broker shows them. */
  readonly awaits?: readonly string[]
  /** Deals that are certainly closed or deleted. */
  readonly done?: readonly string[]
  /** Names of deals whose close certainly did not happen and must be sent, such as `position DIAAAAABCD00001`. */
  readonly retry?: readonly string[]
  /** Deals whose close the broker received but did not confirm in time. The names have the same form as in `retry`. */
  readonly received?: readonly string[]
  /** When the latest run started to send the closes that an earlier run had left. */
  readonly sendsFrom?: Instant
  /** True if the unsent deals wait for their market to open. */
  readonly isShut?: boolean
  /** True if the user cancelled the unsent deals. */
  readonly isCancelled?: boolean
} & Pick<CloseRequest, 'rests' | 'scope' | 'thenOpen' | 'opensNothing' | 'isUnclear'>

/** Moves stops to absolute levels. Such a change may be sent twice, unlike an order or a close. */
export type Amending = { readonly kind: 'amend' } & Pick<AmendRequest, 'changes'>

/**
 * A deal that one of our orders made. It is kept for the safety brake, and until the broker's lists certainly show it.
 */
export type PlacedDeal = {
  readonly alertId: string
  readonly dealReference: string
  readonly dealId: string | null
  readonly epic: string
  readonly order: Pick<OrderToPlace, 'type' | 'direction'>
  /** The loss if the deal's stop is hit; only set if open risk is limited. */
  readonly atRisk?: { readonly money: Decimal; readonly currency: string } | undefined
  /** The margin that the deal requires. */
  readonly margin?: Decimal | undefined
  /** When the deal's order was claimed. */
  readonly at: Instant
  /** When the deal was confirmed. The broker's lists may not show the deal until some time later. */
  readonly knownAt: Instant
}

/**
 * The record of an account (user and mode), which makes sure that decisions are taken one after another. An alert is
 * claimed, or marked as decided without an order, only if the record still has the version that was read. So two runs
 * cannot both decide the same alert.
 */
export type Ledger = {
  readonly version: number
  readonly claims: readonly Claim[]
  /**
   * Alerts that were just decided and have no deal in `placed`. No other run may decide them until `limits.markVoid`
   * has passed. By then, the run that decided the alert has recorded the outcome or has failed.
   */
  readonly decided: readonly {
    readonly alertId: string
    readonly at: Instant
    /** When the alert's order was claimed, if the broker rejected the order. The safety brake counts such orders. */
    readonly orderAt?: Instant
  }[]
  readonly placed: readonly PlacedDeal[]
  /** Deals that were just closed or deleted. They are kept until the broker's lists certainly no longer show them. */
  readonly closed: readonly {
    readonly dealId: string
    /** Our reference for the order that opened the position. The order itself may still be unconfirmed. */
    readonly dealReference?: string | null | undefined
    readonly at: Instant
  }[]
  /** Positions whose size one of our orders has just changed or may have changed; see `lastChangeOf`. */
  readonly changed?: readonly DealChange[]
  /** The closes of the last hours with their realised profits; see `notBooked`. */
  readonly recentCloses?: readonly RecentClose[]
  /** When an order was last placed, or may have been placed, for each TradingView market. */
  readonly lastOrderAt: Readonly<Record<string, Instant>>
  /** Exits that wait to be decided, mostly because the broker's request limit is used up. */
  readonly waiting?: readonly WaitingExit[]
  /**
   * Our deals, and the strategies whose alerts opened them. A deal is removed when the broker's lists no longer show
   * it.
   */
  readonly owned?: readonly OwnedDeal[]
  /** Reversals that have closed a position and have not opened the opposite position yet. */
  readonly closedLegs?: readonly (ClosedLeg & { readonly alertId: string; readonly at: Instant })[]
  /** The last report of each strategy by its tag; '' is the strategy of alerts without a tag. */
  readonly standings?: Readonly<Record<string, StrategyState>>
  /** The newest decided alert of each strategy and market; see `alert-order.ts`. */
  readonly newest?: Readonly<Record<string, NewestAlert>>
  /** When alerts of each market were decided in the last minutes. TradingView stops an alert that fires too often. */
  readonly recent?: Readonly<Record<string, readonly Instant[]>>
  /** Number of orders with the minimum size since the user switched to LIVE. */
  readonly smallest?: { readonly since: Instant; readonly placed: number }
  /** Number of trades of the trading day by strategy, if trades are limited. */
  readonly tradesToday?: {
    readonly dayStart: Instant
    readonly counts: Readonly<Record<string, number>>
    /** IDs of the counted alerts whose working orders may still end unfilled. */
    readonly orders?: readonly string[]
  }
  /** Size steps by epic, learned from the broker's refusals because the market details do not contain them. */
  readonly sizeSteps?: Readonly<Record<string, Decimal>>
}

/** An exit that could not be decided yet. Its age was checked when the executor first took it. */
export type WaitingExit = {
  readonly alertId: string
  /** TradingView's name for the market; `*` for all markets. */
  readonly market: string
  readonly since: Instant
  /**
   * True if the exit waits in the queue behind an alert on its market. The exit was not too old when the executor first
   * took it, so it does not expire in the queue.
   */
  readonly keepsTurn?: boolean
  /** True if the user cancelled the exit, which then ends with the next run. */
  readonly isCancelled?: boolean
}

/**
 * A certain or possible change of a position's size by one of our orders. Only a list that was read later shows the
 * current size.
 * @property left the maximum size that is still open, if the broker confirmed the close; lists lag behind confirms
 */
export type DealChange = {
  readonly dealId: string
  readonly at: Instant
  readonly left?: Decimal | undefined
}

export type OwnedDeal = {
  readonly dealId: string
  readonly dealReference: string
  readonly accountId: string | null
  readonly strategy: string
  /** TradingView's name for the market, such as LSE:VOD. */
  readonly market: string
  readonly epic: string
  /** The deal's earlier IDs, before the broker rolled it. */
  readonly rolledFrom?: readonly string[]
  readonly atRisk?: PlacedDeal['atRisk']
  readonly margin?: PlacedDeal['margin']
  readonly at: Instant
  /** When the alert that opened the deal fired, if the alert reported its strategy's position. */
  readonly firedAt?: Instant | null
  /** When the deal was first missing from one of the broker's lists; undefined while it is listed. */
  readonly missingSince?: Instant
}

/**
 * The newest decided alert of a strategy on a market.
 * @property alertId the first characters of the ID; the whole ID in rows of release 0.2.0
 * @property exit the newest exit. An entry without a strategy tag does not trade if it is older than this exit
 */
export type NewestAlert = NewerAlert & {
  readonly alertId: string
  readonly exit?: NewerAlert & { readonly alertId: string }
}

/** The last report of a strategy about its position on a market. */
export type LastWord = FollowedPosition & {
  readonly alertId: string
  /** The strategy's position before the time of this report. */
  readonly was?: StrategyPosition | undefined
  /**
   * The position changes of all alerts that have the report's time, in order of arrival; see `stepOf`. Missing if the
   * report has no time.
   */
  readonly steps?: readonly string[]
}

export type StrategyState = {
  readonly lastAlertAt: Instant
  /** When the strategy's last but one alert was decided, in epoch milliseconds. */
  readonly alertBeforeAt?: Instant | undefined
  /** By market: `said` is the strategy's last report, `followed` when the strategy was last in sync with the broker. */
  readonly markets: Readonly<
    Record<
      string,
      {
        readonly said: LastWord
        readonly followed?: FollowedPosition
      }
    >
  >
}
