import { describe, expect, it } from 'vitest'
import { codesOf, paperMarkets } from '../../infra/dev/paper-ig/markets.ts'
import type { MarketFacts } from './market-facts.ts'
import {
  matchMarkets,
  multiplierFrom,
  searchTermOf,
  tradingViewSymbolOf,
  yahooSymbolOf,
} from './match-markets.ts'

const vodafone: MarketFacts = {
  epic: 'KA.D.VOD.DAILY.IP',
  name: 'Vodafone Group PLC',
  expiry: 'DFB',
  country: 'GB',
  newsCode: 'VOD.L',
  chartCode: 'VOD',
  marketId: 'VOD-GB',
  status: 'TRADEABLE',
  mid: 88.4,
}
const inNewYork: MarketFacts = {
  ...vodafone,
  epic: 'UA.D.VOD.DAILY.IP',
  country: 'US',
  newsCode: 'VOD.O',
  marketId: 'VOD-US',
}
const verdictOf = (symbol: string, ...found: MarketFacts[]) => matchMarkets(symbol, found, null)

describe('the match of a TradingView symbol', () => {
  it('is exact only if IG’s codes match ticker and exchange, and never because of the name', () => {
    expect(verdictOf('LSE:VOD', inNewYork, vodafone)).toMatchObject({
      verdict: 'EXACT',
      why: expect.stringMatching(/^Vodafone Group PLC: ticker and exchange match/),
      markets: [
        { epic: vodafone.epic, isExact: true },
        { epic: inNewYork.epic, isExact: false },
      ],
    })
    expect(verdictOf('NASDAQ:VOD', inNewYork, vodafone).markets[0]?.epic).toBe(inNewYork.epic)
    const nameless = { ...vodafone, newsCode: null, chartCode: null, marketId: null, name: 'VOD' }
    expect(verdictOf('LSE:VOD', nameless)).toMatchObject({
      verdict: 'CHOOSE',
      why: 'IG found one market: its name contains the ticker. Confirm that it’s the right one',
      markets: [{ because: 'its name contains the ticker' }],
    })
  })

  it.each([
    ['two have its codes', [vodafone, { ...vodafone, epic: 'KA.D.VOD2.DAILY.IP' }], /^2 IG markets match/],
    [
      'it ends',
      [{ ...vodafone, expiry: 'MAR-27' }],
      /^IG found one market: .* it expires \(MAR-27\)\. Confirm/,
    ],
    ['it is offline', [{ ...vodafone, status: 'OFFLINE' }], /^IG found one market: .* is offline\. Confirm/],
    ['the exchange is another', [inNewYork], /^IG found one market: .* the exchange doesn’t\. Confirm/],
    [
      'neither of two has its codes',
      [inNewYork, { ...inNewYork, epic: 'UA.D.VOD2.DAILY.IP' }],
      /don’t identify one market/,
    ],
  ])('is left to the user if %s', (_, found, why) => {
    const { verdict, why: said } = verdictOf('LSE:VOD', ...found)
    expect(verdict).toBe('CHOOSE')
    expect(said).toMatch(why)
  })

  it.each([
    ['CME_MINI:ES1!', /continuous future/],
    ['NASDAQ:AAPL/NASDAQ:MSFT', /spread or ratio/],
  ])('is none for %s, with the reason, whatever was found', (symbol, why) => {
    const { verdict, why: said, markets } = verdictOf(symbol, vodafone)
    expect(verdict).toBe('NONE')
    expect(said).toMatch(why)
    expect(markets).toEqual([])
  })

  it('is reported as missing if IG finds nothing', () => {
    expect(verdictOf('LSE:XYZ')).toMatchObject({
      verdict: 'NONE',
      why: 'IG found no market for this symbol',
      markets: [],
    })
  })

  it('finds every share of paper IG by its codes on both kinds of account, and finds its Yahoo symbol', () => {
    for (const accountType of ['SPREADBET', 'CFD'] as const) {
      const all = paperMarkets.filter((market) => market.accountType === accountType)
      const facts = all.map((market): MarketFacts => {
        const { epic, name, expiry } = market
        const codes = codesOf(market)
        return {
          epic,
          name,
          expiry,
          ...codes,
          country: codes.country ?? null,
          status: 'TRADEABLE',
          mid: market.price,
        }
      })
      for (const market of all.filter(({ type }) => type === 'SHARES')) {
        const isOneOfTwo = all.filter(({ tradingView }) => tradingView === market.tradingView).length > 1
        if (isOneOfTwo || market.hasNoCodes) {
          expect(matchMarkets(market.tradingView, facts, null).verdict, market.tradingView).toBe('CHOOSE')
          continue
        }
        const exchangePrice = market.price / market.multiplier
        const { verdict, markets } = matchMarkets(market.tradingView, facts, exchangePrice)
        expect(verdict, market.tradingView).toBe('EXACT')
        expect(markets[0]).toMatchObject({ epic: market.epic, multiplier: String(market.multiplier) })
        expect(yahooSymbolOf(market.tradingView)).toBe(market.yahooSymbol)
      }
    }
  })
})

describe('the multiplier', () => {
  it.each([
    [229.87, 22_987, '100'],
    [88.4, 88.9, '1'],
    [1.1582, 11_582.3, '10000'],
    [22_987, 229.87, '0.01'],
    [100, 106, null],
    [100, 300, null],
    [100, null, null],
    [null, 100, null],
    [0, 100, null],
  ])('is computed from %s and %s as %s', (price, mid, factor) =>
    expect(multiplierFrom(price, mid)).toBe(factor),
  )
})

it('the search term is the ticker without the characters that only TradingView uses', () => {
  expect(searchTermOf('LSE:BP.')).toBe('BP')
  expect(searchTermOf('NASDAQ:AAPL')).toBe('AAPL')
  expect(yahooSymbolOf('LSE:BP.')).toBe('BP.L')
  expect(yahooSymbolOf('NYSE:BRK.B')).toBe('BRK-B')
})

it('yahooSymbolOf returns the symbols of currencies and major indices, and an empty text for other markets', () => {
  expect(yahooSymbolOf('FX:EURUSD')).toBe('EURUSD=X')
  expect(yahooSymbolOf('OANDA:USDJPY')).toBe('JPY=X')
  expect(yahooSymbolOf('TVC:UKX')).toBe('^FTSE')
  expect(yahooSymbolOf('OANDA:XAUUSD')).toBe('')
})

it('a share’s TradingView symbol is derived from its Reuters code', () => {
  expect(tradingViewSymbolOf(vodafone)).toBe('LSE:VOD')
  expect(tradingViewSymbolOf(inNewYork)).toBe('NASDAQ:VOD')
  expect(tradingViewSymbolOf({ ...vodafone, newsCode: '.FTSE' })).toBeNull()
  expect(tradingViewSymbolOf({ ...vodafone, newsCode: null })).toBeNull()
})
