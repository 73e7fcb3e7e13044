import type { Decimal } from './units.ts'

/**
 * Formats figures in the same way on screens, in emails, texts and on the command line: thousands in groups, a minus
 * sign as wide as a digit, no sign for values that round to zero, and a dash for unknown values.
 */
const withMinus = (figure: string) => figure.replace('-', '−')
/** @param figure the formatted value */
export const withPlus = (value: number, figure: string) =>
  value > 0 && /[1-9]/.test(figure) ? `+${figure}` : figure
/** A value that rounds to zero has no sign. */
const signDisplay = 'negative'

/** Removes errors of floating-point sums: −0.03499999999999998 becomes −0.035, which rounds away from zero. */
const settled = (value: number) => Number(value.toFixed(8))

const plainNumber = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 8, signDisplay })
/** "22,841.5": a count, a level or a size with its decimals */
export const formatNumber = (value: number) => withMinus(plainNumber.format(value))

/** The same with a plus if it is above zero: "+1.5", "−0.8", "0" */
export const signedNumber = (value: number) => withPlus(value, formatNumber(value))

/** The same for a level that may be missing or unknown. */
export const formatLevel = (level: number | null | undefined) => (level == null ? '–' : formatNumber(level))

const twoDecimals = new Intl.NumberFormat('en-GB', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay,
})
/** "1,234.50", "−0.35", and "0.00" for values that round to it */
export const formatTwoDecimals = (value: number) => withMinus(twoDecimals.format(settled(value)))

/** The same with a plus if it is above zero: "+0.50", "−0.35", "0.00" */
export const signedTwoDecimals = (value: number) => withPlus(value, formatTwoDecimals(value))

const oneDecimal = new Intl.NumberFormat('en-GB', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay,
})
/** "1.2", "−0.4", and "0.0" for values that round to it */
export const formatOneDecimal = (value: number) => withMinus(oneDecimal.format(settled(value)))

/** The ISO code of a currency. An account's is null if the broker does not report it, and undefined until it is read. */
export type Currency = string | null | undefined

const monies = new Map<string, Intl.NumberFormat>()
/** No sign for what is no ISO code, because a wrong one would be a wrong amount. */
const currencyFormat = (currency: Currency) => {
  if (!currency || !/^[A-Z]{3}$/.test(currency)) return twoDecimals
  const known =
    monies.get(currency) ?? new Intl.NumberFormat('en-GB', { style: 'currency', currency, signDisplay })
  monies.set(currency, known)
  return known
}
/** "£1,234.50", "−£9.85", "JP¥1,235" with the decimals of the currency, and "1,234.50" if that is unknown */
export const formatMoney = (value: number, currency: Currency) =>
  withMinus(currencyFormat(currency).format(settled(value)))

/** The same with a plus for a gain: "+£12.30", and "£0.00" for values that round to it */
export const signedMoney = (value: number, currency: Currency) =>
  withPlus(value, formatMoney(value, currency))

/** A decimal with all its digits: `22841.50` → `22,841.50`, `-0.00` → `0.00` */
export const grouped = (value: Decimal): string => {
  const [whole = '', decimals] = value.replace('-', '').split('.')
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const sign = value.startsWith('-') && /[1-9]/.test(value) ? '−' : ''
  return `${sign}${groups}${decimals === undefined ? '' : `.${decimals}`}`
}

/** The same with a plus if it is above zero: `+12.30`, `−9.85`, `0.00` */
export const signedDecimal = (value: Decimal): string =>
  `${!value.startsWith('-') && /[1-9]/.test(value) ? '+' : ''}${grouped(value)}`

/** `1 position`, `3 positions`, `1,200 positions` */
export const counted = (count: number, noun: string) =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
