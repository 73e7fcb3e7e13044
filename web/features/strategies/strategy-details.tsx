import { useState } from 'react'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import type { Strategy } from '../../../shared/strategies/strategy.schema.ts'
import { AlertList } from '../../components/alert-list.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { StrategyForm } from './strategy-form.tsx'
import { StrategyMarkets } from './strategy-markets.tsx'

export const StrategyDetails = ({ strategy, mode }: { readonly strategy: Strategy; readonly mode: Mode }) => {
  const { strategy: name, rules, lastAlertAt } = strategy
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-muted">
        {lastAlertAt ? `Alerts in ${mode}` : `No alerts yet in ${mode}`},{' '}
        <TextLink to="/dashboard/journal" search={{ mode, strategy: name }}>
          View trades
        </TextLink>
      </p>
      <StrategyMarkets strategy={strategy} mode={mode} />
      {name !== '' && <StrategyAlerts strategy={name} />}
      {name !== '' && (
        <details className="border-t border-line pt-4">
          <summary className="cursor-pointer text-sm font-medium">Rules for {name}</summary>
          <StrategyForm key={JSON.stringify(rules)} strategy={strategy} />
        </details>
      )}
    </div>
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
