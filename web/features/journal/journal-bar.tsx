import X from '~icons/x'
import { useState } from 'react'
import type { Journal } from '../../../shared/journal/journal.schema.ts'
import { breakdownNames } from '../../../shared/journal/names.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Segments } from '../../components/segments.tsx'
import { Select } from '../../components/select.tsx'
import { type JournalSearch, periods } from '../../lib/journal-search.ts'
import { daysAsked } from '../../lib/journal-period.ts'
import { useJournalPlace } from '../../lib/journal-queries.ts'
import { closerWords, daysWords, groupWords, periodWords, strategyWords } from '../../lib/journal-words.ts'

const any = ''

/**
 * Filters the journal by period, strategy, side and tag. The filters apply to the whole page and are stored in its
 * address.
 */
export const JournalBar = ({ journal }: { readonly journal: Journal }) => {
  const { search, go } = useJournalPlace()
  const { period, strategy, direction, tag } = search
  const [asksDays, setAsksDays] = useState(false)
  const days = daysAsked(search)
  const hasDays = period === undefined && (days.from ?? days.to) !== undefined
  return (
    <div
      role="group"
      aria-label="What the journal shows"
      className="grid gap-3 rounded-lg border border-line bg-panel p-3"
    >
      <div className="gap-3 max-sm:grid max-sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] sm:flex sm:flex-wrap sm:items-center">
        <fieldset role="radiogroup" className="min-w-0 max-sm:col-span-full">
          <legend className="sr-only">Period</legend>
          <Segments
            value={asksDays || hasDays ? 'days' : (period ?? 'all')}
            onChange={(next) => {
              setAsksDays(next === 'days')
              if (next === 'days') go({ period: undefined, ...days })
              else go({ period: next === 'all' ? undefined : next, from: undefined, to: undefined })
            }}
            options={[
              ...periods.map((value) => ({ value, label: periodWords[value] })),
              { value: 'all', label: 'All' },
              { value: 'days', label: 'Dates' },
            ]}
          />
        </fieldset>
        <Select
          label="Strategy"
          terse
          value={strategy === undefined ? any : `=${strategy}`}
          onChange={(next) => go({ strategy: next === any ? undefined : next.slice(1) })}
          options={[
            { value: any, label: 'All strategies' },
            ...journal.strategies.map((key) => ({ value: `=${key}`, label: strategyWords(key) })),
          ]}
        />
        <Select
          label="Side"
          terse
          value={direction ?? any}
          onChange={(next) => go({ direction: next === any ? undefined : next })}
          options={[
            { value: any, label: 'Buy and sell' },
            { value: 'BUY', label: 'Buy' },
            { value: 'SELL', label: 'Sell' },
          ]}
        />
        {journal.tags.length > 0 && (
          <Select
            label="Tag"
            terse
            className="max-sm:col-span-full"
            value={tag ?? any}
            onChange={(next) => go({ tag: next === any ? undefined : next })}
            options={[
              { value: any, label: 'All tags' },
              ...journal.tags.map((value) => ({ value, label: value })),
            ]}
          />
        )}
      </div>
      {(asksDays || hasDays) && <DayFields days={days} go={go} />}
      <ActiveFilters search={search} go={go} />
    </div>
  )
}

type Go = (change: Partial<JournalSearch>) => void

type DayFieldsProps = { readonly days: ReturnType<typeof daysAsked>; readonly go: Go }

/** Sets the first and the last day of the period. */
const DayFields = ({ days, go }: DayFieldsProps) => (
  <div className="flex flex-wrap gap-3">
    {(['from', 'to'] as const).map((end) => (
      <Field
        key={end}
        type="date"
        label={end === 'from' ? 'First day' : 'Last day'}
        value={days[end] ?? ''}
        onChange={({ target }) => go({ [end]: target.value || undefined })}
      />
    ))}
  </div>
)

type ActiveFiltersProps = { readonly search: JournalSearch; readonly go: Go }

/** Lists the filters that were set elsewhere on the page, each with a button to remove it. */
const ActiveFilters = ({ search, go }: ActiveFiltersProps) => {
  const { name, market, link, closer, period, from, to } = search
  const chosen: readonly (readonly [string | undefined, Partial<JournalSearch>])[] = [
    [name, { name: undefined }],
    [market, { market: undefined }],
    [period === undefined ? daysWords({ from, to }) : undefined, { from: undefined, to: undefined }],
    [link && 'Unattributed rows', { link: undefined }],
    [closer && `Closed by: ${closerWords[closer]}`, { closer: undefined }],
    ...breakdownNames.flatMap((by) =>
      (by === 'weekday' || by === 'hour') && search[by] !== undefined
        ? [[groupWords(by, String(search[by])), { [by]: undefined }] as const]
        : [],
    ),
  ]
  const shown = chosen.flatMap(([label, change]) => (label === undefined ? [] : [{ label, change }]))
  return shown.length === 0 ? null : (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2">
      {shown.map(({ label, change }) => (
        <li key={label}>
          <Button kind="quiet" onClick={() => go(change)}>
            {label}
            <X aria-hidden className="size-3.5" />
            <span className="sr-only">: remove filter</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
