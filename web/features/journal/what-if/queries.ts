import { queryOptions } from '@tanstack/react-query'
import type { Mode } from '../../../../shared/accounts/user.schema.ts'
import type { SidedBar } from '../../../../shared/journal/price-bars.schema.ts'
import type { JournalTrade } from '../../../../shared/journal/journal.schema.ts'
import { pageLimits } from '../../../../shared/platform/page-limits.ts'
import { type KeptDecision, withTheirSettings } from '../../../../shared/journal/what-if/kept-decision.ts'
import type { Span } from '../../../../shared/journal/what-if/session.ts'
import type { Currency } from '../../../../shared/platform/figures.ts'
import { calendarDay } from '../../../../shared/platform/words.ts'
import { call } from '../../../lib/api.ts'
import { timeZone } from '../../../lib/format.ts'

const inIso = ({ from, to }: Span) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })

const readDecisions = async (mode: Mode, span: Span): Promise<KeptDecision[]> => {
  const decisions: KeptDecision[] = []
  let after: string | undefined
  do {
    const page = await call('listDecisions', { mode, ...inIso(span), ...(after ? { after } : {}) })
    decisions.push(...withTheirSettings(page))
    after = page.next ?? undefined
  } while (after)
  return decisions
}

/** Reads the trades closed since the start of the period, because an alert’s trade closes after the alert. */
const readTrades = async (mode: Mode, since: number) => {
  // Starts one day early to cover every time zone.
  const fromDay = calendarDay(since - 86_400_000)

  const trades: JournalTrade[] = []
  let count = 0
  let currency: Currency
  do {
    const place = { offset: trades.length, limit: pageLimits.max }
    const page = await call('listTrades', { mode, zone: timeZone(), fromDay, ...place })
    if (page.results.length === 0) break
    trades.push(...page.results)
    ;({ count, currency } = page)
  } while (trades.length < count)
  return { trades, currency }
}

const minute = 60_000
const quarter = 15 * minute
/**
 * Milliseconds after an alert for which its order's result is estimated. If the order is still open then, its result is
 * unknown.
 */
const estimatedSpanMs = 2 * 86_400_000

const readBars = async (mode: Mode, epic: string, length: 'MINUTE' | 'MINUTE_15', { from, to }: Span) => {
  if (to <= from) return []
  const { bars, reason } = await call('getPrices', { mode, epic, length, ...inIso({ from, to }) })
  if (reason !== null && length === 'MINUTE_15') throw new Error(reason)
  return bars
}

/**
 * Reads prices after an alert: minute bars up to the next quarter of an hour, then 15-minute bars. Incomplete bars are left
 * out.
 */
export const readPrices = async (mode: Mode, epic: string, at: number) => {
  const boundary = Math.ceil(at / quarter) * quarter
  const to = Math.min(boundary + estimatedSpanMs, Math.floor(Date.now() / quarter) * quarter)
  const minutes = await readBars(mode, epic, 'MINUTE', {
    from: Math.ceil(at / minute) * minute,
    to: Math.min(boundary, to),
  })
  return [...minutes, ...(await readBars(mode, epic, 'MINUTE_15', { from: boundary, to }))]
}

/** Replaces one 15-minute bar with its minute bars, to see which of two levels the price reached first. */
export const inMinutes = async (mode: Mode, epic: string, bars: readonly SidedBar[], at: number) => {
  const minutes = await readBars(mode, epic, 'MINUTE', { from: at, to: at + quarter })
  return minutes.length === 0 ? bars : bars.flatMap((bar) => (bar.at === at ? minutes : bar))
}

/** Reads the decisions on a period's alerts, and the journal's trades since the start of the period. */
export const historyQuery = (mode: Mode, span: Span) =>
  queryOptions({
    queryKey: ['what-if', mode, span.from, span.to],
    queryFn: async () => {
      const [decisions, { trades, currency }] = await Promise.all([
        readDecisions(mode, span),
        readTrades(mode, span.from),
      ])
      return { decisions, trades, currency }
    },
    staleTime: Infinity,
    gcTime: 0,
  })
