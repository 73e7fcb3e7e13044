import { useQuery } from '@tanstack/react-query'
import { Pager } from '../components/pager.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Empty, Failed, Loading } from '../components/states.tsx'
import { useExistingPage } from '../components/use-existing-page.ts'
import { isOfBurst } from '../../shared/burst-in-words.ts'
import { BurstCard } from '../features/logs/burst-card.tsx'
import { DeleteLogs } from '../features/logs/delete-logs.tsx'
import { DownloadLogs } from '../features/logs/download-logs.tsx'
import { FilterBar } from '../features/logs/filter-bar.tsx'
import { LogCard } from '../features/logs/log-card.tsx'
import { logsQuery } from '../features/logs/queries.ts'
import { useLogPlace } from '../features/logs/use-log-place.ts'

export const LogsPage = () => {
  const { filters, onFilter, onReset, ...place } = useLogPlace()
  const { data, isError, isPlaceholderData, refetch } = useQuery(logsQuery(place, filters))
  useExistingPage({ data, isPlaceholderData }, place)
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader title="Logs" description="View and download app activity logs" />
      <FilterBar filters={filters} onFilter={onFilter} onReset={onReset}>
        <DownloadLogs filters={filters} />
        <DeleteLogs />
      </FilterBar>
      {isError && (
        <Failed
          title="Something went wrong"
          message="Failed to load logs. Please try again later."
          onRetry={() => void refetch()}
        />
      )}
      {!isError && !data && <Loading />}
      {data?.count === 0 && <Empty>No logs found for the selected criteria.</Empty>}
      {data && data.results.length > 0 && (
        <ul
          aria-label="Log entries"
          aria-busy={isPlaceholderData}
          className="grid grid-cols-1 gap-3 aria-busy:opacity-60"
        >
          {data.results.map((entry, index) => {
            const burst = data.bursts?.find((each) => isOfBurst(entry, each))
            const before = data.results[index - 1]
            const isFirst = burst && !(before && isOfBurst(before, burst))
            return (
              <li
                key={entry.id}
                className={`[contain-intrinsic-size:auto_8rem] [content-visibility:auto] ${burst ? 'grid gap-3 border-l-2 border-accent/40 pl-3' : ''}`}
              >
                {isFirst && <BurstCard burst={burst} />}
                <LogCard entry={entry} />
              </li>
            )
          })}
        </ul>
      )}
      {data && <Pager {...place} onPage={(next) => place.onPage(next)} count={data.count} />}
    </div>
  )
}
