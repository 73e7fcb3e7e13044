import { expect, test } from 'vitest'
import { sorted } from './sorted.ts'

const rows = [
  { name: 'LSE:VOD', size: 2, profit: null },
  { name: 'FTSE:UKX', size: '10', profit: -3 },
  { name: 'NASDAQ:AAPL', size: 9, profit: 12.5 },
]
const order = (sort: string | undefined) => sorted(rows, sort).map(({ name }) => name.split(':')[1])

test.each([
  [undefined, ['VOD', 'UKX', 'AAPL']],
  ['name', ['UKX', 'VOD', 'AAPL']],
  ['-name', ['AAPL', 'VOD', 'UKX']],
  ['size', ['VOD', 'AAPL', 'UKX']],
  ['profit', ['UKX', 'AAPL', 'VOD']],
  ['-profit', ['AAPL', 'UKX', 'VOD']],
  ['nothing', ['VOD', 'UKX', 'AAPL']],
])('sorted by %s puts rows without a value last', (sort, expected) => expect(order(sort)).toEqual(expected))
