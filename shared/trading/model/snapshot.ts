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

/** What is fixed the moment an alert is accepted, and compared again before an order leaves. */
export type CapturedSettings = {
  readonly mode: Mode
  readonly accountId: string | null
  /** Counts up with each change of that mode's credentials. */
  readonly credentialsVersion: number
}

/** What a decision may know of the user's settings. Never a secret. */
export type TradingSettings = TradingRules & {
  readonly mode: Mode
  /** Of the captured mode: account id, credential version, and which of the four fields are empty, in words. */
  readonly accountId: string | null
  readonly credentialsVersion: number
  readonly missingCredentials: readonly string[]
  readonly tradingPause: TradingPause | null
  /** Since when *Stop everything* holds back exits too (ISO 8601); null: it does not. */
  readonly stoppedSince: string | null
  /** When the user last went live, if that is known. */
  readonly liveSince: Instant | null
  /** What the user has set for single strategies, by their tags. */
  readonly strategies: Readonly<Record<string, StrategyRules>>
  /** Of the mode's account; undefined: none was ever set. */
  readonly lossLimits?: LossLimits | undefined
  /** Limits of the mode that were reached. One that has ended may still be here. */
  readonly trips?: readonly Trip[] | undefined
}

/** Where a strategy last was in sync with the broker: its own position and size, and when. */
export type FollowedPosition = {
  readonly position: StrategyPosition
  /** TradingView's; null if it cannot be known to which of its sizes the broker's position corresponds. */
  readonly size: Decimal | null
  readonly at: Instant
  /** When the alert that led there fired; null if it did not say. */
  readonly firedAt: Instant | null
}

/** An alert that was decided for the same strategy and market. */
export type NewerAlert = {
  readonly action: AlertAction
  /** null if the alert did not say. */
  readonly firedAt: Instant | null
  /** When it was decided. */
  readonly at: Instant
}

/** What a reversal has closed already; its second part, the opening, is still to come. */
export type ClosedLeg = {
  /** Direction of the order that follows. */
  readonly direction: Direction
  readonly dealIds: readonly string[]
  /** Those of them that were working orders. */
  readonly orderIds?: readonly string[]
}

/** The first orders after going live are of the market's minimum size. */
export type SmallestFirst = {
  /** When the user went live. */
  readonly since: Instant
  /** Orders of the minimum size that are still to be placed, this one among them. */
  readonly left: number
}

export type OpenPosition = {
  readonly dealId: string
  /** Our own reference if we placed it; the broker's otherwise. */
  readonly dealReference: string | null
  readonly epic: string
  readonly direction: Direction
  readonly size: Decimal
  /** null for a moment after a fill: the broker lists the position, but not yet at what level. */
  readonly level: Decimal | null
  readonly expiry: string
  readonly createdAt: Instant
  /** Ours, and whose: a strategy's tag, or '' if the alert had none. Missing: opened manually, or too long ago to be known. */
  readonly strategy?: string | undefined
  /** TradingView's market of the alert that opened it, if that is known: an instrument's epic may change meanwhile. */
  readonly market?: string | undefined
  /** No verdict is known on the order that opened it. */
  readonly isUnconfirmed?: boolean
  readonly stopLevel?: Decimal | null
  readonly limitLevel?: Decimal | null
  /** It is guaranteed: its rules are the broker's own. */
  readonly controlledRisk?: boolean
  /** In points; null if the stop does not trail. */
  readonly trail?: TrailTarget | null
  /** Undefined: the broker did not say. */
  readonly isTradeable?: boolean | undefined
  readonly bid?: Decimal | null
  readonly offer?: Decimal | null
  /** Money per unit of price and size, in `currency`. */
  readonly contractSize?: Decimal | null
  /** What it was found to take as margin, when it was placed: see OrderToPlace. */
  readonly margin?: Decimal | undefined
  readonly currency?: string | null
  /** What the broker calls the instrument, such as Apple Inc. */
  readonly name?: string
}

export type WorkingOrder = {
  readonly dealId: string
  readonly epic: string
  readonly direction: Direction
  readonly size: Decimal
  readonly level: Decimal
  readonly createdAt: Instant
  /** See OpenPosition. */
  readonly strategy?: string | undefined
  /** See OpenPosition. */
  readonly market?: string | undefined
  readonly stopLevel?: Decimal | null
  /** What it was found to cost if its stop is hit, when it was placed: see OrderToPlace. */
  readonly risk?: Decimal | undefined
  readonly margin?: Decimal | undefined
  readonly currency?: string | null | undefined
  /** See OpenPosition. */
  readonly name?: string
}

/** An order of ours that may already be at the broker but is not yet seen in its lists. */
export type InFlightOrder = {
  readonly alertId: string
  readonly epic: string
  readonly direction: Direction
  /** What the broker confirmed that it has become, though the lists do not show it yet; null before a verdict is known. */
  readonly confirmedAs: 'position' | 'working order' | null
  /** See OpenPosition. */
  readonly strategy?: string | undefined
  /** Our own: what it becomes is found by it. */
  readonly dealReference?: string
  /** TradingView's. */
  readonly market?: string | undefined
  readonly currency?: string | undefined
  /** What it costs if its stop is hit: see OrderToPlace. */
  readonly risk?: Decimal | undefined
  readonly margin?: Decimal | undefined
  /** When its verdict was known; missing before. */
  readonly at?: Instant
}

/** The account as far as it is known: the broker's lists and what we have sent since they were read. */
export type AccountState = {
  /** Whose lists these are: a user's account may change, and lists of the old one say nothing of the new. */
  readonly accountId: string
  readonly positions: readonly OpenPosition[]
  readonly workingOrders: readonly WorkingOrder[]
  readonly inFlightOrders: readonly InFlightOrder[]
  /** What exits under way close: deal IDs, and deal references of orders that are not listed yet. */
  readonly leaving?: readonly string[]
  /** When the broker's lists were read; of two times the earlier one. */
  readonly readAt: Instant
  /** When the positions were read, if that was after the working orders. */
  readonly positionsReadAt?: Instant
  /** When the working orders were read, if that was after the positions: compared with older ones, those of `readAt`. */
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
/** IG's words; one we do not know is UNKNOWN and never trades. */
export type MarketStatus = (typeof marketStatuses)[number] | 'UNKNOWN'

export type Distance = { readonly unit: 'POINTS' | 'PERCENTAGE'; readonly value: Decimal }

/**
 * What a position is worth: size × level × `unitValue` in the dealing currency, of which `exchangeRate` units make one
 * of the account's.
 */
export type Valuation =
  | {
      readonly kind: 'known'
      /** Of one whole unit of price of one unit of size, in the dealing currency. */
      readonly unitValue: Decimal
      readonly exchangeRate: Decimal
      /** null if the broker did not say. */
      readonly accountCurrency: string | null
    }
  /** What the broker did not say, or said in two ways, in words that follow "because". */
  | { readonly kind: 'unknown'; readonly reason: string }
export type KnownValuation = Extract<Valuation, { kind: 'known' }>

export type Market = {
  readonly epic: string
  readonly name: string
  /** Echoed unchanged when dealing, and only then compared: `DFB`, `-`, `MAR-27`. */
  readonly expiry: string
  /** It is a contract that ends, and rolls: its expiry is another one later. */
  readonly isDated: boolean
  readonly currencyCode: string
  readonly status: MarketStatus
  readonly bid: Decimal | null
  readonly offer: Decimal | null
  /** Decimals allowed in a level. */
  readonly decimalPlaces: number
  /** Points per unit of price: 1 for a daily funded bet, 10000 for an FX CFD. */
  readonly scalingFactor: Decimal
  readonly worth: Valuation
  /** What the broker asks as margin, in percent of the value; null: it does not say. */
  readonly marginPercent: Decimal | null
  /** The same by the whole size that is held there, the smallest first; missing or empty: the broker does not say. */
  readonly marginBands?: readonly MarginBand[]
  readonly minDealSize: Decimal
  /** Smallest step of a size; null if the broker does not say (then 2 decimals). */
  readonly sizeStep: Decimal | null
  readonly takesStopsAndLimits: boolean
  readonly takesMarketOrders: boolean
  readonly minStopOrLimitDistance: Distance
  readonly maxStopOrLimitDistance: Distance
  /** When bid, offer and status were read. */
  readonly quotedAt: Instant
}

/** The part of a size from `from` to `to` (null: any size above) takes this percentage of its value as margin. */
export type MarginBand = { readonly from: Decimal; readonly to: Decimal | null; readonly percent: Decimal }

/** What the account is worth, and what has happened on it. */
export type LimitsSeen = {
  /** With a reading that is at most 60 s old. */
  readonly watch: Watch
  readonly bookings: Bookings
  /** Entries of the trading day, those in flight included; by strategy, '' without one. */
  readonly trades: Readonly<Record<string, number>>
  /** Closes of the last hours. */
  readonly recentCloses: readonly RecentClose[]
}

/** Everything a decision may check, as one plain value. What is undefined has not been read yet. */
export type Snapshot = {
  readonly now: Instant
  readonly acceptedAt: Instant
  readonly captured: CapturedSettings
  readonly alert: Alert
  /** The user said yes to it. */
  readonly isConfirmed?: boolean
  /** Who proposed it, as its user reads it, if no strategy sent it: it asks first, whatever the settings. */
  readonly proposedBy?: string
  readonly settings: TradingSettings
  /** Set if the order is one of the first after going live. */
  readonly smallestFirst?: SmallestFirst | undefined
  /** null: the user's list has none with that name. */
  readonly instrument: InstrumentFields | null
  /** If it has none: names in the list that the alert may mean. */
  readonly nearMarkets?: readonly string[]
  /** When an order was last placed for this instrument in this mode. */
  readonly lastOrderAt: Instant | null
  /** Where this alert's strategy was last in sync on this market. */
  readonly followed?: FollowedPosition | undefined
  /** What alerts of the same time say, or later ones; undefined: there are none. */
  readonly sameTime?: SameTime | undefined
  /** An alert that is newer than this one and was decided first: this one comes too late. */
  readonly newer?: NewerAlert | undefined
  /** When *Stop everything* held back the exit that this alert carries out. */
  readonly heldAt?: Instant | undefined
  /** When the last order since `heldAt` was sent that opens something for the alert's strategy and market. */
  readonly openedSinceHeld?: Instant | undefined
  readonly closedLeg?: ClosedLeg | undefined
  /** Of an exit: when the executor took it, which is when its age is judged. */
  readonly takenAt?: Instant | undefined
  /** Since when this exit waits for the broker: it was in time when it was first taken, and trades in its own mode. */
  readonly waitsSince?: Instant | undefined
  /** A later alert of the strategy on this market was decided since that was closed. */
  readonly isOvertaken?: boolean
  readonly market?: Market | undefined
  /** By epic: those of the alert’s positions that rolled, or whose instrument was mapped again. */
  readonly markets?: Readonly<Record<string, Market | undefined>>
  readonly account?: AccountState | undefined
  /** The lists were read for this decision, after the broker’s lag: an order placed before is in them if it exists. */
  readonly isAccountFresh?: boolean
  /** Wilder's ATR from daily candles by period, in IG's price units; null if it could not be computed. */
  readonly dailyAtr?: Readonly<Record<number, Decimal | null>> | undefined
  readonly limits?: LimitsSeen | undefined
  /** What the account is worth could not be read just now. Missing: it was, or nothing has asked for it. */
  readonly isUnmeasured?: boolean
  /** What the markets are worth, by epic. */
  readonly worths?: Readonly<Record<string, MarketWorth | undefined>>
  /** TradingView’s names of the instruments in groups of open risk, by epic: what its user opened has none of its own. */
  readonly names?: Readonly<Record<string, string>>
}

/** @property unitMoney in the account's currency for a move of 1 and a size of 1; null: the broker does not say */
export type MarketWorth = {
  readonly unitMoney: Decimal | null
  readonly currency: string
  /** How many units of the currency make one of the account's. Missing or null: not known. */
  readonly rate?: Decimal | null
  /** See `Market`. */
  readonly marginPercent?: Decimal | null
}

/** The order that a decision asks for. Distances in points. */
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
  /** When the broker itself ends a working order; null for MARKET. */
  readonly goodTill: Instant | null
  /** What it was decided on, at the broker: the alert's price, and the quote of its side. Orders of release 0.2.0 lack it. */
  readonly seen?: { readonly price: Decimal; readonly quote: Decimal | null }
  /** What it costs if its stop is hit, in the account's currency: only with a limit on open risk. */
  readonly risk?: Decimal
  /** What it takes as margin, in the account's currency, as far as that can be known. */
  readonly margin?: Decimal
}

/** What an exit asks for: positions closed, whole or in part, and working orders deleted. */
export type CloseRequest = {
  /** `*` for every market. */
  readonly epic: string
  readonly positions: readonly OpenPosition[]
  readonly workingOrders: readonly WorkingOrder[]
  /** Orders in flight on the epic, which cannot be closed before the broker shows them. */
  readonly inFlight: number
  /** Their deal references: what they become is closed once the broker shows it. */
  readonly awaits?: readonly string[]
  /** What is to stay of a position, by its deal; of the others nothing stays. */
  readonly rests?: Readonly<Record<string, Decimal>>
  /**
   * `named`: only these, and the position that an order of them becomes meanwhile; `orders`: one that fills stays.
   * Without it also whatever else appears on the epic.
   */
  readonly scope?: 'named' | 'orders'
  /** Once all of it is proved to be closed, an order of this direction is decided. */
  readonly thenOpen?: Direction
  /** A reversal that only closes. */
  readonly opensNothing?: boolean
  /** The alerts of its time don't lead from one position to the next: it is not known where its strategy is. */
  readonly isUnclear?: boolean
}

/** What STOP and TRAIL ask for, as absolute levels: it may be sent twice and means the same. */
export type AmendRequest = {
  readonly epic: string
  readonly changes: readonly StopChange[]
}

export type StopChange = {
  readonly dealId: string
  readonly direction: Direction
  readonly stopBefore: Decimal | null
  readonly stopLevel: Decimal
  /** Sent along, or the broker would take it away. */
  readonly limitLevel: Decimal | null
  readonly trail: TrailTarget | null
}
