import { useInfiniteQuery } from '@tanstack/react-query'
import type { AlertLine } from '../../shared/logs/alert-line.schema.ts'
import { alertsKey } from '../lib/alerts-query.ts'
import { call } from '../lib/api.ts'
import { formatPrecise, formatWhen, worded } from '../lib/format.ts'
import { Button } from './button.tsx'
import { MarketName } from './market-name.tsx'
import { OutcomeDot } from './outcome-badge.tsx'
import { Row } from './row.tsx'

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
    <div className="grid grid-cols-1 justify-items-start gap-3 text-sm">
      {lines.length === 0 && (
        <p className="text-muted">
          {hasNextPage ? 'No matching alerts among the latest ones.' : 'No alerts in the last 30 days.'}
        </p>
      )}
      <ul className="w-full empty:hidden">
        {lines.map((line) => (
          <AlertRow key={line.alertId} line={line} />
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

/** An alert in one line, which leads to its page. */
const AlertRow = ({ line }: { readonly line: AlertLine }) => {
  const { alertId, action, name, market, acceptedAt, outcome } = line
  const message = worded(line.message ?? 'Not decided yet')
  return (
    <Row
      mark={outcome && <OutcomeDot outcome={outcome} />}
      name={
        <>
          {action} <MarketName name={name} symbol={market} />
        </>
      }
      title={`${action} ${name ?? ''} ${market}`}
      to={{ to: '/dashboard/alerts/$alertId', params: { alertId } }}
      facts={message}
      figure={
        <time
          dateTime={acceptedAt}
          title={formatPrecise(acceptedAt)}
          className="text-xs font-normal text-muted"
        >
          {formatWhen(acceptedAt)}
        </time>
      }
    />
  )
}
