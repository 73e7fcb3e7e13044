import { expect, it } from 'vitest'
import {
  counted,
  formatLevel,
  formatMoney,
  formatNumber,
  formatTwoDecimals,
  grouped,
  signedDecimal,
  signedMoney,
} from './figures.ts'

it.each([
  // number    number        two decimals    money            signed money      alerts
  [0, '0', '0.00', '£0.00', '£0.00', '0 alerts'],
  [-0, '0', '0.00', '£0.00', '£0.00', '0 alerts'],
  [1, '1', '1.00', '£1.00', '+£1.00', '1 alert'],
  [2, '2', '2.00', '£2.00', '+£2.00', '2 alerts'],
  [1234.5, '1,234.5', '1,234.50', '£1,234.50', '+£1,234.50', '1,234.5 alerts'],
  [1_000_000, '1,000,000', '1,000,000.00', '£1,000,000.00', '+£1,000,000.00', '1,000,000 alerts'],
] as const)('writes the number %d as people read it', (value, number, decimals, money, signed, count) => {
  expect([
    formatNumber(value),
    formatTwoDecimals(value),
    formatMoney(value),
    signedMoney(value),
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
  'writes %d with a minus sign only if it does not round to zero',
  (value, number, decimals, money, signed) => {
    expect([formatNumber(value), formatTwoDecimals(value), formatMoney(value), signedMoney(value)]).toEqual([
      number,
      decimals,
      money,
      signed,
    ])
  },
)

it.each([
  [null, '–'],
  [undefined, '–'],
  [0, '0'],
  [-1234.5, '−1,234.5'],
])('writes the level %s as %s: what is not known is never 0', (level, words) => {
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
])('writes the decimal %s as %s, and with a sign as %s', (plain, words, signed) => {
  expect([grouped(plain), signedDecimal(plain)]).toEqual([words, signed])
})
