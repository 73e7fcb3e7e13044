import type { Decimal } from './units.ts'

/**
 * Figures as people read them, the same on screens, in emails, sentences and the command line: thousands in groups, a minus
 * sign as wide as a digit, no sign for what rounds to zero, and a dash, never 0, for what is not known.
 */
const withMinus = (figure: string) => figure.replace('-', '−')
/** What rounds to zero has no sign. */
const signDisplay = 'negative'

const plainNumber = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 8, signDisplay })
/** "22,841.5": a count, a level or a size with the decimals it has */
export const formatNumber = (value: number) => withMinus(plainNumber.format(value))

/** The same, if a level may not be set or known. */
export const formatLevel = (level: number | null | undefined) => (level == null ? '–' : formatNumber(level))

const twoDecimals = new Intl.NumberFormat('en-GB', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay,
})
/** "1,234.50", "−0.35", and "0.00" for what rounds to it */
export const formatTwoDecimals = (value: number) => withMinus(twoDecimals.format(value))

const monies = new Map<string, Intl.NumberFormat>()
const moneyIn = (currency: string) => {
  const known =
    monies.get(currency) ?? new Intl.NumberFormat('en-GB', { style: 'currency', currency, signDisplay })
  monies.set(currency, known)
  return known
}
/** "£1,234.50", "−£9.85" */
export const formatMoney = (value: number, currency = 'GBP') => withMinus(moneyIn(currency).format(value))

/** The same with a plus for a gain: "+£12.30", and "£0.00" for what rounds to it */
export const signedMoney = (value: number, currency?: string) => {
  const money = formatMoney(value, currency)
  return value > 0 && /[1-9]/.test(money) ? `+${money}` : money
}

/** A decimal with all its digits: `22841.50` → `22,841.50`, `-0.00` → `0.00` */
export const grouped = (value: Decimal): string => {
  const [whole = '', decimals] = value.replace('-', '').split('.')
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const sign = value.startsWith('-') && /[1-9]/.test(value) ? '−' : ''
  return `${sign}${groups}${decimals === undefined ? '' : `.${decimals}`}`
}

/** The same with a plus for what is above zero: `+12.30`, `−9.85`, `0.00` */
export const signedDecimal = (value: Decimal): string =>
  `${!value.startsWith('-') && /[1-9]/.test(value) ? '+' : ''}${grouped(value)}`

/** `1 position`, `3 positions`, `1,200 positions` */
export const counted = (count: number, noun: string) =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
