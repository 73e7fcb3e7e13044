import { QueryClient } from '@tanstack/react-query'

/**
 * How every screen reads: three retries with a doubling pause, nothing refetched while the tab is hidden. Without a
 * network a call fails and reports it. It never waits for one: a close confirmed now must not leave minutes later.
 */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 5 * 60_000,
        retry: 3,
        retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, 30_000),
        refetchIntervalInBackground: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
