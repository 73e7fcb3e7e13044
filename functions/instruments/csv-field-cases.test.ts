import { describe, expect, test } from 'vitest'
import { amountOf, classOf, type LedgerRow } from '../../shared/journal/ledger-row.ts'
import { instrumentHeaders } from '../../shared/instruments/instrument.schema.ts'
import { readInstrumentsCsv } from './csv.ts'
import { readHistoryCsv } from '../journal/read-history-csv.ts'

/**
 * These tests read files as users upload them, for example saved by a spreadsheet, in another language, typed manually,
 * or of the wrong kind.
 */

const messageOf = (read: () => unknown): string => {
  try {
    read()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'read'
}

// --- the journal -----------------------------------------------------------------------------------------------------

const aRow = {
  TextDate: '04/08/26',
  Summary: 'Closing trades',
  MarketName: 'Spot Gold',
  Period: '-',
  ProfitAndLoss: '£10.50',
  'Transaction type': 'DEAL',
  Reference: 'XU9KG7AM',
  'Open level': '4061.4',
  'Close level': '4071.9',
  Size: '+1',
  Currency: '£',
  'PL Amount': '10.50',
  'Cash transaction': 'false',
  DateUtc: '2026-08-04T11:47:24',
  OpenDateUtc: '2026-08-04T11:30:06',
  CurrencyIsoCode: 'GBP',
}
type Row = typeof aRow
const cash = { Size: '-', 'Open level': '-', 'Close level': '-' }

const fileOf = (delimiter: string, ...rows: readonly Partial<Row>[]) =>
  [Object.keys(aRow), ...rows.map((row) => Object.values({ ...aRow, ...row }))]
    .map((cells) => cells.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter))
    .join('\r\n')
const onlyRow = (text: string) => readHistoryCsv(text)[0] as LedgerRow
const european: Partial<Row> = { 'Open level': '4061,4', 'Close level': '4071,9' }

describe('the result of a row of the journal', () => {
  test.each<[string, string, Partial<Row>, string]>([
    ['as IG writes it', ',', {}, '10.5'],
    ['with thousands', ',', { ProfitAndLoss: '£1,234.56', 'PL Amount': '1234.56' }, '1234.56'],
    ['with thousands alone', ',', { ProfitAndLoss: '£1,234.56', 'PL Amount': '' }, '1234.56'],
    ['with a decimal comma', ';', { ...european, ProfitAndLoss: '10,50', 'PL Amount': '£10,50' }, '10.5'],
    [
      'with a decimal comma and cents',
      ';',
      { ProfitAndLoss: '-1,25', 'PL Amount': '-1,25', ...european },
      '-1.25',
    ],
    [
      'with points between thousands',
      ';',
      { ...european, ProfitAndLoss: '£1.234,56', 'PL Amount': '1.234,56' },
      '1234.56',
    ],
    [
      'with a size of half',
      ';',
      { ...european, Size: '+0,5', ProfitAndLoss: '10,50', 'PL Amount': '10,50' },
      '10.5',
    ],
    ['in brackets', ',', { ProfitAndLoss: '(12.50)', 'PL Amount': '(12.50)' }, '-12.5'],
    ['with a typographic minus', ',', { ProfitAndLoss: '£−7.00', 'PL Amount': '−7.00' }, '-7'],
    ['separated by tabs', '\t', { ProfitAndLoss: '£1,234.56', 'PL Amount': '1234.56' }, '1234.56'],
    [
      'in dollars of Australia',
      ',',
      { ProfitAndLoss: 'A$12.50', 'PL Amount': '12.50', Currency: 'A$' },
      '12.5',
    ],
  ])('is read if it is written %s', (_name, delimiter, change, result) => {
    expect(amountOf(onlyRow(fileOf(delimiter, change)))).toBe(result)
  })

  test('is read with its levels and size if a European spreadsheet has saved the file again', () => {
    const text = fileOf(';', {
      ...european,
      Size: '+0,5',
      ProfitAndLoss: '£1.050,00',
      'PL Amount': '1050,00',
      'Cash transaction': 'FALSCH',
    })
    expect(onlyRow(text)).toMatchObject({
      size: '0.5',
      openLevel: '4061.4',
      closeLevel: '4071.9',
      profitAndLoss: '1050.00',
    })
  })
})

describe('a row of the journal', () => {
  test.each<[string, string, Partial<Row>, RegExp]>([
    [
      'a number that could be two',
      ';',
      { 'PL Amount': '1.234', ProfitAndLoss: '', 'Open level': '4061', 'Close level': '4071' },
      /Line 3: PL Amount: Ambiguous number\. Write 1234 or 1\.2340/,
    ],
    [
      'amounts that differ by the point',
      ',',
      { 'PL Amount': '1050', ProfitAndLoss: '£10.50' },
      /Line 3: PL Amount 1050 and ProfitAndLoss £10\.50 differ/,
    ],
    [
      'an opening level that is no number',
      ',',
      { 'Open level': 'x' },
      /Line 3: Open level is not a number: x/,
    ],
    [
      'a closing level that is empty',
      ',',
      { 'Close level': '' },
      /Line 3: Close level is not a number: empty/,
    ],
    [
      'a date in another form',
      ',',
      { DateUtc: '04/08/2026 11:47' },
      /Line 3: DateUtc is not a date such as 2026-08-04T11:47:24: 04\/08\/2026 11:47/,
    ],
    ['a day that no calendar has', ',', { DateUtc: '2026-02-30T11:47:24' }, /Line 3: DateUtc is not a date/],
    ['a deal without an opening', ',', { OpenDateUtc: '' }, /Line 3: OpenDateUtc is not a date.*: empty/],
  ])('is refused with its line because of %s', (_name, delimiter, change, message) => {
    const first =
      delimiter === ';'
        ? { ProfitAndLoss: '10', 'PL Amount': '10', 'Open level': '4061', 'Close level': '4071' }
        : {}
    expect(messageOf(() => readHistoryCsv(fileOf(delimiter, first, change)))).toMatch(message)
  })
})

describe('a row of the journal that is not a deal', () => {
  test.each<[string, Partial<Row>, ReturnType<typeof classOf>, string]>([
    [
      'a received dividend by its name',
      {
        'Transaction type': 'DEPO',
        MarketName: 'Dividend 10 @ 0.65 Vodafone DVD',
        ProfitAndLoss: '£6.50',
        'PL Amount': '6.50',
        Summary: '',
      },
      'dividend',
      '6.5',
    ],
    [
      'a received dividend by its summary',
      { 'Transaction type': 'DEPO', MarketName: 'Vodafone', Summary: 'Dividend', 'Cash transaction': 'true' },
      'dividend',
      '10.5',
    ],
    [
      'a paid dividend',
      {
        'Transaction type': 'WITH',
        MarketName: 'Dividend 10 @ 0.65 Vodafone DVD',
        ProfitAndLoss: '£-6.50',
        'PL Amount': '-6.50',
      },
      'dividend',
      '-6.5',
    ],
    [
      'interest by its summary',
      { 'Transaction type': 'WITH', MarketName: 'Apple', Summary: 'CFD funding Interest Paid' },
      'funding',
      '10.5',
    ],
    [
      'borrowing',
      { 'Transaction type': 'WITH', MarketName: 'Apple', Summary: 'Stock Borrowing Costs' },
      'funding',
      '10.5',
    ],
    [
      'interest in Swedish',
      { 'Transaction type': 'WITH', MarketName: 'Ränta', Summary: '' },
      'funding',
      '10.5',
    ],
    [
      'interest in Dutch',
      { 'Transaction type': 'WITH', MarketName: 'Rente op long', Summary: '' },
      'funding',
      '10.5',
    ],
    [
      'interest in Spanish',
      { 'Transaction type': 'WITH', MarketName: 'Intereses', Summary: '' },
      'funding',
      '10.5',
    ],
    [
      'interest in French',
      { 'Transaction type': 'WITH', MarketName: 'Intérêts débiteurs', Summary: '' },
      'funding',
      '10.5',
    ],
    [
      'a commission in Spanish',
      { 'Transaction type': 'WITH', MarketName: 'Comisión', Summary: '' },
      'commission',
      '10.5',
    ],
    ['a fee', { 'Transaction type': 'WITH', MarketName: 'May', Summary: 'Exchange Fees' }, 'other', '10.5'],
    [
      'a deposit',
      {
        'Transaction type': 'DEPO',
        MarketName: 'Card payment',
        Summary: 'Cash In',
        'Cash transaction': 'true',
      },
      'transfer',
      '10.5',
    ],
    [
      'a withdrawal',
      {
        'Transaction type': 'WITH',
        MarketName: 'Bank transfer',
        Summary: 'Cash Out',
        'Cash transaction': 'true',
      },
      'transfer',
      '-10.5',
    ],
    [
      'a deposit without an opening',
      {
        'Transaction type': 'DEPO',
        MarketName: 'Card payment',
        Summary: 'Cash In',
        'Cash transaction': 'true',
        OpenDateUtc: '',
      },
      'transfer',
      '10.5',
    ],
  ])('is %s', (_name, change, kind, amount) => {
    const row = onlyRow(fileOf(',', { ...cash, ...change }))
    expect([classOf(row), amountOf(row)]).toEqual([kind, amount])
  })
})

test('blank rows of the journal are ignored', () => {
  expect(readHistoryCsv(`${fileOf(',', {})}\r\n${',,,,\r\n'.repeat(1_000)}`)).toHaveLength(1)
})

// --- the instrument list ---------------------------------------------------------------------------------------------

const instrument = [
  'LSE:VOD',
  'KA.D.VOD.DAILY.IP',
  'VOD.L',
  '14',
  '200',
  '10',
  '400',
  '10000',
  '100.2',
  '1',
  '2026-06-04',
]
const headers = Object.values(instrumentHeaders)
const list = (delimiter = ',', cells: readonly string[] = instrument, names: readonly string[] = headers) =>
  `${names.join(delimiter)}\n${cells.join(delimiter)}\n`
const withCell = (header: string, cell: string) =>
  instrument.map((each, place) => (headers[place] === header ? cell : each))

describe('an instrument list', () => {
  test.each([
    ['saved with Excel’s line sep=;', `sep=;\r\n${list(';')}`],
    ['saved with Excel’s line in quotes', `"sep=;"\n${list(';')}`],
    ['separated by tabs', list('\t')],
    ['separated by pipes', list('|')],
    ['followed by a thousand blank rows', `${list()}${',,,,\n'.repeat(900)}`],
  ])('is read if it is %s', (_name, text) => {
    expect(readInstrumentsCsv(text)).toMatchObject([
      { marketAndSymbol: 'LSE:VOD', maxPositionSize: '10000', nextDividendDate: '2026-06-04' },
    ])
  })

  test.each([
    ['na', null],
    ['N/A', null],
    ['#N/A', null],
    ['none', null],
    ['-', null],
    ['13/06/2026', '2026-06-13'],
    ['06/13/2026', '2026-06-13'],
    ['04.06.2026', '2026-06-04'],
    ['2026/06/04', '2026-06-04'],
    ['20260604', '2026-06-04'],
    ['4 Jun 2026', '2026-06-04'],
    ['04-Jun-2026', '2026-06-04'],
    ['2026-06-04 00:00:00', '2026-06-04'],
  ])('is read with the dividend date %s as %s', (cell, date) => {
    const [read] = readInstrumentsCsv(list(',', withCell('Next Dividend Date', cell)))
    expect(read?.nextDividendDate).toBe(date)
  })

  test('is read without an epic if the epic is n/a', () => {
    expect(readInstrumentsCsv(list(',', withCell('IG EPIC', 'n/a')))[0]?.igEpic).toBe('')
  })
})

describe('an instrument list with a problem', () => {
  const renamed = (from: string, to: string) =>
    list(
      ',',
      instrument,
      headers.map((name) => (name === from ? to : name)),
    )
  test.each([
    [
      'a date that could be two',
      list(',', withCell('Next Dividend Date', '04/06/2026')),
      'Ambiguous date. Write 2026-06-04 or 2026-04-06',
    ],
    [
      'a date that is none',
      list(',', withCell('Next Dividend Date', 'soon')),
      'Must be a date such as 2026-06-04',
    ],
    ['an epic of ?', list(',', withCell('IG EPIC', '?')), 'Must be an IG epic'],
    [
      'a misspelt header',
      renamed('Max Position Size', 'Postion Size Max GBP'),
      'Max Position Size: The column is missing. Is “Postion Size Max GBP” meant?',
    ],
    [
      'a misspelt header of a column that may be missing',
      renamed('Next Dividend Date', 'Next Divident Date'),
      'Next Dividend Date: The column is missing. Is “Next Divident Date” meant?',
    ],
    [
      'an Excel workbook',
      'PK\u0003\u0004\u0014\0\u0006\0',
      'This is an Excel workbook. Save it as CSV UTF-8',
    ],
    ['a web page', '<!DOCTYPE html><html><body>Log in</body></html>', 'This is a web page'],
    ['UTF-16', `\uFFFD\uFFFD${Array.from(list(), (letter) => `${letter}\0`).join('')}`, 'saved as UTF-16'],
    [
      'UTF-16 of the other byte order',
      `\uFFFD\uFFFD${Array.from(list(), (letter) => `\0${letter}`).join('')}`,
      'saved as UTF-16',
    ],
    ['JSON', '[{"market":"LSE:VOD"}]', 'This is JSON'],
    [
      'a watchlist of TradingView',
      '###FAVOURITES,NASDAQ:AAPL,LSE:VOD',
      'This is a list of symbols. Use Add in bulk for it',
    ],
    ['another table', 'Date,Amount\n2026-06-04,1\n', 'This is not an instrument list'],
  ])('is refused as a whole if it has %s', (_name, text, sentence) => {
    const message = messageOf(() => readInstrumentsCsv(text))
    expect(message).toContain(sentence)
    expect(message).toMatch(/1 cell has a problem|Your list was not changed$/)
  })
})
