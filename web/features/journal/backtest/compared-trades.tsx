import type { Currency } from '../../../../shared/platform/figures.ts'
import { type ReactNode, useMemo, useState } from 'react'
import type { Comparison } from '../../../../shared/journal/backtest/compare.ts'
import type { Backtest } from '../../../../shared/journal/backtest/read-backtest.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { Segments } from '../../../components/segments.tsx'
import { useColumns } from '../../../components/data-table/use-columns.tsx'
import type { Columns } from '../../../components/data-table/columns.ts'
import { backtestColumns, liveColumns, matchCard, matchColumns } from './columns.tsx'

type Props = { readonly comparison: Comparison; readonly backtest: Backtest; readonly currency: Currency }

/**
 * The maximum number of trades shown as cards on a phone. Longer lists are tables there too, because a table renders
 * only its visible rows.
 */
const maxCards = 200

const lists = ['matched', 'backtest', 'live'] as const

/** Lists the trades in three groups: matched, only in the backtest, and only in live trading. */
export const ComparedTrades = ({ comparison, backtest: { currency: fileCurrency }, currency }: Props) => {
  const [list, setList] = useState<(typeof lists)[number]>('matched')
  const { matched, onlyBacktest, onlyLive } = comparison
  const columns = useMemo(
    () => ({
      matched: matchColumns(currency),
      backtest: backtestColumns(fileCurrency),
      live: liveColumns(currency),
    }),
    [currency, fileCurrency],
  )
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <fieldset role="radiogroup" className="min-w-0">
        <legend className="sr-only">Trades to show</legend>
        <Segments
          value={list}
          onChange={setList}
          options={[
            { value: 'matched', label: `Matched (${matched.length})` },
            { value: 'backtest', label: `Only in the backtest (${onlyBacktest.length})` },
            { value: 'live', label: `Only live (${onlyLive.length})` },
          ]}
        />
      </fieldset>
      {list === 'matched' && (
        <List
          label="Matched trades"
          columns={columns.matched}
          rows={matched}
          rowId={({ live }) => live.id}
          card={matched.length > maxCards ? undefined : matchCard(currency)}
        />
      )}
      {list === 'backtest' && (
        <List
          label="Trades only in the backtest"
          columns={columns.backtest}
          rows={onlyBacktest}
          rowId={({ number }) => String(number)}
        />
      )}
      {list === 'live' && (
        <List label="Trades only live" columns={columns.live} rows={onlyLive} rowId={({ id }) => id} />
      )}
    </div>
  )
}

type ListProps<Row extends object> = {
  readonly label: string
  readonly columns: Columns<Row>
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  readonly card?: ((row: Row) => ReactNode) | undefined
}

const List = <Row extends object>({ columns: all, ...table }: ListProps<Row>) => {
  const { frame, columns, chooser } = useColumns<Row, HTMLDivElement>(table.label, all)
  return (
    <div ref={frame} className="grid min-w-0 grid-cols-1 gap-3">
      <div className="justify-self-end max-sm:hidden">{chooser}</div>
      <DataTable columns={columns} {...table} />
    </div>
  )
}
