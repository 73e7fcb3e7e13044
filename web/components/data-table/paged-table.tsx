import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Page } from '../../../shared/platform/page.schema.ts'
import { messageOf } from '../../lib/failures.ts'
import { Pager } from '../pager.tsx'
import { SearchBox } from '../search-box.tsx'
import { Failed } from '../states.tsx'
import { useExistingPage } from '../use-existing-page.ts'
import { DataTable } from './data-table.tsx'
import { useColumns } from './use-columns.tsx'
import type { Columns } from './columns.ts'
import type { TablePlace } from './use-table-place.ts'

type Props<Row extends object> = {
  readonly label: string
  readonly columns: Columns<Row>
  readonly rowId: (row: Row) => string
  readonly query: UseQueryResult<Page<Row>>
  readonly place: TablePlace
  readonly placeholder: string
  /** What the user can do if the list is empty without a search. */
  readonly hint?: ReactNode
  /** What the user can do if nothing was found for a search term. */
  readonly hintFor?: (term: string) => ReactNode
  /** Renders a row on a phone, as a card or as a line of a list, if the table would hide most of the row. */
  readonly card?: (row: Row) => ReactNode
  readonly line?: (row: Row) => ReactNode
  readonly onRow?: (row: Row) => void
  /** The title of the error if the list cannot be loaded, such as "Error loading positions". */
  readonly failure: string
}

/**
 * A list with its search box, table and pager, or the error if the list could not be loaded. Loaded rows stay visible
 * below an error.
 */
export const PagedTable = <Row extends object>({
  query,
  place,
  placeholder,
  failure,
  hint,
  hintFor,
  columns: all,
  ...table
}: Props<Row>) => {
  const { frame, columns, chooser } = useColumns<Row, HTMLDivElement>(table.label, all)
  const { data, isError, error, isPlaceholderData } = query
  const { page, size, q, sort, onPage, onSize, onSearch, onSort } = place
  useExistingPage(query, place)

  return (
    <div ref={frame} className="grid grid-cols-1 gap-4">
      <div className="flex items-center justify-between gap-4">
        <SearchBox
          label={`Search ${table.label.toLowerCase()}`}
          placeholder={placeholder}
          value={q}
          onChange={onSearch}
        />
        {chooser}
      </div>
      {isError && (
        <Failed
          title={failure}
          message={messageOf(error, 'Something went wrong')}
          onRetry={() => void query.refetch()}
        />
      )}
      {(!isError || data) && (
        <div aria-busy={isPlaceholderData} className="aria-busy:opacity-60">
          <DataTable
            {...table}
            columns={columns}
            rows={data?.results}
            sort={sort}
            onSort={onSort}
            hint={q !== '' ? hintFor?.(q) : page === 1 ? hint : undefined}
          />
        </div>
      )}
      {data && (
        <Pager page={page} size={size} count={data.count} onPage={(next) => onPage(next)} onSize={onSize} />
      )}
    </div>
  )
}
