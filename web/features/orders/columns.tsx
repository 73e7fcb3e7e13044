import type { Order } from '../../../shared/dealing.ts'
import { actionColumn } from '../../components/data-table/action-column.tsx'
import { columnsOf } from '../../components/data-table/columns.ts'
import { formatLevel, formatNumber, formatTimestamp } from '../../lib/format.ts'

const { accessor, columns } = columnsOf<Order>()

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
    actionColumn({
      label: 'Delete',
      nameOf: ({ igEpic, dealId }) => `${igEpic} ${dealId}`,
      width: 100,
      onPress: onDelete,
    }),
  ])
