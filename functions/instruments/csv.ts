import { VisibleError } from '../../shared/platform/error.schema.ts'
import {
  InstrumentFields,
  instrumentHeaders,
  instrumentLimits,
  tooManyInstruments,
} from '../../shared/instruments/instrument.schema.ts'
import { csvDate, isEmptyCell } from '../../shared/csv/dates.ts'
import { csvNumberReader, UnclearCell } from '../../shared/csv/numbers.ts'
import { type CsvRow, type CsvRows, NotCsv, readCsvRows } from '../../shared/csv/read-rows.ts'
import { formulaSigns, writeCsv } from '../http/write-csv.ts'

type Field = keyof InstrumentFields

const columns = Object.entries(instrumentHeaders) as [Field, string][]

/** Alternative header names that are also accepted. */
const otherHeaders: Partial<Record<Field, string>> = {
  marketAndSymbol: 'Symbol',
  atrStopLossMultiplePercentage: 'ATR Stop Loss Multiple',
  atrProfitMultiplePercentage: 'ATR Profit Multiple',
  maxPositionSize: 'Position Size Max GBP',
  openingPriceMultiplePercentage: 'Opening Price Multiple',
  tradingViewPriceMultiplier: 'TV Price Multiple',
}

/** Values for columns that are missing, as opposed to blank cells. Undefined keeps the row's previous value. */
const withoutColumn: Readonly<Partial<Record<Field, unknown>>> = {
  tradingViewPriceMultiplier: '1',
  nextDividendDate: null,
  riskPercent: undefined,
  riskAmount: undefined,
}

/** Whether the column is written only if a row has a value for it. */
const isOptional = (field: Field) => field === 'riskPercent' || field === 'riskAmount'

type Problem = { readonly row: number; readonly column: string; readonly problem: string }

/**
 * Maximum number of problems in a response. A user with more problems must correct the whole file rather than single
 * cells.
 */
const maxProblems = 50

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/**
 * Reads a file of instruments. Its headers may have any order, letter case and spacing. It may have a BOM, CRLF,
 * semicolons, quotes and thousands separators.
 * @throws VisibleError INVALID_CSV; `details.problems` contains the first 50 wrong cells, with the column and with the
 * row as a spreadsheet numbers it
 */
export const readInstrumentsCsv = (text: string): InstrumentFields[] => {
  const { rows, delimiter } = parseRows(text)
  const [header, ...body] = rows
  if (header && isSymbolList(header.cells))
    throw refused([
      { row: header.row, column: '', problem: 'This is a list of symbols. Use Add in bulk for it' },
    ])
  if (!header || body.length === 0) throw refused([{ row: 1, column: '', problem: 'The file has no rows' }])
  if (body.length > instrumentLimits.instruments) {
    throw refused([{ row: body.at(-1)?.row ?? 1, column: '', problem: tooManyInstruments }])
  }
  const places = placesOf(header)
  const cellOf = ({ cells }: CsvRow, field: Field) => {
    const place = places.get(field)
    return place === undefined ? null : (cells[place]?.trim() ?? '')
  }
  const numbers = body.flatMap((row) => decimals.map((field) => withoutPercentSign(cellOf(row, field) ?? '')))
  const numberIn = csvNumberReader(numbers, delimiter)
  const problems: Problem[] = []
  const seen = new Map<string, number>()
  const read = body.map((line): InstrumentFields | null => {
    const { row } = line
    const found = readRow(line, header, (field) => {
      const cell = cellOf(line, field)
      return cell === null ? withoutColumn[field] : valueOf(field, cell, numberIn)
    })
    problems.push(...found.problems)
    if (found.name === null) return null
    const first = seen.get(found.name)
    if (first === undefined) seen.set(found.name, row)
    else if (found.name !== '')
      problems.push({
        row,
        column: instrumentHeaders.marketAndSymbol,
        problem: `${found.name} is already in row ${first}`,
      })
    return found.fields
  })
  if (problems.length > 0) throw refused(problems)
  return read as InstrumentFields[]
}

/** @property name null if the row has more cells than the header */
type ReadRow = {
  readonly name: string | null
  readonly fields: InstrumentFields | null
  readonly problems: readonly Problem[]
}

const readRow = ({ row, cells }: CsvRow, header: CsvRow, valueIn: (field: Field) => unknown): ReadRow => {
  if (cells.slice(header.cells.length).some((cell) => cell.trim() !== '')) {
    // An unquoted comma within a number would move all following cells to the wrong column.
    const problem = `The row has ${cells.length} cells but the header has ${header.cells.length}. Put numbers that contain a comma in quotes`
    return { name: null, fields: null, problems: [{ row, column: '', problem }] }
  }
  const given: Record<string, unknown> = Object.fromEntries(columns.map(([field]) => [field, valueIn(field)]))
  const name = String(given.marketAndSymbol).trim().toUpperCase()
  const parsed = InstrumentFields.safeParse(given)
  if (parsed.success) return { name, fields: { ...parsed.data, marketAndSymbol: name }, problems: [] }
  // Only the first problem of each field is reported.
  const byField = new Map<Field, string>()
  for (const { path, message } of parsed.error.issues) {
    const field = path[0] as Field
    const value = given[field]
    if (!byField.has(field)) byField.set(field, value instanceof UnclearCell ? value.problem : message)
  }
  const problems = [...byField].map(([field, problem]) => ({
    row,
    column: instrumentHeaders[field],
    problem,
  }))
  return { name, fields: null, problems }
}

/** Writes a list in the format for uploads. Cells that a spreadsheet would read as a formula get an apostrophe. */
export const writeInstrumentsCsv = (rows: readonly InstrumentFields[]): string => {
  const written = columns.filter(([field]) => !isOptional(field) || rows.some((row) => row[field] != null))
  return writeCsv([
    written.map(([, header]) => header),
    ...rows.map((row) => written.map(([field]) => withGuard(String(row[field] ?? '')))),
  ])
}

const refused = (problems: readonly Problem[]) =>
  new VisibleError(
    'INVALID_CSV',
    `${problems.length} ${problems.length === 1 ? 'cell has a problem' : 'cells have problems'}, so your list was not changed. First problem: ${words(problems[0] as Problem)}`,
    { problems: problems.slice(0, maxProblems), count: problems.length },
  )

/** The error for a file that is refused as a whole. */
const refusedFile = (problem: string, row = 1) =>
  new VisibleError('INVALID_CSV', `${problem}. Your list was not changed`, {
    problems: [{ row, column: '', problem }],
    count: 1,
  })

const words = ({ row, column, problem }: Problem) => `row ${row}${column ? `, ${column}` : ''}: ${problem}`

/** Maximum number of records: the header, the maximum number of instruments, one more, and some blank lines at the end. */
const mostRecords = instrumentLimits.instruments + 1_000

const parseRows = (text: string): CsvRows => {
  try {
    // Reading stops after this number of records, because a longer file is refused anyway.
    return readCsvRows(text, mostRecords)
  } catch (error) {
    throw error instanceof NotCsv ? refusedFile(error.message, error.row) : error
  }
}

const placesOf = ({ row, cells }: CsvRow): ReadonlyMap<Field, number> => {
  const names = cells.map(plain)
  const places = new Map<Field, number>()
  const takenBy = (field: Field, header: string) => [header, otherHeaders[field] ?? header].map(plain)
  for (const [field, header] of columns) {
    const taken = takenBy(field, header)
    const place = names.findIndex((name) => taken.includes(name))
    if (place >= 0) places.set(field, place)
  }
  const isPlaced = new Set(places.values())
  const problems = columns
    .filter(([field]) => !places.has(field))
    .flatMap(([field, header]): Problem[] => {
      const near = cells.find(
        (_name, place) =>
          !isPlaced.has(place) && takenBy(field, header).some((name) => isNear(names[place] ?? '', name)),
      )
      if (near !== undefined)
        return [{ row, column: header, problem: `The column is missing. Is “${near.trim()}” meant?` }]
      return field in withoutColumn ? [] : [{ row, column: header, problem: 'The column is missing' }]
    })
  if (problems.length > 0) throw places.size === 0 ? refusedFile(noInstruments, row) : refused(problems)
  return places
}

const noInstruments = `This is not an instrument list: its first row has none of the column names, such as ${instrumentHeaders.marketAndSymbol}. Download your list to see them`

/** Whether the file is a TradingView watchlist: symbols in one line, with `###` before the name of a section. */
const isSymbolList = (cells: readonly string[]) =>
  cells.every((cell) => /^(###.*|[A-Z0-9_]+:\S+)?$/i.test(cell.trim()))

/** Whether two names differ by at most two letters. */
const isNear = (name: string, wanted: string): boolean => {
  if (Math.abs(name.length - wanted.length) > 2) return false
  let costs = Array.from({ length: wanted.length + 1 }, (_cost, index) => index)
  for (const [place, letter] of Array.from(name).entries())
    costs = wanted
      .split('')
      .reduce(
        (row, other, index) => [
          ...row,
          Math.min(
            (row[index] as number) + 1,
            (costs[index + 1] as number) + 1,
            (costs[index] as number) + (letter === other ? 0 : 1),
          ),
        ],
        [place + 1],
      )
  return (costs.at(-1) as number) <= 2
}

/**
 * Matches cells that need an apostrophe, because a spreadsheet would read them as a formula, or because they already
 * start with an apostrophe.
 */
const formula = new RegExp(`^'*[${formulaSigns}]`)
const withGuard = (cell: string) => (formula.test(cell) ? `'${cell}` : cell)
const withoutGuard = (cell: string) => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell)

const percentages: readonly Field[] = [
  'atrStopLossMultiplePercentage',
  'atrProfitMultiplePercentage',
  'openingPriceMultiplePercentage',
]
const decimals: readonly Field[] = [
  ...percentages,
  'maxPositionSize',
  'tradingViewPriceMultiplier',
  'riskPercent',
  'riskAmount',
]
const withoutPercentSign = (cell: string) => cell.replace(/\s*%$/, '')

const valueOf = (field: Field, cell: string, numberIn: ReturnType<typeof csvNumberReader>): unknown => {
  if (isOptional(field) && isEmptyCell(cell)) return null
  if (field === 'riskPercent' || percentages.includes(field)) return numberIn(withoutPercentSign(cell))
  if (decimals.includes(field)) return numberIn(cell)
  switch (field) {
    case 'atrStopLossPeriod':
    case 'atrProfitTargetPeriod':
      return /^\d+$/.test(cell) ? Number(cell) : undefined
    case 'nextDividendDate':
      return isEmptyCell(cell) ? null : csvDate(cell)
    case 'igEpic':
      return isEmptyCell(cell) ? '' : withoutGuard(cell)
    default:
      return withoutGuard(cell)
  }
}
