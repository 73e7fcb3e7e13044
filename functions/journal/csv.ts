import { parse } from 'csv-parse/sync'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import { counted, listed } from '../../shared/platform/words.ts'
import type { Calendar } from '../../shared/journal/summary.ts'
import {
  classOf,
  instantIn,
  type KeyedRow,
  type LedgerRow,
  moneyIn,
} from '../../shared/journal/ledger-row.ts'
import type { TradeText } from '../../shared/journal/journal.schema.ts'
import { closedAtOf, resultOfTrade, rOf, type Trade } from '../../shared/journal/trades.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { formulaSigns, writeCsv } from '../http/write-csv.ts'

/** The 16 columns of IG's own export (My IG, history), in its order. */
const columns = [
  ...['TextDate', 'Summary', 'MarketName', 'Period', 'ProfitAndLoss', 'Transaction type', 'Reference'],
  ...['Open level', 'Close level', 'Size', 'Currency', 'PL Amount', 'Cash transaction', 'DateUtc'],
  ...['OpenDateUtc', 'CurrencyIsoCode'],
] as const
type Column = (typeof columns)[number]

/** Columns that make a row differ from every other. */
const needed: readonly string[] = columns.filter(
  (column) => !['TextDate', 'Summary', 'Currency', 'CurrencyIsoCode'].includes(column),
)

const plainName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

/** Problems that an answer names. */
const namedProblems = 50

const refused = (message: string, details: Record<string, unknown> = {}) =>
  new VisibleError('INVALID_CSV', message, details)

/**
 * Reads IG's own export, in any language: its column names are English everywhere.
 * @throws VisibleError INVALID_CSV naming the columns that are missing, or each broken row by its line
 */
export const readHistoryCsv = (text: string): readonly LedgerRow[] => {
  const [header, ...lines] = linesOf(text)
  const places = new Map(header?.record.map((name, place) => [plainName(name), place]))
  const missing = needed.filter((column) => !places.has(plainName(column)))
  if (missing.length > 0) {
    const isActivity = places.has('textepic') || places.has('activityhistoryid')
    throw refused(
      `${isActivity ? 'This is IG’s activity export. Use the transaction history instead' : 'This is not IG’s transaction history'}: ${missing.length === 1 ? 'the column' : 'the columns'} ${listed(missing)} ${missing.length === 1 ? 'is' : 'are'} missing`,
      { missing },
    )
  }
  const problems: { line: number; problem: string }[] = []
  const rows = lines.map(({ record, line }) => {
    const cell = (column: Column) => record[places.get(plainName(column)) ?? -1]?.trim() ?? ''
    const problem = problemOf(cell)
    if (problem) problems.push({ line, problem })
    return rowOf(cell)
  })
  if (problems.length > 0)
    throw refused(
      `Nothing was imported: ${counted(problems.length, 'row')} can’t be read. Line ${problems[0]?.line}: ${problems[0]?.problem}`,
      { problems: problems.slice(0, namedProblems) },
    )
  return rows
}

type Cell = (column: Column) => string

type Line = { readonly record: readonly string[]; readonly info: { readonly lines: number } }

const linesOf = (text: string) => {
  const delimiter = text.slice(0, text.indexOf('\n')).includes(';') ? ';' : ','
  const options = { bom: true, delimiter, skip_empty_lines: true, relax_column_count: true } as const
  try {
    const lines = parse(text, { ...options, info: true }) as unknown as readonly Line[]
    return lines.map(({ record, info }) => ({ record, line: info.lines }))
  } catch (error) {
    throw refused(
      `The file is not a CSV file: ${error instanceof Error ? error.message : 'it can’t be read'}`,
    )
  }
}

const number = /^[+-]?\d+(\.\d+)?$/

const problemOf = (cell: Cell): string | null => {
  for (const column of ['DateUtc', 'OpenDateUtc'] as const)
    if (!Number.isFinite(instantIn(cell(column))))
      return `${column} is not a date: ${cell(column) || 'empty'}`
  if (!number.test(cell('PL Amount')) && moneyIn(cell('ProfitAndLoss')) === null)
    return `PL Amount is not a number: ${cell('PL Amount') || 'empty'}`
  if (!/^(true|false)$/i.test(cell('Cash transaction'))) return 'Cash transaction is neither true nor false'
  if (cell('Size') !== '-' && !number.test(cell('Size')))
    return `Size is not a number: ${cell('Size') || 'empty'}`
  return null
}

/** As the API has the same row. The plain amount is read if there is one: the other is written in the account's language. */
const rowOf = (cell: Cell): LedgerRow => ({
  dateUtc: cell('DateUtc'),
  openDateUtc: cell('OpenDateUtc'),
  instrumentName: cell('MarketName'),
  period: cell('Period'),
  size: cell('Size'),
  openLevel: cell('Open level'),
  closeLevel: cell('Close level'),
  profitAndLoss: number.test(cell('PL Amount')) ? cell('PL Amount') : cell('ProfitAndLoss'),
  currency: cell('CurrencyIsoCode') || cell('Currency'),
  reference: cell('Reference'),
  transactionType: cell('Transaction type'),
  cashTransaction: /^true$/i.test(cell('Cash transaction')),
})

/** A spreadsheet takes what begins so for a formula. */
const formula = new RegExp(`^[${formulaSigns}]`)
const harmless = (text: string) =>
  formula.test(text) && text !== '-' && !number.test(text) ? `'${text}` : text

const file = (header: readonly string[], rows: readonly (readonly (string | number | null)[])[]) =>
  writeCsv(
    [
      header,
      ...rows.map((row) => row.map((cell) => (typeof cell === 'string' ? harmless(cell) : (cell ?? '')))),
    ],
    { record_delimiter: 'windows' },
  )

const seconds = (at: Instant) => new Date(at).toISOString().slice(0, 19)

/** One row a close: the names of TradeJourney's standard form, and what only this journal knows. */
export const tradesCsv = (
  trades: readonly Trade[],
  account: { readonly mode: string; readonly accountId: string; readonly currency: string },
  texts: ReadonlyMap<string, TradeText>,
): string =>
  file(
    [
      ...['accountName', 'accountFullname', 'symbol', 'openDate', 'closeDate', 'type', 'lot', 'openPrice'],
      ...['closePrice', 'profit', 'currency', 'extendId', 'instrument', 'strategy', 'closedBy', 'link'],
      ...['tradeResult', 'r', 'tags', 'note'],
    ],
    inOrder(trades).flatMap((trade) =>
      trade.legs.map((leg) => [
        ...[account.mode, account.accountId, trade.market ?? trade.name, seconds(trade.openedAt)],
        ...[seconds(leg.closedAt), trade.direction === 'BUY' ? 'buy' : 'sell', leg.size, leg.openLevel],
        ...[leg.closeLevel, leg.result, account.currency, trade.id, trade.name, trade.strategy ?? ''],
        ...[leg.closer, leg.link, resultOfTrade(trade), rOf(trade)],
        ...[texts.get(trade.id)?.tags.join(' ') ?? '', texts.get(trade.id)?.note ?? ''],
      ]),
    ),
  )

const inOrder = (trades: readonly Trade[]) =>
  trades.toSorted((one, other) => closedAtOf(one) - closedAtOf(other))

/** Every row of IG's, in its own columns, with what the journal made of it. */
export const statementCsv = (
  rows: readonly KeyedRow[],
  trades: readonly Trade[],
  currency: string,
): string => {
  const tradeOf = new Map(trades.flatMap((trade) => trade.legs.map(({ key }) => [key, trade] as const)))
  return file(
    [...columns, 'Class', 'Trade', 'Strategy', 'Alert'],
    rows
      .toSorted((one, other) => instantIn(one.dateUtc) - instantIn(other.dateUtc))
      .map((row) => {
        const trade = tradeOf.get(row.key)
        return [
          ...[row.dateUtc.slice(0, 10), classOf(row), row.instrumentName, row.period, row.profitAndLoss],
          ...[row.transactionType, row.reference, row.openLevel, row.closeLevel, row.size, row.currency],
          ...[moneyIn(row.profitAndLoss, row.currency), String(row.cashTransaction), row.dateUtc],
          ...[row.openDateUtc, currency, classOf(row), trade?.id ?? '', trade?.strategy ?? ''],
          trade?.alertId ?? '',
        ]
      }),
  )
}

/** Executions, two a leg, as Tradervue's generic import takes them: month before day is avoided by ISO dates. */
export const tradervueCsv = (trades: readonly Trade[], { dayOf, clockOf }: Calendar): string =>
  file(
    ['Date', 'Time', 'Symbol', 'Quantity', 'Price', 'Side'],
    inOrder(trades).flatMap((trade) =>
      trade.legs.flatMap((leg) => {
        const symbol = trade.market?.split(':')[1] ?? trade.name
        const execution = (at: Instant, price: string, side: 'Buy' | 'Sell') => [
          ...[dayOf(at), clockOf(at), symbol, leg.size, price, side],
        ]
        const [opens, closes] =
          trade.direction === 'BUY' ? (['Buy', 'Sell'] as const) : (['Sell', 'Buy'] as const)
        const isFirst = leg === trade.legs[0] || leg.dealId === trade.legs[0]?.dealId
        const openedAt = isFirst
          ? trade.openedAt
          : (trade.legs.findLast(({ closedAt }) => closedAt < leg.closedAt)?.closedAt ?? trade.openedAt)
        return [execution(openedAt, leg.openLevel, opens), execution(leg.closedAt, leg.closeLevel, closes)]
      }),
    ),
  )
