import { parse } from 'csv-parse/sync'

/** A row that is not blank. `row` counts as a spreadsheet does, `line` as a text editor does. */
export type CsvRow = { readonly row: number; readonly line: number; readonly cells: readonly string[] }

export type CsvRows = { readonly rows: readonly CsvRow[]; readonly delimiter: string }

/** The file is not a CSV; the message names what it is. */
export class NotCsv extends Error {
  readonly row: number
  constructor(message: string, row = 1) {
    super(message)
    this.row = row
  }
}

const delimiters = [',', ';', '\t', '|'] as const

const lineEnds = ['\r\n', '\n', '\r']

/** Other files that are sent as CSV, recognised by the beginning of their text. A workbook is a ZIP file. */
const otherFiles: readonly (readonly [RegExp, string])[] = [
  [/^PK\u0003\u0004/, 'This is an Excel workbook. Save it as CSV UTF-8 and upload that file'],
  [
    /^\s*<(!doctype|html|table|\?xml|div|body)/i,
    'This is a web page, not a CSV file. Download the file itself',
  ],
  [/^\s*[[{]/, 'This is JSON, not a CSV file'],
  [/^%PDF/, 'This is a PDF, not a CSV file'],
  [
    /^[^\0]{0,2}(\0[^\0]){2}|^[^\0]{0,2}([^\0]\0){2}/,
    'This file is saved as UTF-16 (“Unicode text”). Save it as CSV UTF-8',
  ],
  [/\0/, 'This is not a text file. Save the list as CSV UTF-8'],
]

/**
 * The non-blank rows of a CSV file with any delimiter. Excel's first line `sep=;` names it.
 * @param maxRecords maximum rows to read
 * @throws NotCsv
 */
export const readCsvRows = (text: string, maxRecords?: number): CsvRows => {
  const content = text.replace(/^\uFEFF/, '')
  const other = otherFiles.find(([pattern]) => pattern.test(content))
  if (other) throw new NotCsv(other[1])
  const named = /^\s*"?sep=(.)"?[^\S\r\n]*(\r\n|\n|\r)/i.exec(content)
  const body = named ? content.slice(named[0].length) : content
  const delimiter = named?.[1] ?? delimiterOf(body)
  try {
    const records = parse(body, {
      delimiter,
      record_delimiter: lineEnds,
      relax_column_count: true,
      info: true,
      ...(maxRecords === undefined ? {} : { to: maxRecords }),
    }) as unknown as readonly {
      readonly record: readonly string[]
      readonly info: { readonly lines: number }
    }[]
    const rows = records
      .map(({ record, info }, index) => ({
        row: index + 1,
        line: info.lines + (named ? 1 : 0),
        cells: record,
      }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    return { rows, delimiter }
  } catch (error) {
    throw new NotCsv('This is not a CSV file', ((error as { records?: number }).records ?? 0) + 1)
  }
}

/** The delimiter that splits the first non-blank line into the most cells. */
const delimiterOf = (text: string): string => {
  const [first = ''] = /\S.*/.exec(text) ?? []
  return delimiters.toSorted((one, other) => first.split(other).length - first.split(one).length)[0] ?? ','
}
