import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useMediaQuery } from 'usehooks-ts'
import type { JournalTrade } from '../../../shared/journal/journal.schema.ts'
import { pageLimits } from '../../../shared/platform/page-limits.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { useColumns } from '../../components/data-table/use-columns.tsx'
import { Dot, Row } from '../../components/row.tsx'
import { Pager } from '../../components/pager.tsx'
import { Failed } from '../../components/states.tsx'
import { messageOf } from '../../lib/failures.ts'
import { counted, type Currency, formatNumber, signedMoney } from '../../../shared/platform/figures.ts'
import { gainClass } from '../../lib/gain-class.ts'
import type { JournalSearch } from '../../lib/journal-search.ts'
import { tradesPlace, tradesQuery, useJournalPlace } from '../../lib/journal-queries.ts'
import { tradeColumns } from './trade-columns.tsx'
import { closedWords, signedR, strategyWords } from '../../lib/journal-words.ts'

export const TradeList = ({ currency }: { readonly currency: Currency }) => {
  const { search, go } = useJournalPlace()
  const { page = 1, size = pageLimits.default, mode, account } = search
  const { data, error, isPlaceholderData, refetch } = useQuery(tradesQuery(search))
  const all = useMemo(() => tradeColumns(currency, { mode, account }), [currency, mode, account])
  const { frame: place, columns, chooser } = useColumns<JournalTrade, HTMLElement>('Trades', all)
  const isPhone = useMediaQuery('(max-width: 639px)')
  const isAskedFor = useLocation({ select: ({ hash }) => hash === tradesPlace })
  useEffect(() => {
    if (isAskedFor) place.current?.scrollIntoView()
  }, [isAskedFor, search, place])
  return (
    <section ref={place} className="grid min-w-0 scroll-mt-4 grid-cols-1 content-start gap-4 xl:scroll-mt-28">
      <div className="flex h-10 items-center gap-4">
        <h2 className="font-semibold">Trades</h2>
        {data && (
          <p role="status" className="mr-auto text-sm">
            <span className="text-muted">{counted(data.count, 'trade')}, total result </span>
            <span className={`font-semibold ${gainClass(data.sum)}`}>{signedMoney(data.sum, currency)}</span>
          </p>
        )}
        {chooser}
      </div>
      {error && !data && (
        <Failed
          title="Error loading trades"
          message={messageOf(error, 'Something went wrong')}
          onRetry={() => void refetch()}
        />
      )}
      {(data ?? !error) && (
        <div aria-busy={isPlaceholderData} className="aria-busy:opacity-60">
          {isPhone && data && data.count > 0 ? (
            <ul aria-label="Trades" className="rounded-lg border border-line bg-panel px-3">
              {data.results.map((trade) => (
                <TradeRow key={trade.id} trade={trade} currency={currency} search={search} />
              ))}
            </ul>
          ) : (
            <DataTable label="Trades" columns={columns} rows={data?.results} rowId={({ id }) => id} />
          )}
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

type RowProps = {
  readonly trade: JournalTrade
  readonly currency: Currency
  readonly search: JournalSearch
}

const TradeRow = ({ trade, currency, search: { mode, account } }: RowProps) => (
  <Row
    mark={<Dot tone={trade.result > 0 ? 'good' : trade.result < 0 ? 'bad' : 'plain'} />}
    name={trade.name}
    to={{ to: '/dashboard/journal/$tradeId', params: { tradeId: trade.id }, search: { mode, account } }}
    facts={`${trade.direction === 'BUY' ? 'Buy' : 'Sell'} ${formatNumber(trade.size)}, ${closedWords(trade.closedAt).split(', ')[0]}, ${signedR(trade.r)}, ${strategyWords(trade.strategy)}`}
    figure={<span className={gainClass(trade.result)}>{signedMoney(trade.result, currency)}</span>}
  />
)
