import type { Position } from '../../../shared/dealing.ts'
import { actionColumn } from '../../components/data-table/action-column.tsx'
import { columnsOf, signed } from '../../components/data-table/columns.ts'
import {
  formatLevel,
  formatMoney,
  formatNumber,
  formatTimestamp,
  formatTwoDecimals,
} from '../../lib/format.ts'

const { accessor, columns } = columnsOf<Position>()

/** Signed; unknown is a dash. */
const result = (value: number | null, written: (value: number) => string) =>
  value === null ? '–' : value > 0 ? `+${written(value)}` : written(value)

export const nameOf = ({ marketAndSymbol, igEpic }: Pick<Position, 'marketAndSymbol' | 'igEpic'>) =>
  marketAndSymbol ?? igEpic

/** In the order of the Position's fields. */
export const positionColumns = (onClose: (position: Position) => void) =>
  columns([
    accessor('dealId', { header: 'Deal ID', meta: { width: 158 } }),
    accessor('igEpic', { header: 'IG Epic', meta: { width: 155 } }),
    accessor(nameOf, { id: 'market', header: 'Market and Symbol', meta: { width: 122, stays: 'left' } }),
    accessor('direction', { header: 'Direction', meta: { width: 72 } }),
    accessor('size', {
      header: 'Size',
      cell: ({ getValue }) => formatNumber(getValue()),
      meta: { width: 60, figures: true },
    }),
    accessor('openLevel', {
      header: 'Open Level',
      cell: ({ getValue }) => formatLevel(getValue()),
      meta: { width: 84, figures: true },
    }),
    accessor('currentLevel', {
      header: 'Current Level',
      cell: ({ getValue }) => formatLevel(getValue()),
      meta: { width: 84, figures: true },
    }),
    accessor('profitLoss', {
      header: 'Profit/Loss',
      cell: ({ getValue }) => result(getValue(), formatMoney),
      meta: { width: 96, figures: true, tone: signed },
    }),
    accessor('profitLossPercentage', {
      header: 'Profit/Loss %',
      cell: ({ getValue }) => result(getValue(), (percent) => `${formatTwoDecimals(percent)}%`),
      meta: { width: 86, figures: true, tone: signed },
    }),
    accessor('stopLevel', {
      header: 'Stop Level',
      cell: ({ getValue }) => formatLevel(getValue()),
      meta: { width: 84, figures: true },
    }),
    accessor('limitLevel', {
      header: 'Limit Level',
      cell: ({ getValue }) => formatLevel(getValue()),
      meta: { width: 84, figures: true },
    }),
    accessor('controlledRisk', {
      header: 'Controlled Risk',
      cell: ({ getValue }) => (getValue() ? 'Yes' : 'No'),
      meta: { width: 80 },
    }),
    accessor('createdAt', {
      header: 'Created At',
      cell: ({ getValue }) => formatTimestamp(getValue()),
      meta: { width: 174 },
    }),
    actionColumn({
      label: 'Close',
      nameOf: (position) => `${nameOf(position)} ${position.dealId}`,
      width: 92,
      onPress: onClose,
    }),
  ])
