import type { Instrument } from '../../../shared/instruments/instrument.schema.ts'
import { formatNumber, formatTwoDecimals } from '../../../shared/platform/figures.ts'
import { actionColumn } from '../../components/data-table/action-column.tsx'
import { columnsOf } from '../../components/data-table/columns.ts'
import { TextLink } from '../../components/text-link.tsx'
import { formatDate } from '../../lib/format.ts'
import { Button } from '../../components/button.tsx'

const { accessor, columns, figure, shown } = columnsOf<Instrument>()

/** Formats a number with two decimals. Numbers that would round to 0.00, such as 0.001, get more decimals. */
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
    shown('igEpic', 'IG Epic', (value) => value || '–', { width: 148, rank: 1 }),
    shown('yahooSymbol', 'Yahoo Symbol', (value) => value || '–', { width: 80, rank: 4 }),
    figure('atrStopLossPeriod', 'ATR Stop Period', String, { width: 72, rank: 7 }),
    figure('atrStopLossMultiplePercentage', 'ATR Stop %', factor, { width: 74, rank: 5 }),
    figure('atrProfitTargetPeriod', 'ATR Profit Period', String, { width: 78, rank: 8 }),
    figure('atrProfitMultiplePercentage', 'ATR Profit %', factor, { width: 84, rank: 6 }),
    figure('maxPositionSize', 'Max Position Size', wholeNumber, { width: 94, rank: 2 }),
    figure('openingPriceMultiplePercentage', 'Opening Price %', factor, { width: 78, rank: 9 }),
    figure('tradingViewPriceMultiplier', 'Price Multiplier', factor, { width: 82, rank: 10 }),
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

type CardProps = { readonly instrument: Instrument; readonly onEdit: (instrument: Instrument) => void }

/** Shows an instrument as a card on a phone, with its key figures and the button to edit it. */
export const InstrumentCard = ({ instrument, onEdit }: CardProps) => {
  const facts = [
    ['Max size', wholeNumber(instrument.maxPositionSize)],
    ['Dividend', nextDividendOf(instrument)],
    ['ATR stop', `${factor(instrument.atrStopLossMultiplePercentage)}%`],
    ['ATR profit', `${factor(instrument.atrProfitMultiplePercentage)}%`],
    ['Stop period', instrument.atrStopLossPeriod],
    ['Profit period', instrument.atrProfitTargetPeriod],
    ['Opening price', `${factor(instrument.openingPriceMultiplePercentage)}%`],
    ['Price multiplier', factor(instrument.tradingViewPriceMultiplier)],
  ] as const
  return (
    <article className="grid grid-cols-1 gap-3">
      <header>
        <h2 className="font-medium break-words">{instrument.marketAndSymbol}</h2>
        <p className="text-sm text-muted">{instrument.igEpic || 'No IG epic'}</p>
      </header>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex items-baseline justify-between gap-2">
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <footer className="flex items-center justify-between gap-3">
        <span className="min-w-0 text-xs break-words text-muted">
          {instrument.yahooSymbol ? `Yahoo ${instrument.yahooSymbol}` : 'No Yahoo symbol'}
        </span>
        <Button
          kind="quiet"
          className="shrink-0"
          aria-label={`Edit ${instrument.marketAndSymbol}`}
          onClick={() => onEdit(instrument)}
        >
          Edit
        </Button>
      </footer>
    </article>
  )
}
