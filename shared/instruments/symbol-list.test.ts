import { expect, test } from 'vitest'
import { readSymbols } from './symbol-list.ts'

test('a watchlist as TradingView exports it, with headings, is read in its order', () => {
  const text =
    '###US TECH,NASDAQ:AAPL,NASDAQ:MSFT\r\n###London shares,LSE:VOD,\n\nLSE:BP.,nasdaq:aapl,FX:EURUSD'
  expect(readSymbols(text)).toEqual({
    symbols: ['NASDAQ:AAPL', 'NASDAQ:MSFT', 'LSE:VOD', 'LSE:BP.', 'FX:EURUSD'],
    problems: [],
  })
})

test('pasted symbols may stand apart by blanks, lines and semicolons', () => {
  expect(readSymbols(' LSE:VOD  LSE:BARC;\tNYSE:PFE\n').symbols).toEqual(['LSE:VOD', 'LSE:BARC', 'NYSE:PFE'])
})

test('what has no exchange says how it must look', () => {
  expect(readSymbols('VOD, LSE:BP.').problems).toEqual([
    { entry: 'VOD', why: 'VOD has no exchange. Write it as in TradingView, such as LSE:VOD' },
  ])
  expect(readSymbols('LSE:').problems[0]?.why).toContain('is not a symbol')
})
