import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'
import { toast } from '../../lib/toast.ts'

export const securityQuery = queryOptions({ queryKey: ['security'], queryFn: () => call('getSecurity', {}) })

/** Below the one above, so that whatever changes how people log in reads both again. */
export const tokensQuery = queryOptions({
  queryKey: ['security', 'tokens'],
  queryFn: () => call('listTokens', {}),
})

/** Reads factors, sessions and tokens again after a change of them. */
export const useSecurityChange = <Request, Answer>(
  change: (request: Request) => Promise<Answer>,
  words: { readonly failed: string; readonly done?: string },
  onDone?: (answer: Answer) => void,
) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      if (words.done) toast.success(words.done)
      onDone?.(answer)
    },
    onError: toastFailure(words.failed),
    onSettled: () => void queries.invalidateQueries({ queryKey: securityQuery.queryKey }),
  })
}
