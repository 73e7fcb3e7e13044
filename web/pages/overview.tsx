import { useQuery } from '@tanstack/react-query'
import { Card } from '../components/card.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Failed, Loading } from '../components/states.tsx'
import { IncompleteSettings } from '../features/broker/incomplete-settings.tsx'
import { statsQuery } from '../features/broker/stats-query.ts'
import { type BrokerAccount, useBroker } from '../features/broker/use-broker.ts'
import { ActionsChart } from '../features/overview/actions-chart.tsx'
import { RecentActivity } from '../features/overview/recent-activity.tsx'
import { RunningProfitLoss } from '../features/overview/running-profit-loss.tsx'
import { StatCards } from '../features/overview/stat-cards.tsx'

export const OverviewPage = () => {
  const account = useBroker()
  if (!account) return null
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader title="Overview" description="Everything you need to know at a glance" />
      {account.complete ? <Figures account={account} /> : <IncompleteSettings mode={account.mode} />}
    </div>
  )
}

const Figures = ({ account }: { readonly account: BrokerAccount }) => {
  const { data: stats, isError, refetch } = useQuery(statsQuery(account.complete))
  return (
    <>
      {isError && (
        <Failed
          title="Error loading overview data"
          message="Please check your connection and try again"
          onRetry={() => void refetch()}
        />
      )}
      {!isError && !stats && <Loading />}
      {stats && (
        <>
          <StatCards stats={stats} />
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            <Card title="Actions" description="At the broker in the last 6 hours, by half hour">
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
