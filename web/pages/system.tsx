import { Answered } from '../components/answered.tsx'
import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '../components/page-header.tsx'
import { Loading } from '../components/states.tsx'
import { AdminOnly } from '../features/session/admin-only.tsx'
import { PauseUsers } from '../features/administration/pause-users.tsx'
import { systemQuery } from '../features/administration/system-query.ts'
import { SystemFacts } from '../features/administration/system-facts.tsx'

export const SystemPage = () => (
  <AdminOnly>
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <PageHeader title="System" description="Health, alarms, open alerts and IG request limits" />
      <System />
    </div>
  </AdminOnly>
)

const System = () => (
  <Answered query={useQuery(systemQuery)} failure="Error loading system status" meanwhile={<Loading />}>
    {(system) => (
      <>
        <SystemFacts system={system} />
        <PauseUsers paused={system.paused} />
      </>
    )}
  </Answered>
)
