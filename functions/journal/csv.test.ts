import { expect, test } from 'vitest'
import { keyed, type LedgerRow, withRows } from '../../shared/journal/ledger-row.ts'
import { calendarOf } from '../../shared/journal/summary.ts'
import { deriveJournal } from '../../shared/journal/trades.ts'
import { readHistoryCsv } from './read-history-csv.ts'
import { statementCsv, tradervueCsv, tradesCsv } from './csv.ts'

const header =
  'TextDate,Summary,MarketName,Period,ProfitAndLoss,Transaction type,Reference,Open level,Close level,Size,Currency,PL Amount,Cash transaction,DateUtc,OpenDateUtc,CurrencyIsoCode'
/** Rows recorded on a French account in August 2026. */
const gold =
  '04/08/26,Ordres de clôture,Spot Gold ($1) converted at 0.861122464,-,E10.06,ORDRE,XU9KG7AM,4061.4,4073.08,+1,E,10.06,false,2026-08-04T11:47:24,2026-08-04T11:30:06,EUR'
const fraction = gold
  .replace('XU9KG7AM', 'XU9KG7AX')
  .replace(',+1,', ',-0.5,')
  .replace('10.06,false', '-5.84,false')
  .replace('E10.06', 'E-5.84')
  .replace(' converted at 0.861122464', '')
const deposit =
  '01/08/26,Cash In,Card payment,-,"E1,000.00",DEPO,AB12CD34,-,0,-,E,1000,true,2026-08-01T09:00:00,2026-08-01T09:00:00,EUR'
const csv = (...lines: readonly string[]) => `\uFEFF${[header, ...lines].join('\r\n')}\r\n`

const fromApi: LedgerRow = {
  dateUtc: '2026-08-04T11:47:24',
  openDateUtc: '2026-08-04T11:30:06',
  period: '-',
  size: '+1',
  instrumentName: 'Spot Gold ($1) converted at 0.861122464',
  openLevel: '4061.4',
  closeLevel: '4073.08',
  profitAndLoss: 'E10.06',
  currency: 'E',
  reference: 'XU9KG7AM',
  transactionType: 'ORDRE',
  cashTransaction: false,
}

test('IG’s own export, in French and with fractional sizes, gives the same rows as the API', () => {
  const rows = readHistoryCsv(csv(gold, fraction, deposit))
  expect(rows).toHaveLength(3)
  const known = withRows([], [fromApi])
  const merged = withRows(known, rows)
  expect(merged).toHaveLength(3)
  expect(withRows(merged, readHistoryCsv(csv(deposit, fraction, gold)))).toBe(merged)
  const { trades, cash } = deriveJournal(merged, [], [], 'EUR')
  expect(trades.map(({ legs, size }) => [legs[0]?.result, size])).toEqual([
    ['10.06', '1'],
    ['-5.84', '0.5'],
  ])
  expect(cash).toMatchObject([{ class: 'transfer', amount: '1000' }])
})

test('an export of another kind is refused with the names of the missing columns', () => {
  expect(() => readHistoryCsv('Date,Symbol,Quantity\n2026-08-04,GOLD,1\n')).toThrow(
    /not IG’s transaction history: the columns MarketName, .* are missing/,
  )
  expect(() => readHistoryCsv('TextEpic,ActivityHistoryId,Period\nA,B,-\n')).toThrow(/activity export/)
  expect(() => readHistoryCsv('')).toThrow(/are missing/)
  expect(() => readHistoryCsv(header.replace(',Reference', ''))).toThrow(/the column Reference is missing/)
})

test.each([
  [
    'DateUtc',
    gold.replace('2026-08-04T11:47:24', 'yesterday'),
    /Line 3: DateUtc is not a date such as .*: yesterday/,
  ],
  ['PL Amount', gold.replace('10.06,false', 'x,false').replace('E10.06', 'y'), /Line 3: PL Amount/],
  ['Size', gold.replace(',+1,', ',many,'), /Line 3: Size is not a number: many/],
  ['Cash transaction', gold.replace(',false,', ',perhaps,'), /Line 3: Cash transaction/],
])('a broken %s is reported with its line, and nothing is imported', (_, line, problem) => {
  expect(() => readHistoryCsv(csv(deposit, line))).toThrow(problem)
})

const rows = keyed(readHistoryCsv(csv(gold, fraction, deposit)))
const { trades } = deriveJournal(rows, [], [], 'EUR')

test('the export of trades has one row per close, and writes a note that looks like a formula as text', () => {
  const account = { mode: 'DEMO', accountId: 'ABC12', currency: 'EUR' }
  const [first, ...lines] = tradesCsv(
    trades,
    account,
    new Map([[trades[0]?.id ?? '', { note: '＝1+1;=2', tags: ['plan'] }]]),
  )
    .trim()
    .split('\r\n')
  expect(first).toContain(
    'accountName,accountFullname,symbol,openDate,closeDate,type,lot,openPrice,closePrice',
  )
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('2026-08-04T11:30:06,2026-08-04T11:47:24,buy,1,4061.4,4073.08,10.06,EUR')
  expect(lines[0]).toContain(`plan,"'＝1+1;=2"`)
  expect(lines[1]).toContain('sell,0.5,4061.4,4073.08,-5.84')
})

test('the export of the statement has every row from IG, and importing it again adds nothing', () => {
  const statement = statementCsv(rows, trades, 'EUR')
  expect(statement.trim().split('\r\n')).toHaveLength(4)
  expect(withRows(rows, readHistoryCsv(statement))).toBe(rows)
})

test('the export for Tradervue has two executions per trade, with ISO dates', () => {
  expect(tradervueCsv(trades.slice(0, 1), calendarOf('Europe/Paris')).trim().split('\r\n')).toEqual([
    'Date,Time,Symbol,Quantity,Price,Side',
    '2026-08-04,13:30:06,Spot Gold ($1),1,4061.4,Buy',
    '2026-08-04,13:47:24,Spot Gold ($1),1,4073.08,Sell',
  ])
})
