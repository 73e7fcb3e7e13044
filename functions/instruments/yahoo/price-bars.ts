import type { BarLength, BarWindow, PriceBar } from '../../../shared/journal/price-bars.schema.ts'
import type { Line } from '../../trading/ports/daily-prices.ts'
import { pathPart, yahooClient } from './client.ts'
import { isOtherLine } from './other-line.ts'

/** Yahoo has no bars of four hours. */
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
 * Bars in the exchange's units, multiplied to the broker's. Minutes reach back 30 days at Yahoo, hours two years.
 * @returns none if Yahoo lists another line of the company
 * @throws whatever the client throws
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
  // Yahoo's prices carry the noise of binary fractions, such as 228.230422431.
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
