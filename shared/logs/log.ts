import * as z from 'zod/mini'
import { logTypes } from './log-types.ts'
import { Mode } from '../accounts/user.ts'

export const LogType = z.enum(logTypes)
export type LogType = z.infer<typeof LogType>

/** ALL is only a filter. */
export const LogFilter = z.enum(['ALL', ...LogType.options])
export type LogFilter = z.infer<typeof LogFilter>

export const LogEntry = z.object({
  id: z.string(),
  type: LogType,
  /** The mode the user was in, or the alert's mode. */
  mode: Mode,
  createdAt: z.iso.datetime(),
  message: z.string(),
  description: z.optional(z.string()),
  extra: z.optional(z.record(z.string(), z.unknown())),
})
export type LogEntry = z.infer<typeof LogEntry>
