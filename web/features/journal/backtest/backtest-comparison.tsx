import type { Currency } from '../../../../shared/platform/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Journal } from '../../../../shared/journal/journal.schema.ts'
import { notAttributed } from '../../../../shared/journal/names.ts'
import { isZone } from '../../../../shared/platform/zone.ts'
import { Field } from '../../../components/field.tsx'
import { CsvField } from '../../../components/csv-field.tsx'
import { FormAlert } from '../../../components/form-alert.tsx'
import { Select } from '../../../components/select.tsx'
import { messageOf } from '../../../lib/failures.ts'
import { useJournalPlace } from '../../../lib/journal-queries.ts'
import { strategyWords } from '../../../lib/journal-words.ts'
import { ComparisonResult } from './comparison-result.tsx'
import { multiplierQuery, strategyTradesQuery } from './queries.ts'
import { type Choices, dayTolerance, tolerances, useChoices } from './use-choices.ts'
import { type Reading, readFile, useComparison } from './use-comparison.ts'

type Props = { readonly open: boolean; readonly journal: Journal; readonly currency: Currency }

/** Shows the form for a backtest file and the result of the comparison. */
export const BacktestComparison = ({ journal, currency }: Props) => {
  const { search } = useJournalPlace()
  const strategies = journal.strategies.filter((key) => key !== notAttributed)
  const [chosen, setChosen] = useState<string>()
  const strategy =
    chosen ?? (strategies.includes(search.strategy ?? ' ') ? search.strategy : strategies[0]) ?? ''
  const { data: all, error } = useQuery(strategyTradesQuery(strategy, search))
  const markets = useMemo(() => [...new Set(all?.flatMap(({ market }) => market ?? []))].toSorted(), [all])
  const { choices, choose } = useChoices(strategy, markets)
  const { market, zone } = choices
  const { data: multiplier } = useQuery(multiplierQuery(market))
  const [reading, setReading] = useState<Reading | 'reading'>()
  const backtest = typeof reading === 'object' && 'backtest' in reading ? reading.backtest : undefined
  const trades = useMemo(() => all?.filter((trade) => trade.market === market), [all, market])
  const isKnownZone = isZone(zone)
  const tolerance = backtest?.hasTimes === false ? dayTolerance : choices.tolerance
  const compared = useComparison(backtest, isKnownZone && multiplier !== undefined ? trades : undefined, {
    zone,
    tolerance,
    multiplier: multiplier ?? null,
    until: Date.parse(journal.readAt ?? '') || 0,
  })
  if (strategies.length === 0)
    return <p className="text-sm text-muted">No trade of this account belongs to a strategy yet.</p>
  const problem =
    typeof reading === 'object' && 'problem' in reading
      ? reading.problem
      : compared && 'problem' in compared
        ? compared.problem
        : error && messageOf(error, 'Error loading trades')
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Select
          label="Strategy"
          value={`=${strategy}`}
          onChange={(next) => setChosen(next.slice(1))}
          options={strategies.map((key) => ({ value: `=${key}`, label: strategyWords(key) }))}
        />
        <ChoiceFields markets={markets} choices={choices} choose={choose} />
      </div>
      <CsvField
        label="TradingView’s list of trades"
        onChange={({ target }) => {
          const file = target.files?.[0]
          setReading(file ? 'reading' : undefined)
          if (file) void readFile(file).then(setReading)
        }}
      />
      {problem && <FormAlert>{problem}</FormAlert>}
      {(reading === 'reading' || (backtest && !compared && !problem && isKnownZone)) && (
        <p role="status" className="text-sm text-muted">
          Comparing...
        </p>
      )}
      {backtest && compared && 'comparison' in compared && (
        <ComparisonResult
          backtest={backtest}
          comparison={compared.comparison}
          tolerance={tolerance}
          multiplier={multiplier ?? null}
          market={market}
          currency={currency}
        />
      )}
    </>
  )
}

type ChoiceProps = {
  readonly markets: readonly string[]
  readonly choices: Choices
  readonly choose: (change: Partial<Choices>) => void
}

/** Asks what TradingView's list of trades does not contain. */
const ChoiceFields = ({ markets, choices, choose }: ChoiceProps) => (
  <>
    <Select
      label="Market"
      value={choices.market}
      onChange={(next) => choose({ market: next })}
      options={markets.map((value) => ({ value, label: value }))}
    />
    <Field
      label="Time zone of the chart"
      list="chart-zones"
      value={choices.zone}
      error={isZone(choices.zone) ? undefined : 'Must be a time zone, e.g. Europe/London'}
      onChange={({ target }) => choose({ zone: target.value })}
    />
    <datalist id="chart-zones">
      {Intl.supportedValuesOf('timeZone').map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
    <Select
      label="Entries may be apart by"
      value={String(choices.tolerance)}
      onChange={(next) => choose({ tolerance: Number(next) })}
      options={tolerances.map(([value, label]) => ({ value: String(value), label }))}
    />
  </>
)
