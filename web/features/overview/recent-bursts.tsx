import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { burstInWords } from '../../../shared/burst-in-words.ts'
import { Card } from '../../components/card.tsx'
import { formatClock, formatTimestamp } from '../../lib/format.ts'
import { newestLogsQuery } from '../../lib/logs-query.ts'

/** What a bar's close brought last, while it is among the newest of the log; nothing where it brought little. */
export const RecentBursts = () => {
  const { data } = useQuery(newestLogsQuery)
  const bursts = data?.bursts ?? []
  if (bursts.length === 0) return null
  return (
    <Card title="Bursts" description="Alerts that came in the same moment">
      <ul aria-label="Bursts" className="-my-3 divide-y divide-line">
        {bursts.map((burst) => (
          <li key={`${burst.mode} ${burst.from}`} className="grid gap-1 py-3">
            <p className="text-sm font-medium break-words">{burstInWords(burst, formatClock(burst.from))}</p>
            <p className="text-xs text-muted">
              {formatTimestamp(burst.from)} · {burst.mode} ·{' '}
              <Link to="/dashboard/logs" className="text-accent underline">
                each with its trace
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
