import * as z from 'zod/mini'
import type { LogEntry } from './log.ts'
import { Mode } from './user.ts'
import { Outcome } from './trading/outcome.ts'

/** Fewer alerts than this, close together, are no burst. */
export const fewestOfBurst = 4

/** An alert that is accepted within so many milliseconds after another of its account belongs to the same burst. */
export const burstGap = 2_000

/** How several alerts of a burst ended, for one and the same reason. */
export const BurstPart = z.object({
  outcome: Outcome,
  count: z.number(),
  /** In the words of one of them; null where it was placed. */
  because: z.nullable(z.string()),
})
export type BurstPart = z.infer<typeof BurstPart>

/** The alerts of one account that came in the same moment, as a bar's close brings them. */
export const Burst = z.object({
  mode: Mode,
  /** When the first and the last of them were accepted. */
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  alerts: z.number(),
  /** Most first. */
  parts: z.array(BurstPart),
  /** From the first acceptance to the last outcome. */
  milliseconds: z.number(),
  /** To the broker, orders included. */
  requests: z.number(),
})
export type Burst = z.infer<typeof Burst>

/** When the alert of an entry was accepted, in epoch milliseconds; null where it tells of none that ended. */
export const acceptanceOf = ({ extra }: LogEntry): number | null => {
  const at = Date.parse(String((extra?.alert as Record<string, unknown> | undefined)?.acceptedAt))
  return extra?.outcome === undefined || Number.isNaN(at) ? null : at
}

export const isOfBurst = (entry: LogEntry, { mode, from, to }: Burst): boolean => {
  const at = acceptanceOf(entry)
  return at !== null && entry.mode === mode && at >= Date.parse(from) && at <= Date.parse(to)
}
