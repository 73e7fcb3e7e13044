import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RequestOf } from '../../../shared/contract/index.ts'
import { call } from '../../lib/api.ts'
import { toastCouldNot } from '../../lib/failures.ts'
import { settingsQuery } from '../../lib/session-queries.ts'
import { toast } from '../../lib/toast.ts'
import { counted } from '../../../shared/platform/figures.ts'

export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: () => call('getSystem', {}),
  refetchInterval: 10_000,
})

export const usePauseOthers = (onDone: () => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (request: RequestOf<'pauseOthers'>) => call('pauseOthers', request),
    onSuccess: ({ changed }, { paused }) =>
      toast.success(`${counted(changed, 'user')} ${paused ? 'paused' : 'resumed'}`),
    onError: toastCouldNot('pause or resume trading'),
    onSettled: () => {
      onDone()
      void queries.invalidateQueries({ queryKey: systemQuery.queryKey })
      // The change may also have paused or resumed the admin's own trading.
      void queries.invalidateQueries({ queryKey: settingsQuery.queryKey })
    },
  })
}
