import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../../lib/api-error.ts'

const isRefusal = (error: unknown) => error instanceof ApiError && error.details.reason === 'sign-in'

const refusedIn = (queries: QueryClient) =>
  queries
    .getQueryCache()
    .getAll()
    .some(({ state }) => isRefusal(state.error))

/** Whether IG rejected the login of a read that a screen currently shows. It sends no request. */
export const useSignInRefused = () => {
  const queries = useQueryClient()
  return useSyncExternalStore(
    (changed) => queries.getQueryCache().subscribe(changed),
    () => refusedIn(queries),
  )
}
