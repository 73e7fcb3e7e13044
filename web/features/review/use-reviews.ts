import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RequestOf } from '../../../shared/contract/index.ts'
import { call } from '../../lib/api.ts'
import { endedAlertOf } from '../../lib/ended-alert.ts'
import { toastFailure } from '../../lib/failures.ts'
import { newestErrorsQuery } from '../../lib/logs-query.ts'
import { settingsQuery } from '../../lib/session-queries.ts'

/** The alerts that a person must check, newest first: until they say what they found, or IG shows it late. */
export const useReviews = () => {
  const queries = useQueryClient()
  const { data: errors } = useQuery(newestErrorsQuery)
  const { data: settings } = useQuery({ ...settingsQuery, enabled: false })
  const entries = errors?.results ?? []
  const corrected = entries.flatMap(({ extra }) => extra?.corrects ?? [])
  const open = entries
    .flatMap((entry) => endedAlertOf(entry) ?? [])
    .filter(
      ({ outcome, entry }) => outcome === 'NEEDS_REVIEW' && !corrected.includes(entry.extra?.alertId ?? ''),
    )
    .filter(({ entry }) => !settings?.reviewed?.includes(entry.id))
  const resolve = useMutation({
    mutationFn: (request: RequestOf<'resolveReview'>) => call('resolveReview', request),
    onError: toastFailure('Couldn’t resolve the review'),
    onSettled: () => queries.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  })
  return { open, resolve }
}
