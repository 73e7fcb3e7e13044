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
  /** Increases with each change of that mode's credentials. */
  readonly credentialsVersion: number
}

/** The user's settings that a decision may use. Never contains a secret. */
export type TradingSettings = TradingRules & {
  readonly mode: Mode
  /** The account ID of the captured mode; the credentials' version and the names of the empty ones follow. */
  readonly accountId: string | null
  readonly credentialsVersion: number
  readonly missingCredentials: readonly string[]
  readonly tradingPause: TradingPause | null
  /** Since when *Stop everything* also holds exits (ISO 8601); null if it does not. */
  readonly stoppedSince: string | null
  /** When the user last switched to LIVE, if known. */
  readonly liveSince: Instant | null
  /** The user's rules for single strategies, by tag. */
  readonly strategies: Readonly<Record<string, StrategyRules>>
  /** The limits of the mode's account; undefined if none was ever set. */
  readonly lossLimits?: LossLimits | undefined
  /** Limits of the mode that were reached, possibly including ended ones. */
  readonly trips?: readonly Trip[] | undefined
}

/** When a strategy was last in sync with the broker, with its position and size. */
export type FollowedPosition = {
  readonly position: StrategyPosition
  /** TradingView's size; null if it is unknown to which size the broker's position corresponds. */
  readonly size: Decimal | null
  readonly at: Instant
  /** When the alert that led there fired; null if unknown. */
  readonly firedAt: Instant | null
}

/** An alert that was decided for the same strategy and market. */
export type NewerAlert = {
  readonly action: AlertAction
  /** null if unknown */
  readonly firedAt: Instant | null
  /** When it was decided. */
  readonly at: Instant
}

/** What a reversal has already closed. Its entry is still to come. */
export type ClosedLeg = {
  /** Direction of the following order. */
  readonly direction: Direction
  readonly dealIds: readonly string[]
  /** Those that were working orders. */
  readonly orderIds?: readonly string[]
}

/** The first orders after switching to LIVE, which have the market's minimum size. */
export type SmallestFirst = {
  /** When the user switched to LIVE. */
  readonly since: Instant
  /** Number of orders of the minimum size that are left, including this one. */
  readonly left: number
}

export type OpenPosition = {
  readonly dealId: string
  /** Our own reference if we placed it, otherwise the broker's. */
  readonly dealReference: string | null
  readonly epic: string
  readonly direction: Direction
  readonly size: Decimal
  /** null for a moment after a fill, when the broker lists the position without a level */
  readonly level: Decimal | null
  readonly expiry: string
  readonly createdAt: Instant
  /**
   * The tag of the strategy that opened it, or '' if its alert had none. Missing if it was opened manually, or is too old
   * to be known.
   */
  readonly strategy?: string | undefined
  /** TradingView's market of the alert that opened it, if known, because an instrument's epic may change. */
  readonly market?: string | undefined
  /** The order that opened it has no confirmation yet. */
  readonly isUnconfirmed?: boolean
  readonly stopLevel?: Decimal | null
  readonly limitLevel?: Decimal | null
  /** The stop is guaranteed, with the broker's own rules. */
  readonly controlledRisk?: boolean
  /** In points; null if the stop does not trail. */
  readonly trail?: TrailTarget | null
  /** Undefined if the broker does not report it. */
  readonly isTradeable?: boolean | undefined
  readonly bid?: Decimal | null
  readonly offer?: Decimal | null
  /** Money per unit of price and size, in `currency`. */
  readonly contractSize?: Decimal | null
  /** The margin found when it was placed; see `OrderToPlace`. */
  readonly margin?: Decimal | undefined
  readonly currency?: string | null
  /** The broker's name of the instrument, such as Apple Inc. */
  readonly name?: string
}

export type WorkingOrder = {
  readonly dealId: string
  readonly epic: string
  readonly direction: Direction
  readonly size: Decimal
  readonly level: Decimal
  readonly createdAt: Instant
  /** See `OpenPosition`. */
  readonly strategy?: string | undefined
  /** See `OpenPosition`. */
  readonly market?: string | undefined
  readonly stopLevel?: Decimal | null
  /** The risk found when it was placed; see `OrderToPlace`. */
  readonly risk?: Decimal | undefined
  readonly margin?: Decimal | undefined
  readonly currency?: string | null | undefined
  /** See `OpenPosition`. */
  readonly name?: string
}

/** Our order that may already be at the broker but is not in its lists yet. */
export type InFlightOrder = {
  readonly alertId: string
  readonly epic: string
  readonly direction: Direction
  /** What the order became by the broker's confirmation, before the lists show it; null before the confirmation. */
  readonly confirmedAs: 'position' | 'working order' | null
  /** See `OpenPosition`. */
  readonly strategy?: string | undefined
  /** Our own reference, by which the resulting deal is found. */
  readonly dealReference?: string
  /** TradingView's market. */
  readonly market?: string | undefined
  readonly currency?: string | undefined
  /** The loss if its stop is hit; see `OrderToPlace`. */
  readonly risk?: Decimal | undefined
  readonly margin?: Decimal | undefined
  /** When it was confirmed; missing before. */
  readonly at?: Instant
}

/** The known state of the account: the broker's lists, and what we have sent since they were read. */
export type AccountState = {
  /** The account of these lists, because a user's account may change. */
  readonly accountId: string
  readonly positions: readonly OpenPosition[]
  readonly workingOrders: readonly WorkingOrder[]
  readonly inFlightOrders: readonly InFlightOrder[]
  /** What exits under way close: deal IDs, and references of orders that are not listed yet. */
  readonly leaving?: readonly string[]
  /** When the broker's lists were read; the earlier of two times. */
  readonly readAt: Instant
  /** When the positions were read, if after the working orders. */
  readonly positionsReadAt?: Instant
  /** When the working orders were read, if after the positions: they were compared with the older ones of `readAt`. */
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
/** IG's statuses. An unknown one becomes UNKNOWN and never trades. */
export type MarketStatus = (typeof marketStatuses)[number] | 'UNKNOWN'

export type Distance = { readonly unit: 'POINTS' | 'PERCENTAGE'; readonly value: Decimal }

/**
 * The value of a position: size × level × `unitValue` in the dealing currency, of which `exchangeRate` units are one unit
 * of the account's.
 */
export type Valuation =
  | {
      readonly kind: 'known'
      /** The value of one unit of price for one unit of size, in the dealing currency. */
      readonly unitValue: Decimal
      readonly exchangeRate: Decimal
      /** null if the broker does not report it */
      readonly accountCurrency: string | null
    }
  /** The missing or contradictory value, as text after "because". */
  | { readonly kind: 'unknown'; readonly reason: string }
export type KnownValuation = Extract<Valuation, { kind: 'known' }>

export type Market = {
  readonly epic: string
  readonly name: string
  /** Sent back unchanged when dealing, and only compared then: `DFB`, `-`, `MAR-27`. */
  readonly expiry: string
  /** Whether it is a contract that ends and rolls, so that its expiry changes. */
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
   * The margin by the whole size on the market, the smallest band first; missing or empty if the broker does not report it.
   */
  readonly marginBands?: readonly MarginBand[]
  readonly minDealSize: Decimal
  /** Smallest step of a size; null if the broker does not report it (then 2 decimals). */
  readonly sizeStep: Decimal | null
  readonly takesStopsAndLimits: boolean
  readonly takesMarketOrders: boolean
  readonly minStopOrLimitDistance: Distance
  readonly maxStopOrLimitDistance: Distance
  /** When bid, offer and status were read. */
  readonly quotedAt: Instant
}

/** The margin in percent for the part of a size from `from` to `to` (null: any size above). */
export type MarginBand = { readonly from: Decimal; readonly to: Decimal | null; readonly percent: Decimal }

/** The account's equity and what has happened on it. */
export type LimitsSeen = {
  /** Contains a reading that is at most 60 s old. */
  readonly watch: Watch
  readonly bookings: Bookings
  /** Number of entries in the trading day, including those in flight, by strategy; '' without one. */
  readonly trades: Readonly<Record<string, number>>
  /** Closes of the last hours. */
  readonly recentCloses: readonly RecentClose[]
}

/** Everything that a decision may check, as one plain value. A field is undefined if it has not been read yet. */
export type Snapshot = {
  readonly now: Instant
  readonly acceptedAt: Instant
  readonly captured: CapturedSettings
  readonly alert: Alert
  /** The user has approved it. */
  readonly isConfirmed?: boolean
  /** Who proposed it, as shown to its user, if no strategy sent it. It needs approval, whatever the settings say. */
  readonly proposedBy?: string
  readonly settings: TradingSettings
  /** Set if the order is one of the first after switching to LIVE. */
  readonly smallestFirst?: SmallestFirst | undefined
  /** null if the user's list has no instrument with that name */
  readonly instrument: InstrumentFields | null
  /** If there is no instrument: names in the list that the alert may mean. */
  readonly nearMarkets?: readonly string[]
  /** When an order was last placed for this instrument in this mode. */
  readonly lastOrderAt: Instant | null
  /** When this alert's strategy was last in sync on this market. */
  readonly followed?: FollowedPosition | undefined
  /** The reports of alerts with the same or a later time; undefined if there are none. */
  readonly sameTime?: SameTime | undefined
  /** A newer alert that was decided first, so that this alert is too late. */
  readonly newer?: NewerAlert | undefined
  /** When *Stop everything* held the exit that this alert carries out. */
  readonly heldAt?: Instant | undefined
  /** When the last order since `heldAt` was sent that opens something for the alert's strategy and market. */
  readonly openedSinceHeld?: Instant | undefined
  readonly closedLeg?: ClosedLeg | undefined
  /** For an exit: when the executor took it, at which time its age is measured. */
  readonly takenAt?: Instant | undefined
  /** Since when this exit waits for the broker. It was in time when it was first taken, and trades in its own mode. */
  readonly waitsSince?: Instant | undefined
  /** A later alert of the strategy on this market was decided since the first part was closed. */
  readonly isOvertaken?: boolean
  readonly market?: Market | undefined
  /** By epic: markets of the alert’s positions that rolled, or whose instrument was mapped to another epic. */
  readonly markets?: Readonly<Record<string, Market | undefined>>
  readonly account?: AccountState | undefined
  /** The lists were read for this decision, after the broker’s lag, so an earlier order is in them if it exists. */
  readonly isAccountFresh?: boolean
  /** Wilder's ATR from daily candles by period, in IG's price units; null if it could not be computed. */
  readonly dailyAtr?: Readonly<Record<number, Decimal | null>> | undefined
  readonly limits?: LimitsSeen | undefined
  /** The equity could not be read just now. Missing if it was read, or not needed. */
  readonly isUnmeasured?: boolean
  /** The value of a point on other markets, by epic. */
  readonly worths?: Readonly<Record<string, MarketWorth | undefined>>
  /** TradingView’s names of the instruments in groups of open risk, by epic, because deals that the user opened have none. */
  readonly names?: Readonly<Record<string, string>>
}

/** @property unitMoney in the account's currency for a move of 1 and a size of 1; null if the broker does not report it */
export type MarketWorth = {
  readonly unitMoney: Decimal | null
  readonly currency: string
  /** Units of the currency per unit of the account's. Missing or null if unknown. */
  readonly rate?: Decimal | null
  /** See `Market`. */
  readonly marginPercent?: Decimal | null
}

/** The order of a decision. Distances in points. */
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
   * The prices of the decision at the broker: the alert's price, and the quote of its side. Orders of release 0.2.0 lack
   * it.
   */
  readonly seen?: { readonly price: Decimal; readonly quote: Decimal | null }
  /** The loss if its stop is hit, in the account's currency; only set with a limit on open risk. */
  readonly risk?: Decimal
  /** The margin in the account's currency, if known. */
  readonly margin?: Decimal
}

/** An exit: positions to close, whole or in part, and working orders to delete. */
export type CloseRequest = {
  /** `*` for every market. */
  readonly epic: string
  readonly positions: readonly OpenPosition[]
  readonly workingOrders: readonly WorkingOrder[]
  /** Number of orders in flight on the epic, which cannot be closed before the broker shows them. */
  readonly inFlight: number
  /** References of these orders, whose deals are closed once the broker shows them. */
  readonly awaits?: readonly string[]
  /** The size of a position that must stay open, by deal; nothing for the others. */
  readonly rests?: Readonly<Record<string, Decimal>>
  /**
   * `named`: only these deals, and positions that their orders become meanwhile; `orders`: a filled order stays. Without it
   * also everything else that appears on the epic.
   */
  readonly scope?: 'named' | 'orders'
  /** The direction of the order that is decided once everything is provably closed. */
  readonly thenOpen?: Direction
  /** A reversal that opens nothing. */
  readonly opensNothing?: boolean
  /** The alerts of its time contradict one another, so the strategy's position is unknown. */
  readonly isUnclear?: boolean
}

/** The stops that STOP and TRAIL move, as absolute levels, so that sending them twice is harmless. */
export type AmendRequest = {
  readonly epic: string
  readonly changes: readonly StopChange[]
}

export type StopChange = {
  readonly dealId: string
  readonly direction: Direction
  readonly stopBefore: Decimal | null
  readonly stopLevel: Decimal
  /** Sent also, because the broker would remove it otherwise. */
  readonly limitLevel: Decimal | null
  readonly trail: TrailTarget | null
}
