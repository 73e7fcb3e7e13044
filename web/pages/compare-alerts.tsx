import { useQuery } from '@tanstack/react-query'
import { Answered } from '../components/answered.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { CompareView } from '../features/logs/compare/compare-view.tsx'
import { settingsQuery } from '../lib/session-queries.ts'

export const CompareAlertsPage = () => {
  const settings = useQuery(settingsQuery)
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader title="Compare with TradingView" description="See which alerts arrived, and which didn’t" />
      <Answered query={settings} failure="Error loading your settings">
        {(known) => <CompareView settings={known} />}
      </Answered>
    </div>
  )
}
