import * as z from 'zod/mini'

/** One of IG's markets that a TradingView symbol may mean. */
export const MarketFound = z.object({
  epic: z.string(),
  name: z.string(),
  /** As IG writes it, e.g. GB; null if IG does not say. */
  country: z.nullable(z.string()),
  /** DFB: a daily funded bet; `-`: an undated CFD; else when it ends. */
  expiry: z.string(),
  /** In IG's units; null if IG quotes nothing now. */
  mid: z.nullable(z.number()),
  /** Ticker and exchange agree by IG's own codes. */
  isExact: z.boolean(),
  /** What the verdict on it rests on, in words. */
  because: z.string(),
  /** The factor from TradingView's price to IG's; null if no price is known to tell it from. */
  multiplier: z.nullable(z.string()),
})
export type MarketFound = z.infer<typeof MarketFound>

export const MarketsFound = z.object({
  verdict: z.enum(['EXACT', 'CHOOSE', 'NONE']),
  /** In words: how it was matched, or why it was not. */
  why: z.string(),
  /** The likeliest first. */
  markets: z.array(MarketFound),
  /** Yahoo's name for it; empty if its exchange has no rule. */
  yahooSymbol: z.string(),
  /** The close of the last finished day at the exchange, in its own units; null if Yahoo has none. */
  exchangePrice: z.nullable(z.string()),
})
export type MarketsFound = z.infer<typeof MarketsFound>
