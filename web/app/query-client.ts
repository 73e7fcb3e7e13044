import { QueryClient } from '@tanstack/react-query'

/**
 * Creates the query client of every screen. It retries a failed read three times, doubles the pause each time, and does
 * not poll while the tab is hidden. Without a network a call fails at once instead of waiting, because a close that was
 * confirmed now must not be sent minutes later.
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
