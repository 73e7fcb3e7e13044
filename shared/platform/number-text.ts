export type DecimalSign = '.' | ','
export const otherSignThan = { '.': ',', ',': '.' } as const

/**
 * The characters that group digits in spreadsheets: spaces (also no-break, narrow no-break and thin spaces) and
 * apostrophes.
 */
const grouping = " \u00a0\u202f\u2009'\u2019"

/**
 * The pattern of a number with this decimal sign. A number with thousands separators never begins with 0, so the comma
 * in 0,001 is a decimal sign.
 */
const shapeWith = (sign: DecimalSign) =>
  new RegExp(
    `^(\\d+|[1-9]\\d{0,2}([${otherSignThan[sign]}${grouping}])\\d{3}(?:\\2\\d{3})*)(?:[${sign}](\\d+))?$`,
  )
const shapes = { '.': shapeWith('.'), ',': shapeWith(',') }

/** @returns the number in plain digits; null if the text is not a number with this decimal sign */
export const readNumber = (sign: DecimalSign, text: string): string | null => {
  const [, whole, , decimals] = shapes[sign].exec(text) ?? []
  if (whole === undefined) return null
  return whole.replaceAll(/\D/g, '') + (decimals === undefined ? '' : `.${decimals}`)
}

/** The decimal sign of a number if it is certain: `,` in 0,5 or 1.234,5 or 1.234.567. Null for 10.000 or 500. */
export const decimalSignOf = (text: string): DecimalSign | null => {
  const [dot, comma] = [readNumber('.', text), readNumber(',', text)]
  if ((dot === null) === (comma === null)) return null
  return comma === null ? '.' : ','
}

const money =
  /^(\()?\s*([+\-−–])?\s*[\p{L}\p{Sc}]{0,5}\s*([+\-−–])?\s*(\d[^\p{L}\p{Sc}()+\-−–]*?)\s*[\p{L}\p{Sc}]{0,5}\s*(\))?$/u

/** Maximum length of an amount. Without this limit, matching a cell of many spaces would take very long. */
const longestAmount = 60

/**
 * The parts of an amount such as `£2,450.00`, `E-63.80`, `-$9`, `(€25.50)` or `10,06 EUR`.
 * @returns null if the text is not an amount
 */
export const moneyParts = (
  text: string,
): { readonly isNegative: boolean; readonly digits: string } | null => {
  const [all, opened, before, after, digits = '', closed] =
    (text.length > longestAmount ? null : money.exec(text.trim())) ?? []
  if (all === undefined || (opened === undefined) !== (closed === undefined)) return null
  if (before !== undefined && after !== undefined) return null
  const sign = before ?? after ?? ''
  return { isNegative: opened !== undefined || (sign !== '' && sign !== '+'), digits }
}
