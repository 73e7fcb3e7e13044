import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { RequestOf } from '../../../shared/contract/index.ts'
import { call } from '../../lib/api.ts'
import { toastCouldNot } from '../../lib/failures.ts'
import { itsMessage, useChange } from '../../lib/use-change.ts'

export const strategiesQuery = queryOptions({
  queryKey: ['strategies'],
  queryFn: () => call('listStrategies', {}),
  refetchInterval: 30_000,
})

export const useSaveStrategy = () =>
  useChange((request: RequestOf<'saveStrategy'>) => call('saveStrategy', request), {
    onError: toastCouldNot('save the strategy’s rules'),
    done: itsMessage,
    rereads: [strategiesQuery.queryKey],
  })

/**
 * How long to wait before reading again after a close, in milliseconds. The close is processed like any other alert.
 */
const refetchAfterMs = 3_000

export const useExitStrategy = (onDone: () => void) => {
  const queries = useQueryClient()
  return useChange((request: RequestOf<'exitStrategy'>) => call('exitStrategy', request), {
    onError: toastCouldNot('close the strategy’s position'),
    done: itsMessage,
    onDone: () =>
      setTimeout(
        () => void queries.invalidateQueries({ queryKey: strategiesQuery.queryKey }),
        refetchAfterMs,
      ),
    onEnd: onDone,
  })
}
