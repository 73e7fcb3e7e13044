import * as z from 'zod/mini'
import type { LogEntry } from './log.ts'
import { Mode } from './user.ts'
import { Outcome } from './trading/outcome.ts'
import { counted } from './trading/words.ts'

/** Fewer alerts than this, close together, are no burst. */
export const fewestOfBurst = 4

/** An alert that is accepted within so many milliseconds after another of its account belongs to the same burst. */
export const burstGap = 2_000

/** How several alerts of a burst ended, for one and the same reason. */
export const BurstPart = z.object({
  outcome: Outcome,
  count: z.number(),
  /** The rule that refused them, where one did. */
  rule: z.nullable(z.string()),
  /** In their own words, where all say the same. */
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
  /** Placed ones first, then most first. */
  parts: z.array(BurstPart),
  /** From the first acceptance to the last outcome. */
  milliseconds: z.number(),
  /** To the broker, orders included. */
  requests: z.number(),
})
export type Burst = z.infer<typeof Burst>

const words: Readonly<Record<Outcome, string>> = {
  PLACED: 'placed',
  REFUSED: 'refused',
  REJECTED: 'rejected',
  EXPIRED: 'too old',
  BLOCKED: 'blocked',
  NOT_PLACED: 'not placed',
  NEEDS_REVIEW: 'in need of review',
}

const reasonOf = ({ because, rule }: BurstPart) =>
  because !== null ? ` because ${because}` : rule !== null ? ` by the rule “${rule}”` : ''

/**
 * "09:30:00: 47 alerts: 12 placed; 35 refused because 12 positions are open, your limit is 12; 4.1 s; 9 requests to IG"
 * @param at its time, as it is shown
 */
export const burstInWords = ({ alerts, parts, milliseconds, requests }: Burst, at: string): string => {
  const told = Object.values(Object.groupBy(parts, ({ outcome }) => outcome)).map((same) => {
    const count = same.reduce((sum, part) => sum + part.count, 0)
    const [first] = same
    const ended = `${count} ${first ? words[first.outcome] : ''}`
    return same.length === 1 && first
      ? `${ended}${reasonOf(first)}`
      : `${ended}: ${same.map((part) => `${part.count}${reasonOf(part)}`).join(', ')}`
  })
  return `${at}: ${counted(alerts, 'alert')}: ${told.join('; ')}; ${(milliseconds / 1000).toFixed(1)} s; ${counted(requests, 'request')} to IG`
}

/** When the alert of an entry was accepted, in epoch milliseconds; null where it tells of none that ended. */
export const acceptanceOf = ({ extra }: LogEntry): number | null => {
  const at = Date.parse(String((extra?.alert as Record<string, unknown> | undefined)?.acceptedAt))
  return extra?.outcome === undefined || Number.isNaN(at) ? null : at
}

export const isOfBurst = (entry: LogEntry, { mode, from, to }: Burst): boolean => {
  const at = acceptanceOf(entry)
  return at !== null && entry.mode === mode && at >= Date.parse(from) && at <= Date.parse(to)
}
