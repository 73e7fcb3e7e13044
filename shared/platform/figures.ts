import type { Decimal } from './units.ts'

/**
 * The functions in this file format figures in the same way for screens, emails, texts and the command line. They group
 * thousands, use a minus sign as wide as a digit, give no sign to values that round to zero, and show a dash for
 * unknown values.
 */
const withMinus = (figure: string) => figure.replace('-', '−')
/**
 * Adds a plus to the figure of a value above zero, unless the figure rounds to zero.
 * @param figure the formatted value
 */
export const withPlus = (value: number, figure: string) =>
  value > 0 && /[1-9]/.test(figure) ? `+${figure}` : figure
/** A value that rounds to zero has no sign. */
const signDisplay = 'negative'

/** Removes errors of floating-point sums: −0.03499999999999998 becomes −0.035, which rounds away from zero. */
const settled = (value: number) => Number(value.toFixed(8))

const plainNumber = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 8, signDisplay })
/** Formats a count, a level or a size with its decimals, such as "22,841.5". */
export const formatNumber = (value: number) => withMinus(plainNumber.format(value))

/** Like `formatNumber`, but with a plus sign for values above zero: "+1.5", "−0.8", "0" */
export const signedNumber = (value: number) => withPlus(value, formatNumber(value))

/** Like `formatNumber`, but with a dash for a level that is missing or unknown. */
export const formatLevel = (level: number | null | undefined) => (level == null ? '–' : formatNumber(level))

const twoDecimals = new Intl.NumberFormat('en-GB', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay,
})
/** Formats with two decimals: "1,234.50", "−0.35", and "0.00" for values that round to zero. */
export const formatTwoDecimals = (value: number) => withMinus(twoDecimals.format(settled(value)))

/** Like `formatTwoDecimals`, but with a plus sign for values above zero: "+0.50", "−0.35", "0.00" */
export const signedTwoDecimals = (value: number) => withPlus(value, formatTwoDecimals(value))

const oneDecimal = new Intl.NumberFormat('en-GB', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay,
})
/** Formats with one decimal: "1.2", "−0.4", and "0.0" for values that round to zero. */
export const formatOneDecimal = (value: number) => withMinus(oneDecimal.format(settled(value)))

/**
 * The ISO code of a currency. An account's currency is null if the broker does not report it, and undefined until it is
 * read.
 */
export type Currency = string | null | undefined

const monies = new Map<string, Intl.NumberFormat>()
/** Uses no currency symbol if the code is not an ISO code, because a wrong symbol would show a wrong amount. */
const currencyFormat = (currency: Currency) => {
  if (!currency || !/^[A-Z]{3}$/.test(currency)) return twoDecimals
  const known =
    monies.get(currency) ?? new Intl.NumberFormat('en-GB', { style: 'currency', currency, signDisplay })
  monies.set(currency, known)
  return known
}
/**
 * Formats "£1,234.50", "−£9.85" or "JP¥1,235" with the decimals of the currency, or "1,234.50" if the currency is
 * unknown.
 */
export const formatMoney = (value: number, currency: Currency) =>
  withMinus(currencyFormat(currency).format(settled(value)))

/** Like `formatMoney`, but with a plus for a gain: "+£12.30", and "£0.00" for values that round to zero. */
export const signedMoney = (value: number, currency: Currency) =>
  withPlus(value, formatMoney(value, currency))

/** Like `formatMoney`, but without the symbol of the currency: "1,234.50" in pounds, "1,235" in yen. */
export const formatAmount = (value: number, currency: Currency) => {
  const parts = currencyFormat(currency).formatToParts(settled(value))
  const figure = parts.filter(({ type }) => type !== 'currency' && type !== 'literal')
  return withMinus(figure.map((part) => part.value).join(''))
}

/** Like `formatMoney`, but with the code of the currency: "1,234.50 GBP" */
export const moneyWithCode = (value: number, currency: Currency) =>
  `${formatAmount(value, currency)}${currency ? ` ${currency}` : ''}`

/** Formats a decimal with all its digits: `22841.50` → `22,841.50`, `-0.00` → `0.00` */
export const grouped = (value: Decimal): string => {
  const [whole = '', decimals] = value.replace('-', '').split('.')
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const sign = value.startsWith('-') && /[1-9]/.test(value) ? '−' : ''
  return `${sign}${groups}${decimals === undefined ? '' : `.${decimals}`}`
}

/** Like `grouped`, but with a plus sign for values above zero: `+12.30`, `−9.85`, `0.00` */
export const signedDecimal = (value: Decimal): string =>
  `${!value.startsWith('-') && /[1-9]/.test(value) ? '+' : ''}${grouped(value)}`

/** Formats a count with its noun: `1 position`, `3 positions`, `1,200 positions` */
export const counted = (count: number, noun: string) =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
