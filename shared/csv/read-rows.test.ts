import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NotCsv, readCsvRows, readCsvRowsInPieces } from './read-rows.ts'

const problemOf = async (reading: () => unknown) => {
  try {
    await reading()
  } catch (error) {
    if (error instanceof NotCsv) return { message: error.message, row: error.row, line: error.line }
    throw error
  }
  throw new Error('the file was read')
}

/** Writes rows as a spreadsheet writes CSV. */
const written = (rows: readonly (readonly string[])[], delimiter: string, lineEnd: string) =>
  rows
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter) + lineEnd)
    .join('')

/** Rows that are long enough for several pieces. */
const longRows = Array.from({ length: 5_000 }, (_, index) => [
  String(index),
  `{\n  "secret": "x",\r\n  "id": "${index}; ${'é'.repeat(index % 7)}"\n}`,
])

describe('readCsvRows', () => {
  it('counts rows as a spreadsheet does and lines as a text editor does, even if cells contain line breaks', () => {
    expect(readCsvRows('sep=;\r\na;b\r\n\r\n"1\r\n2\n3";4\r\n5;6').rows).toEqual([
      { row: 1, line: 2, cells: ['a', 'b'] },
      { row: 3, line: 4, cells: ['1\r\n2\n3', '4'] },
      { row: 4, line: 7, cells: ['5', '6'] },
    ])
  })
  it('finds the delimiter of any header, whatever the header’s quoted cells contain', () => {
    const name = fc.string({ unit: fc.constantFrom(',', ';', '\t', '|', '"', '\n', 'a') })
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 2, maxLength: 5 }),
        fc.constantFrom(',', ';', '\t', '|'),
        (header, delimiter) => {
          const text = written([['name', ...header]], delimiter, '\n')
          expect(readCsvRows(text)).toEqual({
            delimiter,
            rows: [{ row: 1, line: 1, cells: ['name', ...header] }],
          })
        },
      ),
    )
    expect(readCsvRows('name,"price;;in;pence"\n').delimiter).toBe(',')
  })
  it.each([
    ['has a quote inside a word', 'a,b\n"1\n2",3\n4,5"6\n7,8\n'],
    ['never closes a quote', 'a,b\n"1\n2",3\n4,"5\n7,8\n9,10\n'],
    ['goes on behind a closed quote', 'a,b\n"1\n2",3\n4,"5\n6"7\n'],
  ])('names the line where a row begins that %s', async (_name, text) => {
    const problem = { message: 'This is not a CSV file', row: 3, line: 4 }
    expect(await problemOf(() => readCsvRows(text))).toEqual(problem)
    expect(await problemOf(() => readCsvRowsInPieces(text))).toEqual(problem)
  })
})

describe('readCsvRowsInPieces', () => {
  it.each(['\n', '\r\n', '\r'])('reads a long file with the line end %j like readCsvRows', async (end) => {
    for (const text of [`sep=;${end}${written(longRows, ';', end)}`, written(longRows, ',', end).trimEnd()]) {
      const read = await readCsvRowsInPieces(text)
      expect(read).toEqual(readCsvRows(text))
      expect(read.rows.map(({ cells }) => cells)).toEqual(longRows)
    }
  })
  it('reads rows of any length in the same way as readCsvRows', async () => {
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom('"', ',', ';', '\r', '\n', 'a', 'ß') }),
      fc.nat({ max: 40_000 }).map((length) => '\n"'.repeat(length / 2)),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constant('x'), cell), { maxLength: 30 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        async (rows, end) => {
          const text = written([['name', 'text'], ...rows], ',', end)
          expect(await readCsvRowsInPieces(text)).toEqual(readCsvRows(text))
        },
      ),
      { numRuns: 50 },
    )
  })
  it.each([
    ['a workbook', 'PK\u0003\u0004…', 'This is an Excel workbook. Save it as CSV UTF-8 and upload that file'],
    ['JSON', '  [{"a": 1}]', 'This is JSON, not a CSV file'],
  ])('names %s', async (_name, text, message) => {
    expect(await problemOf(() => readCsvRowsInPieces(text))).toEqual({ message, row: 1, line: 1 })
  })
  it.each([
    ['a quote that is never closed', `"${'a\n'.repeat(500_000)}`],
    ['a line without an end', 'a,'.repeat(500_000)],
  ])('refuses %s without reading to the end', async (_name, rest) => {
    const text = written(longRows, ',', '\n') + rest
    const whole = longRows.reduce((lines, [, cell = '']) => lines + cell.split('\n').length, 1)
    expect(await problemOf(() => readCsvRowsInPieces(text))).toEqual({
      message: 'This is not a CSV file',
      row: longRows.length + 1,
      line: whole,
    })
  })
  it('lets other work run while it reads a long file', async () => {
    let turns = 0
    const timer = setInterval(() => (turns += 1))
    const text = written(Array.from({ length: 10 }, () => longRows).flat(), ',', '\n')
    expect((await readCsvRowsInPieces(text)).rows).toHaveLength(50_000)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(1)
  })
})
