import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '../components/page-header.tsx'
import { Failed, Loading } from '../components/states.tsx'
import { AdminOnly } from '../features/session/admin-only.tsx'
import { PauseUsers } from '../features/administration/pause-users.tsx'
import { systemQuery } from '../features/administration/system-query.ts'
import { SystemFacts } from '../features/administration/system-facts.tsx'

export const SystemPage = () => (
  <AdminOnly>
    <div className="grid max-w-4xl grid-cols-1 gap-6">
      <PageHeader title="System" description="Health, alarms, open alerts and IG request limits" />
      <System />
    </div>
  </AdminOnly>
)

const System = () => {
  const { data: system, error, refetch } = useQuery(systemQuery)
  if (system)
    return (
      <>
        <SystemFacts system={system} />
        <PauseUsers paused={system.paused} />
      </>
    )
  if (error)
    return (
      <Failed title="Error loading system status" message={error.message} onRetry={() => void refetch()} />
    )
  return <Loading />
}
