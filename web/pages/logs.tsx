import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { pageLimits } from '../../shared/platform/page-limits.ts'
import { formatNumber } from '../../shared/platform/figures.ts'
import { PageHeader } from '../components/page-header.tsx'
import { PrintButton } from '../components/print-button.tsx'
import { Pager } from '../components/pager.tsx'
import { Empty } from '../components/empty.tsx'
import { Failed, LoadingCards } from '../components/states.tsx'
import { useExistingPage } from '../components/use-existing-page.ts'
import { DeleteLogs } from '../features/logs/delete-logs.tsx'
import { DownloadLogs } from '../features/logs/download-logs.tsx'
import { EntryList } from '../features/logs/entry-list.tsx'
import { FilterBar } from '../features/logs/filter-bar.tsx'
import { LogTools } from '../features/logs/log-tools.tsx'
import { isSignIn, narrowed } from '../features/logs/narrow.ts'
import { logsQuery } from '../features/logs/queries.ts'
import { useLogPlace } from '../features/logs/use-log-place.ts'
import { useLogView } from '../features/logs/use-log-view.ts'

export const LogsPage = () => {
  const { filters, narrowing, entry, onFilter, onNarrow, onReset, ...place } = useLogPlace()
  const isNarrowed = narrowing.q.trim() !== '' || narrowing.outcome !== undefined
  // A search covers the newest thousand entries instead of one page.
  const asked = isNarrowed ? { page: 1, size: pageLimits.max } : place
  const { data, isError, isPlaceholderData, refetch } = useQuery(logsQuery(asked, filters))
  useExistingPage({ data, isPlaceholderData }, place)
  const [view, setView] = useLogView()
  const { q, outcome, ...deferred } = useDeferredValue(narrowing)
  const areLoginsAsked = filters.type === 'AUTHENTICATION'
  const signIns = deferred.signIns || areLoginsAsked
  const results = data?.results
  const shown = useMemo(
    () => narrowed(results ?? [], { q, outcome, signIns }),
    [results, q, outcome, signIns],
  )
  const hidden = areLoginsAsked ? 0 : (results?.filter(isSignIn).length ?? 0)
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader title="Logs" description="View and download app activity logs" />
      <FilterBar filters={filters} onFilter={onFilter} onReset={onReset}>
        <Link to="/dashboard/logs/compare" className="button button-quiet">
          Compare with TradingView
        </Link>
        <DownloadLogs filters={filters} />
        <DeleteLogs />
        <PrintButton />
      </FilterBar>
      <LogTools narrowing={narrowing} onNarrow={onNarrow} view={view} onView={setView} signIns={hidden} />
      {isError && (
        <Failed
          title="Something went wrong"
          message="Failed to load logs. Please try again later."
          onRetry={() => void refetch()}
        />
      )}
      {!isError && !data && <LoadingCards />}
      {data && shown.length === 0 && (
        <Empty>
          {data.count === 0 || isNarrowed
            ? 'No logs found for the selected criteria.'
            : 'This page contains only login entries, which are hidden.'}
        </Empty>
      )}
      {shown.length > 0 && (
        <EntryList
          entries={shown}
          bursts={data?.bursts ?? []}
          view={view}
          opened={entry}
          isBusy={isPlaceholderData}
        />
      )}
      {data &&
        (isNarrowed ? (
          <p role="status" className="text-sm text-muted">
            Showing {formatNumber(shown.length)} of the newest{' '}
            {data.results.length === 1 ? 'entry' : `${formatNumber(data.results.length)} entries`}
            {data.count > data.results.length && '. To search older entries, set “To date”.'}
          </p>
        ) : (
          <Pager {...place} onPage={(next) => place.onPage(next)} count={data.count} />
        ))}
    </div>
  )
}
