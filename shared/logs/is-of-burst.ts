import type { Burst } from './burst.schema.ts'
import type { LogEntry } from './log.schema.ts'

/** When the alert of an entry was accepted, in epoch milliseconds; null if it tells of none that ended. */
export const acceptanceOf = ({ extra }: LogEntry): number | null => {
  const at = Date.parse(extra?.alert?.acceptedAt ?? '')
  return extra?.outcome === undefined || Number.isNaN(at) ? null : at
}

export const isOfBurst = (entry: LogEntry, { mode, from, to }: Burst): boolean => {
  const at = acceptanceOf(entry)
  return at !== null && entry.mode === mode && at >= Date.parse(from) && at <= Date.parse(to)
}
