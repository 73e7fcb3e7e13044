import { gainClass } from '../../lib/gain-class.ts'
import { directionMarks, nameAndMarket, nameAndMarketClass } from '../../lib/market-of.ts'
import { TextLink } from '../../components/text-link.tsx'
import type { Position } from '../../../shared/deals/dealing.schema.ts'
import { Age } from './age.tsx'
import { DayLine } from './day-line.tsx'
import { type Levels, multipleWords, paintRisk } from '../../components/risk-bar.tsx'
import { columnsOf } from '../../components/data-table/columns.ts'
import { ifChosen } from '../../components/data-table/fitting-columns.ts'
import {
  type Currency,
  formatLevel,
  formatNumber,
  signedMoney,
  signedTwoDecimals,
} from '../../../shared/platform/figures.ts'
import { formatTimestamp } from '../../lib/format.ts'
import { lastColumns } from './last-columns.tsx'

const { accessor, columns, figure, shown } = columnsOf<Position>()

const percentWords = (percent: number | null) => (percent === null ? '–' : `${signedTwoDecimals(percent)}%`)

/** Classes for a cell with two lines of text. The second line is smaller. */
const twoLines = 'text-xs whitespace-pre! first-line:text-[13px]'

const StopToTarget = ({ levels }: { readonly levels: Levels }) => (
  <>
    {formatLevel(levels.stopLevel)}{' '}
    <b className="inline-block font-medium text-ink">{multipleWords(levels)}</b>{' '}
    {formatLevel(levels.limitLevel)}
  </>
)

/**
 * Returns the columns of the positions table. The market comes first; IDs come last, because traders rarely need them.
 */
export const positionColumns = (onClose: (position: Position) => void, currency: Currency) =>
  columns([
    accessor(nameAndMarket, {
      id: 'market',
      header: 'Market and Symbol',
      cell: ({ row: { original } }) => (
        <TextLink
          to="."
          resetScroll={false}
          search={(before: object) => ({ ...before, deal: original.dealId })}
          className={nameAndMarketClass(original)}
        >
          {nameAndMarket(original)}
        </TextLink>
      ),
      meta: { width: 160, grows: true, stays: 'left', sorts: 'marketAndSymbol', holds: 1 },
    }),
    accessor('size', {
      header: 'Size, Direction',
      cell: ({ row: { original } }) =>
        `${formatNumber(original.size)}\n${directionMarks[original.direction]} ${original.direction}`,
      meta: { width: 80, rank: 1, figures: true, sorts: 'size', look: () => twoLines },
    }),
    figure('openLevel', 'Open Level', formatLevel, { width: 88, rank: 5 }),
    figure('currentLevel', 'Current Level', formatLevel, { width: 88, rank: 3 }),
    accessor(({ igEpic }) => igEpic, {
      id: 'day',
      header: 'Last 24 hours',
      cell: ({ row: { original } }) => <DayLine position={original} />,
      meta: { width: 88, rank: 4, holds: 2 },
    }),
    accessor((position): Levels => position, {
      id: 'risk',
      header: 'Stop to target',
      cell: ({ getValue }) => <StopToTarget levels={getValue()} />,
      meta: {
        width: 200,
        rank: 2,
        holds: 1,
        paint: paintRisk,
        look: () => 'text-xs text-muted [text-align-last:justify]',
      },
    }),
    accessor('profitLoss', {
      header: 'Profit/Loss',
      cell: ({ row: { original } }) =>
        original.profitLoss === null
          ? '–'
          : `${signedMoney(original.profitLoss, currency)}\n${percentWords(original.profitLossPercentage)}`,
      meta: {
        width: 104,
        figures: true,
        look: (value) => `${twoLines} first-line:font-medium ${gainClass(value)}`,
        sorts: 'profitLoss',
      },
    }),
    figure('profitLossPercentage', 'Profit/Loss %', percentWords, {
      width: 96,
      rank: ifChosen,
      look: gainClass,
    }),
    figure('stopLevel', 'Stop Level', formatLevel, { width: 96, rank: ifChosen }),
    figure('limitLevel', 'Limit Level', formatLevel, { width: 96, rank: ifChosen }),
    shown('controlledRisk', 'Controlled Risk', (value) => (value ? 'Yes' : 'No'), { width: 92, rank: 7 }),
    accessor('createdAt', {
      header: 'Created At',
      cell: ({ getValue }) => (
        <>
          {formatTimestamp(getValue())} · <Age since={getValue()} />
        </>
      ),
      meta: { width: 244, rank: 6, sorts: 'createdAt' },
    }),
    ...lastColumns({ label: 'Close', width: 92, onPress: onClose }),
  ])
