import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Strategy } from '../../shared/strategies/strategy.schema.ts'
import type { Mode } from '../../shared/accounts/user.schema.ts'
import { AlertList } from '../components/alert-list.tsx'
import { Badge } from '../components/badge.tsx'
import { Card } from '../components/card.tsx'
import { Note } from '../components/note.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Empty } from '../components/empty.tsx'
import { Failed, LoadingCards } from '../components/states.tsx'
import { TextLink } from '../components/text-link.tsx'
import { strategiesQuery } from '../features/strategies/queries.ts'
import { StrategyForm } from '../features/strategies/strategy-form.tsx'
import { StrategyMarkets } from '../features/strategies/strategy-markets.tsx'
import { formatTimestamp } from '../lib/format.ts'

export const StrategiesPage = () => (
  <div className="grid max-w-4xl grid-cols-1 gap-6">
    <PageHeader
      title="Strategies"
      description="Compare each strategy’s position in TradingView and at IG, and set its rules"
    />
    <Strategies />
  </div>
)

const Strategies = () => {
  const { data, error, refetch } = useQuery(strategiesQuery)
  if (data)
    return data.results.length === 0 ? (
      <Empty>
        A strategy appears here after its first alert with a <code>strategy</code> tag or a position.{' '}
        <TextLink to="/dashboard/help">Set up your alerts</TextLink>
      </Empty>
    ) : (
      <>
        {data.unreadable && <Note>Couldn’t read your IG account: {data.unreadable}</Note>}
        {data.results.map((strategy) => (
          <StrategyCard key={strategy.strategy} strategy={strategy} mode={data.mode} />
        ))}
      </>
    )
  if (error)
    return <Failed title="Error loading strategies" message={error.message} onRetry={() => void refetch()} />
  return <LoadingCards />
}

const StrategyCard = ({ strategy, mode }: { readonly strategy: Strategy; readonly mode: Mode }) => {
  const { strategy: name, rules, lastAlertAt } = strategy
  return (
    <Card
      title={name === '' ? 'Untagged alerts' : name}
      description={
        <span className="flex flex-wrap items-center gap-2">
          {lastAlertAt ? `Last alert: ${formatTimestamp(lastAlertAt)} (${mode})` : `No alerts yet in ${mode}`}
          {rules.paused && <Badge tone="warn">Paused</Badge>}
          <TextLink to="/dashboard/journal" search={{ mode, strategy: name }}>
            View trades
          </TextLink>
        </span>
      }
    >
      <StrategyMarkets strategy={strategy} mode={mode} />
      {name !== '' && <StrategyAlerts strategy={name} />}
      {name !== '' && (
        <details className="border-t border-line pt-4">
          <summary className="cursor-pointer text-sm font-medium">Rules for {name}</summary>
          <StrategyForm key={JSON.stringify(rules)} strategy={strategy} />
        </details>
      )}
    </Card>
  )
}

const StrategyAlerts = ({ strategy }: { readonly strategy: string }) => {
  const [wasOpened, setOpened] = useState(false)
  return (
    <details className="border-t border-line pt-4" onToggle={() => setOpened(true)}>
      <summary className="cursor-pointer text-sm font-medium">Alerts of {strategy}</summary>
      <div className="pt-4">{wasOpened && <AlertList filter={{ strategy }} />}</div>
    </details>
  )
}
