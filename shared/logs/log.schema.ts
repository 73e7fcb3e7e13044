import * as z from 'zod/mini'
import { logFilters, logTypes } from './log-types.ts'
import { Mode } from '../accounts/user.schema.ts'
import { Outcome, StepInWords } from '../trading/model/outcome.schema.ts'

export const LogType = z.enum(logTypes)
export type LogType = z.infer<typeof LogType>

export const LogFilter = z.enum(logFilters)
export type LogFilter = z.infer<typeof LogFilter>

/** What an entry adds to its message. Which fields it has depends on what it tells; what is not listed here is only shown. */
export const LogExtra = z.looseObject({
  alertId: z.optional(z.string()),
  /** How the alert ended, and how it was decided. */
  outcome: z.optional(Outcome),
  trace: z.optional(z.array(StepInWords)),
  /** See `Phases`. */
  phases: z.optional(z.array(z.number())),
  /** Requests to the broker. */
  requests: z.optional(z.number()),
  /** Until when an alert that was asked about or held can be carried out. */
  answerBy: z.optional(z.string()),
  /** The alert that this one carries out. */
  confirms: z.optional(z.string()),
  /** The alert that ended otherwise than was said. */
  corrects: z.optional(z.string()),
  /** The alert as it was understood. */
  alert: z.optional(
    z.looseObject({
      action: z.optional(z.string()),
      market: z.optional(z.string()),
      strategy: z.optional(z.string()),
      acceptedAt: z.optional(z.string()),
    }),
  ),
})
export type LogExtra = z.infer<typeof LogExtra>

export const LogEntry = z.object({
  id: z.string(),
  type: LogType,
  /** The mode the user was in, or the alert's mode. */
  mode: Mode,
  createdAt: z.iso.datetime(),
  message: z.string(),
  description: z.optional(z.string()),
  extra: z.optional(LogExtra),
})
export type LogEntry = z.infer<typeof LogEntry>
