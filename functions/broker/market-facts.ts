/** What the broker says of a market besides its quote: by its codes a TradingView symbol is found. */
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

/** Of the epics that were asked for. Those that are in neither could not be read. */
export type MarketFactsRead = {
  readonly found: readonly MarketFacts[]
  /** The broker does not know them. */
  readonly unknown: readonly string[]
}

/** A list of markets that the user keeps at the broker, or that the broker offers. */
export type Watchlist = { readonly id: string; readonly name: string; readonly isOwn: boolean }
