import type { StepInWords } from '../../shared/trading/model/outcome.schema.ts'
import { aboutRule } from '../../shared/trading/model/rule-names.ts'
import { formatNumber, formatTwoDecimals } from '../../shared/platform/figures.ts'

/** Columns of `table` that are amounts of money, with two decimals. */
const moneyColumns: readonly string[] = ['PROFIT', 'RESULT']

/** Rows as a table: columns as wide as their widest text, numbers to the right, a dash for what is not known. */
export const table = (columns: readonly string[], rows: readonly (readonly (string | number | null)[])[]) => {
  const written = (cell: string | number | null, at: number) => {
    if (typeof cell !== 'number') return cell ?? '–'
    return moneyColumns.includes(columns[at] ?? '') ? formatTwoDecimals(cell) : formatNumber(cell)
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

/** `2026-11-25 09:14:03` in the zone of the terminal. */
export const localTime = (instant: string) => {
  const at = new Date(instant)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`
}

/** Control characters in what others wrote move a terminal’s cursor, and marks of direction show a text as another. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** One line. */
export const safeText = (text: string) => text.replace(unsafe, ' ')

/** Everything that the command line prints goes through here or through `safeJson`. */
export const safeLines = (text: string) => text.split(/\r?\n/).map(safeText).join('\n')

/** JSON escapes the characters below a blank and leaves the others to its writer. */
export const safeJson = (data: unknown, indent?: number) =>
  JSON.stringify(data, null, indent).replace(unsafe, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The rules of a decision as they were checked, a line each. */
export const traceInWords = (trace: readonly StepInWords[]) =>
  trace
    .map(
      ({ passed, rule, sentence }) =>
        `  ${passed ? '✓' : '✗'} ${aboutRule[rule].label.padEnd(24)} ${safeText(sentence)}`,
    )
    .join('\n')
