import { stringify } from 'csv-stringify/sync'

/** What a spreadsheet takes for the beginning of a formula, as a part of a regular expression. */
export const formulaSigns = '=+\\-@\\t\\r＝＋－＠'

type Cell = string | number | null

/**
 * A file that Excel reads as UTF-8. A cell with a semicolon is quoted: a spreadsheet that separates cells by semicolons
 * would take what follows for a cell of its own.
 */
export const writeCsv = (
  rows: readonly (readonly Cell[])[],
  options: { readonly record_delimiter?: 'windows' } = {},
) => stringify(rows as Cell[][], { bom: true, quoted_match: /;/, ...options })
