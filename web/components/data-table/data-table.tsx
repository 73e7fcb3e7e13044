import { FlexRender, type Header, type Row as TableRow, useTable } from '@tanstack/react-table'
import { Fragment, type ReactNode } from 'react'
import { useMediaQuery } from 'usehooks-ts'
import { classNames } from '../../lib/class-names.ts'
import { type ColumnLayout, type Columns, type Features, features } from './columns.ts'
import { compactRowHeight, headerHeight, rowHeight, tableHeight } from './rows-to-render.ts'
import { useCompactRows } from './use-compact-rows.ts'
import { useRowsInView } from './use-rows-in-view.ts'
import { skeletonClass } from '../states.tsx'

type Props<Row extends object> = {
  readonly label: string
  readonly columns: Columns<Row>
  /**
   * The rows of the page; undefined while they load. The list must stay the same object while nothing changes, as
   * react-query's structural sharing ensures.
   */
  readonly rows: readonly Row[] | undefined
  readonly rowId: (row: Row) => string
  /** The field to sort by, with `-` for descending order. */
  readonly sort?: string | undefined
  readonly onSort?: (field: string) => void
  /** Text below 'No results.' */
  readonly hint?: ReactNode
  readonly card?: ((row: Row) => ReactNode) | undefined
  /** Renders a row as a line of a list, a `Row`, on a phone. */
  readonly line?: ((row: Row) => ReactNode) | undefined
  /**
   * Called when the user presses a row outside its links and buttons. For keyboard users, one of the row's links or
   * buttons must do the same.
   */
  readonly onRow?: ((row: Row) => void) | undefined
}

const nothing: never[] = []

/** One page of a list. Only visible rows and a few around them are in the document. */
export const DataTable = <Row extends object>(props: Props<Row>) => {
  const isPhone = useMediaQuery('(max-width: 639px)')
  const [isCompact] = useCompactRows()
  if (isPhone && (props.card ?? props.line)) return <Cards {...props} />
  // The table is mounted again if the row height changes, because the positions of all rows depend on the height.
  const height = isCompact ? compactRowHeight : rowHeight
  return <Table key={height} {...props} height={height} />
}

/**
 * Shows a table's rows on a phone: as lines if `line` is given, otherwise as cards. Cards that are out of view are not
 * laid out.
 */
const Cards = <Row extends object>({ label, rows, rowId, hint, card, line }: Props<Row>) =>
  rows && rows.length > 0 && line ? (
    <ul aria-label={label} className="rounded-lg border border-line bg-panel px-3">
      {rows.map((row) => (
        <Fragment key={rowId(row)}>{line(row)}</Fragment>
      ))}
    </ul>
  ) : rows && rows.length > 0 ? (
    <ul aria-label={label} className="grid grid-cols-1 gap-3">
      {rows.map((row) => (
        <li
          key={rowId(row)}
          className="rounded-lg border border-line bg-panel p-4 [contain-intrinsic-size:auto_11rem] [content-visibility:auto]"
        >
          {card?.(row)}
        </li>
      ))}
    </ul>
  ) : (
    <div className="rounded-lg border border-line bg-panel">
      {rows ? <Nothing hint={hint} /> : <RowsToCome />}
    </div>
  )

const Nothing = ({ hint }: { readonly hint: ReactNode }) => (
  <div className="sticky left-0 grid justify-items-center gap-2 p-10 text-center text-sm text-muted">
    <p role="status">No results.</p>
    {hint}
  </div>
)

const rowsToCome = [1, 2, 3, 4, 5, 6]

/** Placeholders that are as high as the rows. */
const RowsToCome = () => (
  <div className="sticky left-0 text-sm text-muted">
    <p role="status" style={{ height: rowHeight }} className="flex items-center px-4">
      Loading
    </p>
    {rowsToCome.map((row) => (
      <div
        key={row}
        aria-hidden
        style={{ height: rowHeight }}
        className="flex items-center gap-6 border-t border-line px-4"
      >
        <span className={`${skeletonClass} w-1/4`} />
        <span className={`${skeletonClass} w-1/6`} />
        <span className={`${skeletonClass} w-1/5`} />
      </div>
    ))}
  </div>
)

const Table = <Row extends object>({
  label,
  columns,
  rows,
  rowId,
  sort,
  onSort,
  hint,
  onRow,
  height,
}: Props<Row> & { readonly height: number }) => {
  const table = useTable({ features, columns, data: rows ?? nothing, getRowId: rowId })
  const modelled = table.getRowModel().rows
  const { scroller, items, above, below } = useRowsInView(modelled, columns, height)
  const width = columns.reduce((sum, { meta }) => sum + (meta?.width ?? 0), 0)
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-panel">
      <div
        ref={scroller}
        role="region"
        aria-label={label}
        tabIndex={0}
        style={{ maxHeight: tableHeight, scrollPaddingTop: headerHeight }}
        className="overflow-auto -outline-offset-2"
      >
        <table
          aria-label={label}
          aria-rowcount={modelled.length + 1}
          style={{ minWidth: width }}
          className="w-full table-fixed border-separate border-spacing-0 text-[13px]"
        >
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id} aria-rowindex={1}>
                {group.headers.map((header) => (
                  <Heading key={header.id} header={header} sort={sort} onSort={onSort} />
                ))}
              </tr>
            ))}
          </thead>
          <tbody>
            {above > 0 && <tr aria-hidden style={{ height: above }} />}
            {items.map(({ index }) => {
              const row = modelled[index]
              return row && <BodyRow key={row.id} row={row} index={index} height={height} onRow={onRow} />
            })}
            {below > 0 && <tr aria-hidden style={{ height: below }} />}
          </tbody>
        </table>
        {!rows && <RowsToCome />}
        {rows?.length === 0 && <Nothing hint={hint} />}
      </div>
    </div>
  )
}

type HeadingProps<Row extends object> = Pick<Props<Row>, 'sort' | 'onSort'> & {
  readonly header: Header<Features, Row>
}

const Heading = <Row extends object>({ header, sort, onSort }: HeadingProps<Row>) => {
  const { meta } = header.column.columnDef
  return (
    <th
      scope="col"
      aria-sort={meta?.sorts && onSort ? sortedAs(meta.sorts, sort) : undefined}
      style={{ width: meta?.grows ? undefined : meta?.width, height: headerHeight }}
      className={classNames(
        'sticky top-0 z-10 border-b border-line bg-ground px-2 text-xs leading-4 font-medium text-balance text-muted first:pl-4 last:pr-4',
        place(meta),
        meta?.stays && 'z-20',
        meta?.hidesHead && 'overflow-hidden indent-full whitespace-nowrap',
      )}
    >
      {meta?.sorts && onSort ? (
        <SortButton field={meta.sorts} figures={meta.figures} onSort={onSort}>
          <FlexRender header={header} />
        </SortButton>
      ) : (
        <FlexRender header={header} />
      )}
    </th>
  )
}

type BodyRowProps<Row extends object> = Pick<Props<Row>, 'onRow'> & {
  readonly row: TableRow<Features, Row>
  readonly index: number
  readonly height: number
}

const BodyRow = <Row extends object>({ row, index, height, onRow }: BodyRowProps<Row>) => (
  <tr
    aria-rowindex={index + 2}
    style={{ height }}
    onClick={onRow && (({ target }) => !(target as Element).closest('a, button') && onRow(row.original))}
    className={classNames('group bg-panel hover:bg-ground', onRow && 'cursor-pointer')}
  >
    {row.getAllCells().map((cell) => {
      const { meta } = cell.column.columnDef
      return (
        <td
          key={cell.id}
          title={longText(cell.getValue())}
          style={meta?.paint?.(cell.getValue())}
          className={classNames(
            'border-b border-line px-2 group-last:border-b-0 first:pl-4 last:pr-4',
            meta?.wraps ? 'text-xs break-words' : 'truncate',
            place(meta),
            meta?.look?.(cell.getValue()),
            meta?.stays && 'sticky bg-panel group-hover:bg-ground',
          )}
        >
          <FlexRender cell={cell} />
        </td>
      )
    })}
  </tr>
)

const sortedAs = (field: string, sort: string | undefined) =>
  sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none'

type SortProps = {
  readonly field: string
  readonly figures: boolean | undefined
  readonly onSort: (field: string) => void
  readonly children: ReactNode
}

/** A heading that sorts. Styles draw its arrow, which saves an element per heading. */
const SortButton = ({ field, figures = false, onSort, children }: SortProps) => (
  <button
    type="button"
    onClick={() => onSort(field)}
    className={classNames('sort-button', figures ? 'text-right' : 'text-left')}
  >
    {children}
  </button>
)

/** Returns a text of more than six characters for a tooltip, because the table cell may cut it off. */
const longText = (value: unknown) => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return text.length > 6 ? text : undefined
}

const place = (meta: ColumnLayout | undefined) => [
  meta?.figures ? 'text-right tabular-nums' : 'text-left',
  meta?.stays === 'left' && 'sm:left-0',
  meta?.stays === 'right' && 'right-0 border-l',
]
