import type { Mode } from '../accounts/user.schema.ts'
import type { Burst } from './burst.schema.ts'
import type { LogEntry } from './log.schema.ts'

/** @param acceptedAt epoch milliseconds */
export const isWithinBurst = (mode: Mode, acceptedAt: number, burst: Burst): boolean =>
  mode === burst.mode && acceptedAt >= Date.parse(burst.from) && acceptedAt <= Date.parse(burst.to)

export const isOfBurst = ({ mode, extra }: LogEntry, burst: Burst): boolean =>
  extra?.kind === 'outcome' && isWithinBurst(mode, Date.parse(extra.alert.acceptedAt), burst)
