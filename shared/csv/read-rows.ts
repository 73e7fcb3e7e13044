import { parse } from 'csv-parse/sync'
import { takeTurns } from '../platform/take-turns.ts'

/**
 * A row that is not blank. `row` is its number in a spreadsheet, `line` the number of its first line in a text editor.
 */
export type CsvRow = { readonly row: number; readonly line: number; readonly cells: readonly string[] }

export type CsvRows = { readonly rows: readonly CsvRow[]; readonly delimiter: string }

/** Thrown if the file is not a CSV. The message names what the file is. */
export class NotCsv extends Error {
  readonly row: number
  readonly line: number
  constructor(message: string, { row, line }: Place = firstPlace) {
    super(message)
    this.row = row
    this.line = line
  }
}

type Place = { readonly row: number; readonly line: number }

const firstPlace: Place = { row: 1, line: 1 }

const delimiters = [',', ';', '\t', '|'] as const

const lineEnds = ['\r\n', '\n', '\r']

/** Files that users upload instead of a CSV, recognised by how their text begins. A workbook is a ZIP file. */
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
 * Reads the rows of a CSV file that are not blank. The delimiter is detected, or given by Excel's first line `sep=;`.
 * @param maxRecords maximum number of rows to read
 * @throws NotCsv
 */
export const readCsvRows = (text: string, maxRecords?: number): CsvRows => {
  const { body, delimiter, line } = bodyOf(text)
  return { rows: readPiece(body, { delimiter, maxRecords }, { row: 1, line }).rows, delimiter }
}

/**
 * Reads rows like `readCsvRows`, but in pieces, so that a page responds to its user while it reads a long file.
 * @throws NotCsv as `readCsvRows` does, and if a row has more than 64,000 characters, which happens if a quote is never
 * closed
 */
export const readCsvRowsInPieces = async (text: string): Promise<CsvRows> => {
  const { body, delimiter, line } = bodyOf(text)
  const rows: CsvRow[] = []
  const turn = takeTurns()
  let place: Place = { row: 1, line }
  for (let start = 0; start < body.length;) {
    const end = endOfPiece(body, start)
    const piece = readPiece(body.slice(start, end), { delimiter }, place)
    if (end - start > pieceLength + maxRowLength) throw new NotCsv(notCsv, piece.rows.at(-1) ?? place)
    for (const row of piece.rows) rows.push(row)
    place = piece.next
    start = end
    await turn()
  }
  return { rows, delimiter }
}

/** Number of characters in a piece, which takes a few milliseconds to read. */
const pieceLength = 16_000
const maxRowLength = 64_000

const notCsv = 'This is not a CSV file'

/** Finds the end of the row in which a piece reaches its length. A line break between quotes does not end a row. */
const endOfPiece = (text: string, start: number): number => {
  const longest = Math.min(text.length, start + pieceLength + maxRowLength + 1)
  let isQuoted = false
  for (let place = start; place < longest; place += 1) {
    const sign = text[place]
    if (sign === '"') isQuoted = !isQuoted
    if (isQuoted || place - start < pieceLength) continue
    if (sign === '\n' || (sign === '\r' && text[place + 1] !== '\n')) return place + 1
  }
  return longest
}

/**
 * Removes the byte order mark and Excel's line `sep=;`.
 * @returns the remaining text, its delimiter and the number of its first line
 */
const bodyOf = (text: string) => {
  const content = text.replace(/^\uFEFF/, '')
  const other = otherFiles.find(([pattern]) => pattern.test(content))
  if (other) throw new NotCsv(other[1])
  const named = /^\s*"?sep=(.)"?[^\S\r\n]*(\r\n|\n|\r)/i.exec(content)
  const body = named ? content.slice(named[0].length) : content
  return { body, delimiter: named?.[1] ?? delimiterOf(body), line: named ? linesOf(named[0]) : 1 }
}

/** @param first row number and line number of the first row */
const readPiece = (
  text: string,
  { delimiter, maxRecords }: { readonly delimiter: string; readonly maxRecords?: number | undefined },
  first: Place,
) => {
  const rows: CsvRow[] = []
  let { row, line } = first
  try {
    parse(text, {
      delimiter,
      record_delimiter: lineEnds,
      relax_column_count: true,
      ...(maxRecords === undefined ? {} : { to: maxRecords }),
      on_record: (cells: readonly string[]) => {
        if (cells.some((cell) => cell.trim() !== '')) rows.push({ row, line, cells })
        row += 1
        line += cells.reduce((lines, cell) => lines + linesOf(cell) - 1, 1)
        return null
      },
    })
  } catch {
    throw new NotCsv(notCsv, { row, line })
  }
  return { rows, next: { row, line } }
}

/** Counts the lines of a text. The parser itself counts a line break of two characters within a cell twice. */
const linesOf = (text: string) => text.split(/\r\n|\n|\r/).length

/** Finds the delimiter that splits the first non-blank row into the most cells. Text in quotes does not count. */
const delimiterOf = (text: string): string => {
  const unquoted = text.slice(0, maxRowLength).replaceAll(/"[^"]*"?/g, '""')
  const [first = ''] = /\S.*/.exec(unquoted) ?? []
  return delimiters.toSorted((one, other) => first.split(other).length - first.split(one).length)[0] ?? ','
}
