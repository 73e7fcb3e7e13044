import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import { startOfToday } from './alerts-query.ts'
import { poll } from './polls.ts'

/** Query key of everything that shows log entries. */
export const logsKey = ['logs'] as const

const countRefresh = 10_000

/** How today's alerts ended, counted by the server, with the newest log entry, which shows that something happened. */
export const todaysCountQuery = queryOptions({
  queryKey: [...logsKey, 'today'],
  queryFn: (context: QueryFunctionContext) =>
    poll('listLogs', { offset: 0, limit: 1, type: 'ALL', countFrom: startOfToday() })(context),
  refetchInterval: countRefresh,
  // Several parts of the overview show it, and some appear only after it.
  staleTime: countRefresh / 2,
})
