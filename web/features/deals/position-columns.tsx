import { gainLook } from '../../lib/gain-class.ts'
import { marketOf, nameAndMarket, nameAndMarketLook } from '../../lib/market-of.ts'
import { TextLink } from '../../components/text-link.tsx'
import type { Position } from '../../../shared/deals/dealing.schema.ts'
import { Age } from './age.tsx'
import { DayLine } from './day-line.tsx'
import { type Levels, multipleOfRisk, paintRisk } from './risk-bar.tsx'
import { actionColumn } from '../../components/data-table/action-column.tsx'
import { columnsOf } from '../../components/data-table/columns.ts'
import {
  formatLevel,
  formatMoney,
  formatNumber,
  formatTwoDecimals,
} from '../../../shared/platform/figures.ts'
import { formatTimestamp } from '../../lib/format.ts'

const { accessor, columns } = columnsOf<Position>()

/** Signed; unknown is a dash. */
export const result = (value: number | null, written: (value: number) => string) => {
  if (value === null) return '–'
  const figure = written(value)
  return value > 0 && /[1-9]/.test(figure) ? `+${figure}` : figure
}

/** The market first and what identifies the deal last: a trader looks for the one, and hardly ever for the other. */
export const positionColumns = (onClose: (position: Position) => void) =>
  columns([
    accessor(marketOf, {
      id: 'market',
      header: 'Market and Symbol',
      cell: ({ row: { original } }) => (
        <TextLink
          to="/dashboard/journal/$tradeId"
          params={{ tradeId: original.dealId }}
          className={nameAndMarketLook(original)}
        >
          {nameAndMarket(original)}
        </TextLink>
      ),
      meta: { width: 168, grows: true, stays: 'left', sorts: 'marketAndSymbol' },
    }),
    accessor('direction', { header: 'Direction', meta: { width: 84, rank: 1, sorts: 'direction' } }),
    accessor('size', {
      header: 'Size',
      cell: ({ getValue }) => formatNumber(getValue()),
      meta: { width: 88, rank: 2, figures: true, sorts: 'size' },
    }),
    accessor('openLevel', {
      header: 'Open Level',
      cell: ({ getValue }) => formatLevel(getValue()),
      meta: { width: 96, rank: 4, figures: true, sorts: 'openLevel' },
    }),
    accessor('currentLevel', {
      header: 'Current Level',
      cell: ({ getValue }) => formatLevel(getValue()),
      meta: { width: 96, rank: 3, figures: true, sorts: 'currentLevel' },
    }),
    accessor('profitLoss', {
      header: 'Profit/Loss',
      cell: ({ getValue }) => result(getValue(), formatMoney),
      meta: { width: 112, figures: true, look: gainLook, sorts: 'profitLoss' },
    }),
    accessor('profitLossPercentage', {
      header: 'Profit/Loss %',
      cell: ({ getValue }) => result(getValue(), (percent) => `${formatTwoDecimals(percent)}%`),
      meta: { width: 96, rank: 9, figures: true, look: gainLook, sorts: 'profitLossPercentage' },
    }),
    accessor(({ igEpic }) => igEpic, {
      id: 'day',
      header: 'Last 24 hours',
      cell: ({ row: { original } }) => <DayLine position={original} />,
      meta: { width: 104, rank: 6, holds: 2 },
    }),
    accessor((position): Levels => position, {
      id: 'risk',
      header: 'Stop to target',
      cell: ({ getValue }) =>
        result(multipleOfRisk(getValue()), (multiple) => `${formatTwoDecimals(multiple)} R`),
      meta: { width: 112, rank: 5, figures: true, paint: paintRisk },
    }),
    accessor('stopLevel', {
      header: 'Stop Level',
      cell: ({ getValue }) => formatLevel(getValue()),
      meta: { width: 96, rank: 7, figures: true, sorts: 'stopLevel' },
    }),
    accessor('limitLevel', {
      header: 'Limit Level',
      cell: ({ getValue }) => formatLevel(getValue()),
      meta: { width: 96, rank: 8, figures: true, sorts: 'limitLevel' },
    }),
    accessor('controlledRisk', {
      header: 'Controlled Risk',
      cell: ({ getValue }) => (getValue() ? 'Yes' : 'No'),
      meta: { width: 92, rank: 11, sorts: 'controlledRisk' },
    }),
    accessor('createdAt', {
      header: 'Created At',
      cell: ({ getValue }) => (
        <>
          {formatTimestamp(getValue())} · <Age since={getValue()} />
        </>
      ),
      meta: { width: 244, rank: 10, sorts: 'createdAt' },
    }),
    accessor('igEpic', { header: 'IG Epic', meta: { width: 176, rank: 13, sorts: 'igEpic' } }),
    accessor('dealId', { header: 'Deal ID', meta: { width: 164, rank: 12, sorts: 'dealId' } }),
    actionColumn({
      label: 'Close',
      nameOf: (position) => `${marketOf(position)} ${position.dealId}`,
      width: 92,
      onPress: onClose,
    }),
  ])
