import { Link } from '@tanstack/react-router'
import type { JournalTrade } from '../../../shared/journal/journal.schema.ts'
import { Badge } from '../../components/badge.tsx'
import { columnsOf } from '../../components/data-table/columns.ts'
import { type Currency, formatNumber, signedMoney } from '../../../shared/platform/figures.ts'
import { gainClass } from '../../lib/gain-class.ts'
import type { JournalSearch } from '../../lib/journal-search.ts'
import { closedWords, closerWords, signedR, strategyWords } from '../../lib/journal-words.ts'

const { accessor, columns, figure } = columnsOf<JournalTrade>()

export const tradeColumns = (currency: Currency, { mode, account }: JournalSearch) =>
  columns([
    accessor('name', {
      header: 'Instrument',
      cell: ({ row: { original } }) => (
        <Link
          to="/dashboard/journal/$tradeId"
          params={{ tradeId: original.id }}
          search={{ mode, account }}
          className="grid text-accent underline-offset-4 hover:underline"
        >
          <span className="truncate font-medium">{original.name}</span>
          <span className="text-xs text-muted">{original.market ?? 'no alert found'}</span>
        </Link>
      ),
      meta: { width: 170, grows: true, stays: 'left', holds: 3 },
    }),
    accessor('strategy', {
      header: 'Strategy',
      cell: ({ row: { original } }) => (
        <>
          <span className="block truncate">{strategyWords(original.strategy)}</span>
          {original.tags.length > 0 && (
            <span className="block truncate text-xs text-muted" title={original.tags.join(', ')}>
              {original.tags.join(', ')}
            </span>
          )}
        </>
      ),
      meta: { width: 140, rank: 8 },
    }),
    accessor('direction', { header: 'Side', meta: { width: 72, rank: 1 } }),
    figure('size', 'Size', formatNumber, { width: 84, rank: 4 }),
    figure('openLevel', 'Opened at', formatNumber, { width: 100, rank: 5 }),
    figure('closeLevel', 'Closed at', formatNumber, { width: 100, rank: 6 }),
    accessor('result', {
      header: 'Result',
      cell: ({ getValue }) => (
        <span className={gainClass(getValue())}>{signedMoney(getValue(), currency)}</span>
      ),
      meta: { width: 112, figures: true, holds: 1 },
    }),
    figure('r', 'R', signedR, { width: 72, rank: 3 }),
    accessor('closer', {
      header: 'Closed by',
      cell: ({ row: { original } }) => (
        <>
          {closerWords[original.closer]}
          {original.isOpen && <Badge tone="plain">partly open</Badge>}
        </>
      ),
      meta: { width: 110, rank: 7, holds: 2 },
    }),
    accessor('closedAt', {
      header: 'Closed',
      cell: ({ getValue }) => {
        const [day, time] = closedWords(getValue()).split(', ')
        return (
          <>
            <span className="block">{day}</span>
            <span className="block text-xs text-muted">{time}</span>
          </>
        )
      },
      meta: { width: 112, rank: 2 },
    }),
  ])
