import { Link } from '@tanstack/react-router'
import TriangleAlert from '~icons/triangle-alert'
import { Button } from '../../components/button.tsx'
import { QuietMode } from '../../components/mode-badge.tsx'
import { traceOf } from '../../lib/ended-alert.ts'
import { formatTimestamp, worded } from '../../lib/format.ts'
import type { useReviews } from './use-reviews.ts'

/** What a person must check stays above every screen, on every device, until they say what they found. */
export const ReviewNotice = ({ open, resolve }: ReturnType<typeof useReviews>) => {
  const [first] = open
  if (!first) return null
  const { entry, alert } = first
  const answer = (verdict: 'OPEN' | 'NOT_OPEN') => () => resolve.mutate({ entryId: entry.id, verdict })
  return (
    <div
      role="alert"
      className="mb-6 grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3 rounded-lg border border-bad/50 bg-bad/10 p-3 text-sm"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 text-bad" />
      <div className="grid gap-0.5">
        <p className="font-medium text-bad">
          {open.length === 1 ? 'An order needs your review' : `${open.length} orders need your review`}
        </p>
        <p className="break-words">
          <QuietMode mode={entry.mode} /> {alert}, {formatTimestamp(entry.createdAt)}: {worded(entry.message)}
        </p>
        <p className="text-xs text-muted">
          Signalpost keeps asking IG for a while, and corrects the entry if it shows up. Check your account at
          IG, and say what you found.
        </p>
      </div>
      <div className="col-start-2 flex flex-wrap gap-2">
        <Link {...traceOf(entry)} className="button button-quiet">
          Show the entry
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
