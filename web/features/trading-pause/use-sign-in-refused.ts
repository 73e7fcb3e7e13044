import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../../lib/api-error.ts'

const isRefusal = (error: unknown) => error instanceof ApiError && error.details.reason === 'sign-in'

const refusedIn = (queries: QueryClient) =>
  queries
    .getQueryCache()
    .getAll()
    .some(({ state }) => isRefusal(state.error))

/** Returns whether IG rejected the login in any read that is still cached. It sends no request itself. */
export const useSignInRefused = () => {
  const queries = useQueryClient()
  return useSyncExternalStore(
    (changed) => queries.getQueryCache().subscribe(changed),
    () => refusedIn(queries),
  )
}
