import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../lib/failures.ts'
import { Failed, LoadingCards } from './states.tsx'

type Props<Data> = {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  /** The title of the error if nothing could be read, such as "Error loading strategies". */
  readonly failure: string
  readonly meanwhile?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** Shows a query's data, or why it could not be read. Data stays visible if a later read fails. */
export const Answered = <Data,>({ query, failure, meanwhile = <LoadingCards />, children }: Props<Data>) => {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  return error ? (
    <Failed title={failure} message={messageOf(error)} onRetry={() => void refetch()} />
  ) : (
    meanwhile
  )
}
