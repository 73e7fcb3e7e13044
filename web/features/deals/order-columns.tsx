import { TextLink } from '../../components/text-link.tsx'
import { nameAndMarket, nameAndMarketClass } from '../../lib/market-of.ts'
import type { Order } from '../../../shared/deals/dealing.schema.ts'
import { columnsOf } from '../../components/data-table/columns.ts'
import { formatLevel, formatNumber } from '../../../shared/platform/figures.ts'
import { formatTimestamp } from '../../lib/format.ts'
import { lastColumns } from './last-columns.tsx'

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
    ...lastColumns({ label: 'Delete', width: 100, onPress: onDelete }),
  ])
