import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const matchingKey = ['matching'] as const
const progressRefresh = 2_000

/** Reads the latest batch of symbols, and polls while they are being matched. */
export const matchingQuery = queryOptions({
  queryKey: matchingKey,
  queryFn: () => call('getMatching', {}),
  refetchInterval: ({ state: { data } }) => (data?.matching?.state === 'RUNNING' ? progressRefresh : false),
})

/** The user's IG watchlists. They are read only when the user requests them, because this takes a request to IG. */
export const watchlistsQuery = queryOptions({
  queryKey: ['watchlists'],
  queryFn: () => call('listWatchlists', {}),
  staleTime: 5 * 60_000,
  retry: false,
})
