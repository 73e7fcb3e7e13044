import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Burst } from '../../../shared/logs/burst.ts'
import { burstInWords, isOfBurst } from '../../../shared/logs/burst-in-words.ts'
import type { LogEntry } from '../../../shared/logs/log.ts'
import { countedKinds } from '../../../shared/logs/outcome-kinds.ts'
import { Card } from '../../components/card.tsx'
import { OutcomeBadge } from '../../components/outcome-badge.tsx'
import { type EndedAlert, endedAlertOf, traceOf } from '../../lib/ended-alert.ts'
import { formatClock, worded } from '../../lib/format.ts'
import { newestLogsQuery, startOfToday } from '../../lib/logs-query.ts'
import { settingsQuery } from '../../lib/session-queries.ts'

const mostShown = 10

const isToday = ({ createdAt }: LogEntry) => new Date(createdAt).toDateString() === new Date().toDateString()

/**
 * What became of today's alerts in the mode that the screen shows: counted by the server, the last ones with their reasons.
 * What came in the same moment is one line.
 */
export const TodaysAlerts = () => {
  const { data } = useQuery(newestLogsQuery)
  const { data: settings } = useQuery(settingsQuery)
  if (!data || !settings) return null
  const { mode } = settings
  const today = data.results.filter((entry) => entry.mode === mode && isToday(entry))
  const ended = today.flatMap((entry) => endedAlertOf(entry) ?? [])
  const counts = data.ended?.[mode]
  const isEmpty = ended.length === 0 && countedKinds.every((kind) => !counts?.[kind])
  const lines = linesOf(ended, data.bursts ?? [])
  return (
    <Card title="Today’s alerts">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {countedKinds.map((kind) => (
          <div key={kind} className="flex items-baseline gap-2">
            <dd className="text-2xl font-semibold">{counts?.[kind] ?? 0}</dd>
            <dt className="text-sm text-muted">{kind}</dt>
          </div>
        ))}
      </dl>
      {isEmpty ? (
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
          <li className="py-2.5 text-sm">
            <Link
              to="/dashboard/logs"
              search={{ from: startOfToday() }}
              className="font-medium hover:underline"
            >
              All of today’s log entries
            </Link>
          </li>
        </ul>
      )}
    </Card>
  )
}

type Line = EndedAlert & { readonly burst: Burst | undefined }

/** The newest first; of a burst only its newest, which is for all. */
const linesOf = (ended: readonly EndedAlert[], bursts: readonly Burst[]): Line[] => {
  const shownBursts = new Set<Burst>()
  return ended.flatMap((each) => {
    const burst = bursts.find((one) => isOfBurst(each.entry, one))
    if (burst && shownBursts.has(burst)) return []
    if (burst) shownBursts.add(burst)
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
