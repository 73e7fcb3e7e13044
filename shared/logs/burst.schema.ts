import * as z from 'zod/mini'
import { Mode } from '../accounts/user.schema.ts'
import { Outcome } from '../trading/model/outcome.schema.ts'

/** Fewer alerts than this, close together, are no burst. */
export const fewestOfBurst = 4

/** An alert that is accepted within this number of milliseconds after another of its account belongs to the same burst. */
export const burstGap = 2_000

/** How several alerts of a burst ended, for one and the same reason. */
export const BurstPart = z.object({
  outcome: Outcome,
  count: z.number(),
  /** The rule that refused them, if one did. */
  rule: z.nullable(z.string()),
  /** In their own words, if all say the same. */
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
  /** Requests to the broker, including orders. */
  requests: z.number(),
})
export type Burst = z.infer<typeof Burst>
