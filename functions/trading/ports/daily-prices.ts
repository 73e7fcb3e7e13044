import type { Decimal, Instant } from '../../../shared/platform/units.ts'

/** A daily candle with mid prices. */
export type Candle = {
  readonly at: Instant
  readonly high: Decimal
  readonly low: Decimal
  readonly close: Decimal
}

/**
 * Daily prices from a source other than the broker. Trading never depends on this source. If it has no prices, the
 * broker's prices are read.
 */
export type DailyPrices = {
  /**
   * Returns at most the last `count` finished daily candles, oldest first, in the exchange's own units.
   * @returns null if the symbol is unknown, if it certainly belongs to another share class of the company, or if
   * nothing could be read
   */
  readDailyCandles(line: Line, count: number): Promise<Candle[] | null>
}

/** The instrument whose daily prices are read. */
export type Line = {
  readonly yahooSymbol: string
  readonly marketAndSymbol: string
  /** The currency in which the broker quotes the instrument; null if the broker reports only the currency of a bet. */
  readonly currency: string | null
}
