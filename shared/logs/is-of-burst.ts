import type { Mode } from '../accounts/user.schema.ts'
import type { Burst } from './burst.schema.ts'
import type { LogEntry } from './log.schema.ts'

/** When the alert of an entry was accepted, in epoch milliseconds; null if it tells of none that ended. */
export const acceptanceOf = ({ extra }: LogEntry): number | null => {
  const at = Date.parse(extra?.alert?.acceptedAt ?? '')
  return extra?.outcome === undefined || Number.isNaN(at) ? null : at
}

/** @param acceptedAt epoch milliseconds */
export const isWithinBurst = (mode: Mode, acceptedAt: number, burst: Burst): boolean =>
  mode === burst.mode && acceptedAt >= Date.parse(burst.from) && acceptedAt <= Date.parse(burst.to)

export const isOfBurst = (entry: LogEntry, burst: Burst): boolean => {
  const at = acceptanceOf(entry)
  return at !== null && isWithinBurst(entry.mode, at, burst)
}
