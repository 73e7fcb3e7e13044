import { expect, test } from 'vitest'
import { readSymbols } from './symbol-list.ts'

test('readSymbols reads the symbols of a TradingView watchlist in order, without its headings', () => {
  const text =
    '###US TECH,NASDAQ:AAPL,NASDAQ:MSFT\r\n###London shares,LSE:VOD,\n\nLSE:BP.,nasdaq:aapl,FX:EURUSD'
  expect(readSymbols(text)).toEqual({
    symbols: ['NASDAQ:AAPL', 'NASDAQ:MSFT', 'LSE:VOD', 'LSE:BP.', 'FX:EURUSD'],
    problems: [],
  })
})

test('readSymbols accepts blanks, line breaks and semicolons between pasted symbols', () => {
  expect(readSymbols(' LSE:VOD  LSE:BARC;\tNYSE:PFE\n').symbols).toEqual(['LSE:VOD', 'LSE:BARC', 'NYSE:PFE'])
})

test('readSymbols shows how to write a symbol that has no exchange', () => {
  expect(readSymbols('VOD, LSE:BP.').problems).toEqual([
    { entry: 'VOD', why: 'VOD has no exchange. Write it as in TradingView, such as LSE:VOD' },
  ])
  expect(readSymbols('LSE:').problems[0]?.why).toContain('is not a symbol')
})
