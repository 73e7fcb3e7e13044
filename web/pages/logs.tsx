import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { pageLimits } from '../../shared/page.ts'
import { Button } from '../components/button.tsx'
import { Empty, Failed, Loading } from '../components/states.tsx'
import { LogCard } from '../features/logs/log-card.tsx'
import { logsQuery } from '../features/logs/queries.ts'

const size = pageLimits.default

export const LogsPage = () => {
  const { page = 1 } = useSearch({ from: '/dashboard/logs' })
  const navigate = useNavigate()
  const logs = useQuery(logsQuery(page, size))
  const pages = Math.max(1, Math.ceil((logs.data?.count ?? 0) / size))
  const goTo = (to: number) => void navigate({ to: '/dashboard/logs', search: { page: to } })
  return (
    <div className="grid gap-6">
      <header>
        <h1 className="text-2xl font-semibold">Logs</h1>
        <p className="text-muted">View and download app activity logs</p>
      </header>
      {logs.isPending ? (
        <Loading />
      ) : logs.isError ? (
        <Failed
          title="Something went wrong"
          message="Failed to load logs. Please try again later."
          onRetry={() => void logs.refetch()}
        />
      ) : logs.data.results.length === 0 ? (
        <Empty>No logs found for the selected criteria.</Empty>
      ) : (
        <ul className="grid gap-3">
          {logs.data.results.map((entry) => (
            <li key={entry.id}>
              <LogCard entry={entry} />
            </li>
          ))}
        </ul>
      )}
      <nav aria-label="Pages" className="flex items-center justify-end gap-3 text-sm">
        <Button kind="quiet" disabled={page <= 1} onClick={() => goTo(page - 1)}>
          Previous
        </Button>
        <span className="text-muted">
          Page {page} of {pages}
        </span>
        <Button kind="quiet" disabled={page >= pages} onClick={() => goTo(page + 1)}>
          Next
        </Button>
      </nav>
    </div>
  )
}
