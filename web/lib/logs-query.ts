import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import { startOfToday } from './alerts-query.ts'
import { poll } from './polls.ts'

/** The first part of the key of every query that reads log entries. */
export const logsKey = ['logs'] as const

const countRefresh = 10_000

/** Reads the number of today's alerts by outcome, and the newest log entry, which shows that something has happened. */
export const todaysCountQuery = queryOptions({
  queryKey: [...logsKey, 'today'],
  queryFn: (context: QueryFunctionContext) =>
    poll('listLogs', { offset: 0, limit: 1, type: 'ALL', countFrom: startOfToday() })(context),
  refetchInterval: countRefresh,
  // Several parts of the overview use this query. The later parts must not send it again.
  staleTime: countRefresh / 2,
})
