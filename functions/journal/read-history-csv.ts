import { Big } from '../../shared/trading/model/decimal.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import { counted } from '../../shared/platform/figures.ts'
import { listed } from '../../shared/platform/words.ts'
import type { LedgerRow } from '../../shared/journal/ledger-row.ts'
import { isEmptyCell } from '../../shared/csv/dates.ts'
import { csvAmountReader, UnclearCell } from '../../shared/csv/numbers.ts'
import { type CsvRow, NotCsv, readCsvRows } from '../../shared/csv/read-rows.ts'

/** The 16 columns of IG's own export (My IG, history), in order. */
export const historyColumns = [
  ...['TextDate', 'Summary', 'MarketName', 'Period', 'ProfitAndLoss', 'Transaction type', 'Reference'],
  ...['Open level', 'Close level', 'Size', 'Currency', 'PL Amount', 'Cash transaction', 'DateUtc'],
  ...['OpenDateUtc', 'CurrencyIsoCode'],
] as const
type Column = (typeof historyColumns)[number]

/** The columns that an import requires, because they distinguish a row from others. */
const needed: readonly string[] = historyColumns.filter(
  (column) => !['TextDate', 'Summary', 'Currency', 'CurrencyIsoCode'].includes(column),
)

const plainName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

/** Maximum number of problems in a response. */
const namedProblems = 50

const refused = (message: string, details: Record<string, unknown> = {}) =>
  new VisibleError('INVALID_CSV', message, details)

/**
 * Reads IG's own export in any language. Its column names are always English. Every cell that is used is checked, and
 * ambiguous values are refused.
 * @throws VisibleError INVALID_CSV with the kind of file, the missing columns, or the line and problem of each invalid
 * row
 */
export const readHistoryCsv = (text: string): readonly LedgerRow[] => {
  const { rows: all, delimiter } = csvRowsOf(text)
  const [header, ...rows] = all
  const places = placesOf(header)
  const cellsOf = (row: CsvRow): Cell => {
    return (column) => row.cells[places.get(plainName(column)) ?? -1]?.trim() ?? ''
  }
  const cells = rows.map((row) => ({ line: row.line, cell: cellsOf(row) }))
  // IG formats the profit in the account's language, but all other numbers plainly. The decimal separator of the profit
  // is therefore derived separately.
  const readerOf = (columns: readonly Column[]) =>
    csvAmountReader(
      cells.flatMap(({ cell }) => columns.map((column) => cell(column))),
      delimiter,
    )
  const readers = {
    plain: readerOf(['PL Amount', 'Size', 'Open level', 'Close level']),
    profit: readerOf(['ProfitAndLoss']),
  }
  const problems: { line: number; problem: string }[] = []
  const read = cells.map(({ line, cell }) => {
    const row = rowOf(cell, readers)
    if (row instanceof Broken) problems.push({ line, problem: row.problem })
    return row
  })
  if (problems.length > 0)
    throw refused(
      `Nothing was imported: ${counted(problems.length, 'row')} can’t be read. Line ${problems[0]?.line}: ${problems[0]?.problem}`,
      { problems: problems.slice(0, namedProblems) },
    )
  return read as readonly LedgerRow[]
}

const csvRowsOf = (text: string) => {
  try {
    return readCsvRows(text)
  } catch (error) {
    throw error instanceof NotCsv ? refused(error.message) : error
  }
}

/** @returns the place of each column, by normalised name */
const placesOf = (header: CsvRow | undefined): ReadonlyMap<string, number> => {
  const places = new Map(header?.cells.map((name, place) => [plainName(name), place]))
  const missing = needed.filter((column) => !places.has(plainName(column)))
  if (missing.length > 0) {
    const isActivity = places.has('textepic') || places.has('activityhistoryid')
    throw refused(
      `${isActivity ? 'This is IG’s activity export. Use the transaction history instead' : 'This is not IG’s transaction history'}: ${missing.length === 1 ? 'the column' : 'the columns'} ${listed(missing)} ${missing.length === 1 ? 'is' : 'are'} missing`,
      { missing },
    )
  }
  return places
}

type Cell = (column: Column) => string

/** A problem with a row or a cell. */
class Broken {
  readonly problem: string
  constructor(problem: string) {
    this.problem = problem
  }
}

type AmountReader = ReturnType<typeof csvAmountReader>

type Readers = Readonly<Record<'plain' | 'profit', AmountReader>>

/** Returns a row in the form of IG's API, or its problem. */
const rowOf = (cell: Cell, readers: Readers): LedgerRow | Broken => {
  const isCash = truth(cell('Cash transaction'))
  if (isCash === null)
    return new Broken(`Cash transaction is neither true nor false: ${cell('Cash transaction') || 'empty'}`)
  const size = isEmptyCell(cell('Size')) ? '-' : numberOf('Size', cell, readers)
  if (size instanceof Broken) return size
  const isTrade = !isCash && size !== '-'
  const dateUtc = dateOf('DateUtc', cell('DateUtc'))
  // A row that is not a trade has no opening time. The API repeats the row's own time instead.
  const hasNoOpening = !isTrade && isEmptyCell(cell('OpenDateUtc'))
  const openDateUtc = hasNoOpening ? dateUtc : dateOf('OpenDateUtc', cell('OpenDateUtc'))
  const levelOf = (column: 'Open level' | 'Close level') =>
    isTrade ? numberOf(column, cell, readers) : cell(column) || '-'
  const openLevel = levelOf('Open level')
  const closeLevel = levelOf('Close level')
  const profitAndLoss = profitOf(cell, readers)
  const broken = [dateUtc, openDateUtc, openLevel, closeLevel, profitAndLoss].find(
    (value) => value instanceof Broken,
  )
  if (broken) return broken
  const texts = { dateUtc, openDateUtc, size, openLevel, closeLevel, profitAndLoss } as Record<
    TextField,
    string
  >
  const summary = cell('Summary')
  return {
    ...texts,
    instrumentName: cell('MarketName'),
    period: cell('Period'),
    currency: cell('CurrencyIsoCode') || cell('Currency'),
    reference: cell('Reference'),
    transactionType: cell('Transaction type'),
    cashTransaction: isCash,
    ...(summary === '' ? {} : { summary }),
  }
}
type TextField = 'dateUtc' | 'openDateUtc' | 'size' | 'openLevel' | 'closeLevel' | 'profitAndLoss'

/** The words for true and false in several languages. Spreadsheets translate them when they save a file. */
const truths: readonly (readonly [boolean, RegExp])[] = [
  [true, /^(true|wahr|vrai|vero|verdadero|verdadeiro|waar|sant|sann)$/i],
  [false, /^(false|falsch|faux|falso|onwaar|falskt|usann)$/i],
]
const truth = (text: string): boolean | null => truths.find(([, words]) => words.test(text))?.[0] ?? null

const numberOf = (column: Column, cell: Cell, { plain }: Readers): string | Broken => {
  const number = plain(cell(column))
  if (number instanceof UnclearCell) return new Broken(`${column}: ${number.problem}`)
  return number ?? new Broken(`${column} is not a number: ${cell(column) || 'empty'}`)
}

/** The only accepted form of a date. Other forms may lack seconds, or leave it open which number is the month. */
const isoInstant = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?$/

const dateOf = (column: 'DateUtc' | 'OpenDateUtc', text: string): string | Broken => {
  const at = isoInstant.test(text) ? Date.parse(`${text.replace(' ', 'T').replace(/Z$/, '')}Z`) : NaN
  const isReal = Number.isFinite(at) && new Date(at).toISOString().slice(0, 10) === text.slice(0, 10)
  return isReal
    ? text.replace(' ', 'T')
    : new Broken(`${column} is not a date such as 2026-08-04T11:47:24: ${text || 'empty'}`)
}

/**
 * Returns `PL Amount`, or `ProfitAndLoss` if `PL Amount` is not a number. Refuses the row if both have the same digits
 * but different decimal points.
 */
const profitOf = (cell: Cell, { plain, profit }: Readers): string | Broken => {
  const [amount, written] = [plain(cell('PL Amount')), profit(cell('ProfitAndLoss'))]
  if (amount instanceof UnclearCell && typeof written !== 'string')
    return new Broken(`PL Amount: ${amount.problem}`)
  if (typeof amount === 'string') {
    const isDoubtful =
      typeof written === 'string' &&
      !new Big(amount).abs().eq(new Big(written).abs()) &&
      digitsOf(amount) === digitsOf(written)
    return isDoubtful
      ? new Broken(`PL Amount ${cell('PL Amount')} and ProfitAndLoss ${cell('ProfitAndLoss')} differ`)
      : amount
  }
  if (written instanceof UnclearCell) return new Broken(`ProfitAndLoss: ${written.problem}`)
  return written ?? new Broken(`PL Amount is not a number: ${cell('PL Amount') || 'empty'}`)
}

/** Returns the significant digits of a number, so that 10.50 and 1050 give the same result. */
const digitsOf = (number: string) => number.replace(/\D/g, '').replace(/^0+|0+$/g, '')
