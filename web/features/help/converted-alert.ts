import { usualFields } from './alert-text.ts'

export type Fields = Readonly<Record<string, unknown>>

/**
 * An alert for another product, converted to a Signalpost alert. The field names and actions of each product come from
 * its vendor's documentation. Every part without an equivalent is listed in `left`.
 */
export type Converted = {
  readonly product: string
  /** The text to paste into TradingView. */
  readonly text: string
  /** The parts that were not converted, each with the reason. */
  readonly left: readonly string[]
}

export const textOf = (value: unknown) =>
  value === undefined || value === null ? '' : String(value as string | number)

/** Writes a Signalpost alert with its fields in the same order as in Help. Empty fields are omitted. */
export const signalpostAlert = (product: string, ours: Fields, left: readonly string[]): Converted => ({
  product,
  text: JSON.stringify(
    Object.fromEntries(Object.entries(ours).filter(([, value]) => value !== undefined && value !== '')),
    null,
    2,
  ),
  left,
})

/** The fields that every converted alert starts from. */
export const usual = (secret: string) => ({ secret, ...usualFields })

/** Returns the market of an alert, with a note if its exchange is not known. */
export const marketFrom = (ticker: string, exchange = '') => {
  if (ticker === '' || ticker.includes('{{')) return { market: usualFields.market, left: [] }
  if (ticker.includes(':')) return { market: ticker, left: [] }
  if (exchange !== '' && !exchange.includes('{{')) return { market: `${exchange}:${ticker}`, left: [] }
  return {
    market: `{{exchange}}:${ticker}`,
    left: [
      `${ticker}: TradingView fills in the chart’s exchange. Type the exchange yourself if the chart uses a different one`,
    ],
  }
}

export const sizes = 'position size comes from the instrument’s max position size'
export const orderTypes = 'order type is set in your trading rules'
export const stops =
  'stop and target come from the instrument’s ATR settings. To move a stop later, send STOP'

/** Explains why some fields cannot be converted. Several products use these fields. */
export const commonReasons: Readonly<Record<string, string>> = {
  quantity: sizes,
  qty: sizes,
  q: sizes,
  size: sizes,
  amount: sizes,
  volume: sizes,
  order_contracts: sizes,
  risk_percentage: sizes,
  sl: stops,
  tp: stops,
  ts: stops,
  stop_loss: stops,
  take_profit: stops,
  stop: stops,
  dollar_sl: stops,
  dollar_tp: stops,
  t: orderTypes,
  p: orderTypes,
  ordertype: orderTypes,
  order_type: orderTypes,
  isMarket: orderTypes,
  isLimit: orderTypes,
  price: orderTypes,
  stopLoss: stops,
  takeProfit: stops,
}

/** Lists the fields that were not used, each with the reason. */
export const unusedFields = (
  fields: Fields,
  used: readonly string[],
  reasons: Readonly<Record<string, string>>,
) =>
  Object.keys(fields)
    .filter((name) => !used.includes(name))
    .map((name) => `${name}: ${reasons[name] ?? 'no equivalent in Signalpost'}`)
