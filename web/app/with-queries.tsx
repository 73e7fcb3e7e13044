import { QueryClientContext, QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useContext, useState } from 'react'
import { createQueryClient } from './query-client.ts'

/**
 * All screens but the login page share what they have read. At the login page it is dropped: the next user must not
 * see it. Tests bring a client of their own.
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
