import { QueryClientContext, QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useContext, useState } from 'react'
import { createQueryClient } from './query-client.ts'

/**
 * Provides all screens except the login page with one cache. The login page clears the cache, because the next user
 * must not see it. Tests provide their own client.
 */
export const WithQueries = () => {
  const given = useContext(QueryClientContext)
  const [queries] = useState(() => given ?? createQueryClient())
  return (
    <QueryClientProvider client={queries}>
      <Outlet />
    </QueryClientProvider>
  )
}
