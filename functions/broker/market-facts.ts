import type { Decimal } from '../../shared/platform/units.ts'
import type { Market } from '../../shared/trading/model/snapshot.ts'

/** What the broker says of a market in addition to its quote: by its codes a TradingView symbol is found. */
export type MarketFacts = {
  readonly epic: string
  readonly name: string
  readonly expiry: string
  readonly country: string | null
  /** The Reuters code, e.g. VOD.L. */
  readonly newsCode: string | null
  /** The ticker, e.g. VOD. */
  readonly chartCode: string | null
  /** Ticker and country, e.g. VOD-GB. */
  readonly marketId: string | null
  /** TRADEABLE, CLOSED, OFFLINE and others. */
  readonly status: string
  readonly mid: number | null
}

/** A list of markets that the user keeps at the broker, or that the broker offers. */
export type Watchlist = { readonly id: string; readonly name: string; readonly isOwn: boolean }

/** A market, and how many units of each of its currencies make one of the account's. */
export type MarketWithRates = Market & { readonly rates: Readonly<Record<string, Decimal>> }
