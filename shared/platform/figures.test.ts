import { expect, it } from 'vitest'
import {
  counted,
  formatLevel,
  formatMoney,
  formatNumber,
  formatOneDecimal,
  formatTwoDecimals,
  grouped,
  moneyWithCode,
  signedDecimal,
  signedMoney,
  signedNumber,
} from './figures.ts'

it.each([
  // number    number        two decimals    money            signed money      alerts
  [0, '0', '0.00', '£0.00', '£0.00', '0 alerts'],
  [-0, '0', '0.00', '£0.00', '£0.00', '0 alerts'],
  [1, '1', '1.00', '£1.00', '+£1.00', '1 alert'],
  [2, '2', '2.00', '£2.00', '+£2.00', '2 alerts'],
  [1234.5, '1,234.5', '1,234.50', '£1,234.50', '+£1,234.50', '1,234.5 alerts'],
  [1_000_000, '1,000,000', '1,000,000.00', '£1,000,000.00', '+£1,000,000.00', '1,000,000 alerts'],
] as const)('the number %d is written as people read it', (value, number, decimals, money, signed, count) => {
  expect([
    formatNumber(value),
    formatTwoDecimals(value),
    formatMoney(value, 'GBP'),
    signedMoney(value, 'GBP'),
    counted(value, 'alert'),
  ]).toEqual([number, decimals, money, signed, count])
})

it.each([
  [-0.004, '−0.004', '0.00', '£0.00', '£0.00'],
  [-0.000_000_001, '0', '0.00', '£0.00', '£0.00'],
  [0.004, '0.004', '0.00', '£0.00', '£0.00'],
  [-9.85, '−9.85', '−9.85', '−£9.85', '−£9.85'],
  [-22_841.5, '−22,841.5', '−22,841.50', '−£22,841.50', '−£22,841.50'],
  [11_560.849_999_999_999, '11,560.85', '11,560.85', '£11,560.85', '+£11,560.85'],
])(
  'the number %d has a minus sign only if it does not round to zero',
  (value, number, decimals, money, signed) => {
    expect([
      formatNumber(value),
      formatTwoDecimals(value),
      formatMoney(value, 'GBP'),
      signedMoney(value, 'GBP'),
    ]).toEqual([number, decimals, money, signed])
  },
)

it.each([
  ['EUR', '−€1,234.57', '+€1,234.57', '1,234.57 EUR'],
  ['USD', '−US$1,234.57', '+US$1,234.57', '1,234.57 USD'],
  ['JPY', '−JP¥1,235', '+JP¥1,235', '1,235 JPY'],
  [null, '−1,234.57', '+1,234.57', '1,234.57'],
  [undefined, '−1,234.57', '+1,234.57', '1,234.57'],
  ['', '−1,234.57', '+1,234.57', '1,234.57'],
  ['E', '−1,234.57', '+1,234.57', '1,234.57 E'],
])(
  'money in the currency %s has its sign and its decimals, and no sign if it is no code',
  (currency, loss, gain, coded) => {
    const value = 1234.567
    expect([
      formatMoney(-value, currency),
      signedMoney(value, currency),
      moneyWithCode(value, currency),
    ]).toEqual([loss, gain, coded])
  },
)

it('signedMoney shows no sign for a gain or a loss of less than half a yen', () => {
  expect([signedMoney(0.4, 'JPY'), signedMoney(-0.4, 'JPY')]).toEqual(['JP¥0', 'JP¥0'])
})

it.each([
  [null, '–'],
  [undefined, '–'],
  [0, '0'],
  [-1234.5, '−1,234.5'],
])('the level %s is written as %s, because an unknown one is never 0', (level, words) => {
  expect(formatLevel(level)).toBe(words)
})

it.each([
  ['0', '0', '0'],
  ['999', '999', '+999'],
  ['1000', '1,000', '+1,000'],
  ['22841.50', '22,841.50', '+22,841.50'],
  ['1234567.1234567', '1,234,567.1234567', '+1,234,567.1234567'],
  ['-1234.5', '−1,234.5', '−1,234.5'],
  ['-0.00', '0.00', '0.00'],
  ['0.00', '0.00', '0.00'],
])('the decimal %s is written as %s, and with a sign as %s', (plain, words, signed) => {
  expect([grouped(plain), signedDecimal(plain)]).toEqual([words, signed])
})

it.each([
  [[-0.3, 0.265], '−£0.04', '−0.04', '0.0'],
  [[-21.08, 21.045], '−£0.04', '−0.04', '0.0'],
  [[0.3, -0.265], '+£0.04', '0.04', '0.0'],
  [[-0.035], '−£0.04', '−0.04', '0.0'],
  [[1.005], '+£1.01', '1.01', '1.0'],
  [[0.1, 0.2, -0.25], '+£0.05', '0.05', '0.1'],
])('the sum of %j is rounded away from zero despite floating-point errors', (parts, money, two, one) => {
  const sum = parts.reduce((total, part) => total + part, 0)
  expect([signedMoney(sum, 'GBP'), formatTwoDecimals(sum), formatOneDecimal(sum)]).toEqual([money, two, one])
})

it.each([
  [0, '0'],
  [-0, '0'],
  [1.5, '+1.5'],
  [-1234.5, '−1,234.5'],
])('the difference %d is written as %s, without a plus for zero', (value, words) => {
  expect(signedNumber(value)).toBe(words)
})
