import { expect, it } from 'vitest'
import { barLengths, barWindow } from '../../shared/journal/price-bars.schema.ts'
import { barsOf } from '../broker/ig/map-history.ts'

const minute = 60_000

it.each([
  ['a minute', minute, 'MINUTE'],
  ['six hours', 360 * minute, 'MINUTE_5'],
  ['a day', 1_440 * minute, 'MINUTE_15'],
  ['three days', 3 * 1_440 * minute, 'HOUR'],
  ['two weeks', 14 * 1_440 * minute, 'HOUR_4'],
  ['a year', 365 * 1_440 * minute, 'DAY'],
] as const)('a trade of %s is drawn with bars of suitable length', (_, lasted, length) => {
  const window = barWindow(0, lasted)
  expect(window.length).toBe(length)
  expect(window.from).toBeLessThan(0)
  expect(window.to).toBeGreaterThan(lasted)
  if (length !== 'DAY') expect((window.to - window.from) / barLengths[length]).toBeLessThanOrEqual(150)
})

it('a bar uses the middle of bid and ask, and opens at its close if it has no opening price', () => {
  const side = (bid: number) => ({ bid, ask: bid + 2 })
  const prices = [
    {
      snapshotTimeUTC: '2026-11-24T10:01:00',
      openPrice: side(9),
      highPrice: side(12),
      lowPrice: side(8),
      closePrice: side(10),
    },
    { snapshotTimeUTC: '2026-11-24T10:00:00', highPrice: side(12), lowPrice: side(8), closePrice: side(10) },
    { snapshotTimeUTC: '2026-11-24T10:02:00', highPrice: null, lowPrice: side(8), closePrice: side(10) },
  ]
  expect(barsOf({ prices })).toEqual([
    { at: Date.parse('2026-11-24T10:00:00Z'), open: 11, high: 13, low: 9, close: 11 },
    { at: Date.parse('2026-11-24T10:01:00Z'), open: 10, high: 13, low: 9, close: 11 },
  ])
})
