import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import X from '~icons/x'
import { useEffect, useMemo } from 'react'
import type { Journal, JournalTrade } from '../../../shared/journal/journal.schema.ts'
import { breakdownNames, closers } from '../../../shared/journal/names.ts'
import { pageLimits } from '../../../shared/platform/page-limits.ts'
import { Button } from '../../components/button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { useColumns } from '../../components/data-table/use-columns.tsx'
import { Pager } from '../../components/pager.tsx'
import { Select } from '../../components/select.tsx'
import { Failed } from '../../components/states.tsx'
import { messageOf } from '../../lib/failures.ts'
import { counted, signedMoney } from '../../../shared/platform/figures.ts'
import { formatDate } from '../../lib/format.ts'
import { gainLook } from '../../lib/gain-class.ts'
import type { JournalSearch } from '../../lib/journal-search.ts'
import { tradesPlace, tradesQuery, useJournalPlace } from './queries.ts'
import { tradeColumns } from './trade-columns.tsx'
import { closedWords, closerWords, groupWords, signedR, strategyWords } from './words.ts'

type Props = { readonly journal: Journal; readonly currency: string }

/** All trades, or those that the filters let through, with their sum. */
export const TradeList = ({ journal, currency }: Props) => {
  const { search, go } = useJournalPlace()
  const { page = 1, size = pageLimits.default, mode, account } = search
  const { data, error, isPlaceholderData, refetch } = useQuery(tradesQuery(search))
  const all = useMemo(() => tradeColumns(currency, { mode, account }), [currency, mode, account])
  const { frame: place, columns, chooser } = useColumns<JournalTrade, HTMLElement>('Trades', all)
  const isAskedFor = useLocation({ select: ({ hash }) => hash === tradesPlace })
  useEffect(() => {
    if (isAskedFor) place.current?.scrollIntoView()
  }, [isAskedFor, search, place])
  return (
    <section ref={place} data-wide className="grid scroll-mt-4 grid-cols-1 gap-4">
      <div className="flex items-center justify-between gap-4">
        <h2 className="font-semibold">Trades</h2>
        {chooser}
      </div>
      <Filters journal={journal} search={search} go={go} />
      {error && !data && (
        <Failed
          title="Error loading trades"
          message={messageOf(error, 'Something went wrong')}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <p role="status" className="text-sm">
          <span className="text-muted">{counted(data.count, 'trade')}, total result </span>
          <span className={`font-semibold ${gainLook(data.sum)}`}>{signedMoney(data.sum, currency)}</span>
        </p>
      )}
      {(data ?? !error) && (
        <div aria-busy={isPlaceholderData} className="aria-busy:opacity-60">
          <DataTable
            label="Trades"
            columns={columns}
            rows={data?.results}
            rowId={({ id }) => id}
            card={(trade) => <TradeCard trade={trade} currency={currency} search={search} />}
          />
        </div>
      )}
      {data && (
        <Pager
          page={page}
          size={size}
          count={data.count}
          onPage={(next) => go({ page: next })}
          onSize={(next) => go({ size: next })}
        />
      )}
    </section>
  )
}

type CardProps = {
  readonly trade: JournalTrade
  readonly currency: string
  readonly search: JournalSearch
}

const TradeCard = ({ trade, currency, search: { mode, account } }: CardProps) => (
  <Link
    to="/dashboard/journal/$tradeId"
    params={{ tradeId: trade.id }}
    search={{ mode, account }}
    className="grid gap-1 text-sm"
  >
    <span className="flex justify-between gap-3">
      <span className="font-medium">{trade.name}</span>
      <span className={`font-semibold whitespace-nowrap ${gainLook(trade.result)}`}>
        {signedMoney(trade.result, currency)}
      </span>
    </span>
    <span className="flex justify-between gap-3 text-muted">
      <span>
        {trade.direction === 'BUY' ? 'Buy' : 'Sell'} {trade.size}, {strategyWords(trade.strategy)}
      </span>
      <span>{signedR(trade.r)}</span>
    </span>
    <span className="text-xs text-muted">
      {closedWords(trade.closedAt)}, closed by: {closerWords[trade.closer].toLowerCase()}
    </span>
  </Link>
)

type FiltersProps = {
  readonly journal: Journal
  readonly search: JournalSearch
  readonly go: (change: Partial<JournalSearch>) => void
}

const any = ''

/** What is chosen can be seen and taken away one by one. */
const Filters = ({ journal, search, go }: FiltersProps) => {
  const { strategy, closer, direction, tag } = search
  const groups = journal.breakdowns.strategy ?? []
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        <Select
          label="Strategy"
          value={strategy === undefined ? any : `=${strategy}`}
          onChange={(next) => go({ strategy: next === any ? undefined : next.slice(1) })}
          options={[
            { value: any, label: 'All strategies' },
            ...groups.map(({ key }) => ({ value: `=${key}`, label: strategyWords(key) })),
          ]}
        />
        <Select
          label="Side"
          value={direction ?? any}
          onChange={(next) => go({ direction: next === any ? undefined : next })}
          options={[
            { value: any, label: 'Buy and sell' },
            { value: 'BUY', label: 'Buy' },
            { value: 'SELL', label: 'Sell' },
          ]}
        />
        <Select
          label="Closed by"
          value={closer ?? any}
          onChange={(next) => go({ closer: next === any ? undefined : next })}
          options={[
            { value: any, label: 'Anything' },
            ...closers.map((value) => ({ value, label: closerWords[value] })),
          ]}
        />
        {journal.tags.length > 0 && (
          <Select
            label="Tag"
            value={tag ?? any}
            onChange={(next) => go({ tag: next === any ? undefined : next })}
            options={[
              { value: any, label: 'All tags' },
              ...journal.tags.map((value) => ({ value, label: value })),
            ]}
          />
        )}
      </div>
      <Chosen search={search} go={go} />
    </div>
  )
}

const Chosen = ({ search, go }: Pick<FiltersProps, 'search' | 'go'>) => {
  const { name, from, to, link } = search
  const chosen: readonly (readonly [string, Partial<JournalSearch>])[] = [
    ...(name === undefined ? [] : [[name, { name: undefined }] as const]),
    ...(from === undefined && to === undefined
      ? []
      : [
          [
            from === to
              ? formatDate(from ?? '')
              : `${from ? formatDate(from) : '…'} to ${to ? formatDate(to) : '…'}`,
            { from: undefined, to: undefined },
          ] as const,
        ]),
    ...(link === undefined ? [] : [['Unattributed rows', { link: undefined }] as const]),
    ...breakdownNames.flatMap((by) =>
      (by === 'weekday' || by === 'hour') && search[by] !== undefined
        ? [[groupWords(by, String(search[by])), { [by]: undefined }] as const]
        : [],
    ),
  ]
  return chosen.length === 0 ? null : (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2">
      {chosen.map(([label, change]) => (
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
