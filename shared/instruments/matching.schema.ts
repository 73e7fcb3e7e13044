import * as z from 'zod/mini'
import { MarketsFound } from './market-match.schema.ts'

/** A symbol of a batch, or a market of a watchlist, and its matches. */
export const MatchedRow = z.object({
  /** TradingView's symbol; empty if IG’s codes do not determine it. */
  symbol: z.string(),
  ...MarketsFound.shape,
})
export type MatchedRow = z.infer<typeof MatchedRow>

/** A batch of symbols that is matched in the background. The last batch of each user is kept for a week. */
export const Matching = z.object({
  id: z.string(),
  startedAt: z.iso.datetime(),
  state: z.enum(['RUNNING', 'DONE', 'STOPPED']),
  /** Number of symbols; 0 until the watchlist has been read. */
  total: z.number(),
  note: z.nullable(z.string()),
  /** When IG’s allowance has room again. */
  waitsUntil: z.nullable(z.iso.datetime()),
  /** Rows in the order in which they were matched. */
  rows: z.array(MatchedRow),
  /** Symbols of these rows that are in the user’s list. */
  inList: z.array(z.string()),
})
export type Matching = z.infer<typeof Matching>

export const WatchlistName = z.object({ id: z.string(), name: z.string(), isOwn: z.boolean() })
