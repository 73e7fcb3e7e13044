import { describe, expect, test } from 'vitest'
import { csvNumberReader } from './numbers.ts'

/**
 * Reads the cells of one file.
 * @returns each cell's value, or its problem
 */
const read = (delimiter: ',' | ';', cells: readonly string[]) => {
  const numberIn = csvNumberReader(cells, delimiter)
  return cells.map((cell) => {
    const number = numberIn(cell)
    return typeof number === 'string' ? number : number.problem
  })
}

const either = (whole: string, fraction: string) => `Ambiguous number. Write ${whole} or ${fraction}`
const dotFile = (right: string) => `This file uses a decimal point. Write ${right}`
const commaFile = (right: string) => `This file uses a decimal comma. Write ${right}`

describe.each([',', ';'] as const)('a number in a file delimited by %s', (delimiter) => {
  test.each([
    ['10000', '10000'],
    ['0.5', '0.5'],
    ['0.001', '0.001'],
    ['12.50', '12.50'],
    ['1234.567', '1234.567'],
    ['1,234.5', '1234.5'],
    ['1,234,567', '1234567'],
    ['1,234,567.125', '1234567.125'],
    ['0,5', '0.5'],
    ['0,001', '0.001'],
    ['0,010', '0.010'],
    ['12,50', '12.50'],
    ['1234,567', '1234.567'],
    ['1.234,5', '1234.5'],
    ['1.234.567', '1234567'],
    ['10 000', '10000'],
    ['10\u00a0000', '10000'],
    ['10\u202f000', '10000'],
    ['1\u2009234\u2009567,5', '1234567.5'],
    ["10'000", '10000'],
    ['1’234’567.5', '1234567.5'],
  ])('is read from %s as %s', (cell, value) => {
    expect(read(delimiter, [cell])).toEqual([value])
  })
  test.each([
    ...['', 'x', '-5', '1e3', '1.2.3', '1,2,3', '12,34,567', '1,234.567,8', '1.234,567.8', '1 234,567.8'],
    ...['10 00', '0 500', "1'23", "1'234 567", '1  234', '1,,234', ',5', '5.', '.5', '٣', '1234,567,890'],
  ])('is not read from %j, which stays for validation', (cell) => {
    expect(read(delimiter, [cell])).toEqual([cell])
  })
})

test.each([
  ['no other number shows the decimal sign', [], '150000', '10.000', '100125'],
  ['a dot is the decimal sign', ['100.2'], '150000', '10.000', '100125'],
])('commas group thousands in a file delimited by commas if %s', (_name, others, ...values) => {
  expect(read(',', ['150,000', '10.000', '100,125', ...others])).toEqual([...values, ...others])
})

test.each([
  ['a comma is the decimal sign', ['0,001'], '150.000', '10000', '100.125'],
  ['a later comma is the decimal sign', ['500', '1.234,5'], '150.000', '10000', '100.125'],
  ['dots group thousands', ['1.234.567'], '150.000', '10000', '100.125'],
  ['a dot is the decimal sign', ['100.2'], '150000', '10.000', '100125'],
  ['commas group thousands', ['1,234,567'], '150000', '10.000', '100125'],
])('the numbers of a file delimited by semicolons are read correctly if %s', (_name, others, ...values) => {
  expect(read(';', ['150,000', '10.000', '100,125', ...others]).slice(0, 3)).toEqual(values)
})

test.each([
  [';', []],
  [';', ['500', '10 000', "10'000"]],
  [',', ['12,5']],
] as const)(
  'the reader does not guess an ambiguous number in a file delimited by %s next to %j',
  (delimiter, others) => {
    const [comma, dot] = read(delimiter, ['150,125', '10.000', ...others])
    expect([comma, dot]).toEqual([either('150125', '150,1250'), either('10000', '10.0000')])
  },
)

test('the reader accepts the forms that its error message recommends', () => {
  expect(read(';', ['150125', '100,250'])).toEqual(['150125', either('100250', '100,2500')])
  expect(read(';', ['150,1250', '100,250'])).toEqual(['150.1250', '100.250'])
  expect(read(';', ['10.0000', '10.500'])).toEqual(['10.0000', '10.500'])
})

test.each([
  [';', ['0,5', '12.50', '1,234.5'], ['0.5', commaFile('12,50'), commaFile('1234,5')]],
  [';', ['12.50', '0,5', '1.234.567'], ['12.50', dotFile('0.5'), dotFile('1234567')]],
  [',', ['0,001', '1.234,5', '100.2'], [dotFile('0.001'), dotFile('1234.5'), '100.2']],
] as const)(
  'the reader refuses a file delimited by %s that mixes two decimal signs: %j',
  (delimiter, cells, expected) => {
    expect(read(delimiter, cells)).toEqual(expected)
  },
)
