import type { Calendar } from '../../shared/journal/summary.ts'
import { classOf, currencyOf, instantIn, type KeyedRow, parseMoney } from '../../shared/journal/ledger-row.ts'
import { historyColumns } from './read-history-csv.ts'
import type { TradeText } from '../../shared/journal/journal.schema.ts'
import { closedAtOf, resultOfTrade, rOf, type Trade } from '../../shared/journal/trades.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { formulaSigns, writeCsv } from '../http/write-csv.ts'

/** Matches a cell that a spreadsheet would read as a formula. */
const formula = new RegExp(`^[${formulaSigns}]`)
const number = /^[+-]?\d+(\.\d+)?$/
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

/** Writes one row per close, with the columns of TradeJourney's standard form and further columns from this journal. */
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

/** Writes every row that IG sent in IG's own columns, and adds what the row means in the journal. */
export const statementCsv = (
  rows: readonly KeyedRow[],
  trades: readonly Trade[],
  currency: string,
): string => {
  const tradeOf = new Map(trades.flatMap((trade) => trade.legs.map(({ key }) => [key, trade] as const)))
  return file(
    [...historyColumns, 'Class', 'Trade', 'Strategy', 'Alert'],
    rows
      .toSorted((one, other) => instantIn(one.dateUtc) - instantIn(other.dateUtc))
      .map((row) => {
        const trade = tradeOf.get(row.key)
        return [
          ...[row.dateUtc.slice(0, 10), row.summary ?? '', row.instrumentName, row.period, row.profitAndLoss],
          ...[row.transactionType, row.reference, row.openLevel, row.closeLevel, row.size, row.currency],
          ...[parseMoney(row.profitAndLoss, row.currency), String(row.cashTransaction), row.dateUtc],
          ...[
            row.openDateUtc,
            currencyOf(row) ?? currency,
            classOf(row),
            trade?.id ?? '',
            trade?.strategy ?? '',
          ],
          trade?.alertId ?? '',
        ]
      }),
  )
}

/**
 * Writes two executions per leg for Tradervue's generic import. Dates are in ISO form, so that day and month cannot be
 * confused.
 */
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
