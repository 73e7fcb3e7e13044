import { csvLocalTime } from '../../csv/dates.ts'
import { nameOfCsv } from '../../csv/known-files.ts'
import { csvAmountReader, UnclearCell } from '../../csv/numbers.ts'
import { type CsvRow, readCsvRowsInPieces } from '../../csv/read-rows.ts'
import type { Direction } from '../../deals/dealing.schema.ts'
import { counted } from '../../platform/figures.ts'
import { takeTurns } from '../../platform/take-turns.ts'
import { listed } from '../../platform/words.ts'

/** An entry in TradingView's backtest with all its exits. Prices are TradingView's. */
export type BacktestTrade = {
  /** TradingView's number of the trade, or of the first part of an entry that was closed in parts. */
  readonly number: number
  readonly direction: Direction
  /**
   * The time on the chart's clock in milliseconds, as if it were UTC, because the file does not contain the time zone.
   */
  readonly openedAt: number
  readonly openPrice: number
  /** When the last part was closed; null while a part is open. */
  readonly closedAt: number | null
  /** Average exit price, weighted by size; null while a part is open. */
  readonly closePrice: number | null
  readonly size: number
  /** Profit of the closed parts, in the backtest's currency. */
  readonly profit: number
}

export type Backtest = {
  /** Sorted by entry time. */
  readonly trades: readonly BacktestTrade[]
  /** The currency in the header, such as USD. */
  readonly currency: string | null
  /** False if the file has dates only, as on daily charts. */
  readonly hasTimes: boolean
}

const columnNames = {
  number: 'Trade number',
  type: 'Type',
  signal: 'Signal',
  time: 'Date and time',
  price: 'Price',
  size: 'Size',
  profit: 'Net PnL',
} as const
type Column = keyof typeof columnNames

/**
 * Patterns of column names without accents and currency, for both generations of the English export, and for German,
 * French, Spanish and Italian.
 */
const columnPatterns: Readonly<Record<Column, RegExp>> = {
  number:
    /^(trade|trans\w*|operacion|operazione|handel)?[- ]?(#|no\.?|n[°º.o]|nr\.?|number|nummer|numero)( d.*)?$/,
  type: /^(type|typ|tipo)$/,
  signal: /^(signal|senal|segnale)$/,
  time: /^(date|datum|fecha|data)\b/,
  price: /^(price|preis|prix|precio|prezzo)( [^\s%]+)?$/,
  size: /^(contracts|kontrakte|contrats|contratos|contratti|quantity|menge|quantite|cantidad|quantita|qty|((position )?size|(positions)?grosse|taille|tamano|dimension[ei]?)( \S+){0,3} \((qty|menge|q\S*|cant\S*|anzahl)\))$/,
  profit:
    /^((net )?p&l|(net )?pnl|profit|gewinn|g&v netto|netto g&v|(p&l|pnl|g&p|benefice) net|(g&p|pyg) (netas?|netos?)|benefice|beneficio( neto)?|ganancias?|profitto( netto)?|(p&l|pnl) nett[ao]|utile( netto)?)( [^\s%]+)?$/,
}

const plain = (text: string) =>
  text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').replace(/\s+/g, ' ')

const entryWord = /^(entry|einstieg|eroffnung|entree|entrada|entrata|ingresso)\b/
const exitWord = /^(exit|ausstieg|schliessung|sortie|salida|uscita)\b/
const longWord = /\b(long|longue|kauf|achat|largo|larga|lungo|rialzo)$/
const shortWord = /\b(short|courte?|verkauf|vente|corto|corta|ribasso)$/
const openWord = /^(open|offen|ouverte?|abiert[ao]|apert[ao])$/

/** Maximum number of problems that an error lists. */
const maxProblems = 50

/** Thrown if a CSV file is not a readable list of trades. The message says why and names the lines. */
export class UnreadableBacktest extends Error {
  readonly problems: readonly { readonly line: number; readonly problem: string }[]
  constructor(message: string, problems: UnreadableBacktest['problems'] = []) {
    super(message)
    this.problems = problems
  }
}

type RowFacts = {
  readonly line: number
  readonly number: number
  readonly direction: Direction
}
type Level = { readonly at: number; readonly hasTime: boolean; readonly price: number }
type Entry = RowFacts & Level & { readonly kind: 'entry'; readonly signal: string; readonly size: number }
/** `close` is null while the trade is open, because the row then has only its value at the last bar. */
type Exit = RowFacts & { readonly kind: 'exit'; readonly close: (Level & { readonly profit: number }) | null }

/**
 * Reads TradingView's list of trades in either generation of the export. A trade has two rows in any order. Both rows
 * contain the totals, which are read from the exit. The function works in steps, so that a page can respond to its
 * user.
 * @throws NotCsv, or UnreadableBacktest with what the file is, the missing columns, or the line of each broken row
 */
export const readBacktest = async (text: string): Promise<Backtest> => {
  const {
    rows: [header, ...rows],
    delimiter,
  } = await readCsvRowsInPieces(text)
  const turn = takeTurns()
  const places = placesOf(header)
  const cellOf = (row: CsvRow, column: Column) => row.cells[places[column]]?.trim() ?? ''
  const numbers: string[] = []
  for (const row of rows) {
    for (const column of ['price', 'size', 'profit'] as const) numbers.push(cellOf(row, column))
    await turn()
  }
  const amountIn = csvAmountReader(numbers, delimiter)
  const halves: (Entry | Exit)[] = []
  const problems: { line: number; problem: string }[] = []
  for (const row of rows) {
    const half = halfOf(row.line, (column) => cellOf(row, column), amountIn)
    if (typeof half === 'string') problems.push({ line: row.line, problem: half })
    else halves.push(half)
    await turn()
  }
  const pairs = problems.length > 0 ? [] : pairsOf(halves, problems)
  if (problems.length > 0) throw unreadable(problems)
  if (pairs.length === 0) throw new UnreadableBacktest('The file has no trades')
  return {
    trades: withoutParts(pairs),
    currency: currencyIn(header?.cells[places.profit]) ?? currencyIn(header?.cells[places.price]),
    hasTimes: pairs.some(({ entry, exit }) => entry.hasTime || exit.close?.hasTime),
  }
}

const unreadable = (problems: UnreadableBacktest['problems']) => {
  const [first] = problems
  return new UnreadableBacktest(
    `${counted(problems.length, 'row')} can’t be read. Line ${first?.line}: ${first?.problem}`,
    problems.slice(0, maxProblems),
  )
}

/** Reads the currency from a column's name, such as `Price USD`. */
const currencyIn = (name: string | undefined) => /\s\(?([A-Z]{3,5})\)?$/.exec(name?.trim() ?? '')?.[1] ?? null

const placesOf = (header: CsvRow | undefined): Readonly<Record<Column, number>> => {
  const names = header?.cells.map(plain) ?? []
  const columns = Object.keys(columnNames) as Column[]
  const found = columns.map((column) => {
    const fitting = names.flatMap((name, place) => (columnPatterns[column].test(name) ? [place] : []))
    return [column, fitting.length === 1 ? fitting[0] : undefined] as const
  })
  const missing = found.flatMap(([column, place]) => (place === undefined ? [columnNames[column]] : []))
  if (missing.length === 0) return Object.fromEntries(found) as Record<Column, number>
  const kind = nameOfCsv(header?.cells ?? [])
  throw new UnreadableBacktest(
    kind !== null && kind !== listOfTrades
      ? `This is ${kind}, not ${listOfTrades}. In TradingView’s Strategy Tester, open List of trades and export it as CSV`
      : `This is not ${listOfTrades}: ${missing.length === 1 ? 'the column' : 'the columns'} ${listed(missing)} ${missing.length === 1 ? 'is' : 'are'} missing`,
  )
}

const listOfTrades = 'TradingView’s list of trades'

type AmountReader = ReturnType<typeof csvAmountReader>
type Cell = (column: Column) => string

/**
 * Reads one row.
 * @returns the entry or exit; the problem as a text if the row is broken
 */
const halfOf = (line: number, cell: Cell, amountIn: AmountReader): Entry | Exit | string => {
  if (!/^\d{1,9}$/.test(cell('number')))
    return `${columnNames.number} is not a whole number: ${cell('number') || 'empty'}`
  const type = plain(cell('type'))
  const isEntry = entryWord.test(type)
  const isLong = longWord.test(type)
  if (isEntry === exitWord.test(type) || isLong === shortWord.test(type))
    return `Type is neither the entry nor the exit of a long or short trade: ${cell('type') || 'empty'}`
  const signal = cell('signal')
  const facts = { line, number: Number(cell('number')), direction: isLong ? 'BUY' : 'SELL' } as const
  if (!isEntry && openWord.test(plain(signal))) return { ...facts, kind: 'exit', close: null }
  const level = levelOf(cell, amountIn)
  if (typeof level === 'string') return level
  // Both rows contain the totals. The totals in the entry's row are ignored.
  const amount = amountOf(isEntry ? 'size' : 'profit', cell, amountIn)
  if (typeof amount === 'string') return amount
  if (!isEntry) return { ...facts, kind: 'exit', close: { ...level, profit: amount } }
  return amount > 0
    ? { ...facts, ...level, kind: 'entry', signal, size: amount }
    : `Size is not above 0: ${cell('size')}`
}

const levelOf = (cell: Cell, amountIn: AmountReader): Level | string => {
  const time = csvLocalTime(cell('time'))
  if (time instanceof UnclearCell) return `${columnNames.time}: ${time.problem}`
  if (time === null)
    return `${columnNames.time} is not a time such as 2026-06-04 14:30: ${cell('time') || 'empty'}`
  const price = amountOf('price', cell, amountIn)
  return typeof price === 'string' ? price : { ...time, price }
}

const amountOf = (column: Column, cell: Cell, amountIn: AmountReader): number | string => {
  const amount = amountIn(cell(column))
  if (amount instanceof UnclearCell) return `${columnNames[column]}: ${amount.problem}`
  return amount === null
    ? `${columnNames[column]} is not a number: ${cell(column) || 'empty'}`
    : Number(amount)
}

type Pair = { readonly entry: Entry; readonly exit: Exit }

/** Joins the two rows of each trade, and adds the problems of broken trades to `problems`. */
const pairsOf = (
  halves: readonly (Entry | Exit)[],
  problems: { line: number; problem: string }[],
): readonly Pair[] => {
  const byNumber = new Map<number, { entry?: Entry; exit?: Exit }>()
  for (const half of halves) {
    const { line, number, kind } = half
    const pair = byNumber.get(number) ?? {}
    if (pair[kind]) problems.push({ line, problem: `Trade ${number} has a second ${kind} row` })
    else byNumber.set(number, { ...pair, [kind]: half })
  }
  return [...byNumber].flatMap(([number, { entry, exit }]) => {
    const problem = exit && entry ? contradictionOf(entry, exit) : `has no ${entry ? 'exit' : 'entry'} row`
    if (exit && entry && problem === null) return [{ entry, exit }]
    problems.push({ line: (exit ?? entry)?.line ?? 0, problem: `Trade ${number} ${problem}` })
    return []
  })
}

const contradictionOf = (entry: Entry, { direction, close }: Exit): string | null => {
  if (entry.direction !== direction) return 'is long on one row and short on the other'
  return close && close.at < entry.at ? 'ends before it begins' : null
}

/** Joins the parts of an entry into one trade, as in the journal. TradingView lists each part as a trade of its own. */
const withoutParts = (pairs: readonly Pair[]): readonly BacktestTrade[] =>
  [
    ...Map.groupBy(pairs, ({ entry: { direction, at, price, signal } }) =>
      JSON.stringify([direction, at, price, signal]),
    ).values(),
  ]
    .map(tradeOf)
    .toSorted((one, other) => one.openedAt - other.openedAt)

const tradeOf = (parts: readonly Pair[]): BacktestTrade => {
  const [{ entry }] = parts.toSorted((one, other) => one.entry.number - other.entry.number) as [Pair]
  const closes = parts.flatMap(({ entry: { size }, exit: { close } }) => (close ? [{ ...close, size }] : []))
  const size = parts.reduce((sum, part) => sum + part.entry.size, 0)
  const isOpen = closes.length < parts.length
  return {
    number: entry.number,
    direction: entry.direction,
    openedAt: entry.at,
    openPrice: entry.price,
    closedAt: isOpen ? null : Math.max(...closes.map(({ at }) => at)),
    closePrice: isOpen ? null : closes.reduce((sum, close) => sum + close.price * close.size, 0) / size,
    size,
    profit: closes.reduce((sum, { profit }) => sum + profit, 0),
  }
}
