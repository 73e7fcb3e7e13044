import type { Mode } from '../../shared/accounts/user.schema.ts'
import type { BreakdownName, Closer, LinkState } from '../../shared/journal/names.ts'

/** Periods that end today: today, this week, this month, and the last three months. */
export const periods = ['today', 'week', 'month', 'quarter'] as const
export type Period = (typeof periods)[number]

/** The search parameters of the journal: the account, the filters for its trades, and the breakdown. */
export type JournalSearch = {
  readonly page?: number | undefined
  readonly size?: number | undefined
  readonly mode?: Mode | undefined
  readonly account?: string | undefined
  readonly by?: BreakdownName | undefined
  readonly strategy?: string | undefined
  readonly name?: string | undefined
  /** TradingView's symbol, such as NASDAQ:AAPL. */
  readonly market?: string | undefined
  readonly direction?: 'BUY' | 'SELL' | undefined
  readonly closer?: Closer | undefined
  readonly link?: LinkState | undefined
  readonly tag?: string | undefined
  readonly weekday?: number | undefined
  readonly hour?: number | undefined
  readonly period?: Period | undefined
  /** The first day, such as 2026-11-24. `from` and `to` are ignored if there is a period. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}
