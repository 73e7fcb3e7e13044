import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '../components/page-header.tsx'
import { WhatIf } from '../features/journal/what-if/what-if.tsx'
import { TradingRules } from '../features/settings/trading-rules.tsx'
import { settingsQuery } from '../lib/session-queries.ts'

export const WhatIfPage = () => {
  const { data: settings } = useQuery(settingsQuery)
  return (
    <div className="grid grid-cols-1 gap-4">
      <PageHeader title="What if" description="See how other rules would have treated your alerts" />
      {settings && (
        <WhatIf settings={settings}>
          <TradingRules />
        </WhatIf>
      )}
    </div>
  )
}
