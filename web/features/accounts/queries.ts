import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'
import { useChange } from '../../lib/use-change.ts'

export const securityQuery = queryOptions({ queryKey: ['security'], queryFn: () => call('getSecurity', {}) })

/** The key begins with securityQuery's key, so that invalidating that one refetches both. */
export const tokensQuery = queryOptions({
  queryKey: ['security', 'tokens'],
  queryFn: () => call('listTokens', {}),
})

/** Runs a change of the user's login methods, sessions or tokens, and then refetches them. */
export const useSecurityChange = <Request, Answer>(
  change: (request: Request) => Promise<Answer>,
  { failed, done }: { readonly failed: string; readonly done?: string },
  onDone?: (answer: Answer) => void,
) =>
  useChange(change, {
    onError: toastFailure(failed),
    done,
    onDone,
    rereads: [securityQuery.queryKey],
  })
