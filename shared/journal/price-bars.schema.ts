import * as z from 'zod/mini'
import type { Instant } from '../platform/units.ts'

const minute = 60_000

/** Lengths of bars in milliseconds by IG's names, the shortest first. */
export const barLengths = {
  MINUTE: minute,
  MINUTE_5: 5 * minute,
  MINUTE_15: 15 * minute,
  HOUR: 60 * minute,
  HOUR_4: 240 * minute,
  DAY: 1_440 * minute,
} as const
export type BarLength = keyof typeof barLengths

/** Maximum number of bars, which is enough to show a trade. Each bar costs one of IG's 10,000 points a week. */
const mostBars = 150
const fewestBars = 20

export type BarWindow = { readonly length: BarLength; readonly from: Instant; readonly to: Instant }

/**
 * The bars of a trade's chart. They cover its duration plus a quarter on either side, and are as short as the maximum
 * number allows.
 */
export const barWindow = (openedAt: Instant, until: Instant): BarWindow => {
  const margin = Math.max((until - openedAt) / 4, fewestBars * minute)
  const [from, to] = [openedAt - margin, until + margin]
  const names = Object.keys(barLengths) as BarLength[]
  const length = names.find((name) => (to - from) / barLengths[name] <= mostBars) ?? 'DAY'
  return { length, from, to }
}

/** A bar of the broker's mid prices. `at` is the beginning of the bar. */
export const PriceBar = z.object({
  at: z.number(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
})
export type PriceBar = z.infer<typeof PriceBar>

const Side = z.object({ open: z.number(), high: z.number(), low: z.number(), close: z.number() })

/** A bar with both sides of the spread: a BUY closes at the bid, a SELL at the ask. */
export const SidedBar = z.object({ at: z.number(), bid: Side, ask: Side })
export type SidedBar = z.infer<typeof SidedBar>

export const PriceBars = z.object({
  /** Null if neither source has prices of that time. */
  source: z.nullable(z.enum(['IG', 'Yahoo'])),
  length: z.enum(Object.keys(barLengths) as [BarLength, ...BarLength[]]),
  bars: z.array(PriceBar),
  /** Why the prices are not IG’s; null if they are. */
  reason: z.nullable(z.string()),
})
export type PriceBars = z.infer<typeof PriceBars>
