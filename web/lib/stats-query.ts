import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

export const statsKey = ['stats'] as const
const statsRefresh = 10_000

export const statsQuery = queryOptions({
  queryKey: statsKey,
  queryFn: () => call('getStats', {}),
  refetchInterval: statsRefresh,
})
