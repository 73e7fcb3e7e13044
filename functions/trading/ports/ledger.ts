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

/** An order, a close or a moved stop that may be at the broker. Written before the broker is called. */
export type Claim = {
  readonly alertId: string
  readonly dealReference: string
  readonly claimedAt: Instant
  readonly epic: string
  /** TradingView’s name of the market. */
  readonly instrument: string
  /** The broker's name of the market, if known. */
  readonly name?: string
  readonly trace: readonly TraceStep[]
  readonly captured: CapturedSettings
  readonly intent: Opening | Closing | Amending
  /** The broker's own reference of the order, if it gave one. */
  readonly brokerReference?: string
  /** When the broker first gave no answer since its last answer. */
  readonly failedSince?: Instant | undefined
  readonly phases?: Phases | undefined
  /** When the user switched to LIVE, if this is one of the first orders, which have the minimum size. */
  readonly smallestSince?: Instant
  /** The start of the trading day in which it counts, if trades per day are limited. */
  readonly tradingDay?: Instant
  /** The strategy that will own the deal; '' if the alert has none. */
  readonly strategy?: string
  /** The strategy's position on this instrument once the order is placed. */
  readonly leadsTo?: FollowedPosition
}

export type Opening = { readonly kind: 'open'; readonly order: OrderToPlace }

export type Closing = {
  readonly kind: 'close'
  readonly positions: readonly OpenPosition[]
  readonly workingOrders: readonly WorkingOrder[]
  /** Number of our orders on the epic that the lists did not show yet. */
  readonly inFlight?: number
  /** References of these orders, whose positions are closed once their fate is known. */
  readonly awaits?: readonly string[]
  /** Deals that are certainly closed or deleted. */
  readonly done?: readonly string[]
  /** Deals whose close provably did not happen, so it may be sent again. */
  readonly retry?: readonly string[]
  /**
   * Deals whose close the broker received without confirming it in time: it has happened by now, or never will. Named
   * as in `retry`.
   */
  readonly received?: readonly string[]
  /** When a later run started to send the rest. */
  readonly sendsFrom?: Instant
  /** Unsent deals wait for their market to open. */
  readonly isShut?: boolean
  /** The user cancelled the unsent deals. */
  readonly isCancelled?: boolean
} & Pick<CloseRequest, 'rests' | 'scope' | 'thenOpen' | 'opensNothing' | 'isUnclear'>

/** Moves stops to absolute levels. Unlike other claims it may be sent again. */
export type Amending = { readonly kind: 'amend' } & Pick<AmendRequest, 'changes'>

/** Our deal, kept for the safety brake and until the broker's lists have certainly caught up. */
export type PlacedDeal = {
  readonly alertId: string
  readonly dealReference: string
  readonly dealId: string | null
  readonly epic: string
  readonly order: Pick<OrderToPlace, 'type' | 'direction'>
  /** The loss if its stop is hit; only set with a limit on open risk. */
  readonly atRisk?: { readonly money: Decimal; readonly currency: string } | undefined
  /** The margin that it takes. */
  readonly margin?: Decimal | undefined
  /** When its order was claimed. */
  readonly at: Instant
  /** When it was confirmed. A deal may be as recent as this, and the lists lag behind the deal. */
  readonly knownAt: Instant
}

/**
 * The record of an account (user and mode), which serialises its decisions: an alert is claimed, or marked as decided
 * without an order, only on the version that was read. Therefore two runs of one alert cannot both decide.
 */
export type Ledger = {
  readonly version: number
  readonly claims: readonly Claim[]
  /**
   * Alerts that were just decided and whose deal is not in `placed`. A mark is void (`limits.markVoid`) once the run
   * that wrote it must have recorded the outcome.
   */
  readonly decided: readonly {
    readonly alertId: string
    readonly at: Instant
    /** When its order left, if the broker rejected it; the safety brake counts it. */
    readonly orderAt?: Instant
  }[]
  readonly placed: readonly PlacedDeal[]
  /** Deals that were just closed or deleted, kept until the broker's lists have certainly caught up. */
  readonly closed: readonly {
    readonly dealId: string
    /** Our reference of the position's order, whose own confirmation may still be missing. */
    readonly dealReference?: string | null | undefined
    readonly at: Instant
  }[]
  /** Positions that were just partly closed, or that the user closed on the dashboard; see `lastChangeOf`. */
  readonly changed?: readonly DealChange[]
  /** Realised profits of the last hours; see `notBooked`. */
  readonly recentCloses?: readonly RecentClose[]
  /** When an order was last placed, or may have been, by TradingView market. */
  readonly lastOrderAt: Readonly<Record<string, Instant>>
  /** Exits that cannot be read yet because the broker's request limit is used up. They wait outside the queue. */
  readonly waiting?: readonly WaitingExit[]
  /** Our deals and the strategies whose alerts opened them, as long as the broker's lists show them. */
  readonly owned?: readonly OwnedDeal[]
  /** Reversals that have closed a position and whose entry is still to come. */
  readonly closedLegs?: readonly (ClosedLeg & { readonly alertId: string; readonly at: Instant })[]
  /** The last report of each strategy, by its tag; '' for alerts without a tag. */
  readonly standings?: Readonly<Record<string, StrategyState>>
  /** The newest decided alert by strategy and market; see `alert-order.ts`. */
  readonly newest?: Readonly<Record<string, NewestAlert>>
  /**
   * When alerts of each market were decided in the last minutes, because TradingView stops an alert that fires too
   * often.
   */
  readonly recent?: Readonly<Record<string, readonly Instant[]>>
  /** Number of orders of the minimum size since the user switched to LIVE. */
  readonly smallest?: { readonly since: Instant; readonly placed: number }
  /** Number of entries in a trading day by strategy, if they are limited. */
  readonly tradesToday?: {
    readonly dayStart: Instant
    readonly counts: Readonly<Record<string, number>>
    /** IDs of counted alerts whose working orders may still end unfilled. */
    readonly orders?: readonly string[]
  }
  /** Size steps by epic, as taught by the broker's refusals; the market details do not contain them. */
  readonly sizeSteps?: Readonly<Record<string, Decimal>>
}

/** An exit whose age was checked when it was first taken, and that could not be decided yet. */
export type WaitingExit = {
  readonly alertId: string
  /** TradingView's name; `*` for every market. */
  readonly market: string
  readonly since: Instant
  /** The exit was in time and is still in the queue behind an alert on its market. */
  readonly keepsTurn?: boolean
  /** The user cancelled it. It ends with the next run. */
  readonly isCancelled?: boolean
}

/**
 * A change of a position's size by one of our orders, certain or possible. Only a list that was read later shows the
 * current size.
 * @property left the maximum open size, if the broker confirmed the closed size; its lists lag behind its confirms
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
  /** TradingView's name of the market, such as LSE:VOD. */
  readonly market: string
  readonly epic: string
  /** Its earlier deal IDs, before the broker rolled it. */
  readonly rolledFrom?: readonly string[]
  /** See `PlacedDeal`. */
  readonly atRisk?: PlacedDeal['atRisk']
  readonly margin?: PlacedDeal['margin']
  readonly at: Instant
  /** When the alert that opened it fired, if the alert reported its strategy's position. */
  readonly firedAt?: Instant | null
  /** When one of the broker's lists first lacked it; undefined while it is listed. */
  readonly missingSince?: Instant
}

/**
 * @property alertId the beginning of the ID; the whole ID in rows of release 0.2.0
 * @property exit the newest exit: an entry without a tag must not be older
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
  /** The steps of its alerts with this time in order of arrival; see `stepOf`. Missing if it has no time. */
  readonly steps?: readonly string[]
}

export type StrategyState = {
  readonly lastAlertAt: Instant
  /** When the alert before the last one arrived, in epoch milliseconds. */
  readonly alertBeforeAt?: Instant | undefined
  /** By market: the last report, and the position to which the broker last followed. */
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
