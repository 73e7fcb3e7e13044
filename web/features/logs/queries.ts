import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export const logsRefresh = 5_000

export const logsQuery = (page: number, size: number) =>
  queryOptions({
    queryKey: ['logs', { page, size }],
    queryFn: () => call('listLogs', { offset: (page - 1) * size, limit: size, type: 'ALL' }),
    refetchInterval: logsRefresh,
    placeholderData: keepPreviousData,
  })
