import type { RequestOf } from '../../../shared/contract/index.ts'
import type { LogFilter } from '../../../shared/logs/log.schema.ts'

/** The log's filters. Times are ISO 8601. */
export type LogFilters = {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly type?: LogFilter | undefined
}

export const noFilters: LogFilters = { from: undefined, to: undefined, type: undefined }

/** Converts the filters to the parameters of a request. The type ALL is omitted, because it is the server's default. */
export const filterRequest = ({ from, to, type = 'ALL' }: LogFilters) =>
  ({
    ...(from && { fromDate: from }),
    ...(to && { toDate: to }),
    ...(type !== 'ALL' && { type }),
  }) as RequestOf<'downloadLogs'>

/** Returns filters from the given number of hours ago until now; empty filters if the number is not positive. */
export const lastHours = (hours: number | undefined, now = new Date()): LogFilters =>
  hours !== undefined && hours > 0
    ? { from: new Date(now.getTime() - hours * 3_600_000).toISOString(), to: now.toISOString() }
    : { from: undefined, to: undefined }

/** Parses a time; undefined if it is invalid. Chrome accepts years of six digits, and an address may contain anything. */
const timeOf = (text = '') => {
  const [day = ''] = /^\d{4}-\d\d-\d\d(?!\d)/.exec(text) ?? []
  const time = new Date(text)
  // JavaScript parses 30 February as 2 March.
  const isDay = day !== '' && !Number.isNaN(time.getTime()) && new Date(day).toISOString().startsWith(day)
  return isDay ? time : undefined
}

/** Converts a time to the value of a datetime-local input in the browser's time zone. `fromInput` converts it back. */
export const toInput = (iso: string | undefined) => {
  const time = timeOf(iso)
  // Swedish dates and times are written almost as in ISO 8601.
  return time
    ? time.toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' }).replace(' ', 'T')
    : ''
}
export const fromInput = (local: string) => timeOf(local)?.toISOString()
/** The latest time that the input accepts. It limits years to four digits. */
export const latestInput = '9999-12-31T23:59'
