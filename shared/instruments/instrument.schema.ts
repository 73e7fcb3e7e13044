import * as z from 'zod/mini'
import { marketPattern } from '../alerts/market-pattern.ts'
import { formatNumber } from '../platform/figures.ts'

const text = (max: number, message: string) =>
  z.string(message).check(z.trim(), z.minLength(1, message), z.maxLength(max))

/**
 * Matches a plain decimal. Decimals are text, because money is computed in exact decimals, never in binary floating
 * point.
 */
const plainDecimal = /^\d{1,12}(\.\d{1,8})?$/
const positive = (message: string) =>
  z.string(message).check(
    z.regex(plainDecimal, message),
    z.refine((value) => Number(value) > 0, message),
  )
const isNoPositiveNumber = 'Must be a number above 0'
const isNoPercent = 'Must be above 0 and at most 100'
const percent = positive(isNoPercent).check(z.refine((value) => Number(value) <= 100, isNoPercent))
const period = z.number('Must be a whole number from 1 to 100').check(z.int(), z.gte(1), z.lte(100))

/** A row of the user's instrument list. Decimals are text, as in the file. */
export const InstrumentFields = z.object({
  /** `EXCHANGE:SYMBOL` as at TradingView; letter case does not matter. */
  marketAndSymbol: text(64, 'Market and symbol is required').check(
    z.regex(marketPattern, 'Must be an exchange and a symbol such as NASDAQ:AAPL'),
  ),
  igEpic: z.union([
    z.literal(''),
    z.string().check(z.regex(/^[A-Za-z0-9._]{6,30}$/, 'Must be an IG epic, such as CS.D.EURUSD.TODAY.IP')),
  ]),
  yahooSymbol: z
    .string()
    .check(
      z.trim(),
      z.maxLength(32),
      z.regex(/^(?!\.+$)[^\s\p{C}/\\?#%]*$/u, 'Must be a Yahoo symbol, without spaces or / \\ ? # %'),
    ),
  atrStopLossPeriod: period,
  /** The stop's distance in percent of the ATR. */
  atrStopLossMultiplePercentage: positive(isNoPositiveNumber),
  atrProfitTargetPeriod: period,
  /** The limit's distance in percent of the ATR. */
  atrProfitMultiplePercentage: positive(isNoPositiveNumber),
  /** Maximum size in the account's currency. */
  maxPositionSize: positive(isNoPositiveNumber),
  /** In percent. 100.5 asks for a better price than the alert's, both to buy and to sell. */
  openingPriceMultiplePercentage: positive(isNoPositiveNumber),
  /** Factor from TradingView's price to IG's. */
  tradingViewPriceMultiplier: positive(isNoPositiveNumber),
  /** A calendar day in Europe/London, or null if unknown. */
  nextDividendDate: z.nullable(z.iso.date('Must be a date such as 2026-06-04')),
  /**
   * Percent of equity that a trade may lose at its stop. Missing or null: no limit. Missing in a request: unchanged.
   */
  riskPercent: z.optional(z.nullable(percent)),
  /**
   * Amount in the account's currency that a trade may lose at its stop. If `riskPercent` is also set, the smaller
   * applies.
   */
  riskAmount: z.optional(z.nullable(positive(isNoPositiveNumber))),
})
export type InstrumentFields = z.infer<typeof InstrumentFields>

const asText = z.pipe(z.union([z.string(), z.number()], isNoPositiveNumber), z.transform(String))
const sent = z.pipe(asText, positive(isNoPositiveNumber))

/** Instrument fields in a request. A decimal may also be a JSON number, which becomes the text as written. */
export const SentInstrumentFields = z.object({
  ...InstrumentFields.shape,
  atrStopLossMultiplePercentage: sent,
  atrProfitMultiplePercentage: sent,
  maxPositionSize: sent,
  openingPriceMultiplePercentage: sent,
  tradingViewPriceMultiplier: sent,
  riskPercent: z.optional(z.nullable(z.pipe(asText, percent))),
  riskAmount: z.optional(z.nullable(sent)),
})

/** The fields that identify a row's market. */
export const MatchedInstrument = z.pick(InstrumentFields, {
  marketAndSymbol: true,
  igEpic: true,
  yahooSymbol: true,
  tradingViewPriceMultiplier: true,
})

/** The fields that determine an order's size and levels. All rows that one request adds get the same values. */
export const InstrumentSizing = z.pick(InstrumentFields, {
  atrStopLossPeriod: true,
  atrStopLossMultiplePercentage: true,
  atrProfitTargetPeriod: true,
  atrProfitMultiplePercentage: true,
  maxPositionSize: true,
  openingPriceMultiplePercentage: true,
})
export type InstrumentSizing = z.infer<typeof InstrumentSizing>

/** Limits per user, so that one user's list does not delay other users' dividend dates. */
export const instrumentLimits = {
  instruments: 10_000,
  /**
   * Maximum number of a user's Yahoo symbols whose dividend dates are fetched per night. The symbols of a longer list
   * take turns.
   */
  yahooSymbolsPerNight: 2_000,
} as const

export const tooManyInstruments = `A list can have at most ${formatNumber(instrumentLimits.instruments)} instruments`

/** The columns of an instruments file in the order of an export. */
export const instrumentHeaders = {
  marketAndSymbol: 'Market and Symbol',
  igEpic: 'IG EPIC',
  yahooSymbol: 'Yahoo Symbol',
  atrStopLossPeriod: 'ATR Stop Loss Period',
  atrStopLossMultiplePercentage: 'ATR Stop Loss Multiple Percentage',
  atrProfitTargetPeriod: 'ATR Profit Target Period',
  atrProfitMultiplePercentage: 'ATR Profit Multiple Percentage',
  maxPositionSize: 'Max Position Size',
  openingPriceMultiplePercentage: 'Opening Price Multiple Percentage',
  tradingViewPriceMultiplier: 'TradingView Price Multiplier',
  nextDividendDate: 'Next Dividend Date',
  riskPercent: 'Risk Percent',
  riskAmount: 'Risk Amount',
} as const satisfies Record<keyof InstrumentFields, string>

/** A stored row. The fetch of dividend dates adds `isFund`. */
export const KnownInstrument = z.object({
  ...InstrumentFields.shape,
  /**
   * Whether Yahoo calls the symbol a fund. Yahoo has no ex-dividend dates for funds, so only a date that the user
   * entered applies.
   */
  isFund: z.optional(z.boolean()),
})
export type KnownInstrument = z.infer<typeof KnownInstrument>

export const Instrument = z.object({ id: z.string(), ...KnownInstrument.shape })
export type Instrument = z.infer<typeof Instrument>
