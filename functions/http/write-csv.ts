import { stringify } from 'csv-stringify/sync'

/** The characters that begin a formula in a spreadsheet, as part of a regular expression. */
export const formulaSigns = '=+\\-@\\t\\r＝＋－＠'

type Cell = string | number | null

/**
 * Writes a CSV file that Excel reads as UTF-8. Cells with a semicolon are quoted, because a spreadsheet that separates by
 * semicolons would split them.
 */
export const writeCsv = (
  rows: readonly (readonly Cell[])[],
  options: { readonly record_delimiter?: 'windows' } = {},
) => stringify(rows as Cell[][], { bom: true, quoted_match: /;/, ...options })
