import { queryOptions } from '@tanstack/react-query'
import { poll } from './polls.ts'

export const statsKey = ['stats'] as const
const statsRefresh = 30_000

export const statsQuery = queryOptions({
  queryKey: statsKey,
  queryFn: poll('getStats', {}),
  refetchInterval: statsRefresh,
})
