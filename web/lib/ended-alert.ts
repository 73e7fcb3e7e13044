import type { LogEntry } from '../../shared/logs/log.ts'
import { outcomeKinds } from '../../shared/logs/outcome-kinds.ts'
import type { Outcome } from '../../shared/trading/model/outcome.ts'

/** An entry that tells how an alert ended. */
export type EndedAlert = {
  readonly entry: LogEntry
  readonly outcome: Outcome
  /** e.g. "BUY LSE:VOD" */
  readonly alert: string
}

/** null if it tells of something else. */
export const endedAlertOf = (entry: LogEntry): EndedAlert | null => {
  const { outcome, alert } = (entry.extra ?? {}) as { outcome?: Outcome; alert?: Record<string, unknown> }
  if (outcome === undefined || !(outcome in outcomeKinds)) return null
  return { entry, outcome, alert: [alert?.action, alert?.market].filter(Boolean).join(' ') }
}

/** Leads to an entry's trace: the log of its moment, and the entry open. */
export const traceOf = ({ id, createdAt }: LogEntry) => {
  const at = Date.parse(createdAt)
  const moment = (offset: number) => new Date(at + offset).toISOString()
  return { to: '/dashboard/logs', search: { from: moment(-1_000), to: moment(1_000), entry: id } } as const
}
