import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { meQuery } from '../../lib/session-queries.ts'

/** Sends everyone else to the overview. The server holds the same line; this only spares them a refusal. */
export const AdminOnly = ({ children }: { readonly children: ReactNode }) => {
  const { data: me } = useQuery(meQuery)
  if (!me) return null
  return me.role === 'ADMIN' ? children : <Navigate to="/dashboard/overview" replace />
}
