import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Card } from '../components/card.tsx'
import { OutdatedNote } from '../components/outdated-note.tsx'
import { Failed, LoadingOverview } from '../components/states.tsx'
import { BrokerScreen } from '../components/broker-screen.tsx'
import { todaysAlertsQuery } from '../lib/alerts-query.ts'
import { todaysCountQuery } from '../lib/logs-query.ts'
import { statsKey, statsQuery } from '../lib/stats-query.ts'
import type { BrokerAccount } from '../lib/use-broker.ts'
import { ActionsChart, DayCards } from '../features/overview/lazy-charts.tsx'
import { OverviewLimits } from '../features/limits/overview-limits.tsx'
import { TodaysAlerts } from '../features/overview/todays-alerts.tsx'
import { FirstSteps, useFirstStepsPending } from '../features/overview/first-steps.tsx'
import { RecentActivity } from '../features/overview/recent-activity.tsx'
import { RunningProfitLoss } from '../features/overview/running-profit-loss.tsx'
import { StatCards } from '../features/overview/stat-cards.tsx'

export const OverviewPage = () => (
  <BrokerScreen
    title="Overview"
    description="Everything you need to know at a glance"
    aboveIncomplete={<FirstSteps />}
  >
    {(account) => <Figures account={account} />}
  </BrokerScreen>
)

const Figures = ({ account }: { readonly account: BrokerAccount }) => {
  const { data: stats, isError, refetch } = useQuery(statsQuery)
  // Shown together, so that nothing below moves when the later one comes.
  const { data: newest, isPending: countPending } = useQuery(todaysCountQuery)
  const { isPending: alertsPending } = useQuery(todaysAlertsQuery(account.mode))
  const newestEntry = newest?.results[0]?.id
  const queries = useQueryClient()
  const known = useRef(newestEntry)
  useEffect(() => {
    // What Signalpost has done shows at once, not with the next poll of IG's figures.
    if (known.current !== undefined && known.current !== newestEntry)
      void queries.invalidateQueries({ queryKey: statsKey })
    known.current = newestEntry
  }, [newestEntry, queries])
  const isPending = useFirstStepsPending() || countPending || alertsPending
  return (
    <>
      {isError && (
        <Failed
          title="Error loading overview data"
          message="Please check your connection and try again"
          onRetry={() => void refetch()}
        />
      )}
      {!isError && (!stats || isPending) && <LoadingOverview />}
      {stats && !isPending && (
        <>
          <FirstSteps />
          <StatCards stats={stats} />
          <OutdatedNote answer={stats} />
          <OverviewLimits account={account} />
          <TodaysAlerts mode={account.mode} />
          <DayCards account={account} activities={stats.recentActivities} />

          <div data-wide className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            <Card title="Actions" description="Broker actions in the last 6 hours, by half hour">
              <ActionsChart activities={stats.recentActivities} now={Date.parse(stats.statsTimestamp)} />
            </Card>
            <RunningProfitLoss account={account} />
          </div>
          <RecentActivity activities={stats.recentActivities} />
        </>
      )}
    </>
  )
}
