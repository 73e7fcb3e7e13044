import type { LogEntry } from '../../shared/logs/log.schema.ts'
import type { Outcome } from '../../shared/trading/model/outcome.schema.ts'

type EndedAlert = {
  readonly outcome: Outcome
  /** The action and the instrument, such as "BUY Vodafone Group PLC". */
  readonly alert: string
}

/** Returns the alert and its outcome from a log entry; null if the entry is about something else. */
export const endedAlertOf = ({ extra }: LogEntry): EndedAlert | null => {
  if (extra?.kind !== 'outcome') return null
  const { outcome, alert, name } = extra
  return { outcome, alert: `${alert.action} ${name ?? alert.market}` }
}

/** The maximum number of entries on the linked page. The entries of a burst all have the same second. */
const mostOfMoment = 100

/** Returns a link to a log entry. The page shows the log entries of the same moment, with this entry open. */
export const traceOf = ({ id, createdAt }: LogEntry) => {
  const at = Date.parse(createdAt)
  const moment = (offset: number) => new Date(at + offset).toISOString()
  const search = { from: moment(-1_000), to: moment(1_000), size: mostOfMoment, entry: id }
  return { to: '/dashboard/logs', search, resetScroll: false } as const
}
