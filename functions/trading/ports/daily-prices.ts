import type { Decimal, Instant } from '../../../shared/platform/units.ts'

/** One daily candle, mid prices. */
export type Candle = {
  readonly at: Instant
  readonly high: Decimal
  readonly low: Decimal
  readonly close: Decimal
}

/** Daily prices from elsewhere than the broker. Never a condition for trading: the broker is asked if it has none. */
export type DailyPrices = {
  /**
   * The last `count` finished daily candles at most, oldest first, in the exchange's own units.
   * @returns null if the symbol is unknown, is certainly another line of the company, or nothing could be read
   */
  readDailyCandles(line: Line, count: number): Promise<Candle[] | null>
}

/** What daily prices are asked for. */
export type Line = {
  readonly yahooSymbol: string
  readonly marketAndSymbol: string
  /** The currency that the broker quotes it in; null if it says only what a bet is staked in. */
  readonly currency: string | null
}
