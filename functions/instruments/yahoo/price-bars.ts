import type { BarLength, BarWindow, PriceBar } from '../../../shared/journal/price-bars.schema.ts'
import type { Line } from '../../trading/ports/daily-prices.ts'
import { pathPart, yahooClient } from './client.ts'
import { isOtherLine } from './other-line.ts'

/** Yahoo's names for the lengths of bars. Yahoo has no four-hour bars, so hourly bars are read instead. */
const intervals = {
  MINUTE: '1m',
  MINUTE_5: '5m',
  MINUTE_15: '15m',
  HOUR: '1h',
  HOUR_4: '1h',
  DAY: '1d',
} as const satisfies Record<BarLength, string>

type Chart = {
  readonly meta: { readonly currency?: string }
  readonly quotes: readonly ({ readonly date: Date } & Readonly<
    Record<'open' | 'high' | 'low' | 'close', number | null>
  >)[]
}

/**
 * Reads bars in the exchange's units and converts them to the broker's units. Yahoo stores one-minute bars for 30 days
 * and hourly bars for two years.
 * @returns no bars if Yahoo lists another share class of the company
 * @throws the client's errors
 */
export const readYahooBars = async (
  line: Line,
  { length, from, to }: BarWindow,
  multiplier: number,
): Promise<readonly PriceBar[]> => {
  const { meta, quotes } = (await yahooClient().chart(
    pathPart(line.yahooSymbol),
    { period1: new Date(from), period2: new Date(to), interval: intervals[length] },
    { validateResult: false },
  )) as Chart
  if (isOtherLine(meta.currency, line)) return []
  // Prices are rounded, because Yahoo sends imprecise binary fractions such as 228.230422431.
  const inPoints = (price: number) => Number((price * multiplier).toPrecision(7))
  return quotes.flatMap(({ date, open, high, low, close }) =>
    open === null || high === null || low === null || close === null
      ? []
      : [
          {
            at: date.getTime(),
            open: inPoints(open),
            high: inPoints(high),
            low: inPoints(low),
            close: inPoints(close),
          },
        ],
  )
}
