import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'
import { useChange } from '../../lib/use-change.ts'

export const securityQuery = queryOptions({ queryKey: ['security'], queryFn: () => call('getSecurity', {}) })

/**
 * Reads the user's API tokens. The key begins with the key of `securityQuery`, so both queries are read again if that
 * key is invalidated.
 */
export const tokensQuery = queryOptions({
  queryKey: ['security', 'tokens'],
  queryFn: () => call('listTokens', {}),
})

/** Changes the user's login methods, sessions or tokens, and then reads them again. */
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
