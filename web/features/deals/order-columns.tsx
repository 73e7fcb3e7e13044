import { TextLink } from '../../components/text-link.tsx'
import { marketOf, nameAndMarket, nameAndMarketClass } from '../../lib/market-of.ts'
import type { Order } from '../../../shared/deals/dealing.schema.ts'
import { CopyableId } from '../../components/copy-button.tsx'
import { actionColumn } from '../../components/data-table/action-column.tsx'
import { columnsOf } from '../../components/data-table/columns.ts'
import { formatLevel, formatNumber } from '../../../shared/platform/figures.ts'
import { formatTimestamp } from '../../lib/format.ts'

const { accessor, columns, figure, shown } = columnsOf<Order>()

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
            className={nameAndMarketClass(original)}
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
    figure('size', 'Size', formatNumber, { width: 96, rank: 2 }),
    figure('entryLevel', 'Entry Level', formatLevel, { width: 96, rank: 3 }),
    figure('stopLevel', 'Stop Level', formatLevel, { width: 96, rank: 4 }),
    figure('profitLevel', 'Profit Level', formatLevel, { width: 96, rank: 5 }),
    shown('createdAt', 'Created At', formatTimestamp, { width: 178, rank: 7 }),
    accessor('igEpic', { header: 'IG Epic', meta: { width: 176, rank: 9, sorts: 'igEpic' } }),
    accessor('dealId', {
      header: 'Deal ID',
      cell: ({ getValue }) => <CopyableId id={getValue()} />,
      meta: { width: 204, rank: 8, holds: 1, sorts: 'dealId' },
    }),
    actionColumn({
      label: 'Delete',
      nameOf: (order) => `${marketOf(order)} ${order.dealId}`,
      width: 100,
      onPress: onDelete,
    }),
  ])
