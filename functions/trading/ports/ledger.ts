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

/** An order (or a close) that may be at the broker: written before the broker is called. */
export type Claim = {
  readonly alertId: string
  readonly dealReference: string
  readonly claimedAt: Instant
  readonly epic: string
  /** TradingView’s name of the market. */
  readonly instrument: string
  /** What the broker calls it, if that is known. */
  readonly name?: string
  readonly trace: readonly TraceStep[]
  readonly captured: CapturedSettings
  readonly intent: Opening | Closing | Amending
  /** If the broker gave the order a reference of its own. */
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
  /** Deals whose close the broker had and gave no verdict on in time: it is carried out by now, or never. Named as in `retry`. */
  readonly received?: readonly string[]
  /** When a later run than the one that claimed it began to send what was left. */
  readonly sendsFrom?: Instant
  /** What is not sent yet waits for its market to deal again. */
  readonly isShut?: boolean
  /** Its user took off what is not sent yet. */
  readonly isCancelled?: boolean
} & Pick<CloseRequest, 'rests' | 'scope' | 'thenOpen' | 'opensNothing' | 'isUnclear'>

/** Stops put to absolute levels: unlike all else it may be sent again. */
export type Amending = { readonly kind: 'amend' } & Pick<AmendRequest, 'changes'>

/** A deal of ours, kept until the broker's lists have surely caught up, and for the safety brake. */
export type PlacedDeal = {
  readonly alertId: string
  readonly dealReference: string
  readonly dealId: string | null
  readonly epic: string
  readonly order: Pick<OrderToPlace, 'type' | 'direction'>
  /** What it costs if its stop is hit: only with a limit on open risk. */
  readonly atRisk?: { readonly money: Decimal; readonly currency: string } | undefined
  /** What it was found to take as margin. */
  readonly margin?: Decimal | undefined
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
  /** Positions that were just closed in part, or that a person closed on the dashboard: see `lastChangeOf`. */
  readonly changed?: readonly DealChange[]
  /** What closes of the last hours made: see `notBooked`. */
  readonly recentCloses?: readonly RecentClose[]
  /** When an order was last placed, or may have been, by market and symbol. */
  readonly lastOrderAt: Readonly<Record<string, Instant>>
  /** Exits for whose reading the broker's allowance has no room yet. They wait outside the queue. */
  readonly waiting?: readonly WaitingExit[]
  /** Deals of ours by whose alert they were opened, for as long as the broker's lists show them. */
  readonly owned?: readonly OwnedDeal[]
  /** Reversals that have closed what was held and not opened yet. */
  readonly closedLegs?: readonly (ClosedLeg & { readonly alertId: string; readonly at: Instant })[]
  /** What each strategy has said last, by its tag, '' for alerts without one. */
  readonly standings?: Readonly<Record<string, StrategyState>>
  /** The newest alert that was decided, by strategy and market: see `alert-order.ts`. */
  readonly newest?: Readonly<Record<string, NewestAlert>>
  /** When alerts of each market were decided in the last minutes: TradingView stops one that fires too often. */
  readonly recent?: Readonly<Record<string, readonly Instant[]>>
  /** Orders of the minimum size that were placed since the user went live. */
  readonly smallest?: { readonly since: Instant; readonly placed: number }
  /** Entries of a trading day by strategy, if they are limited. */
  readonly tradesToday?: {
    readonly dayStart: Instant
    readonly counts: Readonly<Record<string, number>>
    /** The alerts of working orders among them that may still end unfilled. */
    readonly orders?: readonly string[]
  }
  /** By epic: the step of sizes as far as the broker's refusals have taught it, which its market details do not name. */
  readonly sizeSteps?: Readonly<Record<string, Decimal>>
}

/** An exit whose age was judged when it was first taken, and that could not be decided yet. */
export type WaitingExit = {
  readonly alertId: string
  /** TradingView's name; `*` for every market. */
  readonly market: string
  readonly since: Instant
  /** It was in time, and is still in the queue: an alert of its market is before it. */
  readonly keepsTurn?: boolean
  /** Its user took it off: it ends with the next run. */
  readonly isCancelled?: boolean
}

/**
 * Something of ours changed the size of a position, or may have: only a list that was read later says how much is open.
 * @property left what is open at most, if the broker has said how much it closed: its lists lag behind its confirms
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
  /** Positions by TradingView market, such as LSE:VOD. */
  readonly market: string
  readonly epic: string
  /** Its deals before the broker rolled it to the next contract. */
  readonly rolledFrom?: readonly string[]
  /** See PlacedDeal. */
  readonly atRisk?: PlacedDeal['atRisk']
  readonly margin?: PlacedDeal['margin']
  readonly at: Instant
  /** When the alert fired that opened it, if it told its strategy's position. */
  readonly firedAt?: Instant | null
  /** When a list of the broker's first did not show it; undefined while it is listed. */
  readonly missingSince?: Instant
}

/**
 * @property alertId how it begins; the whole of it in rows of release 0.2.0
 * @property exit the newest exit: an entry without a tag must not be older
 */
export type NewestAlert = NewerAlert & {
  readonly alertId: string
  readonly exit?: NewerAlert & { readonly alertId: string }
}

/** What a strategy said last on a market. */
export type LastWord = FollowedPosition & {
  readonly alertId: string
  /** Where the strategy was before the time of its last word. */
  readonly was?: StrategyPosition | undefined
  /** What its alerts of that time say, as they arrived: see `stepOf`. Missing if it has no time. */
  readonly steps?: readonly string[]
}

export type StrategyState = {
  readonly lastAlertAt: Instant
  /** When the alert before the last one arrived, in epoch milliseconds. */
  readonly alertBeforeAt?: Instant | undefined
  /** By market: TradingView's last word, and if the broker last followed it. */
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
