import { describe, expect, test } from 'vitest'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import { instrument } from '../../infra/dev/testing/instruments.ts'
import { readInstrumentsCsv, writeInstrumentsCsv } from './csv.ts'

const row = {
  'Market and Symbol': 'LSE:VOD',
  'IG EPIC': 'KA.D.VOD.DAILY.IP',
  'Yahoo Symbol': 'VOD.L',
  'ATR Stop Loss Period': '14',
  'ATR Stop Loss Multiple Percentage': '200',
  'ATR Profit Target Period': '10',
  'ATR Profit Multiple Percentage': '400',
  'Max Position Size': '10000',
  'Opening Price Multiple Percentage': '100.2',
  'TradingView Price Multiplier': '1',
  'Next Dividend Date': '2026-06-04',
}
const header = Object.keys(row)
type Row = Record<keyof typeof row, string>
const csvBy = (delimiter: string, ...changes: Partial<Row>[]) =>
  [header, ...changes.map((change) => header.map((name) => ({ ...row, ...change })[name as keyof Row]))]
    .map((cells) => cells.join(delimiter))
    .join('\n')
const csv = (...changes: Partial<Row>[]) => csvBy(',', ...changes)
const one = (change: Partial<Row> = {}) => readInstrumentsCsv(csv(change))[0]
const problemsOf = (text: string) => {
  try {
    readInstrumentsCsv(text)
  } catch (error) {
    if (error instanceof VisibleError && error.code === 'INVALID_CSV')
      return error.details as { problems: unknown[]; count: number }
    throw error
  }
  throw new Error('It was read')
}

const vodafone = instrument('LSE:VOD', {
  igEpic: 'KA.D.VOD.DAILY.IP',
  yahooSymbol: 'VOD.L',
  atrProfitTargetPeriod: 10,
  nextDividendDate: '2026-06-04',
})

describe('the reader of instrument files', () => {
  test('accepts the columns as the export writes them', () => {
    expect(one()).toEqual(vodafone)
  })
  test('accepts alternative header names in any order, case and spacing, and uses 1 for a missing multiplier', () => {
    const text =
      'tv price multiple ,symbol,ig epic,YAHOO  SYMBOL,atr_stop_loss_period,ATR Stop Loss Multiple,ATR Profit Target Period,ATR Profit Multiple,Position Size Max GBP,Opening Price Multiple\n' +
      '100,lse:vod,KA.D.VOD.DAILY.IP,VOD.L,14,200,10,400,10000,100.2\n'
    const undated = { ...vodafone, nextDividendDate: null }
    expect(readInstrumentsCsv(text)).toEqual([{ ...undated, tradingViewPriceMultiplier: '100' }])
    const withoutMultiplier = text.replace('tv price multiple ,', '').replace('\n100,', '\n')
    expect(readInstrumentsCsv(withoutMultiplier)).toEqual([undated])
  })
  test.each([
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['CR', (text: string) => text.replaceAll('\n', '\r')],
    ['semicolons', (text: string) => text.replaceAll(',', ';')],
    ['quotes', (text: string) => text.replaceAll(/[^,\n]+/g, '"$&"')],
    ['blank rows', (text: string) => `\n , ,\n${text.replace('\n', '\n\n   \n')}\n,,,,\n\n`],
    ['blank rows above semicolons', (text: string) => `\r\n\r\n${text.replaceAll(',', ';')}`],
    ['blanks around cells', (text: string) => text.replaceAll(',', ' , ')],
  ])('accepts %s', (_name, change) => {
    expect(readInstrumentsCsv(change(csv({})))).toEqual([vodafone])
  })
  test.each([
    ['"10,000"', '10000'],
    ['"1,234,567.50"', '1234567.50'],
    ["10'000", '10000'],
    ['10\u00a0000.5', '10000.5'],
    ['0.00000001', '0.00000001'],
  ])('reads a size of %s as %s', (given, read) => {
    expect(one({ 'Max Position Size': given })?.maxPositionSize).toBe(read)
  })
  test('derives the decimal sign of a European Excel file from all its numbers', () => {
    const text = csvBy(
      ';',
      { 'Max Position Size': '10.000', 'Opening Price Multiple Percentage': '100,125' },
      {
        'Market and Symbol': 'LSE:BP',
        'Opening Price Multiple Percentage': '100',
        'TradingView Price Multiplier': '0,001',
      },
    )
    expect(readInstrumentsCsv(text)).toMatchObject([
      { maxPositionSize: '10000', openingPriceMultiplePercentage: '100.125' },
      { tradingViewPriceMultiplier: '0.001' },
    ])
  })
  test('accepts percent signs, and empty dates and epics', () => {
    expect(
      one({ 'ATR Stop Loss Multiple Percentage': '150%', 'Next Dividend Date': '', 'IG EPIC': '' }),
    ).toMatchObject({ atrStopLossMultiplePercentage: '150', nextDividendDate: null, igEpic: '' })
  })
})

describe('the optional risk columns', () => {
  const withRisk = (percent: string, amount: string) => {
    const [names, cells] = csv({}).split('\n')
    return `${names},Risk Percent,Risk Amount\n${cells},${percent},${amount}`
  }
  test('accept percent signs, and set no risk if a cell is blank', () => {
    expect(readInstrumentsCsv(withRisk('0.5%', '"1,250.50"'))).toEqual([
      { ...vodafone, riskPercent: '0.5', riskAmount: '1250.50' },
    ])
    expect(readInstrumentsCsv(withRisk('', 'n/a'))).toEqual([
      { ...vodafone, riskPercent: null, riskAmount: null },
    ])
  })
  test('leave the risk undefined if the file does not have them', () => {
    expect(one()?.riskPercent).toBeUndefined()
    expect(one()?.riskAmount).toBeUndefined()
  })
  test.each([
    ['100.01', '', 'Risk Percent', 'Must be above 0 and at most 100'],
    ['0', '', 'Risk Percent', 'Must be above 0 and at most 100'],
    ['', '-5', 'Risk Amount', 'Must be a number above 0'],
  ])('report %s and %s with their cell', (percent, amount, column, problem) => {
    expect(problemsOf(withRisk(percent, amount)).problems).toEqual([{ row: 2, column, problem }])
  })
  test('are written only if a row has a risk', () => {
    expect(writeInstrumentsCsv([vodafone])).not.toContain('Risk')
    const text = writeInstrumentsCsv([vodafone, { ...vodafone, marketAndSymbol: 'LSE:BP', riskPercent: '1' }])
    expect(text).toContain('Risk Percent')
    expect(text).not.toContain('Risk Amount')
    expect(readInstrumentsCsv(text).map(({ riskPercent }) => riskPercent)).toEqual([null, '1'])
  })
})

describe('a refused file', () => {
  test.each<[Partial<Row>, string]>([
    [{ 'Market and Symbol': '' }, 'Market and Symbol'],
    [{ 'IG EPIC': 'K A' }, 'IG EPIC'],
    [{ 'ATR Stop Loss Period': '0' }, 'ATR Stop Loss Period'],
    [{ 'ATR Stop Loss Period': '101' }, 'ATR Stop Loss Period'],
    [{ 'ATR Profit Target Period': '1.5' }, 'ATR Profit Target Period'],
    [{ 'Max Position Size': '0' }, 'Max Position Size'],
    [{ 'Max Position Size': '-5' }, 'Max Position Size'],
    [{ 'Max Position Size': '1e3' }, 'Max Position Size'],
    [{ 'Opening Price Multiple Percentage': '' }, 'Opening Price Multiple Percentage'],
    [{ 'TradingView Price Multiplier': '' }, 'TradingView Price Multiplier'],
    [{ 'TradingView Price Multiplier': 'x' }, 'TradingView Price Multiplier'],
    [{ 'Next Dividend Date': '04/06/2026' }, 'Next Dividend Date'],
    [{ 'Next Dividend Date': '2026-02-30' }, 'Next Dividend Date'],
  ])('is reported for %j with its column, once', (change, column) => {
    expect(problemsOf(csv({ 'Market and Symbol': 'LSE:BP' }, change))).toMatchObject({
      count: 1,
      problems: [{ row: 3, column }],
    })
  })
  test('is reported with the possible readings of an ambiguous date', () => {
    expect(problemsOf(csv({ 'Next Dividend Date': '04/06/2026' })).problems).toEqual([
      { row: 2, column: 'Next Dividend Date', problem: 'Ambiguous date. Write 2026-06-04 or 2026-04-06' },
    ])
  })
  test('is reported with the possible readings of an ambiguous number, and with a multiplier that is a percentage', () => {
    const text = csvBy(';', {
      'Max Position Size': '10.000',
      'Opening Price Multiple Percentage': '100',
      'TradingView Price Multiplier': '1%',
    })
    const problem = 'Ambiguous number. Write 10000 or 10.0000'
    expect(problemsOf(text).problems).toEqual([
      { row: 2, column: 'Max Position Size', problem },
      { row: 2, column: 'TradingView Price Multiplier', problem: 'Must be a number above 0' },
    ])
  })
  test('is reported with every bad cell of a row, and with duplicate names', () => {
    const text = csv(
      { 'Market and Symbol': 'a:b' },
      { 'Max Position Size': 'x', 'ATR Stop Loss Period': '' },
      { 'Market and Symbol': 'A:B' },
    )
    expect(problemsOf(text)).toMatchObject({
      count: 3,
      problems: [
        { row: 3, column: 'ATR Stop Loss Period' },
        { row: 3, column: 'Max Position Size' },
        { row: 4, column: 'Market and Symbol', problem: 'A:B is already in row 2' },
      ],
    })
  })
  test('is reported with duplicate instruments, even if its rows have other errors', () => {
    const text = csv(
      { 'Max Position Size': 'x' },
      {},
      { 'IG EPIC': '?' },
      { 'Market and Symbol': '' },
      { 'Market and Symbol': '' },
    )
    const name = 'Market and Symbol'
    expect(problemsOf(text).problems).toEqual([
      { row: 2, column: 'Max Position Size', problem: 'Must be a number above 0' },
      { row: 3, column: name, problem: 'LSE:VOD is already in row 2' },
      { row: 4, column: 'IG EPIC', problem: 'Must be an IG epic, such as CS.D.EURUSD.TODAY.IP' },
      { row: 4, column: name, problem: 'LSE:VOD is already in row 2' },
      { row: 5, column: name, problem: 'Market and symbol is required' },
      { row: 6, column: name, problem: 'Market and symbol is required' },
    ])
  })
  test.each([
    ['below blank rows', (text: string) => `\n\n${text}`, 4],
    ['with a blank row between', (text: string) => text.replace('\n', '\n,,\n'), 3],
    [
      'below a cell of several lines',
      (text: string) =>
        text.replace(
          '\n',
          `\n${csv({ 'Market and Symbol': 'LSE:BP.', 'Next Dividend Date': '"\n\n"' }).split('\n').slice(1).join('\n')}\n`,
        ),
      3,
    ],
  ])('is reported with the row number of a spreadsheet for a row %s', (_name, change, row) => {
    expect(problemsOf(change(csv({ 'Max Position Size': '0' }))).problems).toMatchObject([{ row }])
  })
  test('is reported with the row of the header if a column is missing, or with the broken row if it is not CSV', () => {
    expect(problemsOf('\n\nSymbol,b\n1,2').problems[0]).toMatchObject({ row: 3, column: 'IG EPIC' })
    expect(problemsOf(`${csv({})}\n\n"A\nB",1\n"open`).problems[0]).toMatchObject({ row: 5 })
  })
  test('is reported with its first fifty problems and the number of all problems', () => {
    const { problems, count } = problemsOf(
      csv(
        ...Array.from({ length: 120 }, (_, n) => ({
          'Market and Symbol': `A:${n}`,
          'Max Position Size': '0',
        })),
      ),
    )
    expect([problems.length, count]).toEqual([50, 120])
  })
  test.each([
    ['', 'The file has no rows'],
    [header.join(','), 'The file has no rows'],
    ['Symbol,b\n1,2', 'The column is missing'],
    [`${header.join(',')}\n"open`, 'This is not a CSV file'],
  ])('is reported as a whole if its text is %j', (text, problem) => {
    expect(problemsOf(text).problems[0]).toMatchObject({ problem })
  })
})

test('an export is read back as the same rows, although its formulas are neutralised', () => {
  const rows = [
    vodafone,
    instrument('X:A', { yahooSymbol: '=CMD|A' }),
    instrument('X:B', { yahooSymbol: "'=X" }),
    instrument('X:C', { yahooSymbol: '@A' }),
    instrument('-X:D', { yahooSymbol: 'A,"B";C' }),
    instrument('X:E', { yahooSymbol: '＝CMD|A' }),
    instrument('X:F', { yahooSymbol: 'A;=CMD|A' }),
  ]
  const text = writeInstrumentsCsv(rows)
  expect(text).toContain("'=CMD|A")
  expect(text).not.toMatch(/(^|,)"?[=@＝]/m)
  // The quotes stop a spreadsheet that separates cells by semicolons from splitting this cell.
  expect(text).toContain('"A;=CMD|A"')
  expect(readInstrumentsCsv(text)).toEqual(rows)
})

describe('a file that could be misread or take too long', () => {
  test('is refused if a row has more cells than the header, because an unquoted 1,500 would be read as 1 and 500', () => {
    const text = csv({}, { 'Market and Symbol': 'LSE:BP.', 'Max Position Size': '1,500' })
    expect(problemsOf(text).problems).toEqual([
      {
        row: 3,
        column: '',
        problem: 'The row has 12 cells but the header has 11. Put numbers that contain a comma in quotes',
      },
    ])
  })
  test('is not refused for empty cells after the last column', () => {
    expect(readInstrumentsCsv(`${csv({})},,`)).toEqual([vodafone])
  })
  test('is refused if a symbol has no exchange', () => {
    expect(problemsOf(csv({ 'Market and Symbol': 'VOD' })).problems).toEqual([
      {
        row: 2,
        column: 'Market and Symbol',
        problem: 'Must be an exchange and a symbol such as NASDAQ:AAPL',
      },
    ])
  })
  const rows = (count: number, change: (index: number) => Partial<Row>) =>
    csv(
      ...Array.from({ length: count }, (_, index) => ({
        'Market and Symbol': `LSE:S${index}`,
        ...change(index),
      })),
    )
  test('is refused if it has more than 10,000 instruments, and is not read further', () => {
    expect(problemsOf(rows(10_001, () => ({}))).problems).toMatchObject([
      { problem: 'A list can have at most 10,000 instruments' },
    ])
    const endless = `${header.join(',')}\n${'x\n'.repeat(2_000_000)}`
    expect(problemsOf(endless)).toMatchObject({ count: 1 })
  })
})

test('10,000 instruments with as many Yahoo symbols are a valid file', () => {
  const file = csv(
    ...Array.from({ length: 10_000 }, (_, index) => ({
      'Market and Symbol': `LSE:S${index}`,
      'Yahoo Symbol': `S${index}.L`,
    })),
  )
  expect(readInstrumentsCsv(file)).toHaveLength(10_000)
})
