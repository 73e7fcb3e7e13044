import type { Order } from '../../../shared/dealing.ts'
import { Button } from '../../components/button.tsx'
import { columnsOf } from '../../components/data-table/columns.ts'
import { formatLevel, formatNumber, formatTimestamp } from '../../lib/format.ts'

const { accessor, columns, display } = columnsOf<Order>()

export const orderColumns = (onDelete: (order: Order) => void) =>
  columns([
    accessor('igEpic', { header: 'IG Epic', meta: { width: 170, stays: 'left' } }),
    accessor('direction', { header: 'Direction', meta: { width: 78 } }),
    accessor('type', { header: 'Type', meta: { width: 66 } }),
    accessor('size', {
      header: 'Size',
      cell: ({ getValue }) => formatNumber(getValue()),
      meta: { width: 72, figures: true },
    }),
    accessor('entryLevel', {
      header: 'Entry Level',
      cell: ({ getValue }) => formatLevel(getValue()),
      meta: { width: 90, figures: true },
    }),
    accessor('stopLevel', {
      header: 'Stop Level',
      cell: ({ getValue }) => formatLevel(getValue()),
      meta: { width: 90, figures: true },
    }),
    accessor('profitLevel', {
      header: 'Profit Level',
      cell: ({ getValue }) => formatLevel(getValue()),
      meta: { width: 90, figures: true },
    }),
    accessor('createdAt', {
      header: 'Created At',
      cell: ({ getValue }) => formatTimestamp(getValue()),
      meta: { width: 170 },
    }),
    accessor('dealId', { header: 'Deal ID', meta: { width: 155 } }),
    display({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      cell: ({ row: { original } }) => (
        <Button
          kind="quiet"
          className="h-8 px-3"
          aria-label={`Delete ${original.igEpic} ${original.dealId}`}
          onClick={() => onDelete(original)}
        >
          Delete
        </Button>
      ),
      meta: { width: 100, stays: 'right', holds: 1 },
    }),
  ])
