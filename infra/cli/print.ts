import type { StepInWords } from '../../shared/trading/model/outcome.schema.ts'
import { aboutRule } from '../../shared/trading/model/rule-names.ts'
import { type Currency, formatAmount, formatNumber } from '../../shared/platform/figures.ts'

/** Columns with amounts of money. They have the decimals of the currency, or two if the currency is unknown. */
const moneyColumns: readonly string[] = ['PROFIT', 'RESULT']

/**
 * Formats rows as a table. Columns are as wide as their widest text, numbers are aligned to the right, and unknown
 * values are shown as a dash.
 * @param currency the currency of the amounts of money
 */
export const table = (
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
  currency: Currency = null,
) => {
  const written = (cell: string | number | null, at: number) => {
    if (typeof cell !== 'number') return cell ?? '–'
    return moneyColumns.includes(columns[at] ?? '') ? formatAmount(cell, currency) : formatNumber(cell)
  }
  const texts = rows.map((row) => row.map(written))
  const widths = columns.map((name, at) => Math.max(name.length, ...texts.map((row) => row[at]?.length ?? 0)))
  const isNumber = columns.map((_, at) => rows.some((row) => typeof row[at] === 'number'))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (isNumber[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd()
  return [line(columns), ...texts.map(line)].join('\n')
}

/** Formats a time as `2026-11-25 09:14:03` in the terminal's time zone. */
export const localTime = (instant: string) => {
  const at = new Date(instant)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`
}

/** Control characters can move a terminal's cursor, and direction marks can disguise text. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Replaces unsafe characters and line breaks with spaces. */
export const safeText = (text: string) => text.replace(unsafe, ' ')

/**
 * Replaces unsafe characters with spaces, but keeps line breaks. All output of the command line passes through this
 * function or `safeJson`.
 */
export const safeLines = (text: string) => text.split(/\r?\n/).map(safeText).join('\n')

/** Formats JSON and escapes all unsafe characters. `JSON.stringify` escapes only some of them. */
export const safeJson = (data: unknown, indent?: number) =>
  JSON.stringify(data, null, indent).replace(unsafe, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Lists the rules that a decision checked, one per line. */
export const traceInWords = (trace: readonly StepInWords[]) =>
  trace
    .map(
      ({ passed, rule, sentence }) =>
        `  ${passed ? '✓' : '✗'} ${aboutRule[rule].label.padEnd(24)} ${safeText(sentence)}`,
    )
    .join('\n')
