import * as z from 'zod/mini'
import { Mode } from '../accounts/user.schema.ts'
import { Outcome } from '../trading/model/outcome.schema.ts'

export const fewestOfBurst = 4

/** Maximum milliseconds between one alert of a burst and the next. */
export const burstGap = 2_000

/** Alerts of a burst with the same outcome and reason. */
export const BurstPart = z.object({
  outcome: Outcome,
  count: z.number(),
  rule: z.nullable(z.string()),
  /** The reason as text if all these alerts have the same text; null otherwise. */
  because: z.nullable(z.string()),
})
export type BurstPart = z.infer<typeof BurstPart>

/** Alerts of one account at the same moment, such as at a bar's close. */
export const Burst = z.object({
  mode: Mode,
  /** `from` and `to`: when the first and the last alert of the burst were accepted. */
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  alerts: z.number(),
  /** The parts with placed orders come first, then the parts with the most alerts. */
  parts: z.array(BurstPart),
  /** Milliseconds from the first acceptance to the last outcome. */
  milliseconds: z.number(),
  /** Requests to the broker, including orders. */
  requests: z.number(),
})
export type Burst = z.infer<typeof Burst>
