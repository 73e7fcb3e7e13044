import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type ListPlace, pageRequest } from '../../lib/list-place.ts'
import { poll } from '../../lib/polls.ts'
import { pageLimits } from '../../../shared/page-limits.ts'
import { filterRequest, type LogFilters, noFilters } from './filters.ts'

export const logsKey = ['logs'] as const
const logsRefresh = 5_000

/** The newest page of the whole log, as a screen reads it that shows it beside other things. */
export const newestLogsQuery = () => ({
  ...logsQuery({ page: 1, size: pageLimits.default }, noFilters),
  refetchInterval: 10_000,
})

export const logsQuery = (place: Omit<ListPlace, 'q'>, filters: LogFilters) => {
  const request = { ...pageRequest(place), ...filterRequest(filters) }
  return queryOptions({
    queryKey: [...logsKey, request],
    queryFn: poll('listLogs', request),
    refetchInterval: logsRefresh,
    placeholderData: keepPreviousData,
  })
}
