import type { Instrument } from '../../../shared/instruments/instrument.schema.ts'
import { DealCard } from '../../components/deal-card.tsx'
import { actionColumn } from '../../components/data-table/action-column.tsx'
import { columnsOf } from '../../components/data-table/columns.ts'
import { TextLink } from '../../components/text-link.tsx'
import { formatNumber, formatTwoDecimals } from '../../../shared/platform/figures.ts'
import { formatDate } from '../../lib/format.ts'

const { accessor, columns } = columnsOf<Instrument>()

/** Two decimals, but never 0.00 for what is not nothing: a multiplier of 0.001 stays one. */
const factor = (decimal: string) => {
  const value = Number(decimal)
  return value !== 0 && Math.abs(value) < 0.005 ? formatNumber(value) : formatTwoDecimals(value)
}

const wholeNumber = (decimal: string) => formatNumber(Math.round(Number(decimal)))

export const instrumentColumns = (onEdit: (instrument: Instrument) => void) =>
  columns([
    accessor('marketAndSymbol', {
      header: 'Market and Symbol',
      cell: ({ getValue }) => (
        <TextLink to="/dashboard/instruments/$market" params={{ market: getValue() }}>
          {getValue()}
        </TextLink>
      ),
      meta: { width: 146, grows: true, stays: 'left', holds: 1, sorts: 'marketAndSymbol' },
    }),
    accessor('igEpic', {
      header: 'IG Epic',
      cell: ({ getValue }) => getValue() || '–',
      meta: { width: 148, rank: 1, sorts: 'igEpic' },
    }),
    accessor('yahooSymbol', {
      header: 'Yahoo Symbol',
      cell: ({ getValue }) => getValue() || '–',
      meta: { width: 80, rank: 4, sorts: 'yahooSymbol' },
    }),
    accessor('atrStopLossPeriod', {
      header: 'ATR Stop Period',
      meta: { width: 72, rank: 7, figures: true, sorts: 'atrStopLossPeriod' },
    }),
    accessor('atrStopLossMultiplePercentage', {
      header: 'ATR Stop %',
      cell: ({ getValue }) => factor(getValue()),
      meta: { width: 74, rank: 5, figures: true, sorts: 'atrStopLossMultiplePercentage' },
    }),
    accessor('atrProfitTargetPeriod', {
      header: 'ATR Profit Period',
      meta: { width: 78, rank: 8, figures: true, sorts: 'atrProfitTargetPeriod' },
    }),
    accessor('atrProfitMultiplePercentage', {
      header: 'ATR Profit %',
      cell: ({ getValue }) => factor(getValue()),
      meta: { width: 84, rank: 6, figures: true, sorts: 'atrProfitMultiplePercentage' },
    }),
    accessor('maxPositionSize', {
      header: 'Max Position Size',
      cell: ({ getValue }) => wholeNumber(getValue()),
      meta: { width: 94, rank: 2, figures: true, sorts: 'maxPositionSize' },
    }),
    accessor('openingPriceMultiplePercentage', {
      header: 'Opening Price %',
      cell: ({ getValue }) => factor(getValue()),
      meta: { width: 78, rank: 9, figures: true, sorts: 'openingPriceMultiplePercentage' },
    }),
    accessor('tradingViewPriceMultiplier', {
      header: 'Price Multiplier',
      cell: ({ getValue }) => factor(getValue()),
      meta: { width: 82, rank: 10, figures: true, sorts: 'tradingViewPriceMultiplier' },
    }),
    accessor('nextDividendDate', {
      header: 'Next Dividend Date',
      cell: ({ getValue, row }) =>
        row.original.isFund && getValue() === null ? (
          <span title="Yahoo has no dividend dates for funds. Enter the next date yourself">
            {nextDividendOf(row.original)}
          </span>
        ) : (
          nextDividendOf(row.original)
        ),
      meta: { width: 104, rank: 3, sorts: 'nextDividendDate' },
    }),
    actionColumn({
      label: 'Edit',
      nameOf: ({ marketAndSymbol }) => marketAndSymbol,
      width: 80,
      onPress: onEdit,
    }),
  ])

const nextDividendOf = ({ isFund, nextDividendDate: day }: Instrument) =>
  day ? formatDate(day) : isFund ? 'N/A (fund)' : 'N/A'

/** An instrument on a phone. */
export const InstrumentCard = ({
  instrument,
  onEdit,
}: {
  readonly instrument: Instrument
  readonly onEdit: (instrument: Instrument) => void
}) => (
  <DealCard
    market={instrument.marketAndSymbol}
    deal={instrument.igEpic || 'No IG epic'}
    facts={[
      ['Max size', wholeNumber(instrument.maxPositionSize)],
      ['Dividend', nextDividendOf(instrument)],
      ['ATR stop', `${factor(instrument.atrStopLossMultiplePercentage)}%`],
      ['ATR profit', `${factor(instrument.atrProfitMultiplePercentage)}%`],
      ['Stop period', String(instrument.atrStopLossPeriod)],
      ['Profit period', String(instrument.atrProfitTargetPeriod)],
      ['Opening price', `${factor(instrument.openingPriceMultiplePercentage)}%`],
      ['Price multiplier', factor(instrument.tradingViewPriceMultiplier)],
    ]}
    action="Edit"
    actionLabel={`Edit ${instrument.marketAndSymbol}`}
    onAction={() => onEdit(instrument)}
    footnote={instrument.yahooSymbol ? `Yahoo ${instrument.yahooSymbol}` : 'No Yahoo symbol'}
  />
)
