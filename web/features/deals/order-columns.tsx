import { TextLink } from '../../components/text-link.tsx'
import { marketOf, nameAndMarket, nameAndMarketLook } from '../../lib/market-of.ts'
import type { Order } from '../../../shared/deals/dealing.schema.ts'
import { actionColumn } from '../../components/data-table/action-column.tsx'
import { columnsOf } from '../../components/data-table/columns.ts'
import { formatLevel, formatNumber } from '../../../shared/platform/figures.ts'
import { formatTimestamp } from '../../lib/format.ts'

const { accessor, columns } = columnsOf<Order>()

export const orderColumns = (onDelete: (order: Order) => void) =>
  columns([
    accessor(nameAndMarket, {
      id: 'market',
      header: 'Market and Symbol',
      cell: ({ row: { original } }) =>
        original.marketAndSymbol ? (
          <TextLink
            to="/dashboard/instruments/$market"
            params={{ market: original.marketAndSymbol }}
            className={nameAndMarketLook(original)}
          >
            {nameAndMarket(original)}
          </TextLink>
        ) : (
          (original.name ?? original.igEpic)
        ),
      meta: { width: 168, grows: true, stays: 'left', sorts: 'marketAndSymbol' },
    }),
    accessor('direction', { header: 'Direction', meta: { width: 84, rank: 1, sorts: 'direction' } }),
    accessor('type', { header: 'Type', meta: { width: 72, rank: 6, sorts: 'type' } }),
    accessor('size', {
      header: 'Size',
      cell: ({ getValue }) => formatNumber(getValue()),
      meta: { width: 96, rank: 2, figures: true, sorts: 'size' },
    }),
    accessor('entryLevel', {
      header: 'Entry Level',
      cell: ({ getValue }) => formatLevel(getValue()),
      meta: { width: 96, rank: 3, figures: true, sorts: 'entryLevel' },
    }),
    accessor('stopLevel', {
      header: 'Stop Level',
      cell: ({ getValue }) => formatLevel(getValue()),
      meta: { width: 96, rank: 4, figures: true, sorts: 'stopLevel' },
    }),
    accessor('profitLevel', {
      header: 'Profit Level',
      cell: ({ getValue }) => formatLevel(getValue()),
      meta: { width: 96, rank: 5, figures: true, sorts: 'profitLevel' },
    }),
    accessor('createdAt', {
      header: 'Created At',
      cell: ({ getValue }) => formatTimestamp(getValue()),
      meta: { width: 178, rank: 7, sorts: 'createdAt' },
    }),
    accessor('igEpic', { header: 'IG Epic', meta: { width: 176, rank: 9, sorts: 'igEpic' } }),
    accessor('dealId', { header: 'Deal ID', meta: { width: 164, rank: 8, sorts: 'dealId' } }),
    actionColumn({
      label: 'Delete',
      nameOf: (order) => `${marketOf(order)} ${order.dealId}`,
      width: 100,
      onPress: onDelete,
    }),
  ])
