import type { LogEntry } from '../../shared/logs/log.schema.ts'
import type { Outcome } from '../../shared/trading/model/outcome.schema.ts'

/** How an alert ended. */
type EndedAlert = {
  readonly outcome: Outcome
  /** e.g. "BUY Vodafone Group PLC" */
  readonly alert: string
}

/** null if the entry tells of something else. */
export const endedAlertOf = ({ extra }: LogEntry): EndedAlert | null => {
  if (extra?.kind !== 'outcome') return null
  const { outcome, alert, name } = extra
  return { outcome, alert: `${alert.action} ${name ?? alert.market}` }
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
