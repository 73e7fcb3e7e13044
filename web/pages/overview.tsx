import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Failed, LoadingOverview } from '../components/states.tsx'
import { BrokerScreen } from '../components/broker-screen.tsx'
import { happenedKey } from '../lib/alerts-query.ts'
import { todaysCountQuery } from '../lib/logs-query.ts'
import { statsKey, statsQuery } from '../lib/stats-query.ts'
import type { BrokerAccount } from '../lib/use-broker.ts'
import { OverviewLimits } from '../features/limits/overview-limits.tsx'
import { FirstSteps } from '../features/overview/first-steps.tsx'
import { OpenPositions } from '../features/overview/open-positions.tsx'
import { RecentActivity } from '../features/overview/recent-activity.tsx'
import { StatCards } from '../features/overview/stat-cards.tsx'
import { Today } from '../features/overview/today.tsx'
import { TodaysAlerts } from '../features/overview/todays-alerts.tsx'
import { useFirstFacts } from '../features/overview/use-first-steps.ts'

/** Loaded on demand, because it is rarely shown. It is at the bottom, so that nothing moves when it appears. */
const OutdatedNote = lazy(async () => ({
  default: (await import('../components/outdated-note.tsx')).OutdatedNote,
}))

export const OverviewPage = () => (
  <BrokerScreen
    title="Overview"
    description="Everything you need to know at a glance"
    aboveIncomplete={
      <Suspense fallback={null}>
        <FirstSteps />
      </Suspense>
    }
  >
    {(account) => (
      <Suspense fallback={<LoadingOverview />}>
        <Figures account={account} />
      </Suspense>
    )}
  </BrokerScreen>
)

/** Updates the figures when a new log entry arrives, without waiting for the next poll. */
const useFollowing = () => {
  const { data: newest } = useQuery(todaysCountQuery)
  const newestEntry = newest?.results[0]?.id
  const queries = useQueryClient()
  const known = useRef(newestEntry)
  useEffect(() => {
    if (known.current !== undefined && known.current !== newestEntry)
      for (const queryKey of [statsKey, happenedKey]) void queries.invalidateQueries({ queryKey })
    known.current = newestEntry
  }, [newestEntry, queries])
}

const Figures = ({ account }: { readonly account: BrokerAccount }) => {
  const { data: stats, isError, refetch } = useQuery(statsQuery)
  useFollowing()
  // The list of first steps would push everything else down, so the page waits until it knows whether to show the list.
  const isPending = useFirstFacts() === undefined
  const activities = stats?.recentActivities
  return (
    <>
      {isPending && <LoadingOverview />}
      {/* Rendered hidden, so that its data loads meanwhile. */}
      <div hidden={isPending} className="grid grid-cols-1 gap-2 sm:gap-4">
        {isError && (
          <Failed
            title="Error loading overview data"
            message="Please check your connection and try again"
            onRetry={() => void refetch()}
          />
        )}
        <FirstSteps />
        <StatCards stats={stats} />
        <div className="grid grid-cols-1 gap-2 sm:gap-4 lg:grid-cols-2 xl:grid-cols-[minmax(0,4fr)_minmax(0,3fr)_minmax(0,4fr)]">
          <Today account={account} activities={activities} />
          <OverviewLimits account={account} />
          <RecentActivity activities={activities} className="max-xl:order-last lg:max-xl:col-span-2" />
          <OpenPositions account={account} />
          <TodaysAlerts mode={account.mode} className="xl:col-span-2" />
        </div>
        {(stats?.outdated ?? stats?.waiting) && (
          <Suspense fallback={null}>
            <OutdatedNote answer={stats} />
          </Suspense>
        )}
      </div>
    </>
  )
}
