import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import TriangleAlert from '~icons/triangle-alert'
import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import type { RequestOf } from '../../../shared/contract/index.ts'
import { Button } from '../../components/button.tsx'
import { QuietMode } from '../../components/mode-badge.tsx'
import { Notice } from '../../components/notice.tsx'
import { alertsKey, nameOf } from '../../lib/alerts-query.ts'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'
import { formatTimestamp, worded } from '../../lib/format.ts'

/**
 * Shows the orders whose outcome the user must check at IG, on every screen, until the user reports what they found or
 * IG lists the order.
 */
export const ReviewNotice = ({ reviews }: { readonly reviews: readonly AlertLine[] }) => {
  const queries = useQueryClient()
  const resolve = useMutation({
    mutationFn: (request: RequestOf<'resolveReview'>) => call('resolveReview', request),
    onError: toastFailure('Couldn’t resolve the review'),
    onSettled: () => queries.invalidateQueries({ queryKey: alertsKey }),
  })
  const lookUp = useMutation({
    mutationFn: (request: RequestOf<'lookUpReview'>) => call('lookUpReview', request),
    onError: toastFailure('Couldn’t ask IG'),
  })
  const [first] = reviews
  if (!first) return null
  const { alertId, mode } = first
  const answer = (verdict: 'OPEN' | 'NOT_OPEN') => () => resolve.mutate({ alertId, verdict })
  return (
    <Notice
      tone="bad"
      icon={TriangleAlert}
      role="alert"
      title={
        reviews.length === 1 ? 'An order needs your review' : `${reviews.length} orders need your review`
      }
      actions={
        <>
          <Link to="/dashboard/alerts/$alertId" params={{ alertId }} className="button button-quiet">
            Show the alert
          </Link>
          <Button kind="quiet" disabled={lookUp.isPending} onClick={() => lookUp.mutate({ alertId })}>
            {lookUp.isPending ? 'Asking IG...' : 'Ask IG again'}
          </Button>
          <Button kind="quiet" disabled={resolve.isPending} onClick={answer('OPEN')}>
            I checked: it’s open
          </Button>
          <Button kind="quiet" disabled={resolve.isPending} onClick={answer('NOT_OPEN')}>
            I checked: it isn’t open
          </Button>
        </>
      }
    >
      <p>
        <QuietMode mode={mode} /> {nameOf(first)}, {formatTimestamp(first.endedAt ?? first.acceptedAt)}:{' '}
        {worded(first.message ?? '')}
      </p>
      {lookUp.data && lookUp.variables.alertId === alertId && (
        <p role="status" className="font-medium">
          {worded(lookUp.data.message)}
        </p>
      )}
      <p className="text-xs text-muted">
        Signalpost keeps checking IG and notifies you if the order shows up. Check your IG account, then
        record what you found.
      </p>
    </Notice>
  )
}
