import { expect, test } from 'vitest'
import { InstrumentFields } from './instrument.schema.ts'

const { yahooSymbol } = InstrumentFields.shape

test.each(['', 'VOD.L', 'BRK-B', '^FTSE', 'GBPUSD=X', 'M&M.NS', 'NIFTY_FIN_SERVICE.NS', ' AAPL '])(
  '%j is a Yahoo symbol',
  (symbol) => {
    expect(yahooSymbol.safeParse(symbol).data).toBe(symbol.trim())
  },
)

test.each(['AAPL#1', 'AAPL?x=1', 'A/B', 'A\\B', '100%', 'VOD L', 'VOD\nL', 'A\u0000', '.', '..', '\ud800'])(
  '%j is not a Yahoo symbol, and the message says why',
  (symbol) => {
    expect(yahooSymbol.safeParse(symbol).error?.issues[0]?.message).toMatch(/^Must be a Yahoo symbol/)
  },
)
