import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import { poll } from './polls.ts'

/** Query key of everything that shows log entries. */
export const logsKey = ['logs'] as const
const newestRefresh = 10_000
const newest = 50

/** In the browser's zone (ISO 8601). */
export const startOfToday = () => new Date(new Date().setHours(0, 0, 0, 0)).toISOString()

/** The newest of the whole log, as a screen reads them that shows them with other things; and how the day's alerts ended. */
export const newestLogsQuery = queryOptions({
  queryKey: [...logsKey, 'newest'],
  queryFn: (context: QueryFunctionContext) =>
    poll('listLogs', { offset: 0, limit: newest, type: 'ALL', countFrom: startOfToday() })(context),
  refetchInterval: newestRefresh,
  // Several parts of the overview show it, and some of them appear only once it is there.
  staleTime: newestRefresh / 2,
})

const alertsRefresh = 5_000
const newestAlerts = 25

/** The newest alerts that no order came of. Only who is asked first reads them, and often: a yes counts for a minute. */
export const newestAlertsQuery = queryOptions({
  queryKey: [...logsKey, 'newest alerts'],
  queryFn: poll('listLogs', { offset: 0, limit: newestAlerts, type: 'ALERT' }),
  refetchInterval: alertsRefresh,
})

const heldRefresh = 15_000
const newestHeld = 200

/** The log since *Stop everything* began to hold back exits (ISO 8601): what it held, and what was carried out since. */
export const heldAlertsQuery = (from: string) =>
  queryOptions({
    queryKey: [...logsKey, 'held', from],
    queryFn: poll('listLogs', { offset: 0, limit: newestHeld, type: 'ALL', fromDate: from }),
    refetchInterval: heldRefresh,
  })

const errorsRefresh = 30_000
const newestErrors = 25

/** The newest errors: whatever needs a person's look is one. Every screen asks, and seldom. */
export const newestErrorsQuery = queryOptions({
  queryKey: [...logsKey, 'newest errors'],
  queryFn: poll('listLogs', { offset: 0, limit: newestErrors, type: 'ERROR' }),
  refetchInterval: errorsRefresh,
})
