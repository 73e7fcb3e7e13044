import * as z from 'zod/mini'
import { MarketsFound } from './market-match.schema.ts'

/** One symbol of a batch, or one market of a watchlist, and what was found. */
export const MatchedRow = z.object({
  /** As TradingView writes it; empty if IG’s codes do not tell it. */
  symbol: z.string(),
  ...MarketsFound.shape,
})
export type MatchedRow = z.infer<typeof MatchedRow>

/** A batch of symbols that is matched in the background; the last one of each user is kept for a week. */
export const Matching = z.object({
  id: z.string(),
  startedAt: z.iso.datetime(),
  state: z.enum(['RUNNING', 'DONE', 'STOPPED']),
  /** Symbols in all; 0 until a watchlist was read. */
  total: z.number(),
  /** Why it stopped, in words. */
  note: z.nullable(z.string()),
  /** It waits for room in IG’s allowance until then. */
  waitsUntil: z.nullable(z.iso.datetime()),
  /** In the order in which they were found. */
  rows: z.array(MatchedRow),
  /** Symbols of the rows that are in the user’s list by now. */
  inList: z.array(z.string()),
})
export type Matching = z.infer<typeof Matching>

/** One of the lists that the user has at IG. */
export const WatchlistName = z.object({ id: z.string(), name: z.string(), isOwn: z.boolean() })
