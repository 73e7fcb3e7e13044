import type { LogEntry } from '../../shared/logs/log.schema.ts'
import { outcomeKinds } from '../../shared/logs/outcome-kinds.ts'
import type { Outcome } from '../../shared/trading/model/outcome.schema.ts'

/** An entry that tells how an alert ended. */
export type EndedAlert = {
  readonly entry: LogEntry
  readonly outcome: Outcome
  readonly alertId: string
  /** e.g. "BUY LSE:VOD" */
  readonly alert: string
  readonly market: string | undefined
  readonly strategy: string | undefined
}

/** null if it tells of something else. */
export const endedAlertOf = (entry: LogEntry): EndedAlert | null => {
  const { outcome, alertId = '', alert = {} } = entry.extra ?? {}
  if (outcome === undefined || !(outcome in outcomeKinds)) return null
  const { action, market, strategy } = alert
  return { entry, outcome, alertId, alert: [action, market].filter(Boolean).join(' '), market, strategy }
}

/** Entries of one second that a link shows at once: those of a burst share it. */
const mostOfMoment = 100

/** Leads to an entry's trace: the log of its moment, and the entry open, which comes into view. */
export const traceOf = ({ id, createdAt }: LogEntry) => {
  const at = Date.parse(createdAt)
  const moment = (offset: number) => new Date(at + offset).toISOString()
  const search = { from: moment(-1_000), to: moment(1_000), size: mostOfMoment, entry: id }
  return { to: '/dashboard/logs', search, resetScroll: false } as const
}
