import type { Alert, TrailTarget } from '../../alerts/alert.ts'
import type { AlertAction } from '../../alerts/alert-action.ts'
import type { Direction } from '../../deals/dealing.schema.ts'
import type { InstrumentFields } from '../../instruments/instrument.schema.ts'
import type { StrategyPosition } from '../../alerts/position-change.ts'
import type { TradingPause, TradingRules } from '../../settings/settings.schema.ts'
import type { StrategyRules } from '../../strategies/strategy-rules.ts'
import type { LossLimits, Trip } from '../../limits/loss-limits.ts'
import type { RecentClose } from './recent-close.ts'
import type { SameTime } from './same-time.ts'
import type { Bookings, Watch } from './watch.ts'
import type { Decimal, Instant } from '../../platform/units.ts'
import type { Mode } from '../../accounts/user.schema.ts'

/** The settings that are captured when an alert is accepted, and compared again before an order is sent. */
export type CapturedSettings = {
  readonly mode: Mode
  readonly accountId: string | null
  /** Increases with each change of the credentials of `mode`. */
  readonly credentialsVersion: number
}

/** The user's settings that a decision may use. Never contains a secret. */
export type TradingSettings = TradingRules & {
  readonly mode: Mode
  /** The account ID of the captured mode. The next two fields also belong to this mode. */
  readonly accountId: string | null
  readonly credentialsVersion: number
  readonly missingCredentials: readonly string[]
  readonly tradingPause: TradingPause | null
  /** Since when *Stop everything* has also held exits (ISO 8601); null if it holds none. */
  readonly stoppedSince: string | null
  /** When the user last switched to LIVE, if known. */
  readonly liveSince: Instant | null
  /** The user's rules for single strategies, by tag. */
  readonly strategies: Readonly<Record<string, StrategyRules>>
  /** The limits of the mode's account; undefined if none was ever set. */
  readonly lossLimits?: LossLimits | undefined
  /** The trips of this mode's loss limits. They may include trips that have ended. */
  readonly trips?: readonly Trip[] | undefined
}

/** A strategy's position and size when the strategy was last in sync with the broker. */
export type FollowedPosition = {
  readonly position: StrategyPosition
  /** The size that TradingView reported; null if the position grew while strategy and broker had different sizes. */
  readonly size: Decimal | null
  readonly at: Instant
  /** When the alert that led to this position fired; null if unknown. */
  readonly firedAt: Instant | null
}

/** A newer alert for the same strategy and market that was decided before the alert of this snapshot. */
export type NewerAlert = {
  readonly action: AlertAction
  /** Null if unknown. */
  readonly firedAt: Instant | null
  /** When the newer alert was decided. */
  readonly at: Instant
}

/** The deals that a reversal has already closed. Its entry follows. */
export type ClosedLeg = {
  /** The direction of the entry that follows. */
  readonly direction: Direction
  readonly dealIds: readonly string[]
  /** The closed deals that were working orders. */
  readonly orderIds?: readonly string[]
}

/** The first orders after switching to LIVE, which have the market's minimum size. */
export type SmallestFirst = {
  /** When the user switched to LIVE. */
  readonly since: Instant
  /** Number of orders that must still have the minimum size, including this order. */
  readonly left: number
}

export type OpenPosition = {
  readonly dealId: string
  /** Our own reference if we opened the position, otherwise the broker's. */
  readonly dealReference: string | null
  readonly epic: string
  readonly direction: Direction
  readonly size: Decimal
  /** Null for a moment after a fill, when the broker lists the position without a level. */
  readonly level: Decimal | null
  readonly expiry: string
  readonly createdAt: Instant
  /**
   * The tag of the strategy that opened the position, or '' if its alert had none. Missing if the position was opened
   * manually, or is too old for its strategy to be known.
   */
  readonly strategy?: string | undefined
  /** TradingView's market in the alert that opened the position, if known. An instrument's epic may change. */
  readonly market?: string | undefined
  /** Whether the order that opened the position has no confirmation yet. */
  readonly isUnconfirmed?: boolean
  readonly stopLevel?: Decimal | null
  readonly limitLevel?: Decimal | null
  /** Whether the stop is guaranteed. The broker has its own rules for guaranteed stops. */
  readonly controlledRisk?: boolean
  /** Distance and step in points; null if the stop does not trail. */
  readonly trail?: TrailTarget | null
  /** Whether the position can be traded now; undefined if the broker does not report it. */
  readonly isTradeable?: boolean | undefined
  readonly bid?: Decimal | null
  readonly offer?: Decimal | null
  /** Money per unit of price and size, in `currency`. */
  readonly contractSize?: Decimal | null
  /** The margin that was calculated when the order was placed; see `OrderToPlace`. */
  readonly margin?: Decimal | undefined
  readonly currency?: string | null
  /** The broker's name for the instrument, such as Apple Inc. */
  readonly name?: string
}

export type WorkingOrder = {
  readonly dealId: string
  readonly epic: string
  readonly direction: Direction
  readonly size: Decimal
  readonly level: Decimal
  readonly createdAt: Instant
  readonly strategy?: string | undefined
  readonly market?: string | undefined
  readonly stopLevel?: Decimal | null
  /** The risk that was calculated when the order was placed; see `OrderToPlace`. */
  readonly risk?: Decimal | undefined
  readonly margin?: Decimal | undefined
  readonly currency?: string | null | undefined
  readonly name?: string
}

/** An order of ours that may already be at the broker but is not in the broker's lists yet. */
export type InFlightOrder = {
  readonly alertId: string
  readonly epic: string
  readonly direction: Direction
  /** What the order became according to the broker's confirmation; null before the confirmation. */
  readonly confirmedAs: 'position' | 'working order' | null
  readonly strategy?: string | undefined
  /** Our own reference, which identifies the resulting deal. */
  readonly dealReference?: string
  /** TradingView's name for the market. */
  readonly market?: string | undefined
  readonly currency?: string | undefined
  /** The loss if the order's stop is hit; see `OrderToPlace`. */
  readonly risk?: Decimal | undefined
  readonly margin?: Decimal | undefined
  /** When the order was confirmed; missing before the confirmation. */
  readonly at?: Instant
}

/** The known state of the account: the broker's lists, and what we have sent since they were read. */
export type AccountState = {
  /** The account that these lists belong to. A user's account may change. */
  readonly accountId: string
  readonly positions: readonly OpenPosition[]
  readonly workingOrders: readonly WorkingOrder[]
  readonly inFlightOrders: readonly InFlightOrder[]
  /** The deals that exits are already closing: deal IDs, and references of orders that are not listed yet. */
  readonly leaving?: readonly string[]
  /** When the broker's lists were read. If they were read at two times, this is the earlier time. */
  readonly readAt: Instant
  /** When the positions were read, if they were read after the working orders. */
  readonly positionsReadAt?: Instant
  /**
   * When the working orders were read, if they were read after the positions. `readAt` is then the time of the older
   * working orders with which they were compared.
   */
  readonly ordersReadAt?: Instant
}

export const marketStatuses = [
  'TRADEABLE',
  'CLOSED',
  'EDITS_ONLY',
  'OFFLINE',
  'ON_AUCTION',
  'ON_AUCTION_NO_EDITS',
  'SUSPENDED',
] as const
/** IG's statuses of a market. Any other status becomes UNKNOWN, and the market is then never traded. */
export type MarketStatus = (typeof marketStatuses)[number] | 'UNKNOWN'

export type Distance = { readonly unit: 'POINTS' | 'PERCENTAGE'; readonly value: Decimal }

/**
 * How a position is valued: size × level × `unitValue` in the dealing currency. `exchangeRate` units of the dealing
 * currency are one unit of the account's currency.
 */
export type Valuation =
  | {
      readonly kind: 'known'
      /** The value of one unit of price for one unit of size, in the dealing currency. */
      readonly unitValue: Decimal
      readonly exchangeRate: Decimal
      /** Null if the broker does not report the account's currency. */
      readonly accountCurrency: string | null
    }
  /** `reason`: the missing or contradictory value, as text that follows "because". */
  | { readonly kind: 'unknown'; readonly reason: string }
export type KnownValuation = Extract<Valuation, { kind: 'known' }>

export type Market = {
  readonly epic: string
  readonly name: string
  /** The expiry, such as `DFB`, `-` or `MAR-27`. The broker sets it, and each order sends it back unchanged. */
  readonly expiry: string
  /** Whether the contract ends and rolls, so that its expiry changes. */
  readonly isDated: boolean
  readonly currencyCode: string
  readonly status: MarketStatus
  readonly bid: Decimal | null
  readonly offer: Decimal | null
  readonly decimalPlaces: number
  /** Points per unit of price: 1 for a daily funded bet, 10000 for an FX CFD. */
  readonly scalingFactor: Decimal
  readonly worth: Valuation
  /** The broker's margin in percent of the value; null if the broker does not report it. */
  readonly marginPercent: Decimal | null
  /**
   * The margin bands by the whole size on the market, the smallest size first. Missing or empty if the broker does not
   * report them.
   */
  readonly marginBands?: readonly MarginBand[]
  readonly minDealSize: Decimal
  /** The smallest step of a size; null if the broker does not report it. Sizes then have 2 decimals. */
  readonly sizeStep: Decimal | null
  readonly takesStopsAndLimits: boolean
  readonly takesMarketOrders: boolean
  readonly minStopOrLimitDistance: Distance
  readonly maxStopOrLimitDistance: Distance
  /** When bid, offer and status were read. */
  readonly quotedAt: Instant
}

/** The margin in percent for the part of a size from `from` to `to`. If `to` is null, the band has no upper end. */
export type MarginBand = { readonly from: Decimal; readonly to: Decimal | null; readonly percent: Decimal }

/** The account's equity, bookings, trades and recent closes. */
export type LimitsSeen = {
  /** The stored state of the limits, with a reading that is at most 60 s old. */
  readonly watch: Watch
  readonly bookings: Bookings
  /**
   * Number of entries in the trading day by strategy, including entries in flight. The key is '' for entries without a
   * strategy.
   */
  readonly trades: Readonly<Record<string, number>>
  /** Positions that were closed in the last hours, in whole or in part. */
  readonly recentCloses: readonly RecentClose[]
}

/** Everything that a decision may check, as one plain value. A field is undefined if it has not been read yet. */
export type Snapshot = {
  readonly now: Instant
  readonly acceptedAt: Instant
  readonly captured: CapturedSettings
  readonly alert: Alert
  /** Whether the user has approved the alert. */
  readonly isConfirmed?: boolean
  /**
   * Who proposed the alert, as its user sees it; missing if a strategy sent the alert. A proposed alert needs approval,
   * whatever the settings say.
   */
  readonly proposedBy?: string
  readonly settings: TradingSettings
  /** Set if the order is one of the first after switching to LIVE. */
  readonly smallestFirst?: SmallestFirst | undefined
  /** Null if the user's list has no instrument with that name. */
  readonly instrument: InstrumentFields | null
  /** Names of instruments in the user's list that the alert may mean. Only set if `instrument` is null. */
  readonly nearMarkets?: readonly string[]
  /** When an order was last placed for this instrument in this mode. */
  readonly lastOrderAt: Instant | null
  /** When this alert's strategy was last in sync on this market. */
  readonly followed?: FollowedPosition | undefined
  /** What the strategy's other alerts with the same time report (for an exit, also later alerts); undefined if none. */
  readonly sameTime?: SameTime | undefined
  /** A newer alert that was decided first, so that this alert is too late. */
  readonly newer?: NewerAlert | undefined
  /** Only for an exit that *Stop everything* held: when it was held. */
  readonly heldAt?: Instant | undefined
  /** The time of the last order after `heldAt` that opens something for the alert's strategy and market. */
  readonly openedSinceHeld?: Instant | undefined
  readonly closedLeg?: ClosedLeg | undefined
  /** Only for an exit: when the executor took it. The age of the exit is measured at this time. */
  readonly takenAt?: Instant | undefined
  /**
   * Since when this exit has waited for the broker. A waiting exit is never too old. It trades in the mode for which it
   * was accepted, even if the user has left that mode.
   */
  readonly waitsSince?: Instant | undefined
  /** Whether a later alert of the strategy on this market was decided after the reversal's first part was closed. */
  readonly isOvertaken?: boolean
  readonly market?: Market | undefined
  /** Other markets of the alert's positions, by epic, if a contract rolled or the user changed the epic. */
  readonly markets?: Readonly<Record<string, Market | undefined>>
  readonly account?: AccountState | undefined
  /**
   * Whether the lists were read for this decision, after the broker’s lag. If so, they contain every earlier order that
   * exists.
   */
  readonly isAccountFresh?: boolean
  /** Wilder's ATR from daily candles by period, in IG's price units; null if it could not be computed. */
  readonly dailyAtr?: Readonly<Record<number, Decimal | null>> | undefined
  readonly limits?: LimitsSeen | undefined
  /** Whether the equity could not be read just now. Missing if it was read or is not needed. */
  readonly isUnmeasured?: boolean
  /** The value of a point on other markets, by epic. */
  readonly worths?: Readonly<Record<string, MarketWorth | undefined>>
  /**
   * TradingView’s names of the instruments in groups of open risk, by epic. They are needed for deals that the user
   * opened, which contain no such name.
   */
  readonly names?: Readonly<Record<string, string>>
}

export type MarketWorth = {
  /** Money in the account's currency for a move of 1 and a size of 1; null if the broker does not report it. */
  readonly unitMoney: Decimal | null
  readonly currency: string
  /** Units of the currency per unit of the account's currency. Missing or null if unknown. */
  readonly rate?: Decimal | null
  readonly marginPercent?: Decimal | null
}

/** The order that a decision places. Distances are in points. */
export type OrderToPlace = {
  readonly type: 'LIMIT' | 'MARKET'
  readonly epic: string
  readonly expiry: string
  readonly currencyCode: string
  readonly direction: Direction
  readonly size: Decimal
  /** The working order's level; null for MARKET. */
  readonly level: Decimal | null
  readonly stopDistance: Decimal
  readonly limitDistance: Decimal
  /** When the broker expires a working order; null for MARKET. */
  readonly goodTill: Instant | null
  /**
   * The prices at the broker when the alert was decided: the alert's price, and the bid or offer for its direction.
   * Orders of release 0.2.0 lack these prices.
   */
  readonly seen?: { readonly price: Decimal; readonly quote: Decimal | null }
  /** The loss in the account's currency if the stop is hit. Only set if the user limits open risk. */
  readonly risk?: Decimal
  /** The margin in the account's currency, if known. */
  readonly margin?: Decimal
}

/** An exit: positions to close, whole or in part, and working orders to delete. */
export type CloseRequest = {
  /** The epic to close; `*` for every market. */
  readonly epic: string
  readonly positions: readonly OpenPosition[]
  readonly workingOrders: readonly WorkingOrder[]
  /** Number of orders in flight on the epic, which cannot be closed before the broker shows them. */
  readonly inFlight: number
  /** References of the orders in flight. Their deals are closed once the broker shows them. */
  readonly awaits?: readonly string[]
  /** The size that must stay open, by deal. A position that is missing here is closed completely. */
  readonly rests?: Readonly<Record<string, Decimal>>
  /**
   * `named`: only the deals in this request are closed, and the positions that its working orders have become.
   * `orders`: a working order that has filled stays open. Missing: everything else that appears on the epic is closed
   * too.
   */
  readonly scope?: 'named' | 'orders'
  /** The direction of the entry that is decided once everything is provably closed. */
  readonly thenOpen?: Direction
  /** Whether this is a reversal that opens nothing. */
  readonly opensNothing?: boolean
  /** Whether alerts with the same time contradict one another, so that the strategy's position is unknown. */
  readonly isUnclear?: boolean
}

/** The stops that STOP or TRAIL moves. They are absolute levels, so sending them twice is harmless. */
export type AmendRequest = {
  readonly epic: string
  readonly changes: readonly StopChange[]
}

export type StopChange = {
  readonly dealId: string
  readonly direction: Direction
  readonly stopBefore: Decimal | null
  readonly stopLevel: Decimal
  /** The limit is sent with the stop, because the broker would remove it otherwise. */
  readonly limitLevel: Decimal | null
  readonly trail: TrailTarget | null
}
