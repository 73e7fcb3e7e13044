import { queryOptions } from '@tanstack/react-query'
import { pageLimits } from '../../shared/page-limits.ts'
import { poll } from './polls.ts'

/** Of everything that shows some of the log. */
export const logsKey = ['logs'] as const
const newestRefresh = 10_000

/** The newest page of the whole log, as a screen reads it that shows it beside other things. */
export const newestLogsQuery = queryOptions({
  queryKey: [...logsKey, 'newest'],
  queryFn: poll('listLogs', { offset: 0, limit: pageLimits.default, type: 'ALL' }),
  refetchInterval: newestRefresh,
})
