import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type ListPlace, pageRequest } from '../../lib/list-place.ts'
import { logsKey } from '../../lib/logs-query.ts'
import { poll } from '../../lib/polls.ts'
import { filterRequest, type LogFilters } from './filters.ts'

const logsRefresh = 5_000

export const logsQuery = (place: Omit<ListPlace, 'q'>, filters: LogFilters) => {
  const request = { ...pageRequest(place), ...filterRequest(filters) }
  return queryOptions({
    queryKey: [...logsKey, request],
    queryFn: poll('listLogs', request),
    refetchInterval: logsRefresh,
    placeholderData: keepPreviousData,
  })
}
