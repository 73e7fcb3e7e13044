import { Link } from '@tanstack/react-router'
import type { Burst } from '../../../shared/logs/burst.schema.ts'
import { burstInWords } from '../../../shared/logs/burst-in-words.ts'
import { outcomeKinds } from '../../../shared/logs/outcome-kinds.ts'
import { formatClock, worded } from '../../lib/format.ts'
import { marks } from './marks.ts'

/** The most dots in a row; a larger burst ends in a number. */
const mostDots = 60

/** @param until when the last of it ended (ISO 8601) */
export const BurstLine = ({ burst, until }: { readonly burst: Burst; readonly until: string }) => {
  const dots = burst.parts.flatMap(({ outcome, count }) =>
    Array.from({ length: count }, () => outcomeKinds[outcome]),
  )
  return (
    <div className="grid gap-1.5 text-sm">
      <p className="break-words">
        <Link
          to="/dashboard/logs"
          search={{ from: burst.from, to: new Date(Date.parse(until) + 1_000).toISOString() }}
          className="font-medium hover:underline"
        >
          {worded(burstInWords(burst, formatClock(burst.from)))}
        </Link>
      </p>
      <p aria-hidden className="flex flex-wrap gap-1">
        {dots.slice(0, mostDots).map((each, place) => (
          <span key={place} className={`size-2 rounded-full ${marks[each]}`} />
        ))}
        {dots.length > mostDots && (
          <span className="text-xs leading-2 text-muted">+{dots.length - mostDots}</span>
        )}
      </p>
    </div>
  )
}
