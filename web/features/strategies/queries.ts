import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RequestOf } from '../../../shared/contract/index.ts'
import { call } from '../../lib/api.ts'
import { toastCouldNot } from '../../lib/failures.ts'
import { toast } from '../../lib/toast.ts'

export const strategiesQuery = queryOptions({
  queryKey: ['strategies'],
  queryFn: () => call('listStrategies', {}),
  refetchInterval: 30_000,
})

export const useSaveStrategy = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (request: RequestOf<'saveStrategy'>) => call('saveStrategy', request),
    onSuccess: ({ message }) => toast.success(message),
    onError: toastCouldNot('save the strategy’s rules'),
    onSettled: () => queries.invalidateQueries({ queryKey: strategiesQuery.queryKey }),
  })
}

/** What it leads to shows a moment later: the alert takes the way of every alert. */
const shownAfter = 3_000

export const useSettleStrategy = (onDone: () => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (request: RequestOf<'settleStrategy'>) => call('settleStrategy', request),
    onSuccess: ({ message }) => {
      toast.success(message)
      setTimeout(() => void queries.invalidateQueries({ queryKey: strategiesQuery.queryKey }), shownAfter)
    },
    onError: toastCouldNot('close the strategy’s position'),
    onSettled: onDone,
  })
}
