import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Mode } from '../../../../shared/accounts/user.schema.ts'
import type { Currency } from '../../../../shared/platform/figures.ts'
import type { UserSettings } from '../../../../shared/settings/settings.schema.ts'
import { tradingSettingList, type TradingRules } from '../../../../shared/settings/trading-settings.ts'
import { type Change, noChange } from '../../../../shared/journal/what-if/replay.ts'
import { Button } from '../../../components/button.tsx'
import { Select } from '../../../components/select.tsx'
import { Failed, LoadingOverview } from '../../../components/states.tsx'
import { useFocusedSetting } from '../../../lib/use-focused-setting.ts'
import { ChangeForm } from './change-form.tsx'
import { DifferingAlerts } from './differing-alerts.tsx'
import { EstimateOf } from './estimate-of.tsx'
import { historyQuery } from './queries.ts'
import { ResultCard } from './result-card.tsx'
import { useReplay } from './use-replay.ts'
import { earlyInWords } from './words.ts'
import { proposeRules } from '../../../lib/proposed-rules.ts'

const modes = ['DEMO', 'LIVE'] as const
const spans = [7, 30, 90] as const
const day = 86_400_000

const rulesOf = (settings: UserSettings) =>
  Object.fromEntries(tradingSettingList.map(([name]) => [name, settings[name]])) as TradingRules

type Scope = {
  readonly days: (typeof spans)[number]
  /** Empty for all strategies. */
  readonly strategy: string
}

type Props = {
  readonly settings: UserSettings
  /** The form fields of the trading rules. */
  readonly children: ReactNode
}

/** Lets the user change rules and shows what would have been different. */
export const WhatIf = ({ settings, children }: Props) => {
  const { mode = settings.mode } = useSearch({ from: '/with-queries/dashboard/what-if' })
  const [now] = useState(() => Date.now())
  const [scope, setScope] = useState<Scope>({ days: 30, strategy: '' })
  const [tried, setTried] = useState<{ readonly change: Change; readonly alerts: string } | null>(null)
  // If the alerts change, the form starts again with the current rules, so an earlier change is no longer shown.
  const alerts = `${mode} ${scope.days}`
  const change = tried?.alerts === alerts ? tried.change : noChange
  const span = { from: now - scope.days * day, to: now }
  const { data, error, refetch } = useQuery(historyQuery(mode, span))
  const replay = useReplay()
  const { ask, loaded, replayed } = replay
  const { strategy } = scope
  const { from, to } = span

  useEffect(() => {
    if (data) ask({ kind: 'load', decisions: data.decisions, trades: data.trades })
  }, [data, ask])
  const isLoaded = loaded !== null
  useEffect(() => {
    if (isLoaded)
      ask({ kind: 'replay', change, strategy: strategy === '' ? null : strategy, span: { from, to } })
  }, [isLoaded, change, strategy, from, to, ask])

  const place = useRef<HTMLDivElement>(null)
  useFocusedSetting(place, isLoaded)

  // An answer to an earlier change is not shown.
  const result = replayed?.of === change ? replayed : null
  const isChanged = Object.values(change).some((part) => Object.keys(part).length > 0)
  return (
    <>
      <ScopeFields mode={mode} scope={scope} strategies={loaded?.strategies ?? []} onChange={setScope} />
      {error && (
        <Failed title="Error loading your alerts" message={error.message} onRetry={() => void refetch()} />
      )}
      {!error && !loaded && <LoadingOverview />}
      {loaded?.alerts === 0 && (
        <p className="text-sm text-muted">
          No alerts from this time span can be replayed. The data behind each decision is kept for 90 days,
          starting with this version.
        </p>
      )}
      {loaded && loaded.alerts > 0 && (
        <>
          {loaded.early > 0 && (
            <p className="text-sm text-muted">{earlyInWords(loaded.early, loaded.alerts)}</p>
          )}
          <div ref={place}>
            <ChangeForm
              key={alerts}
              rules={rulesOf(settings)}
              strategies={loaded.strategies}
              instruments={loaded.instruments}
              onTry={(next) => setTried({ change: next, alerts })}
            >
              {children}
            </ChangeForm>
          </div>
          {result && isChanged && (
            <ReplayResult replay={replay} result={result} mode={mode} currency={data?.currency} />
          )}
          {!isChanged && (
            <p className="text-sm text-muted">Change a rule above and press “Try these rules”.</p>
          )}
        </>
      )}
    </>
  )
}

type ScopeProps = {
  readonly mode: Mode
  readonly scope: Scope
  readonly strategies: readonly string[]
  readonly onChange: (scope: Scope) => void
}

/** Lets the user choose which alerts are replayed. */
const ScopeFields = ({ mode, scope, strategies, onChange }: ScopeProps) => {
  const navigate = useNavigate()
  return (
    <div className="flex flex-wrap items-end gap-4">
      <Select
        label="Mode"
        value={mode}
        onChange={(next) => void navigate({ to: '/dashboard/what-if', search: { mode: next } })}
        options={modes.map((value) => ({ value, label: value }))}
      />
      <Select
        label="Time span"
        value={String(scope.days)}
        onChange={(next) => onChange({ ...scope, days: spans.find((each) => String(each) === next) ?? 30 })}
        options={spans.map((each) => ({ value: String(each), label: `Last ${each} days` }))}
      />
      <Select
        label="Strategy"
        value={scope.strategy}
        onChange={(strategy) => onChange({ ...scope, strategy })}
        options={[
          { value: '', label: 'All strategies' },
          ...strategies.map((each) => ({ value: each, label: each })),
        ]}
      />
    </div>
  )
}

type ResultProps = {
  readonly replay: ReturnType<typeof useReplay>
  readonly result: NonNullable<ReturnType<typeof useReplay>['replayed']>
  readonly mode: Mode
  readonly currency: Currency
}

/** Shows the result of the changed rules, and scrolls to each new result. */
const ReplayResult = ({ replay, result, mode, currency }: ResultProps) => {
  const { ask, shown, estimates } = replay
  const { rules } = result.of
  const navigate = useNavigate()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'start' })
  }, [result])
  return (
    <div ref={place} className="grid scroll-mt-28 grid-cols-1 gap-6">
      <ResultCard replayed={result} currency={currency} estimates={estimates} />
      <DifferingAlerts
        rows={result.rows}
        counts={result.whole.counts}
        shown={shown}
        onShow={(alertId) => ask({ kind: 'show', alertId })}
        estimateOf={({ alertId, prices }) =>
          prices && (
            <EstimateOf
              key={alertId}
              mode={mode}
              currency={currency}
              prices={prices}
              estimate={estimates.get(alertId)}
              onBars={(bars) => ask({ kind: 'estimate', alertId, bars })}
            />
          )
        }
      />
      {Object.keys(rules).length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            onClick={() => {
              proposeRules(rules)
              void navigate({ to: '/dashboard/settings' })
            }}
          >
            Use these settings
          </Button>
          <p className="text-sm text-muted">
            Opens your settings with these rules filled in. Nothing changes until you save them there.
          </p>
        </div>
      )}
    </div>
  )
}
