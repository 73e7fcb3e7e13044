import { expect, test } from 'vitest'
import {
  amountOf,
  classOf,
  currencyOf,
  directionOf,
  keyed,
  type LedgerRow,
  parseMoney,
  nameIn,
  rateIn,
  resultOf,
  sizeOf,
  withRows,
} from './ledger-row.ts'

const row = (given: Partial<LedgerRow>): LedgerRow => ({
  dateUtc: '2020-02-18T14:26:12',
  openDateUtc: '2020-01-29T20:14:54',
  instrumentName: 'Oil - Brent Crude',
  period: 'APR-20',
  size: '-10',
  openLevel: '5888',
  closeLevel: '5643',
  profitAndLoss: '£2,450.00',
  currency: '£',
  reference: 'DIAAAADBDRWS2A4',
  transactionType: 'DEAL',
  cashTransaction: false,
  ...given,
})

/** Recorded rows: size, open, close, profit and loss, and the conversion in the name. */
const recorded = [
  ['-10', '5888', '5643', '£2,450.00', ''],
  ['-10', '6673', '5984', '£6,890.00', ''],
  ['-10', '6598', '6795', '£-1,970.00', ''],
  ['-15', '6541.5', '6561.5', '£-300.00', ''],
  ['+0.20', '31897.1', '31578.1', 'E-63.80', ''],
  ['+1', '4061.4', '4073.08', 'E10.06', ' converted at 0.861122464'],
  ['-0.03', '4176.06', '4171.06', '$0.15', ''],
  ['-0.03', '4176.06', '4170.98', '$0.15', ''],
  ['+0.06', '4210.62', '4215.78', '$0.31', ''],
  ['+0.06', '4210.62', '4213.35', '$0.16', ''],
  ['-0.03', '4152.13', '4146.61', '$0.17', ''],
  ['-0.03', '4152.13', '4147.01', '$0.15', ''],
  ['+0.13', '4252.0', '4233.5', '£-2.41', ''],
  ['-0.03', '9775.7', '9812.9', '£-1.12', ''],
] as const

test.each(recorded)(
  'resultOf a position of %s from %s to %s is %s%s',
  (size, openLevel, closeLevel, money, name) => {
    const read = row({
      size,
      openLevel,
      closeLevel,
      profitAndLoss: money,
      currency: money.charAt(0),
      instrumentName: `Spot Gold${name}`,
    })
    expect(classOf(read)).toBe('trade')
    expect(resultOf(read)).toBe(amountOf(read))
  },
)

test('resultOf rounds each part of a position separately: 0.31 and 0.16, not 0.4734', () => {
  const part = (closeLevel: string) =>
    Number(resultOf(row({ size: '+0.06', openLevel: '4210.62', closeLevel })))
  expect(part('4215.78') + part('4213.35')).toBeCloseTo(0.47, 10)
  expect(resultOf(row({ size: '-2', openLevel: '0.0025', closeLevel: '0' }))).toBe('0.01')
  expect(resultOf(row({ size: '+2', openLevel: '0.0025', closeLevel: '0' }))).toBe('-0.01')
})

test.each([
  ['£2,450.00', '£', '2450'],
  ['E-63.80', 'E', '-63.8'],
  ['-$9', '$', '-9'],
  ['(€25.50)', '€', '-25.5'],
  ['EUR 10.06', 'EUR', '10.06'],
  ['A$1,234.50', 'A$', '1234.5'],
  ['SF−7.00', 'SF', '-7'],
  ['£0.00', '£', '0'],
  ['£10,50', '£', '10.5'],
  ['£1.234,56', '£', '1234.56'],
  ['£1,234', '£', '1234'],
  [`1${' '.repeat(100_000)}x y`, '£', null],
  ['n/a', '£', null],
  ['', '£', null],
])('parseMoney reads %s with the prefix %s', (text, currency, amount) => {
  expect(parseMoney(text, currency)).toBe(amount)
})

test.each([
  ['DEAL', false, '-10', 'Oil - Brent Crude', 'trade'],
  ['ORDRE', false, '+1', 'Spot Gold ($1) converted at 0.861122464', 'trade'],
  ['Handel', false, '+0.5', 'Germany 40', 'trade'],
  ['WITH', false, '-', 'Oil - Brent Crude CRPREM DIAAAAC74XMARAR', 'premium'],
  ['WITH', false, '-', 'Long-Zinsen für US/Kanad. Aktien 27/01/21 $. umgerechnet bei 0,8314', 'funding'],
  ['WITH', true, '-', 'Bank transfer', 'transfer'],
  ['DEPO', true, '-', 'Card payment', 'transfer'],
  ['CASHIN', true, '-', 'Cash In', 'transfer'],
  ['DIVIDEND', false, '-', 'Apple Inc', 'dividend'],
  ['COMM', false, '-', 'Apple Inc', 'commission'],
  ['SWAP', false, '-', 'EUR/USD', 'funding'],
  ['EXCHANGE', false, '-', 'Exchange fees May', 'other'],
  ['CHART', true, '-', 'ProRealTime', 'other'],
] as const)(
  'classOf %s (cash: %s, size %s, %s) is %s',
  (transactionType, cashTransaction, size, name, expected) => {
    expect(classOf(row({ transactionType, cashTransaction, size, instrumentName: name }))).toBe(expected)
  },
)

test('amountOf is negative for a withdrawal and positive for a deposit', () => {
  const cash = { cashTransaction: true, size: '-', profitAndLoss: '£100.00' }
  expect(amountOf(row({ ...cash, transactionType: 'WITH' }))).toBe('-100')
  expect(amountOf(row({ ...cash, transactionType: 'WITH', profitAndLoss: '£-100.00' }))).toBe('-100')
  expect(amountOf(row({ ...cash, transactionType: 'DEPO' }))).toBe('100')
  expect(amountOf(row({ size: '-', transactionType: 'WITH', profitAndLoss: '£-90.00' }))).toBe('-90')
})

test('a negative size means a short position', () => {
  expect([directionOf(row({})), sizeOf(row({}))]).toEqual(['SELL', '10'])
  expect([directionOf(row({ size: '+0.20' })), sizeOf(row({ size: '+0.20' }))]).toEqual(['BUY', '0.2'])
})

test('nameIn leaves out a conversion, and rateIn reads its rate', () => {
  const french = row({ instrumentName: 'Spot Gold ($1) converted at 0.861122464' })
  expect([nameIn(french), rateIn(french)]).toEqual(['Spot Gold ($1)', '0.861122464'])
  const german = row({ instrumentName: 'Bitcoin (E1) umgerechnet bei 0,8314' })
  expect([nameIn(german), rateIn(german)]).toEqual(['Bitcoin (E1)', '0.8314'])
  expect(rateIn(row({}))).toBe('1')
  expect(currencyOf(row({ currency: 'E' }))).toBe('EUR')
})

test('withRows adds no row that is already stored, but keeps rows that are equal or share a reference if they come together', () => {
  const twins = [row({}), row({})]
  const shared = [
    row({ reference: '7PE8MUAP', size: '-0.16', openLevel: '4352.53' }),
    row({ reference: '7PE8MUAP', size: '-0.04', openLevel: '4341.05' }),
  ]
  const first = withRows([], [...twins, ...shared])
  expect(first).toHaveLength(4)
  expect(withRows(first, [...shared.toReversed(), ...twins])).toBe(first)
  expect(withRows(first, [row({}), row({}), row({})])).toHaveLength(5)
  // IG’s CSV writes the same row with a plain amount and a different number format.
  expect(withRows(first, [row({ profitAndLoss: '2450.00', currency: '', size: '-10.0' })])).toBe(first)
  expect(keyed(twins).map(({ key }) => key.endsWith('|2'))).toEqual([false, true])
})
