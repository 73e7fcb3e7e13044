import type { Decimal } from '../../shared/platform/units.ts'
import type { Market } from '../../shared/trading/model/snapshot.ts'

/** The broker's facts about a market, without its quote. Its codes help to match a TradingView symbol. */
export type MarketFacts = {
  readonly epic: string
  readonly name: string
  readonly expiry: string
  readonly country: string | null
  /** The Reuters code, such as VOD.L. */
  readonly newsCode: string | null
  /** The ticker, such as VOD. */
  readonly chartCode: string | null
  /** Ticker and country, such as VOD-GB. */
  readonly marketId: string | null
  /** The market's status: TRADEABLE, CLOSED, OFFLINE or another. */
  readonly status: string
  readonly mid: number | null
}

/** A list of markets that belongs to the user at the broker, or that the broker offers to all users. */
export type Watchlist = { readonly id: string; readonly name: string; readonly isOwn: boolean }

/** A market with its exchange rates: for each currency, its units per unit of the account's currency. */
export type MarketWithRates = Market & { readonly rates: Readonly<Record<string, Decimal>> }
