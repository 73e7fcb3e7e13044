import { useInfiniteQuery } from '@tanstack/react-query'
import { alertsKey } from '../lib/alerts-query.ts'
import { call } from '../lib/api.ts'
import { formatPrecise, formatWhen } from '../lib/format.ts'
import { AlertRow } from './alert-row.tsx'
import { Button } from './button.tsx'

type Filter = { readonly market: string } | { readonly strategy: string }

const perPage = 10

/** The alerts of a market or a strategy, newest first. The user can load older alerts. */
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
    <div className="grid grid-cols-1 justify-items-start gap-3 text-sm">
      {lines.length === 0 && (
        <p className="text-muted">
          {hasNextPage ? 'No matching alerts among the latest ones.' : 'No alerts in the last 30 days.'}
        </p>
      )}
      <ul className="w-full empty:hidden">
        {lines.map((line) => (
          <AlertRow
            key={line.alertId}
            line={line}
            time={
              <time
                dateTime={line.acceptedAt}
                title={formatPrecise(line.acceptedAt)}
                className="text-xs font-normal text-muted"
              >
                {formatWhen(line.acceptedAt)}
              </time>
            }
          />
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
