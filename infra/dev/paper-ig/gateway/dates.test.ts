import { expect, it } from 'vitest'
import { clockTime, iso, readDate, slashed, slashedWithMillis } from './dates.ts'

const at = Date.UTC(2026, 0, 5, 15, 4, 5, 7)

it('dates are formatted as IG formats them', () => {
  expect([iso(at), slashed(at), slashedWithMillis(at), clockTime(at)]).toEqual([
    '2026-01-05T15:04:05',
    '2026/01/05 15:04:05',
    '2026/01/05 15:04:05:007',
    '15:04:05',
  ])
})

it.each([
  ['2026-01-05T15:04:05', 'query'],
  ['2026-01-05 15:04:05', 'path'],
  ['2026/01/05 15:04:05', 'order'],
] as const)('%s is a valid date in a %s', (text, place) => {
  expect(readDate(text, place)).toBe(at - 7)
})

it.each([
  ['2026/01/05 15:04:05', 'query'],
  ['2026-01-05', 'query'],
  ['2026-01-05T15:04:05', 'path'],
  ['2026-01-05 15:04:05', 'order'],
  ['2026/02/30 15:04:05', 'order'],
  ['2026/01/05 24:61:00', 'order'],
  ['tomorrow', 'order'],
] as const)('%s is not a valid date in a %s', (text, place) => {
  expect(() => readDate(text, place)).toThrow(
    place === 'query' ? `Unable to parse datetime=${text}` : 'error.malformed.date',
  )
})

it.each([
  ['2026-01-05T15:04:05.123Z', 'query'],
  ['2026-01-05T15:04:05Z', 'query'],
  ['2026:01:05-15:04:05', 'oldPath'],
] as const)('%s in a %s is read to the second', (text, place) => {
  expect(readDate(text, place)).toBe(Date.UTC(2026, 0, 5, 15, 4, 5))
})

it('a day in a path of the history begins at midnight UTC', () => {
  expect(readDate('05-01-2026', 'day')).toBe(Date.UTC(2026, 0, 5))
})
