import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { alertsKey, nameOf } from '../lib/alerts-query.ts'
import { call } from '../lib/api.ts'
import { formatPrecise, worded } from '../lib/format.ts'
import { Button } from './button.tsx'
import { OutcomeBadge } from './outcome-badge.tsx'

type Filter = { readonly market: string } | { readonly strategy: string }

const perPage = 10

/** The alerts of a market or of a strategy, newest first, further back on request. */
export const AlertList = ({ filter }: { readonly filter: Filter }) => {
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: [...alertsKey, 'of', filter],
    queryFn: ({ pageParam }) =>
      call('listAlerts', { ...filter, limit: perPage, ...(pageParam ? { after: pageParam } : {}) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  if (error) return <p className="text-sm text-muted">Couldn’t load the alerts: {error.message}</p>
  if (!data) return <p className="text-sm text-muted">Loading</p>
  const lines = data.pages.flatMap(({ results }) => results)
  return (
    <div className="grid justify-items-start gap-3 text-sm">
      {lines.length === 0 && (
        <p className="text-muted">
          {hasNextPage ? 'No matching alerts among the latest ones.' : 'No alerts in the last 30 days.'}
        </p>
      )}
      <ul className="grid w-full grid-cols-1 gap-3 empty:hidden">
        {lines.map((line) => (
          <li key={line.alertId} className="grid gap-0.5">
            <p className="flex flex-wrap items-center gap-x-3">
              <Link
                to="/dashboard/alerts/$alertId"
                params={{ alertId: line.alertId }}
                className="font-medium hover:underline"
              >
                {nameOf(line)}
              </Link>
              {line.outcome && <OutcomeBadge outcome={line.outcome} />}
              <time dateTime={line.acceptedAt} className="ml-auto text-xs text-muted">
                {formatPrecise(line.acceptedAt)}
              </time>
            </p>
            <p className="break-words text-muted">{worded(line.message ?? 'Not decided yet')}</p>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button kind="quiet" disabled={isFetching} onClick={() => void fetchNextPage()}>
          {isFetching ? 'Loading...' : 'Show older'}
        </Button>
      )}
    </div>
  )
}
