import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { meQuery } from '../../lib/session-queries.ts'

/**
 * Redirects users who are not admins to the overview. This only avoids an error message, because the server also
 * refuses them.
 */
export const AdminOnly = ({ children }: { readonly children: ReactNode }) => {
  const { data: me } = useQuery(meQuery)
  if (!me) return null
  return me.role === 'ADMIN' ? children : <Navigate to="/dashboard/overview" replace />
}
