import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Burst } from '../../../shared/logs/burst.ts'
import { burstInWords, isOfBurst } from '../../../shared/logs/burst-in-words.ts'
import type { LogEntry } from '../../../shared/logs/log.ts'
import { Card } from '../../components/card.tsx'
import { OutcomeBadge } from '../../components/outcome-badge.tsx'
import { type EndedAlert, endedAlertOf, outcomeKinds, traceOf } from '../../lib/ended-alert.ts'
import { formatClock, worded } from '../../lib/format.ts'
import { newestLogsQuery } from '../../lib/logs-query.ts'

const mostShown = 10

const kinds = ['placed', 'refused', 'failed'] as const

const isToday = ({ createdAt }: LogEntry) => new Date(createdAt).toDateString() === new Date().toDateString()

/** What became of today's alerts, the last ones with their reasons; what came in the same moment is one line. */
export const TodaysAlerts = () => {
  const { data } = useQuery(newestLogsQuery)
  if (!data) return null
  const today = data.results.filter(isToday)
  const ended = today.flatMap((entry) => endedAlertOf(entry) ?? [])
  const goesBack = today.length === data.results.length && data.count > today.length
  const count = (kind: (typeof kinds)[number]) =>
    ended.filter(({ outcome }) => outcomeKinds[outcome] === kind).length
  const lines = linesOf(ended, data.bursts ?? [])
  return (
    <Card
      title="Today’s alerts"
      description={goesBack ? `Counted from the newest ${data.results.length} log entries` : undefined}
    >
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {kinds.map((kind) => (
          <div key={kind} className="flex items-baseline gap-2">
            <dd className="text-2xl font-semibold">{count(kind)}</dd>
            <dt className="text-sm text-muted">{kind}</dt>
          </div>
        ))}
      </dl>
      {lines.length === 0 ? (
        <p className="text-sm text-muted">
          No alerts yet today. Each alert appears here with its outcome and the reason.
        </p>
      ) : (
        <ul aria-label="Today’s alerts" className="-mb-3 divide-y divide-line border-t border-line">
          {lines.slice(0, mostShown).map((line) => (
            <li key={line.entry.id} className="py-2.5">
              {line.burst ? <BurstLine burst={line.burst} entry={line.entry} /> : <AlertLine {...line} />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

type Line = EndedAlert & { readonly burst: Burst | undefined }

/** The newest first; of a burst only its newest, which is for all. */
const linesOf = (ended: readonly EndedAlert[], bursts: readonly Burst[]): Line[] => {
  const told = new Set<Burst>()
  return ended.flatMap((each) => {
    const burst = bursts.find((one) => isOfBurst(each.entry, one))
    if (burst && told.has(burst)) return []
    if (burst) told.add(burst)
    return [{ ...each, burst }]
  })
}

const lineLook = 'grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[7rem_6.5rem_minmax(0,1fr)] sm:items-baseline'

const AlertLine = ({ entry, outcome, alert }: EndedAlert) => (
  <div className={lineLook}>
    <time dateTime={entry.createdAt} className="text-xs text-muted">
      {formatClock(entry.createdAt)}
    </time>
    <span>
      <OutcomeBadge outcome={outcome} />
    </span>
    <p className="min-w-0 break-words">
      <Link {...traceOf(entry)} className="font-medium hover:underline">
        {alert || 'Alert'}
      </Link>{' '}
      <span className="text-muted">{worded(entry.message)}</span>
    </p>
  </div>
)

const BurstLine = ({ burst, entry }: { readonly burst: Burst; readonly entry: LogEntry }) => (
  <p className="text-sm break-words">
    <Link
      to="/dashboard/logs"
      search={{ from: burst.from, to: new Date(Date.parse(entry.createdAt) + 1_000).toISOString() }}
      className="font-medium hover:underline"
    >
      {worded(burstInWords(burst, formatClock(burst.from)))}
    </Link>
  </p>
)
