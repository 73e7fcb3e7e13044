import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { type EndedAlert, traceOf } from '../../lib/ended-alert.ts'
import { formatTimestamp, worded } from '../../lib/format.ts'

type Props = { readonly open: readonly EndedAlert[]; readonly onSeen: (id: string) => void }

/** What a person must check stays above every screen until it was checked. */
export const ReviewNotice = ({ open, onSeen }: Props) => {
  const [first] = open
  if (!first) return null
  const { entry, alert } = first
  return (
    <div
      role="alert"
      className="mb-6 grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-3 rounded-lg border border-bad/50 bg-bad/10 p-3 text-sm"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 text-bad" />
      <div className="grid gap-0.5">
        <p className="font-medium text-bad">
          {open.length === 1 ? 'An order needs your review' : `${open.length} orders need your review`}
        </p>
        <p className="break-words">
          {alert}, {formatTimestamp(entry.createdAt)}: {worded(entry.message)}
        </p>
      </div>
      <Link {...traceOf(entry)} onClick={() => onSeen(entry.id)} className="button button-quiet shrink-0">
        Review
      </Link>
    </div>
  )
}
