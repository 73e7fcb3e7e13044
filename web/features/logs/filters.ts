import type { RequestOf } from '../../../shared/contract/index.ts'
import type { LogFilter } from '../../../shared/logs/log.schema.ts'

/** What the log is narrowed to; the times are ISO 8601. */
export type LogFilters = {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly type?: LogFilter | undefined
}

export const noFilters: LogFilters = { from: undefined, to: undefined, type: undefined }

/** As the contract names them. ALL is what the server takes if no type is said, so it is not said. */
export const filterRequest = ({ from, to, type = 'ALL' }: LogFilters) =>
  ({
    ...(from && { fromDate: from }),
    ...(to && { toDate: to }),
    ...(type !== 'ALL' && { type }),
  }) as RequestOf<'downloadLogs'>

/** The hours up to now; none given is no filter. */
export const lastHours = (hours: number | undefined, now = new Date()): LogFilters =>
  hours !== undefined && hours > 0
    ? { from: new Date(now.getTime() - hours * 3_600_000).toISOString(), to: now.toISOString() }
    : { from: undefined, to: undefined }

/** What cannot be read is as good as not there: Chrome lets one type a year of six digits, and an address anything. */
const timeOf = (text = '') => {
  const [day = ''] = /^\d{4}-\d\d-\d\d(?!\d)/.exec(text) ?? []
  const time = new Date(text)
  // JavaScript takes the 30th of February for the 2nd of March.
  const isDay = day !== '' && !Number.isNaN(time.getTime()) && new Date(day).toISOString().startsWith(day)
  return isDay ? time : undefined
}

/** Between a time and what an input of type datetime-local holds, in the browser's zone. */
export const toInput = (iso: string | undefined) => {
  const time = timeOf(iso)
  // Sweden writes dates as ISO 8601 does.
  return time
    ? time.toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' }).replace(' ', 'T')
    : ''
}
export const fromInput = (local: string) => timeOf(local)?.toISOString()
/** With it the field holds years of four digits, as everything else here does. */
export const latestInput = '9999-12-31T23:59'
