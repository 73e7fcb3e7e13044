import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { TradeDetails } from '../../../shared/journal/journal.schema.ts'
import type { PriceBars } from '../../../shared/journal/price-bars.schema.ts'
import { Card } from '../../components/card.tsx'
import { formatNumber } from '../../../shared/platform/figures.ts'
import { formatTimestamp } from '../../lib/format.ts'
import type { JournalSearch } from '../../lib/journal-search.ts'
import { pricesQuery } from '../../lib/journal-queries.ts'

/** Loaded on demand, because it includes the chart library. */
const PriceChart = lazy(async () => ({ default: (await import('./price-chart.tsx')).PriceChart }))

type Props = { readonly details: TradeDetails; readonly search: JournalSearch }

/** Shows the prices during a trade and its levels as a chart, as a sentence and as a table. */
export const PriceFigure = ({ details, search }: Props) => {
  const { data, error } = useQuery(pricesQuery(details.trade.id, search))
  return (
    <Card title="Prices" description={data ? sourceWords(data) : 'Mid prices while the trade was open'}>
      <div className="grid min-h-80 grid-cols-1 content-start gap-3">
        {error && <p className="text-sm text-muted">{error.message}</p>}
        {data && data.bars.length > 0 && (
          <figure className="grid grid-cols-1 gap-2">
            <Suspense fallback={<div className="h-72" />}>
              <PriceChart details={details} prices={data} />
            </Suspense>
            <figcaption className="text-sm text-muted">{sentenceOf(details, data)}</figcaption>
            <PriceTable prices={data} />
          </figure>
        )}
      </div>
    </Card>
  )
}

const sourceWords = ({ source, reason }: PriceBars) => {
  if (source === 'IG') return 'IG’s mid prices'
  if (source === 'Yahoo')
    return `Prices are from Yahoo, not IG, so they come from a different venue (${reason})`
  return `No prices: ${reason}`
}

const sentenceOf = ({ trade, firstStop, firstLimit }: TradeDetails, { bars }: PriceBars) => {
  const lowest = Math.min(...bars.map(({ low }) => low))
  const highest = Math.max(...bars.map(({ high }) => high))
  const levels = [
    firstStop === null ? null : `stop ${formatNumber(firstStop)}`,
    firstLimit === null ? null : `target ${formatNumber(firstLimit)}`,
  ].filter((level) => level !== null)
  return [
    `The price ranged from ${formatNumber(lowest)} to ${formatNumber(highest)}.`,
    `${trade.direction === 'BUY' ? 'Bought' : 'Sold'} at ${formatNumber(trade.openLevel)}${levels.length > 0 ? `, ${levels.join(', ')}` : ''}${trade.closedAt === null ? '' : `, closed at ${formatNumber(trade.closeLevel)}`}.`,
  ].join(' ')
}

const PriceTable = ({ prices: { bars } }: { readonly prices: PriceBars }) => (
  <details className="text-sm">
    <summary className="cursor-pointer text-accent">Show as a table</summary>
    <div className="mt-2 max-h-72 overflow-auto" tabIndex={0} role="region" aria-label="Prices as a table">
      <table className="w-full tabular-nums">
        <thead className="text-left text-xs text-muted">
          <tr>
            {['Time', 'Open', 'High', 'Low', 'Close'].map((name) => (
              <th key={name} className="pr-3 pb-1 font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ at, open, high, low, close }) => (
            <tr key={at}>
              <th scope="row" className="pr-3 text-left font-normal whitespace-nowrap">
                {formatTimestamp(new Date(at).toISOString())}
              </th>
              {[open, high, low, close].map((price, place) => (
                <td key={place} className="pr-3">
                  {formatNumber(price)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)
