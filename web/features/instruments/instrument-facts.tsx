import type { Instrument } from '../../../shared/instruments/instrument.schema.ts'
import { Card } from '../../components/card.tsx'
import { IdList } from '../../components/id-list.tsx'
import { formatNumber } from '../../../shared/platform/figures.ts'
import { formatDate } from '../../lib/format.ts'

/** Shows the settings that determine the size and price of an instrument's orders. */
export const InstrumentFacts = ({ instrument }: { readonly instrument: Instrument }) => {
  const facts = [
    ['Stop', `${instrument.atrStopLossMultiplePercentage}% of ATR(${instrument.atrStopLossPeriod})`],
    ['Target', `${instrument.atrProfitMultiplePercentage}% of ATR(${instrument.atrProfitTargetPeriod})`],
    ['Max position size', formatNumber(Number(instrument.maxPositionSize))],
    ['Opening price', `${instrument.openingPriceMultiplePercentage}% of the alert’s price`],
    ['Price multiplier', instrument.tradingViewPriceMultiplier],
    ['Yahoo symbol', instrument.yahooSymbol || '–'],
    ['Next dividend', instrument.nextDividendDate ? formatDate(instrument.nextDividendDate) : 'None known'],
  ] as const
  return (
    <Card title="Sizing and levels">
      <dl className="grid gap-2 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <IdList ids={[['IG epic', instrument.igEpic]]} />
    </Card>
  )
}
