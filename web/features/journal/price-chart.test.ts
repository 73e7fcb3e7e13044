import { expect, it } from 'vitest'
import { levelWords } from './price-chart.tsx'

const barsAt = (...closes: number[]) =>
  closes.map((close, at) => ({ at, open: close, high: close, low: close, close }))

it.each([
  ['an index', [24_520.5, 24_519], 24_520.5, '24,520.50'],
  ['a currency pair, with all its decimals', [1.08345, 1.0834], 1.0834, '1.08340'],
])('levelWords groups the digits of %s', (_, closes, level, words) => {
  expect(levelWords(barsAt(...closes))(level)).toBe(words)
})
