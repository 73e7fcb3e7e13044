import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'
import { useChange } from '../../lib/use-change.ts'

export const securityQuery = queryOptions({ queryKey: ['security'], queryFn: () => call('getSecurity', {}) })

/** Below the one above, so that whatever changes how people log in reads both again. */
export const tokensQuery = queryOptions({
  queryKey: ['security', 'tokens'],
  queryFn: () => call('listTokens', {}),
})

/** Reads factors, sessions and tokens again after a change of them. */
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
