import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import TriangleAlert from '~icons/triangle-alert'
import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import type { RequestOf } from '../../../shared/contract/index.ts'
import { Button } from '../../components/button.tsx'
import { QuietMode } from '../../components/mode-badge.tsx'
import { alertsKey, nameOf } from '../../lib/alerts-query.ts'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'
import { formatTimestamp, worded } from '../../lib/format.ts'

/** What a person must check stays above every screen, on every device, until they say what they found, or IG shows it late. */
export const ReviewNotice = ({ reviews }: { readonly reviews: readonly AlertLine[] }) => {
  const queries = useQueryClient()
  const resolve = useMutation({
    mutationFn: (request: RequestOf<'resolveReview'>) => call('resolveReview', request),
    onError: toastFailure('Couldn’t resolve the review'),
    onSettled: () => queries.invalidateQueries({ queryKey: alertsKey }),
  })
  const [first] = reviews
  if (!first) return null
  const { alertId, mode } = first
  const answer = (verdict: 'OPEN' | 'NOT_OPEN') => () => resolve.mutate({ alertId, verdict })
  return (
    <div
      role="alert"
      className="mb-6 grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3 rounded-lg border border-bad/50 bg-bad/10 p-3 text-sm"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 text-bad" />
      <div className="grid gap-0.5">
        <p className="font-medium text-bad">
          {reviews.length === 1 ? 'An order needs your review' : `${reviews.length} orders need your review`}
        </p>
        <p className="break-words">
          <QuietMode mode={mode} /> {nameOf(first)}, {formatTimestamp(first.endedAt ?? first.acceptedAt)}:{' '}
          {worded(first.message ?? '')}
        </p>
        <p className="text-xs text-muted">
          Signalpost keeps checking IG and notifies you if the order shows up. Check your IG account, then
          record what you found.
        </p>
      </div>
      <div className="col-start-2 flex flex-wrap gap-2">
        <Link to="/dashboard/alerts/$alertId" params={{ alertId }} className="button button-quiet">
          Show the alert
        </Link>
        <Button kind="quiet" disabled={resolve.isPending} onClick={answer('OPEN')}>
          I checked: it’s open
        </Button>
        <Button kind="quiet" disabled={resolve.isPending} onClick={answer('NOT_OPEN')}>
          I checked: it isn’t open
        </Button>
      </div>
    </div>
  )
}
