import { expect, it } from 'vitest'
import { nearMarkets } from './near-markets.ts'

const list = [
  'NASDAQ:AAPL',
  'LSE:BP.',
  'NYSE:BP',
  'LSE:VOD',
  'TVC:UKX',
  'NYSE:BRK.B',
  'CME_MINI:ES1!',
  'FX:EURUSD',
]

it.each([
  ['LSE_DLY:VOD', ['LSE:VOD']],
  ['NASDAQ_DLY:AAPL', ['NASDAQ:AAPL']],
  ['NASDAQ_DL:AAPL', ['NASDAQ:AAPL']],
  ['BATS:AAPL', ['NASDAQ:AAPL']],
  ['NASDAQ:AAPL.US', ['NASDAQ:AAPL']],
  ['BATS:AAPL+', ['NASDAQ:AAPL']],
  ['LSE:BP', ['LSE:BP.', 'NYSE:BP']],
  ['lse_dly:bp', ['LSE:BP.', 'NYSE:BP']],
  ['NYSE:BRK/B', ['NYSE:BRK.B']],
  ['CME_MINI_DL:ES1!', ['CME_MINI:ES1!']],
  ['OANDA:EURUSD', ['FX:EURUSD']],
  ['TVC:DE30', []],
  ['LSE:.', []],
] as const)('finds similar names to %s in a list: %j', (market, near) => {
  expect(nearMarkets(market, list)).toEqual(near)
})

it('nearMarkets finds at most three names', () => {
  expect(nearMarkets('X:A', ['B:A', 'C:A', 'D:A', 'E:A'])).toEqual(['B:A', 'C:A', 'D:A'])
})
