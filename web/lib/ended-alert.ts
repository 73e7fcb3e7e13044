import type { LogEntry } from '../../shared/logs/log.schema.ts'
import type { Outcome } from '../../shared/trading/model/outcome.schema.ts'

type EndedAlert = {
  readonly outcome: Outcome
  /** Such as "BUY Vodafone Group PLC". */
  readonly alert: string
}

/** Null if the entry is about something else. */
export const endedAlertOf = ({ extra }: LogEntry): EndedAlert | null => {
  if (extra?.kind !== 'outcome') return null
  const { outcome, alert, name } = extra
  return { outcome, alert: `${alert.action} ${name ?? alert.market}` }
}

/** Maximum entries of one second that a link shows, because a burst's entries share it. */
const mostOfMoment = 100

/** A link to an entry's trace: the log of its moment with the entry open and in view. */
export const traceOf = ({ id, createdAt }: LogEntry) => {
  const at = Date.parse(createdAt)
  const moment = (offset: number) => new Date(at + offset).toISOString()
  const search = { from: moment(-1_000), to: moment(1_000), size: mostOfMoment, entry: id }
  return { to: '/dashboard/logs', search, resetScroll: false } as const
}
