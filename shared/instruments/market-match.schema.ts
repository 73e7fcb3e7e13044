import * as z from 'zod/mini'

/** An IG market that may match a TradingView symbol. */
export const MarketFound = z.object({
  epic: z.string(),
  name: z.string(),
  /** IG's country code, such as GB; null if IG has none. */
  country: z.nullable(z.string()),
  /** `DFB` for a daily funded bet, `-` for an undated CFD, otherwise the end of the contract. */
  expiry: z.string(),
  /** The mid price in IG's units; null if IG has no quote now. */
  mid: z.nullable(z.number()),
  /** Whether IG's own codes match the symbol's ticker and exchange. */
  isExact: z.boolean(),
  /** Why the market matches or may match, as text. */
  because: z.string(),
  /** The factor from TradingView's price to IG's; null if the prices are not known. */
  multiplier: z.nullable(z.string()),
})
export type MarketFound = z.infer<typeof MarketFound>

export const MarketsFound = z.object({
  verdict: z.enum(['EXACT', 'CHOOSE', 'NONE']),
  /** How the symbol was matched, or why it was not, as text. */
  why: z.string(),
  /** Markets that may match, the most likely first. */
  markets: z.array(MarketFound),
  /** Yahoo's symbol; empty if there is no rule for the exchange. */
  yahooSymbol: z.string(),
  /** The exchange's last daily close, in the exchange's units; null if Yahoo has none. */
  exchangePrice: z.nullable(z.string()),
})
export type MarketsFound = z.infer<typeof MarketsFound>
